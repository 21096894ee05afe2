// SPDX-License-Identifier: MIT
// Finds the cause of a desync right after the match, as explain does.
#pragma once

#include <string>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The cause that simulating both recordings again proves; `unknown` if it proves none, or takes too
// long.
replay::CauseClass proven_cause(const std::string& ours, const std::string& theirs,
                                const RegisteredGame& game, const Context& context);

}  // namespace tandem::tools
