// SPDX-License-Identifier: MIT
// Tables of inputs: what they mean and where they are wrong.
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

class ScriptSource : public test::InFolder {
protected:
    sim::Result<std::unique_ptr<Source>> open(
        const std::string& text,
        const sim::GameInfo& game = sim::GameModel<games::Duel>::game_info()) const {
        return open_script_source(write("a.csv", text), game);
    }
    // forward, side, turn, buttons of a cell of a script for duel.
    std::vector<int> cell(Source& source, std::uint32_t column, std::uint64_t tick) const {
        const auto input = source.input(column, Slot{column}, sim::Tick{tick}, simulation_);
        std::vector<int> numbers;
        for (const std::byte byte : **input) {
            numbers.push_back(std::to_integer<int>(byte));
        }
        return numbers;
    }
    std::string refused(const std::string& text) const {
        const auto source = open(text);
        EXPECT_FALSE(source) << text;
        EXPECT_TRUE(source || source.error().code == sim::ErrorCode::bad_data);
        return source ? "" : source.error().text();
    }

    sim::AnySimulation simulation_ = sim::erase<games::Duel>();
};

TEST_F(ScriptSource, RowsActAtTheirTicksAndMissingFieldsAreIdle) {
    const auto source = open("forward, p1.turn ,p1.forward\n50,3,-1\n,,\n0,255,+7\r\n");
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->columns(), 2U);
    EXPECT_EQ((*source)->rows(), 3U);
    EXPECT_EQ(cell(**source, 0, 0), (std::vector<int>{50, 0, 0, 0}));
    EXPECT_EQ(cell(**source, 1, 0), (std::vector<int>{255, 0, 3, 0}));
    EXPECT_EQ(cell(**source, 0, 1), (std::vector<int>{0, 0, 0, 0}));
    EXPECT_EQ(cell(**source, 1, 2), (std::vector<int>{7, 0, 255, 0}));
    EXPECT_FALSE(*(*source)->input(0, Slot{0}, sim::Tick{3}, simulation_));
}

TEST_F(ScriptSource, CommentsAndBlankLinesBeforeTheHeaderAreSkippedAndBlankRowsAreIdleTicks) {
    const auto source = open("# who: nobody\n\nforward\n1\n\n# still nobody\n2\n");
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->rows(), 3U);
    EXPECT_EQ(cell(**source, 0, 1)[0], 0);
    EXPECT_EQ(cell(**source, 0, 2)[0], 2);
}

TEST_F(ScriptSource, OrdersThatVaryInNumberAreWrittenByIndex) {
    const auto source =
        open("orders[0].kind,orders[1].kind,orders[1].flock\ngather,,\n,scatter,3\n",
             sim::GameModel<games::Swarm>::game_info());
    ASSERT_TRUE(source) << source.error().text();
    const auto simulation = sim::erase<games::Swarm>();
    const auto first = (*source)->input(0, Slot{0}, sim::Tick{0}, simulation);
    const auto second = (*source)->input(0, Slot{0}, sim::Tick{1}, simulation);
    EXPECT_EQ((**first)[0], std::byte{1});
    EXPECT_EQ((**first)[2], std::byte{1});  // gather
    EXPECT_EQ((**second)[0], std::byte{2});
    EXPECT_GT((*second)->size(), (*first)->size());
}

TEST_F(ScriptSource, TheByteOrderMarkOfASpreadsheetIsNoPartOfTheFirstField) {
    const auto source = open(
        "\xEF\xBB\xBF"
        "forward,side\n7,8\n");
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ(cell(**source, 0, 0), (std::vector<int>{7, 8, 0, 0}));
}

TEST_F(ScriptSource, MistakesAreNamedByLineColumnAndWhatWasExpected) {
    EXPECT_TRUE(says(refused("forward,turn\n1,2\n1,left\n"),
                     "a.csv, line 3, column 2 (turn): expected a whole number from 0 to 255, found "
                     "'left'"));
    EXPECT_TRUE(says(refused("# moves\nforward,side\n10,0\n4,300\n"),
                     "line 4, column 2 (side): expected a whole number from -128 to 127, found "
                     "'300'"));
    EXPECT_TRUE(
        says(refused("forward,turn\n1\n"), "line 2: the line has 1 cells where the header has 2"));
    EXPECT_TRUE(says(refused("speed\n1\n"),
                     "column 1 (speed): the input of duel has no such field; "
                     "expected forward, side, turn, buttons"));
    EXPECT_TRUE(says(refused("p8.forward\n1\n"), "there is no player 8"));
    for (const char* header : {"forward,forward", "p0.forward,forward", "p01.forward,p1.forward"}) {
        EXPECT_TRUE(says(refused(header + std::string("\n1,1\n")), "column 2")) << header;
        EXPECT_TRUE(says(refused(header + std::string("\n1,1\n")), "twice in the header"));
    }
    EXPECT_TRUE(says(refused("forward\n"), "no line of inputs"));
    EXPECT_TRUE(says(refused(""), "no line of inputs"));
}

TEST_F(ScriptSource, AMissingFileIsAnIoError) {
    const auto source = open_script_source(path("none.csv"), simulation_.info());
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, sim::ErrorCode::io);
}

}  // namespace
}  // namespace tandem::tools
