// SPDX-License-Identifier: MIT
// Shrinks the inputs of a session that fails while it still fails in the same way: to the players,
// ticks, inputs and fields that it takes. Delta debugging: large parts are left out first, then
// smaller ones, to single ones.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::replay {

// How one run with some inputs ended.
struct TrialOutcome {
    bool fails = false;
    std::uint64_t ticks_done = 0;  // when it failed; records behind that were not needed
    std::string what;              // how: only a failure with the same text is the same
};
// Plays a new session with these records. An error ends the shrinking.
using PlayTrial = std::function<sim::Result<TrialOutcome>(std::span<const sim::Bytes> records)>;

// What is left, and what it took.
struct Minimised {
    InputSheet sheet;
    TrialOutcome outcome;  // of what is left
    std::uint64_t trials = 0;
    bool is_stopped = false;  // the caller stopped it: perhaps less is enough
};

// Numbers below `count` with which `still_fails` says true, as few as leaving out parts finds; the
// order is kept. It is true for all of them (the caller has seen that), and asked of fewer. Ends
// early, with what it has, where `still_fails` says false for everything from a point on.
std::vector<std::uint32_t> reduce(
    std::uint32_t count,
    const std::function<bool(const std::vector<std::uint32_t>& kept)>& still_fails);

// Shrinks. The error is usage where the session does not fail at all. `goes_on` is asked before
// each trial; it may be empty.
sim::Result<Minimised> minimise(const InputSheet& sheet, const sim::GameInfo& game,
                                const PlayTrial& play,
                                const std::function<bool(std::uint64_t trials)>& goes_on = nullptr);

}  // namespace tandem::replay
