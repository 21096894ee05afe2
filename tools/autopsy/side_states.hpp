// SPDX-License-Identifier: MIT
// Finds the states of both sides at one moment behind the parting.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/autopsy/page_facts.hpp>

namespace tandem::tools::autopsy {

struct SideStates {
    std::uint64_t ticks_done = 0;
    std::array<sim::Bytes, 2> states;
    bool is_bad_tick = false;  // else a later moment, the first at which both are known
};

// Returns the states directly behind the bad tick if both can be had: a recording holds the state,
// or it is simulated again and comes out as recorded, or the verdict names the one bit that makes
// it so. Otherwise it returns those of the first state behind it that both hold. If there is none,
// it returns nothing, with a sentence in `why_not`. The second side of a single recording is the
// simulation here. `spare` is the game, never stepped.
std::optional<SideStates> find_side_states(const PageInput& input, const sim::AnySimulation& spare,
                                           std::string& why_not,
                                           const replay::Progress& progress = nullptr);

// Returns only those of the first state behind the bad tick, which the verdict must have
// (asserted), that both hold and that differs.
std::optional<SideStates> find_later_states(const PageInput& input, const sim::AnySimulation& spare,
                                            const replay::Progress& progress = nullptr);

}  // namespace tandem::tools::autopsy
