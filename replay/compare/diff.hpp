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

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// The verdict, and what proves it. A "whole chain" below is all 64 bits of it, as the file states
// them: at its start, at the beginning of an epoch (in format 1: at the end of a block of inputs),
// at keyframes and at its end. At every tick a file has 16 bits of the chain, or as many as its
// header says.
enum class DiffVerdict : std::uint8_t {
    // Setup, records and chain are equal; marks, builds and blocks do not count. Proof: the whole
    // chain after the last tick, because histories that once differ never become equal again; and
    // the fact that each file's records are those of its chain. Records that the two files do not
    // hold in the same bytes are decoded and hashed for that, unless a file was opened with
    // OpenDepth::index.
    identical,
    // The files do not differ in the part that both hold, but one holds more: it continues where
    // the other ends, or begins earlier. Proof: whole chains, up to the last place where both
    // files state one. From there to the end of the shorter file every input is compared. For the
    // states of that part, the whole chain at that end is compared if the simulation is available
    // and reproduces the longer file. Otherwise the track's bits of each tick are compared, and a
    // note says so.
    prefix,
    // Game, version, schema or setup differ, or the files hold no moment in common. Proof: the
    // headers and the numbers of the ticks.
    header,
    // The start is the same, but an input differs. Proof: the inputs. That the states were equal
    // until then is known as for `prefix` without the simulation.
    inputs,
    // The inputs are the same, but the simulations differ. Proof: a chain that differs, whole or
    // in its 16 bits. If `is_confirmed`, the tick comes from whole chains of both files.
    // Otherwise, in one case of 65,536, the states differed one tick earlier; and if a file has
    // fewer bits at every tick, the tick is the last of a range, which a note explains.
    state,
};
// Returns "identical", "prefix", "header", "inputs" or "state".
std::string verdict_text(DiffVerdict verdict);

// The place of a difference between two recordings, and the fields that differ.
struct DiffReport {
    DiffVerdict verdict = DiffVerdict::identical;  // the answer in one word
    // inputs: the first tick whose records differ. state: the states first differ after the step of
    // this tick. prefix: the first tick at or after the end of one file that the other has, else
    // the first one before the beginning. header: as for inputs, if inputs can be compared.
    std::optional<sim::Tick> tick;
    // state: the first difference is at one of the ticks from here to `tick`; the same as `tick` if
    // that is known.
    std::optional<sim::Tick> tick_from;
    // state: the state before `tick` differs already. If the files begin at different ticks, `tick`
    // is where the later one begins, and the difference may lie anywhere before.
    bool is_reset = false;
    std::optional<Slot> player;  // the player whose input differs
    // The fields of that input or of the states that differ.
    std::vector<sim::FieldDifference> fields;
    std::uint64_t fields_ticks_done = 0;  // state: `fields` are of states after this many ticks
    bool is_confirmed = false;            // state: both files were simulated again and matched
    // The states first differ after the step of this tick. state: the same as `tick`, if that is
    // known. inputs: this tick or a later one; known if both files hold the states of all ticks up
    // to there, or if both were simulated again and matched. It is empty if the states never
    // differ, or if the tick is unknown; a note tells which.
    std::optional<sim::Tick> state_tick;
    std::vector<sim::FieldDifference> state_fields;  // inputs: they differ after that step
    std::vector<std::string> header_lines;           // header: the differences, as "seed: 1 | 2"
    std::vector<std::string> notes;  // facts about this verdict that its reader should know
    std::uint64_t a_ticks = 0;       // ticks of the first file
    std::uint64_t b_ticks = 0;       // ticks of the second file
    std::uint64_t a_first_tick = 0;  // the number of the first file's first tick
    std::uint64_t b_first_tick = 0;  // the number of the second file's first tick
    // The amount of work.
    std::uint64_t chains_read = 0;  // whole chains compared
    std::uint64_t lows_read = 0;    // low bits of a chain compared
};

// Makes a simulation for both files, not yet reset.
using SimulationFactory = std::function<sim::AnySimulation()>;

// Compares all that can be read of both files. If one begins at a later tick, for example because
// it continues the other, the comparison begins there. Without a factory nothing is simulated. An
// error (bad_data) names the first place of a file that was not read when the file was opened and
// that cannot be read now, or whose records do not fit the file's hashes; a file opened with
// OpenDepth::records ends there. Another error means that simulating again failed unexpectedly.
sim::Result<DiffReport> diff(const Replay& a, const Replay& b,
                             const SimulationFactory& factory = nullptr);

}  // namespace tandem::replay
