// SPDX-License-Identifier: MIT
// Calls into a game. No exception of a game leaves these functions.
#pragma once

#include <type_traits>

#include <tandem/sim/result.hpp>

namespace tandem::sim::detail {

// Makes an Error step_failed of the exception that is being handled; its place is `what`.
Error thrown_error(const char* what);
// Ends the process and prints the exception that is being handled.
[[noreturn]] void end_thrown(const char* what);

// It is called right before a game's own code, unless it is null. check lays a pattern there, on
// the stack that this code is about to use.
using BeforeGameCode = void (*)();
inline constinit thread_local BeforeGameCode g_before_game_code = nullptr;

// Returns the result of `call`. An exception becomes an Error step_failed whose place is `what`.
template <class Call>
Result<std::invoke_result_t<Call>> guard(const char* what, Call&& call) {
    try {
        if (g_before_game_code != nullptr) [[unlikely]] {
            g_before_game_code();
        }
        if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
            call();
            return {};
        } else {
            return call();
        }
    } catch (...) {
        return thrown_error(what);
    }
}

// Returns the result of `call`, for places where nobody could take an error: an exception ends the
// process and says why.
template <class Call>
std::invoke_result_t<Call> call_or_end(const char* what, Call&& call) {
    try {
        return call();
    } catch (...) {
        end_thrown(what);
    }
}

}  // namespace tandem::sim::detail
