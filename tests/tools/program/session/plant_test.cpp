// SPDX-License-Identifier: MIT
// A plant is checked against the game's state before anything begins.
#include <tandem/tools/program/session/plant.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

// One field of every kind.
struct Every : test::BrokenBase {
    static constexpr std::string_view name = "every";
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(row), CEREAL_NVP(grid), CEREAL_NVP(ages), CEREAL_NVP(maybe),
           CEREAL_NVP(title));
        ar(sim::columns("units", CEREAL_NVP(x), CEREAL_NVP(armed)));
    }
    std::array<std::uint8_t, 3> row{};
    std::vector<std::vector<std::uint8_t>> grid;
    std::map<std::string, std::uint32_t> ages;
    std::optional<std::int32_t> maybe;
    std::string title;
    std::vector<std::int16_t> x;
    std::vector<std::array<bool, 2>> armed;
};

template <class Game>
std::string refusal(const std::string& plant) {
    const auto parsed = parse_plant_of(sim::GameModel<Game>::game_info(), plant);
    if (parsed) {
        return "";
    }
    EXPECT_EQ(parsed.error().code, sim::ErrorCode::usage);
    return parsed.error().text();
}

TEST(Plant, IsATickAndAField) {
    const auto plant = parse_plant("700:fighters[1].health");
    ASSERT_TRUE(plant);
    EXPECT_EQ(plant->tick.number, 700U);
    EXPECT_EQ(plant->field, "fighters[1].health");
    for (const char* bad : {"", "7", "7:", ":x", "x:y", "-1:x", "7 :x"}) {
        EXPECT_FALSE(parse_plant(bad)) << bad;
    }
}

TEST(Plant, TakesEveryNumberAndFlagOfAState) {
    for (const char* field : {"ticks", "row[2]", "grid[700][3]", "ages[Ada]", "ages[a]b]", "maybe",
                              "units[17].x", "units[3].armed[1]"}) {
        EXPECT_EQ(refusal<Every>(std::string("5:") + field), "");
    }
    EXPECT_EQ(refusal<games::Duel>("5:fighters[7].position.x"), "");
}

TEST(Plant, RefusesWhatCanNeverBeThere) {
    for (const char* field : {"tick",        "tickss",         "ticks.x",
                              "row",         "row[3]",         "row[-1]",
                              "row[]",       "row[1",          "row[1]x",
                              "grid[1]",     "grid.size",      "ages",
                              "ages[Ada].x", "title",          "",
                              ".ticks",      "units.x",        "units[1]",
                              "units.size",  "units[1].armed", "units[1].armed[2]"}) {
        EXPECT_TRUE(says(refusal<Every>(std::string("5:") + field), "--plant")) << field;
    }
}

TEST(Plant, RefusalNamesTheFieldsNearIt) {
    const std::string slip = refusal<games::Duel>("5:fighters[0].heath");
    EXPECT_TRUE(says(slip, "the state of duel has no number or flag 'fighters[0].heath'"));
    EXPECT_TRUE(says(slip, "did you mean fighters[].health?"));
    EXPECT_TRUE(
        says(slip, "near it there is fighters[].status, fighters[].weapon, fighters[].health"));
    EXPECT_EQ(slip.find("projectiles"), std::string::npos) << slip;
    EXPECT_TRUE(says(refusal<games::Duel>("5:fighters[0].position.z"),
                     "near it there is fighters[].position.x, fighters[].position.y"));
    EXPECT_TRUE(says(refusal<Every>("5:nosuch"), "near it there is ticks, total, row[]"));
    EXPECT_TRUE(
        says(refusal<Every>("5:units[4].y"), "near it there is units[].x, units[].armed[]"));
}

TEST(Plant, ThatWasNotReachedIsSaid) {
    EXPECT_FALSE(missed_plant("7:x", 8));
    const auto missed = missed_plant("7:x", 7);
    ASSERT_TRUE(missed);
    EXPECT_EQ(missed->code, sim::ErrorCode::usage);
    EXPECT_TRUE(says(missed->text(), "--plant 7:x: nothing was planted"));
    EXPECT_TRUE(says(missed->text(), "after 7 ticks, before tick 7"));
    EXPECT_FALSE(missed_plant("", 7));
}

}  // namespace
}  // namespace tandem::tools
