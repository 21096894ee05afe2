// SPDX-License-Identifier: MIT
// The two sides that explain and diff compare: recordings, or the bundles that a match left.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/bundle.hpp>
#include <tandem/tools/program/diff_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

struct ComparedSides {
    ComparedNames names;          // the recordings; `b` is empty where there is one alone
    std::vector<Bundle> bundles;  // those that were named, in order

    // Whether one bundle alone was named and has nothing of the other side.
    bool lacks_theirs() const { return !bundles.empty() && names.b.empty(); }
    // All files that are read, or may be: no output may be one of them.
    std::vector<std::string> files_read() const;
};

// A recording or the folder of a bundle each; `b` may be empty. One bundle alone is its own
// recording against what is known of the other side; of two, or of one and a file, each bundle's
// own recording counts. Errors are those of open_bundle, and bad_data where two bundles cannot be
// of one match.
sim::Result<ComparedSides> open_sides(const std::string& a, const std::string& b);

// Whether the recordings, opened, are those that the bundles speak of; `b` is null where there is
// one alone. Error bad_data: of another game, cut before the bad tick, or of another match.
sim::Result<void> check_sides(const ComparedSides& sides, const replay::Replay& a,
                              const replay::Replay* b);
// The same once it is known where they part: two bundles that say of each other that all was equal
// up to a tick are of two matches if their recordings differ before.
sim::Result<void> check_parting(const ComparedSides& sides, const replay::Explanation& explanation);

// What the bundles say, in front of the other steps. Where the other side is not known and nothing
// diverges here, the cause becomes `unknown`: the match did diverge.
void add_bundle_evidence(const ComparedSides& sides, const replay::Replay& a,
                         const replay::Replay* b, replay::Explanation& explanation);
// The manifests, each with its folder.
JsonArray bundles_json(const ComparedSides& sides);

}  // namespace tandem::tools
