// SPDX-License-Identifier: MIT
// The first difference between two recordings, found without simulating: binary search over the
// chains of blocks, then the 16 bits of each tick. With the game at hand it is confirmed and its
// fields are named.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// Each with what it rests on. Whole hashes are the 64 bits of both running hashes, of which that
// over records was computed from the inputs when the file was opened; the chain is what the file
// states. A file has them at its start and at ends of blocks, and 16 bits of the chain at every
// tick.
enum class DiffVerdict : std::uint8_t {
    // Setup, records and chain are equal; marks, builds and blocks do not count. By the whole
    // hashes
    // after the last tick: histories that have parted do not meet again.
    identical,
    // One goes on where the other ends. By whole hashes up to the last end of a block that both
    // have. From there to the end of the shorter one every input is compared, and of the states
    // the whole chain at that end, where the simulation is at hand and reproduces the longer file;
    // else 16 bits of each tick, and a note says so.
    prefix,
    // Another game, version, schema or setup. By the headers themselves.
    header,
    // The same start, but somebody's input differs. By the inputs themselves. That the states were
    // equal until then is known as for `prefix`, without the simulation.
    inputs,
    // The same inputs, but the simulations went apart. By a chain that differs, whole or in its 16
    // bits. With `is_confirmed` its tick comes from whole chains of both; else one time in 65,536
    // the states were apart at the tick before.
    state,
};
// "identical", "prefix", "header", "inputs", "state".
std::string verdict_text(DiffVerdict verdict);

// Where and how two recordings differ.
struct DiffReport {
    DiffVerdict verdict = DiffVerdict::identical;  // the answer in one word
    // inputs: the first tick whose records differ. state: the tick after whose step the states
    // first differ. prefix: the first tick that only the longer one has. header: as for inputs,
    // where inputs can be compared.
    std::optional<sim::Tick> tick;
    bool is_reset = false;                     // state: already the state before `tick` differs
    std::optional<Slot> player;                // whose input differs
    std::vector<sim::FieldDifference> fields;  // of that input, or of the states, a | b
    std::uint64_t fields_ticks_done = 0;       // state: the fields are those after this many ticks
    bool is_confirmed = false;  // state: both were simulated again and matched their files
    // The tick after whose step the states first differ. state: that of `tick`. inputs: at or after
    // it, where both files hold the states of all ticks up to there, or both were simulated again
    // and matched; nothing where the states never differ or that cannot be said (a note tells).
    std::optional<sim::Tick> state_tick;
    std::vector<sim::FieldDifference> state_fields;  // inputs: of the states after that step
    std::vector<std::string> header_lines;           // header: what differs, "seed: 1 | 2"
    std::vector<std::string> notes;                  // what a reader should know about this verdict
    std::uint64_t a_ticks = 0;                       // of the first file
    std::uint64_t b_ticks = 0;                       // of the second
    // What finding it cost.
    std::uint64_t chains_read = 0;  // whole chains that were compared
    std::uint64_t lows_read = 0;    // and their low bits
};

// Makes the simulation of both files, not yet reset.
using SimulationFactory = std::function<sim::AnySimulation()>;

// Compares what can be read of both. Without a factory nothing is simulated. Never fails on what is
// inside the files; an error means that re-simulating broke down where it must not.
sim::Result<DiffReport> diff(const Replay& a, const Replay& b,
                             const SimulationFactory& factory = nullptr);

}  // namespace tandem::replay
