// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/runtime.h"

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr std::align_val_t alignment{256};

      void (*kokkos_initializer)() = nullptr;



      void finalize_kokkos()
      {
        if (Kokkos::is_initialized())
          Kokkos::finalize();
      }



      /**
       * Uses the Kokkos that the user's program initialised, or initialises it
       * and finalises it at the end of the program. Kokkos can be initialised
       * only once, so one that the program has finalised is left as it is: the
       * serial host backend goes on working, which destructors of static
       * objects rely on.
       */
      void ensure_kokkos()
      {
        static std::once_flag flag;
        std::call_once(flag, [] {
          if (Kokkos::is_initialized())
            return;
          if (kokkos_initializer != nullptr)
            kokkos_initializer();
          else
            {
              Kokkos::initialize();
              std::atexit(finalize_kokkos);
            }
        });
      }
    } // namespace



    void set_kokkos_initializer(void (*initializer)())
    {
      kokkos_initializer = initializer;
    }



    PortableQueue::PortableQueue()
    {
      ensure_kokkos();
    }



    std::string hardware_name(const PortableQueue &)
    {
      return std::string("CPU, Kokkos ") +
             Kokkos::DefaultHostExecutionSpace::name();
    }



    void synchronize(const PortableQueue &)
    {
      Kokkos::fence();
    }



    void *allocate(const PortableQueue &, const std::int64_t bytes)
    {
      return ::operator new(static_cast<std::size_t>(bytes), alignment);
    }



    void deallocate(const PortableQueue &, void *data)
    {
      ::operator delete(data, alignment);
    }



    void *allocate_staging(const PortableQueue &queue, const std::int64_t bytes)
    {
      return allocate(queue, bytes);
    }



    void deallocate_staging(const PortableQueue &queue, void *data)
    {
      deallocate(queue, data);
    }



    void zero_bytes(const PortableQueue &, void *data, const std::int64_t n)
    {
      std::memset(data, 0, static_cast<std::size_t>(n));
    }



    void copy_bytes(const PortableQueue &,
                    void *destination,
                    const void *source,
                    const std::int64_t n)
    {
      std::memmove(destination, source, static_cast<std::size_t>(n));
    }
  } // namespace internal
} // namespace tessera
