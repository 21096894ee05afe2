// SPDX-License-Identifier: MIT
// The closing tables of a match, and an arm as a JSON object.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/lab/match/arm_findings.hpp>
#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab::match {

// An arm that was played and whose recordings were read.
struct ArmResult {
    ArmFindings findings;
    std::vector<RecordingFindings> recordings;  // those of each pair
    std::uint32_t seconds = 0;
    std::uint32_t fast_cost_ns = 0;  // a frame's
    std::uint32_t slow_cost_ns = 0;

    // True if every pair's recordings tell the same as its machines did, and replay as they must.
    bool recordings_are_sound = false;
    bool is_as_expected() const { return findings.is_as_expected && recordings_are_sound; }
};

// Returns the tables: verdicts; the places of the bodies; the effects behind a difference, one
// by one; the price of lockstep.
std::vector<Table> closing_tables(const std::vector<ArmResult>& arms);

JsonObject arm_json(const ArmResult& arm);

// Returns "1000 ms" or "tick 28".
std::string instant_text(const Arm& arm, std::uint64_t instant);

}  // namespace tandem::tools::lab::match
