// SPDX-License-Identifier: MIT
// A demo's tics are inputs byte for byte, for games that take them.
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;
using LmpSource = test::InFolder;

// Two players, three tics.
std::string demo() {
    std::string bytes("\x6d\0\0\0\0\0\0\0\0\1\1\0\0", 13);
    for (int byte = 0; byte < 24; ++byte) {
        bytes += static_cast<char>(byte);
    }
    return bytes + '\x80';
}

const sim::GameInfo& duel() { return sim::GameModel<games::Duel>::game_info(); }

TEST_F(LmpSource, RowsAndColumnsAreTicsAndPlayers) {
    const auto source = open_source("lmp:" + write("a.lmp", demo()), {.game = duel()});
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->columns(), 2U);
    EXPECT_EQ((*source)->rows(), 3U);
    EXPECT_FALSE((*source)->cut());
    const auto simulation = sim::erase<games::Duel>();
    const auto input = (*source)->input(1, Slot{5}, sim::Tick{2}, simulation);
    EXPECT_EQ(**input, (sim::Bytes{std::byte{20}, std::byte{21}, std::byte{22}, std::byte{23}}));
    EXPECT_FALSE(*(*source)->input(1, Slot{5}, sim::Tick{3}, simulation));
}

TEST_F(LmpSource, AFileWhoseNameHasAHashIsThatFile) {
    const auto source = open_source("lmp:" + write("take#2.lmp", demo()), {.game = duel()});
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->rows(), 3U);
}

TEST_F(LmpSource, ACutIsToldByTheSource) {
    const auto source = open_lmp_source(write("a.lmp", demo().substr(0, 13 + 8 + 3)), duel());
    ASSERT_TRUE(source);
    EXPECT_EQ((*source)->rows(), 1U);
    EXPECT_TRUE((*source)->cut());
}

TEST_F(LmpSource, AWadNeedsTheNameOfItsDemo) {
    const auto source = open_lmp_source(write("a.wad", "IWAD and more"), duel());
    ASSERT_FALSE(source);
    EXPECT_TRUE(says(source.error().message, "#DEMO1"));
}

TEST_F(LmpSource, AGameWithOtherInputsIsRefusedBeforeTheFileIsRead) {
    const auto source = open_lmp_source("none.lmp", sim::GameModel<games::Swarm>::game_info());
    ASSERT_FALSE(source);
    EXPECT_TRUE(says(source.error().message, "the input of swarm is not"));
}

}  // namespace
}  // namespace tandem::tools
