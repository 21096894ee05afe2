// SPDX-License-Identifier: MIT
// Examines the two recordings of a pair: where they part, and whether they replay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/match/pairs.hpp>

namespace tandem::tools::lab::match {

struct RecordingFindings {
    std::string diff;  // the verdict of `tandem diff`
    // The instant (instant_of) at which the states first differ, as `diff` says.
    std::optional<std::uint64_t> states_differ_at;
    bool is_exact_fast = false;  // `tandem verify` gets every state again
    bool is_exact_slow = false;
};

// Reads both files. The error is bad_data or io if one cannot be read.
sim::Result<RecordingFindings> examine_recordings(const Arm& arm, const std::string& fast_file,
                                                  const std::string& slow_file);

}  // namespace tandem::tools::lab::match
