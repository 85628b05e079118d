// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_exceptions_h
#define tessera_base_exceptions_h

#include <sstream>
#include <stdexcept>
#include <string>

/**
 * @file
 * The two error tiers of Tessera.
 *
 * - TESSERA_REQUIRE is always active. It guards against misuse of the public
 *   interface and against bad input, and is evaluated before anything is
 *   changed. Its message says what was expected, what came, and what to do.
 * - TESSERA_ASSERT is active in debug builds only. It guards an internal
 *   invariant; if it fires, Tessera has a bug.
 */

namespace tessera
{
  /** Base of everything that Tessera throws. */
  class Exception : public std::runtime_error
  {
  public:
    using std::runtime_error::runtime_error;
  };

  /** An argument, a size or a mesh that the called function cannot take. */
  class InvalidInput : public Exception
  {
  public:
    using Exception::Exception;
  };

  /** A device or an optional package that this machine or build lacks. */
  class DeviceUnavailable : public Exception
  {
  public:
    using Exception::Exception;
  };

  /** CUDA, LAPACK or MPI reported an error. */
  class BackendFailure : public Exception
  {
  public:
    using Exception::Exception;
  };

  /** NaN, breakdown or no convergence. */
  class NumericalFailure : public Exception
  {
  public:
    using Exception::Exception;
  };

  namespace internal
  {
    /** Ends the program with the failed condition; see TESSERA_ASSERT. */
    [[noreturn]] void
    assertion_failed(const char *condition, const char *file, int line);
  } // namespace internal
} // namespace tessera

/**
 * Throws @p ExceptionType with the streamed @p message unless @p condition
 * holds: `TESSERA_REQUIRE(n > 0, InvalidInput, "n is " << n << ", ...")`.
 */
#define TESSERA_REQUIRE(condition, ExceptionType, message)                     \
  do                                                                           \
    {                                                                          \
      if (!(condition))                                                        \
        {                                                                      \
          std::ostringstream tessera_message;                                  \
          tessera_message << message;                                          \
          throw ::tessera::ExceptionType(tessera_message.str());               \
        }                                                                      \
  } while (false)

/** Internal invariant, checked unless NDEBUG is defined. */
#ifdef NDEBUG
#  define TESSERA_ASSERT(condition) static_cast<void>(0)
#else
#  define TESSERA_ASSERT(condition)                                            \
    ((condition) ? static_cast<void>(0)                                        \
                 : ::tessera::internal::assertion_failed(#condition,           \
                                                         __FILE__,             \
                                                         __LINE__))
#endif

#endif
