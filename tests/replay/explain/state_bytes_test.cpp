// SPDX-License-Identifier: MIT
// Every byte of a state has a name, the keys of maps too.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using replay::BytePlace;

// The state of a game after so many ticks.
template <class Game>
sim::Bytes state_after(std::uint64_t ticks) {
    sim::AnySimulation simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(make_setup(simulation.info(), 2)));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        EXPECT_TRUE(simulation.step(bot_record(simulation, tick)));
    }
    return simulation.save();
}

TEST(StateBytes, EveryByteOfARichStateLiesInAFieldOrAKey) {
    const sim::Schema& schema = sim::GameModel<RichGame>::game_info().state_schema;
    const sim::Bytes state = state_after<RichGame>(60);
    std::size_t keys = 0;
    for (std::size_t byte = 0; byte < state.size(); ++byte) {
        const BytePlace place = replay::place_of_byte(schema, state, byte);
        ASSERT_FALSE(place.path.empty()) << byte;
        ASSERT_LE(place.offset, byte);
        ASSERT_LT(byte, place.offset + place.bytes);
        if (!place.is_key) {
            ASSERT_EQ(place.text(state),
                      sim::leaf_text(*place.node,
                                     sim::ByteView(state).subspan(place.offset, place.bytes)));
            continue;
        }
        ++keys;
        ASSERT_TRUE(place.path.starts_with("key ")) << place.path;
        // The key stands in the path of what it leads to, whose bytes follow it.
        const std::string map = place.path.substr(place.path.find(" of ") + 4);
        if (place.offset + place.bytes < state.size()) {
            const BytePlace next = replay::place_of_byte(schema, state, place.offset + place.bytes);
            EXPECT_TRUE(next.path.starts_with(map + "[" + place.text(state) + "]"))
                << next.path << " behind " << place.path << " " << place.text(state);
        }
    }
    EXPECT_GT(keys, 0U) << "the state has maps with something in them";
}

TEST(StateBytes, OfDifferingFieldsAreFoundInAThirdState) {
    const sim::Schema& schema = sim::GameModel<Counter>::game_info().state_schema;
    const sim::Bytes state = state_after<Counter>(5);
    const sim::Bytes later = state_after<Counter>(9);
    EXPECT_TRUE(replay::bytes_of_differing_fields(schema, state, later, later).empty());
    sim::Bytes other = later;
    other.back() ^= std::byte{4};
    const auto bytes = replay::bytes_of_differing_fields(schema, state, later, other);
    const BytePlace last = replay::place_of_byte(schema, state, state.size() - 1);
    ASSERT_EQ(bytes.size(), last.bytes);
    EXPECT_EQ(bytes.front(), last.offset);
    EXPECT_EQ(bytes.back(), state.size() - 1);
    EXPECT_TRUE(std::is_sorted(bytes.begin(), bytes.end()));
}

TEST(StateBytes, OfAFieldThatOnlyOneStateHasAreFoundToo) {
    const sim::Schema& schema = sim::GameModel<RichGame>::game_info().state_schema;
    const sim::Bytes small = state_after<RichGame>(0);
    const sim::Bytes large = state_after<RichGame>(60);
    EXPECT_FALSE(replay::bytes_of_differing_fields(schema, large, small, large).empty());
}

}  // namespace
}  // namespace tandem::test
