// SPDX-License-Identifier: MIT
// The two sides that explain and diff compare: recordings, or the bundles that a match left.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/program/evidence/diff_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

struct ComparedSides {
    ComparedNames names;          // the recordings; `b` is empty if there is only one
    std::vector<Bundle> bundles;  // those that were named, in order

    // True if only one bundle was named, and it has nothing of the other side.
    bool lacks_theirs() const { return !bundles.empty() && names.b.empty(); }
    // All files that are read, or may be read: no output may be one of them.
    std::vector<std::string> files_read() const;
};

// Opens two sides, each a recording or the folder of a bundle; `b` may be empty. One bundle alone
// is its own recording against the known part of the other side's. In any pair, each bundle's own
// recording counts. Errors are those of open_bundle, and bad_data if two bundles cannot be of one
// match.
sim::Result<ComparedSides> open_sides(const std::string& a, const std::string& b);

// Checks that the opened recordings are those that the bundles describe; `b` is null if there is
// only one. Error bad_data: of another game, cut before the bad tick, or of another match.
sim::Result<void> check_sides(const ComparedSides& sides, const replay::Replay& a,
                              const replay::Replay* b);
// Checks the same once it is known where they part: if two bundles say of each other that all was
// equal up to a tick, and their recordings differ before, they are of two matches.
sim::Result<void> check_parting(const ComparedSides& sides, const replay::Explanation& explanation);

// Puts the claims of the bundles in front of the other steps. If the other side is not known and
// nothing diverges here, the cause becomes `unknown`: the match did diverge.
void add_bundle_evidence(const ComparedSides& sides, const replay::Replay& a,
                         const replay::Replay* b, replay::Explanation& explanation);
// The manifests, each with its folder.
JsonArray bundles_json(const ComparedSides& sides);

}  // namespace tandem::tools
