// SPDX-License-Identifier: MIT
// Exceptions as sentences.
#include <tandem/sim/game/guard.hpp>

#include <exception>
#include <new>
#include <string>

namespace tandem::sim::detail {

Error thrown_error(const char* what) {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::step_failed, what,
                     "memory ran out in the game; free some, raise the limit on it (ulimit -v), or "
                     "look for what in the game grows without end"};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::step_failed, what,
                     std::string("the game threw an exception: ") + exception.what()};
    } catch (...) {
        return Error{ErrorCode::step_failed, what, "the game threw something unknown"};
    }
}

void end_thrown(const char* what) {
    assertion_failed(thrown_error(what).text().c_str(), __FILE__, __LINE__);
}

}  // namespace tandem::sim::detail
