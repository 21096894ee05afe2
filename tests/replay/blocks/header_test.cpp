// SPDX-License-Identifier: MIT
// Names of what stands in a file, and which simulation may play it.
#include <gtest/gtest.h>

#include <tandem/replay/blocks/header.hpp>
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

TEST(GameBuild, IsNamedByTheFirstHalvesOfItsDigests) {
    replay::GameBuild build;
    build.program.bytes[0] = std::byte{0x12};
    build.program.bytes[7] = std::byte{0xef};
    build.program.bytes[8] = std::byte{0xff};
    EXPECT_EQ(game_build_text(build), "program 12000000000000ef");
    build.libraries.bytes[1] = std::byte{0x34};
    build.compiler = "g++ 12.2.0, x86_64";
    EXPECT_EQ(game_build_text(build),
              "program 12000000000000ef, libraries 0034000000000000, g++ 12.2.0, x86_64");
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
