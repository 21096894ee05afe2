// SPDX-License-Identifier: MIT
// Who plays which slot.
#include <tandem/tools/program/session/seats.hpp>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

class SeatsTest : public test::InFolder {
protected:
    SeatsTest() { EXPECT_TRUE(simulation_.reset(test::make_setup(game(), 8))); }

    static const sim::GameInfo& game() { return sim::GameModel<games::Duel>::game_info(); }
    // A script of `players` columns whose forward is `first` for player 0, `first` + 1 for player
    // 1, ...
    std::string script(const std::string& name, int players, int first, int rows) const {
        std::string head;
        std::string row;
        for (int player = 0; player < players; ++player) {
            head += (player == 0 ? "p" : ",p") + std::to_string(player) + ".forward";
            row += (player == 0 ? "" : ",") + std::to_string(first + player);
        }
        std::string text = head + "\n";
        for (int i = 0; i < rows; ++i) {
            text += row + "\n";
        }
        return "script:" + write(name, text);
    }
    sim::Result<Seats> open(const std::vector<std::string>& inputs,
                            std::optional<std::uint32_t> players = {}) const {
        return Seats::open(inputs, {.game = game()}, players);
    }
    std::string refused(const std::vector<std::string>& inputs,
                        std::optional<std::uint32_t> players = {}) const {
        const auto seats = open(inputs, players);
        EXPECT_FALSE(seats);
        EXPECT_TRUE(seats || seats.error().code == sim::ErrorCode::usage);
        return seats ? "" : seats.error().text();
    }
    // The forward of every slot at tick 0; -1 marks whatever a bot does.
    std::vector<int> forwards(Seats& seats) const {
        sim::Bytes record;
        EXPECT_TRUE(*seats.make_record(sim::Tick{0}, simulation_, record));
        const auto parsed = sim::parse_record(game().input_schema, seats.players(), record);
        std::vector<int> numbers;
        for (std::uint32_t slot = 0; slot < seats.players(); ++slot) {
            const sim::Bytes bot = *simulation_.bot_input(Slot{slot}, 0, 1);
            const sim::ByteView input = parsed->inputs[slot];
            const bool is_bot = std::equal(input.begin(), input.end(), bot.begin(), bot.end());
            numbers.push_back(is_bot ? -1 : std::to_integer<int>(input[0]));
        }
        return numbers;
    }

    sim::AnySimulation simulation_ = sim::erase<games::Duel>();
};

TEST_F(SeatsTest, ASourceWithSeveralPlayersFillsThemAll) {
    auto seats = open({script("a", 3, 10, 5)});
    ASSERT_TRUE(seats) << seats.error().text();
    EXPECT_EQ(forwards(*seats), (std::vector<int>{10, 11, 12}));
    EXPECT_EQ(seats->rows(), 5U);
    EXPECT_FALSE(seats->is_endless());
}

TEST_F(SeatsTest, PlayersTakesTheFirstAndFillsUpWithBots) {
    auto fewer = open({script("a", 3, 10, 5)}, 2);
    ASSERT_TRUE(fewer);
    EXPECT_EQ(forwards(*fewer), (std::vector<int>{10, 11}));
    auto more = open({script("a", 3, 10, 5)}, 5);
    ASSERT_TRUE(more);
    EXPECT_EQ(forwards(*more), (std::vector<int>{10, 11, 12, -1, -1}));
}

TEST_F(SeatsTest, SeveralSourcesFillWhatIsFreeInOrder) {
    auto seats = open({script("a", 2, 10, 5), script("b", 2, 20, 3)});
    ASSERT_TRUE(seats);
    EXPECT_EQ(forwards(*seats), (std::vector<int>{10, 11, 20, 21}));
    EXPECT_EQ(seats->rows(), 3U);
}

TEST_F(SeatsTest, APlayersOwnSourceIsThatPlayersColumn) {
    auto seats = open({"2=" + script("a", 4, 10, 5), "0=" + script("b", 1, 20, 9)});
    ASSERT_TRUE(seats) << seats.error().text();
    EXPECT_EQ(forwards(*seats), (std::vector<int>{20, -1, 12}));
}

TEST_F(SeatsTest, WithoutAnyTableThereAreTwoBots) {
    auto seats = open({});
    ASSERT_TRUE(seats);
    EXPECT_EQ(forwards(*seats), (std::vector<int>{-1, -1}));
    EXPECT_TRUE(seats->is_endless());
    EXPECT_EQ(open({script("a", 1, 10, 5)})->players(), 1U);
}

TEST_F(SeatsTest, SeatsThatCannotBeAreRefused) {
    EXPECT_TRUE(says(refused({}, 9), "1 to 8 players"));
    EXPECT_TRUE(says(refused({"9=bot"}), "players 0 to 7"));
    EXPECT_TRUE(says(refused({"1=bot", "1=bot"}), "has a source already"));
    EXPECT_TRUE(says(refused({"3=" + script("a", 2, 10, 5)}), "none for player 3"));
    EXPECT_TRUE(says(refused({script("a", 6, 10, 5), script("b", 6, 10, 5)}),
                     "the source has 6 players and 2 of 8 places are free; --players N"));
    EXPECT_TRUE(says(refused({script("a", 7, 10, 5), script("b", 2, 10, 5)}),
                     "the source has 2 players and 1 of 8 places is free;"));
}

TEST_F(SeatsTest, OneKeyboardPlaysOnePlayer) {
    for (const std::vector<std::string>& inputs : {std::vector<std::string>{"keys", "keys"},
                                                   {"0=keys", "bot", "2=keys"},
                                                   {"keys", "1=keys"}}) {
        EXPECT_TRUE(says(refused(inputs), "--inputs " + inputs.back() +
                                              ": one keyboard plays one player, and another"));
    }
    const auto once =
        Seats::open({"keys", "bot"}, {.game = game(), .held_keys = [] { return Keys(); }}, {});
    EXPECT_TRUE(once) << once.error().text();
}

TEST_F(SeatsTest, ASessionEndsWithItsFirstSource) {
    auto seats = open({script("a", 1, 10, 2), "bot"});
    ASSERT_TRUE(seats);
    sim::Bytes record;
    EXPECT_TRUE(*seats->make_record(sim::Tick{1}, simulation_, record));
    EXPECT_FALSE(*seats->make_record(sim::Tick{2}, simulation_, record));
    EXPECT_FALSE(seats->cut_at(sim::Tick{2}));
}

// Bots and people are asked for ticks, tables for rows.
TEST_F(SeatsTest, WhereASessionGoesOnRowsAreCountedFromThere) {
    const SourceContext context{.game = sim::GameModel<test::Counter>::game_info(),
                                .first_tick = 40};
    auto script = Seats::open({"script:" + write("a.csv", "amount\n7\n8\n")}, context, 2);
    ASSERT_TRUE(script) << script.error().text();
    auto bots = Seats::open({}, context, 2);
    ASSERT_TRUE(bots);
    sim::AnySimulation simulation = sim::erase<test::Counter>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    sim::Bytes record;
    EXPECT_EQ(*script->make_record(sim::Tick{40}, simulation, record), true);
    EXPECT_EQ(record[1], std::byte{7});
    EXPECT_EQ(*script->make_record(sim::Tick{41}, simulation, record), true);
    EXPECT_EQ(record[1], std::byte{8});
    EXPECT_EQ(*script->make_record(sim::Tick{42}, simulation, record), false);
    EXPECT_EQ(*bots->make_record(sim::Tick{40}, simulation, record), true);
    EXPECT_EQ(record, test::bot_record(simulation, 40));
}

TEST_F(SeatsTest, AMatchTakesOneSourceAndOnesOwnColumn) {
    const SourceContext context{.game = game()};
    const auto own = open_match_source({script("a", 4, 10, 5)}, context, Slot{1});
    ASSERT_TRUE(own);
    EXPECT_FALSE(own->column);
    const auto chosen = open_match_source({"3=" + script("a", 4, 10, 5)}, context, Slot{1});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->column, 3U);
    EXPECT_TRUE(open_match_source({}, context, Slot{1}));
    EXPECT_TRUE(open_match_source({script("a", 1, 10, 5)}, context, Slot{1}));
    EXPECT_FALSE(open_match_source({"bot", "bot"}, context, Slot{0}));
    EXPECT_FALSE(open_match_source({"4=" + script("a", 4, 10, 5)}, context, Slot{0}));
}

TEST_F(SeatsTest, KeysAreSeenWithAndWithoutAPlayer) {
    EXPECT_TRUE(wants_keys({"bot", "keys"}));
    EXPECT_TRUE(wants_keys({"1=keys"}));
    EXPECT_FALSE(wants_keys({"script:keys"}));
}

}  // namespace
}  // namespace tandem::tools
