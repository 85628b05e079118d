// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/config.h>
#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>

#include "base/transfer_counters.h"
#include "kernels/dispatch.h"

#include <atomic>
#include <cstdlib>

namespace tessera
{
  namespace
  {
    std::atomic<std::int64_t> n_to_device(0), n_to_host(0);
    std::atomic<std::int64_t> bytes_to_device(0), bytes_to_host(0);



    /** The number behind `cuda:`, or -1 if @p text is not a small number. */
    int parse_index(const std::string &text)
    {
      if (text.empty() || text.size() > 4 ||
          text.find_first_not_of("0123456789") != std::string::npos)
        return -1;
      return std::stoi(text);
    }



    bool gpu_is_required()
    {
      const char *value = std::getenv("TESSERA_REQUIRE_GPU");
      return value != nullptr && std::string(value) == "1";
    }
  } // namespace



  namespace internal
  {
    void count_copy(const bool to_device, const std::int64_t bytes)
    {
      (to_device ? n_to_device : n_to_host) += 1;
      (to_device ? bytes_to_device : bytes_to_host) += bytes;
    }
  } // namespace internal



  Device::Device()
    : Device(Kind::host, 0, nullptr)
  {}



  Device::Device(const Kind kind, const int index, CUstream_st *stream)
    : device_kind(kind)
    , device_index(index)
    , device_stream(stream)
  {}



  Device Device::host()
  {
    return Device();
  }



  Device Device::cuda(const int index)
  {
#ifdef TESSERA_HAS_CUDA
    const char *const advice =
      "check nvidia-smi and CUDA_VISIBLE_DEVICES, or use the device `host'";
#else
    const char *const advice =
      "this Tessera was built without CUDA support: install the CUDA toolkit "
      "and configure with -DTESSERA_WITH_CUDA=ON, or use the device `host'";
#endif
    const int n_devices = internal::n_usable_cuda_devices();
    TESSERA_REQUIRE(index >= 0 && index < n_devices,
                    DeviceUnavailable,
                    "CUDA device " << index << " was asked for, but there are "
                                   << n_devices << " usable CUDA devices; "
                                   << advice << ".");
    return Device(Kind::cuda, index, internal::library_stream(index));
  }



  Device Device::best()
  {
    const std::vector<Device> devices = available_devices();
    return devices.size() > 1 ? devices[1] : devices[0];
  }



  Device Device::from_name(const std::string &name)
  {
    if (name == "auto")
      return best();
    if (name == "host")
      return host();
    if (name == "cuda")
      return cuda(0);
    const std::string prefix = "cuda:";
    const int index          = name.compare(0, prefix.size(), prefix) == 0
                                 ? parse_index(name.substr(prefix.size()))
                                 : -1;
    TESSERA_REQUIRE(index >= 0,
                    InvalidInput,
                    "Unknown device `"
                      << name
                      << "'; expected auto, host, cuda or cuda:N with the "
                         "number N of a device.");
    return cuda(index);
  }



  Device::Kind Device::kind() const
  {
    return device_kind;
  }



  bool Device::is_host() const
  {
    return device_kind == Kind::host;
  }



  int Device::index() const
  {
    return device_index;
  }



  CUstream_st *Device::stream() const
  {
    return device_stream;
  }



  Device Device::with_stream(CUstream_st *stream) const
  {
    TESSERA_REQUIRE(!is_host(),
                    InvalidInput,
                    "A stream was given to the device `host', which has none; "
                    "call with_stream() on a CUDA device.");
    return Device(device_kind, device_index, stream);
  }



  std::string Device::name() const
  {
    return is_host() ? "host" : "cuda:" + std::to_string(device_index);
  }



  std::string Device::description() const
  {
    return internal::dispatch(*this, [](const auto &queue) {
      return internal::hardware_name(queue);
    });
  }



  void Device::synchronize() const
  {
    internal::dispatch(*this,
                       [](const auto &queue) { internal::synchronize(queue); });
  }



  bool Device::operator==(const Device &other) const
  {
    return device_kind == other.device_kind &&
           device_index == other.device_index;
  }



  bool Device::operator!=(const Device &other) const
  {
    return !(*this == other);
  }



  TransferStatistics Device::transfer_statistics()
  {
    return {n_to_device, n_to_host, bytes_to_device, bytes_to_host};
  }



  void Device::reset_transfer_statistics()
  {
    n_to_device     = 0;
    n_to_host       = 0;
    bytes_to_device = 0;
    bytes_to_host   = 0;
  }



  std::vector<Device> available_devices()
  {
    std::vector<Device> devices = {Device::host()};
    const int n_devices         = internal::n_usable_cuda_devices();
    TESSERA_REQUIRE(n_devices > 0 || !gpu_is_required(),
                    DeviceUnavailable,
                    "TESSERA_REQUIRE_GPU=1 is set, but there is no usable CUDA "
                    "device; unset it to run on the host.");
    for (int index = 0; index < n_devices; ++index)
      devices.push_back(Device::cuda(index));
    return devices;
  }
} // namespace tessera
