// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/config.h>
#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

using namespace tessera;

namespace
{
  /** The message of the exception of type Expected that @p call throws. */
  template <typename Expected, typename Call>
  std::string message_of(const Call &call)
  {
    try
      {
        call();
      }
    catch (const Expected &exception)
      {
        return exception.what();
      }
    return "nothing was thrown";
  }



  /** Sets TESSERA_REQUIRE_GPU for a scope. */
  class RequireGpu
  {
  public:
    RequireGpu()
    {
      const char *value = std::getenv("TESSERA_REQUIRE_GPU");
      old_value         = value == nullptr ? "" : value;
      setenv("TESSERA_REQUIRE_GPU", "1", 1);
    }

    ~RequireGpu()
    {
      setenv("TESSERA_REQUIRE_GPU", old_value.c_str(), 1);
    }

  private:
    std::string old_value;
  };
} // namespace



TEST(Device, DefaultIsHost)
{
  const Device device;
  EXPECT_TRUE(device.is_host());
  EXPECT_EQ(device.kind(), Device::Kind::host);
  EXPECT_EQ(device.name(), "host");
  EXPECT_EQ(device, Device::host());
  EXPECT_EQ(device.stream(), nullptr);
  EXPECT_NE(device.description().find("Kokkos"), std::string::npos);
}



TEST(Device, NamesAreUnderstood)
{
  for (const Device &device : available_devices())
    EXPECT_EQ(Device::from_name(device.name()), device);
  EXPECT_EQ(Device::from_name("auto"), Device::best());
}



TEST(Device, UnknownNameIsRefused)
{
  for (const char *name : {"gpu", "", "cuda:", "cuda:x", "cuda:-1", "Host"})
    EXPECT_NE(message_of<InvalidInput>([&] {
                Device::from_name(name);
              }).find("expected auto, host, cuda or cuda:N"),
              std::string::npos)
      << name;
}



TEST(Device, MissingDeviceIsRefused)
{
  const std::size_t n_devices = available_devices().size() - 1;
  const std::string name      = "cuda:" + std::to_string(n_devices);
  const std::string message =
    message_of<DeviceUnavailable>([&] { Device::from_name(name); });
  EXPECT_NE(message.find("there are " + std::to_string(n_devices)),
            std::string::npos)
    << message;
  EXPECT_NE(message.find("use the device `host'"), std::string::npos);
}



TEST(Device, BestIsAGpuIfThereIsOne)
{
  const bool gpu_is_there = available_devices().size() > 1;
  EXPECT_EQ(Device::best().is_host(), !gpu_is_there);
}



TEST(Device, RequireGpuNeverFallsBackToTheHost)
{
  const bool gpu_is_there = available_devices().size() > 1;
  const RequireGpu require_gpu;
  if (gpu_is_there)
    EXPECT_FALSE(Device::best().is_host());
  else
    EXPECT_NE(message_of<DeviceUnavailable>([] {
                Device::best();
              }).find("TESSERA_REQUIRE_GPU"),
              std::string::npos);
}



TEST(Device, HostHasNoStream)
{
  EXPECT_THROW(Device::host().with_stream(nullptr), InvalidInput);
}
