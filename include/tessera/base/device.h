// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_device_h
#define tessera_base_device_h

#include <cstdint>
#include <string>
#include <vector>

// cudaStream_t is a pointer to this type; naming it here keeps CUDA's headers
// out of the public ones.
struct CUstream_st;

namespace tessera
{
  /**
   * Counts of the explicit copies between host and device memory since the
   * program started or since Device::reset_transfer_statistics(). Copies that
   * stay in one memory are not counted, and neither is the single number that
   * a reduction such as a dot product returns.
   */
  struct TransferStatistics
  {
    std::int64_t n_host_to_device;
    std::int64_t n_device_to_host;
    std::int64_t bytes_host_to_device;
    std::int64_t bytes_device_to_host;
  };

  /**
   * Where arrays live and where kernels run: the host, or one CUDA device with
   * a stream. A Device is a small value that is passed and stored by copy.
   *
   * Kernels on a CUDA device are queued in its stream and return at once; only
   * functions that return a value to the host, copies and synchronize() wait.
   * An operation is queued in the stream of the object that it changes; who
   * uses objects of several streams together synchronises between them.
   * Two Devices compare equal if they address the same memory; the stream does
   * not matter.
   */
  class Device
  {
  public:
    enum class Kind
    {
      host,
      cuda
    };

    /** The host. */
    Device();

    /** The host. */
    static Device host();

    /**
     * CUDA device @p index with the stream that Tessera keeps for it.
     *
     * @throws DeviceUnavailable without CUDA support or without this device.
     */
    static Device cuda(const int index = 0);

    /**
     * The first CUDA device if there is one, the host otherwise.
     *
     * @throws DeviceUnavailable see available_devices().
     */
    static Device best();

    /**
     * The device called @p name: `auto` (which is best()), `host`, `cuda` or
     * `cuda:N`. A device asked for by name is never replaced by another one.
     *
     * @throws InvalidInput for another name
     * @throws DeviceUnavailable if the device is not there.
     */
    static Device from_name(const std::string &name);

    Kind kind() const;

    bool is_host() const;

    /** Number of the CUDA device; 0 for the host. */
    int index() const;

    /** The stream kernels are queued in; a null pointer for the host. */
    CUstream_st *stream() const;

    /**
     * The same device with the caller's @p stream, which must live as long as
     * anything made with the result.
     *
     * @throws InvalidInput on the host.
     */
    Device with_stream(CUstream_st *stream) const;

    /** `host` or `cuda:N`; from_name() understands it. */
    std::string name() const;

    /** What the device is, for people: for example `NVIDIA H200`. */
    std::string description() const;

    /** Waits until all that was queued in the stream is done. */
    void synchronize() const;

    bool operator==(const Device &other) const;

    bool operator!=(const Device &other) const;

    static TransferStatistics transfer_statistics();

    static void reset_transfer_statistics();

  private:
    Device(const Kind kind, const int index, CUstream_st *stream);

    Kind device_kind;
    int device_index;
    CUstream_st *device_stream;
  };

  /**
   * The host, then every CUDA device this process can use.
   *
   * @throws DeviceUnavailable if the environment has `TESSERA_REQUIRE_GPU=1`
   * and there is no CUDA device, so that a test or a benchmark that is meant
   * for a GPU cannot pass without one.
   */
  std::vector<Device> available_devices();
} // namespace tessera

#endif
