// SPDX-License-Identifier: MIT
// Puts a divergence into words, as found by diff, which compares, or explain, which also says why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/program/evidence/diff_facts.hpp>

namespace tandem::tools::autopsy {

// The values of one moment, side by side.
struct FieldTable {
    std::string title;   // "The state after tick 400"
    std::string first;   // the heading of the first values
    std::string second;  // the heading of the second
    std::vector<sim::FieldDifference> fields;
};

struct AutopsyVerdict {
    std::string verb;      // "diff"
    std::string word;      // diff's verdict or explain's class
    std::string sentence;  // as the verb prints it
    std::string headline;  // the same for a reader who does not know the program
    bool is_bad = false;   // true if anything is wrong
    bool is_confirmed = false;
    // The first bad tick: its inputs differ, or the states after its step do.
    std::optional<std::uint64_t> tick;
    std::optional<std::uint64_t> tick_from;  // the bad tick may be any from here on
    bool is_reset = false;                   // the states before `tick` differ already
    // The first tick whose chain differs.
    std::optional<std::uint64_t> parted_at;
    std::optional<Slot> player;
    std::string phase;
    std::vector<replay::FlippedBit> bits;
    std::optional<std::uint64_t> healed_tick;
    std::vector<FieldTable> tables;
    std::string proof;
    std::vector<replay::EvidenceStep> steps;
    std::vector<std::string> header_lines;
    std::vector<std::string> notes;
    replay::FaultySide side = replay::FaultySide::neither;
    bool is_failed_step = false;  // the chains do not part: a step failed on one side only
};

// Makes the verdict of a report. `rate` says how long a tick is; the names are those of the two
// files.
AutopsyVerdict verdict_of(const replay::DiffReport& report, const ComparedNames& names,
                          TickRate rate);
AutopsyVerdict verdict_of(const replay::Explanation& explanation, const ComparedNames& names,
                          TickRate rate);

// Returns the time at which the tick begins, counted from the start of the session: "1:05.25".
std::string time_text(std::uint64_t tick, TickRate rate);
// Returns file names without their folders, if they still tell the two apart: "host.tandem".
ComparedNames short_names(const ComparedNames& names);

}  // namespace tandem::tools::autopsy
