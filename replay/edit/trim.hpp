// SPDX-License-Identifier: MIT
// Cuts a part out of a recording, as a recording of its own: it begins with a keyframe and goes on
// with the chain of the whole.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Ticks that follow each other.
struct TickRange {
    std::uint64_t from = 0;  // the first of them
    std::uint64_t to = 0;    // the first one behind them
};

// The end of a trimmed recording whose source goes on, or was cut.
enum class TrimEnd : std::uint8_t {
    chosen,  // somebody chose the range: the reason is the tick limit
    lost,    // the ticks behind are lost: the reason is that the recording failed
};

// The contents of a trimmed recording.
struct TrimReport {
    std::uint64_t ticks = 0;            // how many were written
    std::uint64_t bytes = 0;            // the size of the new file
    sim::RunningHashes hashes;          // after the last of these ticks
    sim::EndReason end{};               // why the new file ends
    std::uint64_t states = 0;           // stored states besides the first keyframe
    std::uint64_t states_left_out = 0;  // unusable ones of the source
    bool is_simulated = false;          // all ticks were simulated again and gave their chains
    bool is_confirmed = true;           // false: the source states too little to confirm that
    bool has_end = true;                // false: the source does not have the chain at its end
    bool is_interrupted = false;        // `each_tick` stopped it; the output is unfinished
};

// Writes the ticks of `range`, which lies within the source (asserted), into `output`, and flushes
// it once at the end. The new file has the source's setup, game and build, its keyframes, evidence
// and marks of these ticks, and the names of the players. If it begins later than the source, its
// parent is the source's chain there. It ends for the source's reason if it goes to the source's
// end; otherwise `end` says why.
// end; otherwise `end` says why.
//
// With a `factory` the first state and all chains come from simulating again. Without one (null)
// only stored keyframes can begin a file, and it can end only at a place of which the source has
// the whole chain; the error (no_simulation) names such places. A recording whose rest is lost can
// end anywhere, but has no end block if its last chain is not known.
sim::Result<TrimReport> trim(const Replay& source, const TickRange& range,
                             const std::function<sim::AnySimulation()>& factory, Output& output,
                             const Progress& each_tick = nullptr, TrimEnd end = TrimEnd::chosen);

}  // namespace tandem::replay
