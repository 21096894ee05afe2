// SPDX-License-Identifier: MIT
// One pool of threads for the segments of all files, so that a single long recording uses every
// processor as well as many short ones do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/verify/merge.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/outcome.hpp>

namespace tandem::tools {

struct PoolOptions {
    std::uint32_t jobs = 1;       // threads that simulate
    replay::VerifyChecks checks;  // besides the segments
};

// Verifies every file. The outcomes are in the order of the files, and do not depend on `jobs`,
// unless a signal arrives. At most `jobs` files are open at a time.
std::vector<Outcome> verify_files(const std::vector<std::string>& files, const PoolOptions& options,
                                  const Context& context);

}  // namespace tandem::tools
