// SPDX-License-Identifier: MIT
// Values that hold every kind of field, for tests of whatever reads values by their schema.
#pragma once

#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {

// Calls `look` with the schema of such a state and with the state, for so many states.
inline void each_rich_state(
    std::uint64_t states,
    const std::function<void(const sim::Schema& schema, const sim::Bytes& state)>& look) {
    sim::Timeline timeline(sim::erase<RichGame>());
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    for (std::uint64_t tick = 0; tick < states; ++tick) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
        look(timeline.simulation().info().state_schema, timeline.simulation().save());
    }
}

}  // namespace tandem::test
