// SPDX-License-Identifier: MIT
// Names of what stands in a file, and which simulation may play it.
#include <gtest/gtest.h>

#include <tandem/replay/header.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(Block, NamesAreForPeople) {
    EXPECT_EQ(replay::block_name(replay::BlockType::keyframe), "keyframe");
    EXPECT_EQ(replay::block_name(static_cast<replay::BlockType>(200)), "unknown (type 200)");
}

TEST(EndReason, HasWordsEvenWhereItIsNewer) {
    EXPECT_EQ(replay::end_reason_text(sim::EndReason::peer_lost), "a peer was lost");
    EXPECT_EQ(replay::end_reason_text(static_cast<sim::EndReason>(88)), "unknown reason 88");
}

TEST(Header, OfAGameIsPlayedByThatGameAlone) {
    sim::GameInfo game = sim::GameModel<Counter>::game_info();
    const replay::Header header = replay::header_of(game);
    EXPECT_TRUE(replay::check_simulation(header, game));
    ++game.version;
    const auto newer = replay::check_simulation(header, game);
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, sim::ErrorCode::no_simulation);
    const std::string here = game.name + " version " + std::to_string(game.version);
    EXPECT_NE(newer.error().message.find(here), std::string::npos) << newer.error().message;
}

}  // namespace
}  // namespace tandem::test
