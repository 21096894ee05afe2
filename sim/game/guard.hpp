// SPDX-License-Identifier: MIT
// Calls into a game: no exception of a game crosses into the machinery.
#pragma once

#include <type_traits>

#include <tandem/sim/result.hpp>

namespace tandem::sim::detail {

// The exception that is being handled, as step_failed at `what`.
Error thrown_error(const char* what);
// Ends the process with the exception that is being handled.
[[noreturn]] void end_thrown(const char* what);

// What `call` returns; what it throws becomes step_failed at `what`.
template <class Call>
Result<std::invoke_result_t<Call>> guard(const char* what, Call&& call) {
    try {
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

// What `call` returns, where nobody could take an error: what it throws ends the process and says
// why.
template <class Call>
std::invoke_result_t<Call> call_or_end(const char* what, Call&& call) {
    try {
        return call();
    } catch (...) {
        end_thrown(what);
    }
}

}  // namespace tandem::sim::detail
