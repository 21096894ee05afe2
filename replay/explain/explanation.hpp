// SPDX-License-Identifier: MIT
// The findings of an autopsy: the cause of a divergence in one word, the place and the moment, and
// the evidence in the order in which it was gathered.
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
    memory,  // a bit of a state was flipped, by no rule of the game
    // A side did something once that the rules here do not do, and it is named: a number one off, a
    // draw more, an element lost, a step left out.
    change,
    local,    // a side does not reproduce itself: something beside state, inputs and setup decides
    unsaved,  // a state that was saved and restored lacks something that decides
    build,    // the rules of the two programs differ
    recording,  // the file lacks a part of what decided its session
    unknown,    // none of these is proven; the steps say what was excluded
};
// Returns "none", "setup", "inputs", "memory", "change", "local", "unsaved", "build", "recording"
// or "unknown".
std::string cause_class_text(CauseClass cause);

// The file that is at fault.
enum class FaultySide : std::uint8_t { neither, first, second, both };

// The sources of the two values of a field.
enum class ValuePair : std::uint8_t {
    both_files,          // first | second
    simulated_and_file,  // simulated here | in the file at fault
    two_runs,            // in one run here | in another run here
    load,                // without the load of a saved state | with it
    if_changed,          // simulated here | with a change that perhaps happened
};

// A question and its answer.
struct EvidenceStep {
    std::string question;  // "were their inputs equal"
    std::string answer;    // in one sentence
};

// A way in which a tick comes out as recorded that does not with the rules here.
struct Reading {
    sim::Tick tick;                          // the bad tick
    CauseClass cause = CauseClass::unknown;  // the cause that it would be
    std::string text;                        // "fighters[0].shots one more after the step (...)"
    std::string path;                        // the field; empty if it is none
    std::optional<Slot> player;              // inputs: whose they are
    std::uint64_t count = 1;                 // so many alike fit; the text names one of them
    std::uint64_t ticks = 0;  // ticks that come out as recorded with it, the bad one too
    std::optional<sim::Tick> parts_tick;  // the next tick that is not as recorded
};

struct Explanation {
    CauseClass cause = CauseClass::none;
    FaultySide side = FaultySide::neither;
    // The states first differ after the step of this tick; `inputs`: the inputs of this tick
    // differ.
    std::optional<sim::Tick> tick;
    // Two files: the tick at which they part, as diff says. The side at fault may have left the
    // simulation here before that.
    std::optional<sim::Tick> parted_tick;
    bool is_reset = false;  // the state before `tick` differs already
    // No state differs, but the session of the side ended because the step of `tick` failed, and
    // that step does not fail on the other side or here.
    bool is_failed_step = false;
    bool is_planted = false;     // the file at fault says itself that it was done on purpose
    std::optional<Slot> player;  // inputs: whose they are
    std::string phase;           // the phase of the step in which they part, if it is known
    std::vector<sim::FieldDifference> fields;
    ValuePair values = ValuePair::both_files;  // the sources of `fields`
    std::uint64_t fields_ticks_done = 0;       // `fields` are of the state after so many ticks
    std::vector<FlippedBit> bits;  // memory: the bit; several if the file cannot tell them apart
    // All that was tried and fits. The class is told if they leave no other. In a session that
    // parts again, the readings of the later bad ticks stand behind those of the first.
    std::vector<Reading> readings;
    std::string proof;  // why it is this class, in one or two sentences
    // The first tick from which on the later states that the files hold of both sides are equal
    // again.
    std::optional<sim::Tick> healed_tick;
    std::vector<EvidenceStep> steps;  // in order
    // The three builds, each in words and empty if unknown: the maker of the file at fault, the
    // build that explains, and the one that was asked beside it.
    std::string maker;
    bool has_other_maker = false;  // it names another program than the one that explains
    std::string own_build;
    std::string other_program;

    // True if a divergence was explained or at least found.
    bool has_divergence() const { return cause != CauseClass::none; }
};

}  // namespace tandem::replay
