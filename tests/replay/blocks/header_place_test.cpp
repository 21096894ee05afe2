// SPDX-License-Identifier: MIT
// Header and schema stand where the format puts them.
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::BlockType;
using replay::Replay;

// Not as one too many: it comes after, and is the only one.
TEST(HeaderPlace, ASchemaBehindAnotherBlockIsSaidToStandInTheWrongPlace) {
    const Recorded recorded = record<Counter>({});
    const auto blocks = list_blocks(recorded.file);
    ASSERT_EQ(blocks[1].type, BlockType::schema);
    sim::Bytes file = cut_at(recorded.file, blocks[1].offset);
    replay::BlockHeader header;
    header.type = static_cast<BlockType>(77);
    header.codec = replay::Codec::plain;
    sim::Bytes unknown;
    replay::write_block(unknown, file.size(), header, sim::Bytes(100, std::byte{9}), nullptr);
    sim::append(file, unknown);
    const auto rest = sim::ByteView(recorded.file).subspan(blocks[1].offset);
    file.insert(file.end(), rest.begin(), rest.end());
    reseal(file, blocks[1].offset + unknown.size());  // its checksum knows where it stands
    const auto alone = Replay::parse(file);
    ASSERT_FALSE(alone);
    EXPECT_TRUE(alone.error().text().find("another block stands before this byte, where the "
                                          "schema should") != std::string::npos)
        << alone.error().text();
    replay::OpenOptions with_game;
    with_game.find_game = [](const std::string&, std::uint32_t) {
        return std::optional<sim::GameInfo>(sim::erase<Counter>().info());
    };
    const auto known = Replay::parse(file, with_game);
    ASSERT_TRUE(known) << known.error().text();
    ASSERT_TRUE(known->flaw());
    EXPECT_NE(known->flaw()->text().find("it stands directly behind the header only"),
              std::string::npos)
        << known->flaw()->text();
}

}  // namespace
}  // namespace tandem::test
