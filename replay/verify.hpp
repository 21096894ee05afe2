// SPDX-License-Identifier: MIT
// Simulates a recording again and compares everything that it states: every tick's 16 low bits,
// every block's whole chain, every stored state byte for byte.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/player.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// What simulating again has shown.
enum class VerifyVerdict : std::uint8_t {
    same,
    diverged,
    nothing_checked,  // a file without a tick proves nothing, so this is no success
    interrupted,      // the same up to where the caller ended it
};
// "same", "diverged", "nothing checked", "interrupted".
std::string verdict_text(VerifyVerdict verdict);

// What was compared and what came of it.
struct VerifyReport {
    VerifyVerdict verdict = VerifyVerdict::nothing_checked;  // the answer in one word
    std::uint64_t ticks_checked = 0;                         // the first bad one included
    std::uint64_t ticks_recorded = 0;                        // that can be read
    std::uint64_t chains_checked = 0;                        // whole 64-bit chains
    std::uint64_t states_checked = 0;                        // stored states, byte for byte
    // Stored states that do not decode, do not fit the schema or are larger than the game allows.
    // The verdict is about the ticks; the file is damaged all the
    // same.
    std::uint64_t states_unusable = 0;
    std::optional<sim::Error> flaw;        // what is wrong with the first
    std::optional<Divergence> divergence;  // the first
    // What differs, recorded | simulated, in the state after fields_ticks_done ticks: that of the
    // first bad tick where the file holds it or tells which fault was planted, else that of the
    // next stored state.
    std::vector<sim::FieldDifference> fields;
    std::uint64_t fields_ticks_done = 0;                 // the state after so many ticks
    sim::ChainHash chain;                                // simulated, after the last tick checked
    Completeness completeness = Completeness::complete;  // of the file
    std::string message;                                 // the verdict in one or two sentences
    sim::FaultLog faults;  // what the game's arithmetic reported on the way
};

// Called now and then with the ticks checked so far; false ends it there.
using Progress = std::function<bool(std::uint64_t ticks_checked)>;

// Fails where the file cannot be played by this simulation from its start; a divergence is no
// failure but a verdict, and a state that cannot be loaded a flaw of the file.
sim::Result<VerifyReport> verify(const Replay& replay, sim::AnySimulation simulation,
                                 const Progress& progress = nullptr);

}  // namespace tandem::replay
