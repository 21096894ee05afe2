// SPDX-License-Identifier: MIT
// `tandem lab match`: two real processes on this machine, one of them slow, play the same keys in
// every arm of section 3 of the inventory.
#pragma once

#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools::lab::match {

// Returns the exit code: 0 if every arm came out as section 3 expects, 1 if one did not or stayed
// inconclusive.
int run_match_section(const LabCommand& command, Context& context);

}  // namespace tandem::tools::lab::match
