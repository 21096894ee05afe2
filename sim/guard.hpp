// SPDX-License-Identifier: MIT
// Calls into a game: no exception of a game crosses into the machinery.
#pragma once

#include <exception>
#include <string>

#include <tandem/sim/result.hpp>

namespace tandem::sim::detail {

// Calls `call`; what it throws becomes step_failed at `what`.
template <class Call>
Result<void> guard(const char* what, Call&& call) {
    try {
        call();
        return {};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::step_failed, what,
                     std::string("the game threw an exception: ") + exception.what()};
    } catch (...) {
        return Error{ErrorCode::step_failed, what, "the game threw something unknown"};
    }
}

}  // namespace tandem::sim::detail
