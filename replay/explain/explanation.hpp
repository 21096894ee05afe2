// SPDX-License-Identifier: MIT
// What an autopsy finds: the cause of a divergence in one word, the place and the moment, and the
// evidence in the order in which it was gathered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::replay {

// The classes of causes. A class other than `unknown` is only told with its proof.
enum class CauseClass : std::uint8_t {
    none,    // nothing diverged
    setup,   // the two sessions began with other setups
    inputs,  // the two sides simulated other inputs
    memory,  // one bit of a state was flipped, by no rule of the game
    change,  // one side did once what the rules here do not, and it is named: a number one off, a
             // draw more, an element lost, a step left out
    local,   // one side does not reproduce itself: something beside state, inputs and setup decides
    unsaved,    // a state that was saved and restored lacks something that decides
    build,      // the rules of the two programs differ
    recording,  // the file lacks a part of what decided its session
    unknown,    // none of these is proven; the steps say what was excluded
};
// "none", "setup", "inputs", "memory", "change", "local", "unsaved", "build", "recording",
// "unknown".
std::string cause_class_text(CauseClass cause);

// Which file is at fault.
enum class FaultySide : std::uint8_t { neither, first, second, both };

// What the two values of a field are.
enum class ValuePair : std::uint8_t {
    both_files,          // first | second
    simulated_and_file,  // simulated here | in the file at fault
    two_runs,            // in one run here | in another run here
    load,                // without the load of a saved state | with it
    if_changed,          // simulated here | with what was perhaps changed
};

// One question and its answer.
struct EvidenceStep {
    std::string question;  // "were their inputs equal"
    std::string answer;    // in one sentence
};

// One way in which a tick comes out as recorded that does not with the rules here.
struct Reading {
    sim::Tick tick;                          // the bad one
    CauseClass cause = CauseClass::unknown;  // which it would be
    std::string text;                        // "fighters[0].shots one more after the step (...)"
    std::string path;                        // the field; empty where it is none
    std::optional<Slot> player;              // inputs: whose
    std::uint64_t count = 1;                 // so many alike fit; the text names one of them
    std::uint64_t ticks = 0;                 // that come out as recorded with it, the bad one too
    std::optional<sim::Tick> parts_tick;     // the next that is not as recorded
};

struct Explanation {
    CauseClass cause = CauseClass::none;
    FaultySide side = FaultySide::neither;
    // The states first differ after the step of this tick; `inputs`: the inputs of it differ.
    std::optional<sim::Tick> tick;
    // Of two files: where they part, as diff says; the side at fault may have left the simulation
    // here before that.
    std::optional<sim::Tick> parted_tick;
    bool is_reset = false;  // the state before `tick` differs already
    // No state differs, but the session of the side ended because the step of `tick` failed, and
    // that step does not fail on the other side or here.
    bool is_failed_step = false;
    bool is_planted = false;     // the file at fault says itself that it was done on purpose
    std::optional<Slot> player;  // inputs: whose
    std::string phase;           // of the step in which they part, where that is known
    std::vector<sim::FieldDifference> fields;
    ValuePair values = ValuePair::both_files;  // of `fields`
    std::uint64_t fields_ticks_done = 0;       // of the state after so many ticks
    std::vector<FlippedBit> bits;  // memory: the bit; several where the file cannot tell them apart
    // All that was tried and fits. The class is told where they leave no other; of a session that
    // parts again, those of the later bad ticks stand behind those of the first.
    std::vector<Reading> readings;
    std::string proof;  // why it is this class, in one or two sentences
    // Later states of both sides that the files hold are equal again from this one on.
    std::optional<sim::Tick> healed_tick;
    std::vector<EvidenceStep> steps;  // in order
    // The builds, each in words and empty where unknown: that made the file at fault, that
    // explains, and that was asked beside it.
    std::string maker;
    bool has_other_maker = false;  // it names another program than the one that explains
    std::string own_build;
    std::string other_program;

    // Whether a divergence was explained or at least found.
    bool has_divergence() const { return cause != CauseClass::none; }
};

}  // namespace tandem::replay
