// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_random_h
#define tessera_tests_reference_random_h

#include <cstddef>
#include <random>
#include <vector>

namespace reference
{
  /** @p size numbers in [-1, 1], the same for the same @p seed. */
  template <typename Number>
  std::vector<Number> random_vector(const std::size_t size,
                                    const unsigned int seed)
  {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> distribution(-1., 1.);
    std::vector<Number> values(size);
    for (Number &value : values)
      value = static_cast<Number>(distribution(generator));
    return values;
  }
} // namespace reference

#endif
