// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/pattern.h"

#include "bsr/sorted_pattern.h"
#include "kernels/dispatch.h"

#include "devices.h"

#include <map>
#include <random>

using namespace tessera;

namespace
{
  std::vector<std::uint64_t> random_keys(const int n, const std::uint64_t bound)
  {
    std::mt19937_64 generator(n);
    std::vector<std::uint64_t> keys(n);
    for (std::uint64_t &key : keys)
      key = generator() % bound;
    return keys;
  }



  /** Groups of equal keys against a map, which keeps the order in a group. */
  void check_sort(const Device &device,
                  const int n,
                  const std::int64_t n_rows,
                  const std::int64_t n_columns)
  {
    SCOPED_TRACE(testing::Message() << n << " keys");
    const auto host_keys = random_keys(n, n_rows * n_columns);
    std::map<std::uint64_t, std::vector<std::int64_t>> groups;
    std::vector<std::int64_t> host_values(n);
    for (int k = 0; k < n; ++k)
      {
        host_values[k] = 10 * k;
        groups[host_keys[k]].push_back(10 * k);
      }
    Array<std::uint64_t> keys(device, host_keys);
    Array<std::int64_t> values(device, host_values);
    const auto pattern =
      internal::sort_pattern(n_rows, n_columns, keys, values);

    std::vector<std::int64_t> offsets(n_rows + 1, 0), group_offsets = {0};
    std::vector<std::int64_t> sorted_values;
    std::vector<std::int32_t> columns;
    for (const auto &group : groups)
      {
        columns.push_back(static_cast<std::int32_t>(group.first % n_columns));
        for (std::int64_t i = group.first / n_columns + 1; i <= n_rows; ++i)
          ++offsets[i];
        sorted_values.insert(sorted_values.end(),
                             group.second.begin(),
                             group.second.end());
        group_offsets.push_back(
          static_cast<std::int64_t>(sorted_values.size()));
      }
    EXPECT_EQ(pattern.row_offsets.copy_to_host(), offsets);
    EXPECT_EQ(pattern.columns.copy_to_host(), columns);
    EXPECT_EQ(pattern.group_offsets.copy_to_host(), group_offsets);
    EXPECT_EQ(values.copy_to_host(), sorted_values);
  }



  class Pattern : public test::OnEachDevice
  {};
} // namespace



TEST_P(Pattern, SortsAndGroupsKeys)
{
  for (const int n : {0, 1, 31, 33, 20000})
    {
      check_sort(device, n, 50, 17);
      check_sort(device, n, 1, 1);
    }
  // Keys of more than 32 bits.
  check_sort(device, 100, 10, std::int64_t(1) << 31);
}



TEST_P(Pattern, RowsAndOffsetsAreInverse)
{
  const Array<std::int64_t> offsets(device, {0, 2, 2, 3, 3});
  const std::vector<std::int32_t> expected = {0, 0, 2};
  Array<std::int32_t> rows(device, 3);
  Array<std::int64_t> back(device, 5);
  const Array<std::uint64_t> keys(device, {0, 0, 2});
  internal::dispatch(device, [&](const auto &queue) {
    internal::pattern_rows(queue, offsets.view(), rows.view());
    internal::pattern_offsets(queue, keys.view(), back.view());
  });
  EXPECT_EQ(rows.copy_to_host(), expected);
  EXPECT_EQ(back.copy_to_host(), offsets.copy_to_host());
}



TEST(PatternKeys, HaveTheNeededBits)
{
  EXPECT_EQ(internal::n_key_bits(0), 0);
  EXPECT_EQ(internal::n_key_bits(1), 0);
  EXPECT_EQ(internal::n_key_bits(2), 1);
  EXPECT_EQ(internal::n_key_bits(256), 8);
  EXPECT_EQ(internal::n_key_bits(257), 9);
  EXPECT_EQ(internal::n_key_bits((std::int64_t(1) << 31) * 10), 35);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         Pattern,
                         test::device_names(),
                         test::device_name);
