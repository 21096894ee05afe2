// SPDX-License-Identifier: MIT
// Shrinks the inputs of a session that fails to the players, ticks, inputs and fields without which
// it does not fail in the same way.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::replay {

// The end of one run with some inputs.
struct TrialOutcome {
    bool fails = false;
    std::uint64_t ticks_done = 0;  // when it failed; records behind that were not needed
    std::string what;              // how it failed: only a failure with the same text is the same
};
// Plays a new session with these records. An error ends the shrinking.
using PlayTrial = std::function<sim::Result<TrialOutcome>(std::span<const sim::Bytes> records)>;

// The result of shrinking, and its cost.
struct Minimised {
    InputSheet sheet;
    TrialOutcome outcome;  // how a session with `sheet` ends
    std::uint64_t trials = 0;
    bool is_stopped = false;  // the caller stopped it: perhaps less is enough
};

// Shrinks the sheet. The error is usage if the session does not fail at all. `goes_on` is asked
// before each trial; it may be empty.
sim::Result<Minimised> minimise(const InputSheet& sheet, const sim::GameInfo& game,
                                const PlayTrial& play,
                                const std::function<bool(std::uint64_t trials)>& goes_on = nullptr);

}  // namespace tandem::replay
