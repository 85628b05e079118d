// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_devices_h
#define tessera_tests_devices_h

#include <tessera/base/device.h>

#include <gtest/gtest.h>

#include <string>

namespace tessera
{
  namespace test
  {
    /**
     * Fixture of a test that runs once on each kind of device. Without a GPU
     * the run on `cuda` is reported as skipped; with TESSERA_REQUIRE_GPU=1 in
     * the environment available_devices() throws and so it fails.
     *
     * Instantiate with
     * INSTANTIATE_TEST_SUITE_P(Devices, Fixture, test::device_names(),
     *                          test::device_name);
     */
    class OnEachDevice : public testing::TestWithParam<const char *>
    {
    protected:
      void SetUp() override
      {
        const std::string name      = GetParam();
        const std::size_t n_devices = available_devices().size();
        if (name == "cuda" && n_devices < 2)
          GTEST_SKIP() << "no CUDA device";
        device = Device::from_name(name);
      }

      Device device;
    };



    inline auto device_names()
    {
      return testing::Values("host", "cuda");
    }



    inline std::string
    device_name(const testing::TestParamInfo<const char *> &info)
    {
      return info.param;
    }
  } // namespace test
} // namespace tessera

#endif
