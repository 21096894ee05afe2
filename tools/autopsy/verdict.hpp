// SPDX-License-Identifier: MIT
// What a page says of a divergence, whoever found it: diff, which compares, or explain, which also
// says why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/diff.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/tools/program/diff_facts.hpp>

namespace tandem::tools::autopsy {

// Values of one moment, side by side.
struct FieldTable {
    std::string title;   // "The state after tick 400"
    std::string first;   // the heading of the first values
    std::string second;  // of the second
    std::vector<sim::FieldDifference> fields;
};

struct Verdict {
    std::string verb;      // "diff"
    std::string word;      // diff's verdict or explain's class
    std::string sentence;  // as the verb prints it
    std::string headline;  // the same for somebody who does not know the program
    bool is_bad = false;   // whether anything is wrong
    bool is_confirmed = false;
    // The first bad tick: its inputs differ, or the states after its step do.
    std::optional<std::uint64_t> tick;
    std::optional<std::uint64_t> tick_from;  // it may be any from here on
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

// `rate` says how long a tick is; the names are those of the two files.
Verdict verdict_of(const replay::DiffReport& report, const ComparedNames& names, TickRate rate);
Verdict verdict_of(const replay::Explanation& explanation, const ComparedNames& names,
                   TickRate rate);

// "1:05.25": when the tick begins, counted from the start of the session.
std::string time_text(std::uint64_t tick, TickRate rate);
// "host.tandem": a file's name without its folders, where that tells the two apart.
ComparedNames short_names(const ComparedNames& names);

}  // namespace tandem::tools::autopsy
