// SPDX-License-Identifier: MIT
// Verifies the segments of all files by a single pool of threads, so that a single long recording
// uses every processor as well as many short ones do.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/verify/merge.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/outcome.hpp>

namespace tandem::tools {

struct PoolOptions {
    std::uint32_t jobs = 1;       // threads that simulate
    replay::VerifyChecks checks;  // besides the segments
    // True if outcomes have the digest of the file's bytes.
    bool wants_digest = false;
    // Is called with the digest of a file. If it returns an outcome, that is the file's, and
    // nothing is simulated.
    std::function<std::optional<Outcome>(const std::string& path, const sim::Digest& digest)> find =
        nullptr;
    // Is called with each outcome as soon as it is there, except with one that was interrupted. An
    // error ends the whole run.
    std::function<sim::Result<void>(const Outcome& outcome)> keep = nullptr;
};

// The outcomes of all files, in their order.
struct PoolResult {
    std::vector<Outcome> outcomes;
    std::optional<sim::Error> error;  // error of `keep`
};

// Verifies every file. The outcomes do not depend on `jobs`, unless a signal arrives. At most
// `jobs` files are open at a time. `find` and `keep` are called by one thread at a time.
PoolResult verify_files(const std::vector<std::string>& files, const PoolOptions& options,
                        const Context& context);

}  // namespace tandem::tools
