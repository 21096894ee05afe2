// SPDX-License-Identifier: MIT
// Plays a session in this process while it is disturbed, and tells the states that it came through.
// It changes the process for good: it is for a copy that ends afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/check/disturbance.hpp>
#include <tandem/tools/check/session_history.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

struct RunOrder {
    std::vector<Disturbance> disturbances{};
    std::uint64_t times = 1;  // the session is played so often, one after the other
    // The ticks of the first play after which the state is wanted too.
    std::optional<std::uint64_t> state_at{};
    // It ends at the first state that is not the session's; that state is wanted too.
    bool compares = false;
};

struct RunOutcome {
    // The hashes after the reset and each tick, of all plays. They are fewer if the game failed.
    std::vector<sim::StateHash> hashes{};
    std::string failure{};  // failure of the game, or of a disturbance of it
    sim::Bytes state{};     // the state that was asked for
    // The times that the threads of `beside` met.
    std::uint64_t meetings = 0;
    // The ticks that were done when its process died or, if is_hung, came on no more.
    std::optional<std::uint64_t> died_after{};
    bool is_hung = false;
};

// Plays as ordered. `moved` is called after each tick; it may be empty.
RunOutcome play_disturbed(const RegisteredGame& game, const Script& script, const RunOrder& order,
                          const std::function<void()>& moved = {});

}  // namespace tandem::tools::check
