// SPDX-License-Identifier: MIT
// Finds the first difference between two recordings without simulating: a binary search over the
// whole chains that both files state, then the track's bits of each tick. If the game is available,
// it simulates again to confirm the tick and to name the fields.
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

// The verdict, and what proves it. A "whole chain" below is all 64 bits of it, as the file states
// them: at its start, where an epoch begins (in format 1: where a block of inputs ends), at
// keyframes and at its end. At every tick a file has 16 bits of the chain, or as many as its header
// says.
enum class DiffVerdict : std::uint8_t {
    // Setup, records and chain are equal; marks, builds and blocks do not count. Proof: the whole
    // chain after the last tick, because histories that once differ never become equal again; and
    // that each file's records are those of its chain: unless a file was opened with
    // OpenDepth::index, those that the two do not hold in the same bytes are decoded and hashed.
    identical,
    // No difference in what both files hold, but one holds more: it continues where the other ends,
    // or begins earlier. Proof: whole chains, up to the last place where both files state one. From
    // there to the end of the shorter file every input is compared. For the states of that part,
    // the whole chain at that end is compared if the simulation is available and reproduces the
    // longer file. Otherwise the track's bits of each tick are compared, and a note says so.
    prefix,
    // Another game, version, schema or setup, or no moment that both files hold. Proof: the headers
    // and the numbers of the ticks.
    header,
    // The same start, but an input differs. Proof: the inputs. That the states were equal until
    // then is known as for `prefix` without the simulation.
    inputs,
    // The same inputs, but the simulations differ. Proof: a chain that differs, whole or in its 16
    // bits. If `is_confirmed`, the tick comes from whole chains of both files. Otherwise, in one
    // case of 65,536, the states differed one tick earlier; and where a file has fewer bits at
    // every tick, the tick is the last of a range, which a note explains.
    state,
};
// "identical", "prefix", "header", "inputs", "state".
std::string verdict_text(DiffVerdict verdict);

// Where and how two recordings differ.
struct DiffReport {
    DiffVerdict verdict = DiffVerdict::identical;  // the answer in one word
    // inputs: the first tick whose records differ. state: the states first differ after the step of
    // this tick. prefix: the first tick at or after the end of one file that the other has, else
    // the first one before the beginning. header: as for inputs, if inputs can be compared.
    std::optional<sim::Tick> tick;
    // state: the first difference is at one of the ticks from here to `tick`; the same as `tick`
    // where that is known.
    std::optional<sim::Tick> tick_from;
    // state: the state before `tick` differs already. If the files begin at different ticks, `tick`
    // is where the later one begins, and the difference may lie anywhere before.
    bool is_reset = false;
    std::optional<Slot> player;                // whose input differs
    std::vector<sim::FieldDifference> fields;  // that differ, of that input or of the states
    std::uint64_t fields_ticks_done = 0;       // state: of states after this many ticks
    bool is_confirmed = false;                 // state: both files were simulated again and matched
    // The states first differ after the step of this tick. state: the same as `tick`, where that is
    // known. inputs: this tick or a later one; known if both files hold the states of all ticks up
    // to there, or if both were simulated again and matched. Nothing if the states never differ, or
    // if it is unknown; a note tells which.
    std::optional<sim::Tick> state_tick;
    std::vector<sim::FieldDifference> state_fields;  // inputs: of states after that step
    std::vector<std::string> header_lines;           // header: what differs, "seed: 1 | 2"
    std::vector<std::string> notes;  // what the reader should know about this verdict
    std::uint64_t a_ticks = 0;       // ticks of the first file
    std::uint64_t b_ticks = 0;       // ticks of the second file
    std::uint64_t a_first_tick = 0;  // the number of the first file's first tick
    std::uint64_t b_first_tick = 0;  // the number of the second file's first tick
    // How much work it was.
    std::uint64_t chains_read = 0;  // whole chains compared
    std::uint64_t lows_read = 0;    // low bits of a chain compared
};

// Makes a simulation for both files, not yet reset.
using SimulationFactory = std::function<sim::AnySimulation()>;

// Compares all that can be read of both files. If one begins at a later tick, because it continues
// the other for example, the comparison begins there. Without a factory nothing is simulated. An
// error (bad_data) names the first place of a file that was not read when it was opened and cannot
// be read now, or holds other records than its hashes are of: open it with OpenDepth::records,
// which ends it there. Another error means that
// simulating again failed unexpectedly.
sim::Result<DiffReport> diff(const Replay& a, const Replay& b,
                             const SimulationFactory& factory = nullptr);

}  // namespace tandem::replay
