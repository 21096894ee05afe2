// SPDX-License-Identifier: MIT
// What is drawn can be written, and what is written can be read again. Probes are chosen by name.
#include <tandem/tools/check/disturbance.hpp>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/serialize/unportable.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::check {
namespace {

TEST(Disturbances, StandInTheTableAtTheirOwnPlaceAndProbesInTheirOrder) {
    std::size_t place = 0;
    for (const DisturbanceInfo& info : all_disturbances()) {
        EXPECT_EQ(static_cast<std::size_t>(info.kind), place++);
        EXPECT_NE(info.what, nullptr) << info.name;
    }
    place = 0;
    for (const DisturbanceKind probe : all_probes()) {
        EXPECT_EQ(info_of(probe).kind, probe);
        EXPECT_NE(info_of(probe).who, nullptr) << info_of(probe).name;
        EXPECT_EQ(place_of_probe(probe), place++);
    }
}

// What is one idea has had two names, and both are accepted in both places.
TEST(Disturbances, AreAcceptedByBothOfTheirNamesAndPrintedByTheirOwn) {
    EXPECT_EQ(probe_names(),
              "serialize, twin, reset, copy, fresh, dirty, observed, rounding, thread, process, "
              "memory, build");
    EXPECT_EQ(disturbance_names(),
              "again, later, neighbour, save, restore, used, copy, late, reset, observe, rounding, "
              "flush, locale, environment, pattern, heap, thread, beside");
    for (const auto& [probe, name] : {std::pair{"serialize", "save"},
                                      {"twin", "again"},
                                      {"fresh", "restore"},
                                      {"dirty", "used"},
                                      {"observed", "observe"}}) {
        EXPECT_EQ(*choose_probes({probe}), *choose_probes({name}));
        EXPECT_EQ(disturbance_text(*parse_disturbance(probe)), name);
    }
    for (const char* const of_twins : {"process", "memory", "build"}) {
        EXPECT_FALSE(parse_disturbance(of_twins)) << of_twins;
    }
    EXPECT_FALSE(choose_probes({"late"}));
}

TEST(Disturbances, AreReadAsTheyWereWritten) {
    for (const DisturbanceInfo& info : all_disturbances()) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Disturbance drawn = draw_disturbance(info.kind, seed);
            if (seed % 2 != 0 && info.has_ticks) {
                drawn.ticks = {ChosenTicks::Way::listed, 0, {3, 70 + seed}};
            }
            const std::string text = disturbance_text(drawn);
            const auto read = parse_disturbance(text);
            ASSERT_TRUE(read) << text << ": " << read.error().text();
            EXPECT_EQ(*read, drawn) << text;
        }
    }
    EXPECT_EQ(disturbances_text(std::vector<Disturbance>{
                  {DisturbanceKind::rounding, 1, {ChosenTicks::Way::listed, 0, {57}}},
                  {DisturbanceKind::pattern, 0x5A, {}}}),
              "rounding/down@57,pattern/5a");
}

TEST(Disturbances, ThatNobodyKnowsAreRefusedByName) {
    const auto text_of = [](std::string_view text) {
        const auto read = parse_disturbance(text);
        EXPECT_FALSE(read) << text;
        return read ? std::string() : read.error().text();
    };
    EXPECT_NE(text_of("restor").find("restore"), std::string::npos);
    EXPECT_NE(text_of("rounding").find("rounding/up"), std::string::npos);
    EXPECT_NE(text_of("rounding/sideways").find("rounding/up"), std::string::npos);
    EXPECT_NE(text_of("pattern/00").find("pattern/01"), std::string::npos);
    EXPECT_NE(text_of("pattern/5a5").find("pattern/01"), std::string::npos);
    EXPECT_NE(text_of("heap").find("heap/1"), std::string::npos);
    EXPECT_NE(text_of("locale@3").find("takes no ticks"), std::string::npos);
    EXPECT_NE(text_of("restore@").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore@5+x").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore~").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore/3").find("but ticks"), std::string::npos);
    text_of("");
}

TEST(Disturbances, AtRandomTicksComeNowAndThen) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const ChosenTicks chosen{ChosenTicks::Way::seeded, seed, {}};
        int count = 0;
        for (std::uint64_t tick = 0; tick < 2000; ++tick) {
            count += chosen.has(tick) ? 1 : 0;
        }
        EXPECT_GT(count, 5) << seed;
        EXPECT_LT(count, 1500) << seed;
    }
    const ChosenTicks listed{ChosenTicks::Way::listed, 0, {4, 9}};
    EXPECT_TRUE(listed.has(9));
    EXPECT_FALSE(listed.has(8));
}

struct Floating : test::Counter {
    static constexpr std::string_view name = "floating";
    template <class Archive>
    void serialize(Archive& ar) {
        test::Counter::serialize(ar);
        ar(CEREAL_NVP(speed));
    }
    sim::Unportable<double> speed{};
};

TEST(Disturbances, OfFloatingPointAreNotForGamesThatHoldIt) {
    const auto& floating = sim::GameModel<Floating>::game_info();
    EXPECT_FALSE(check_disturbance(DisturbanceKind::rounding, floating));
    EXPECT_FALSE(check_disturbance(DisturbanceKind::flush, floating));
    EXPECT_TRUE(check_disturbance(DisturbanceKind::restore, floating));
    const auto& sound = sim::GameModel<test::Counter>::game_info();
    EXPECT_TRUE(check_disturbance(DisturbanceKind::locale, sound));
}

TEST(Probes, AreAllChosenButTheOtherBuildWhereNoneIsNamed) {
    const auto chosen = choose_probes({});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->size(), all_probes().size() - 1);
    EXPECT_EQ(chosen->back(), DisturbanceKind::memory);
}

TEST(Probes, AreChosenOnceInTheirOwnOrder) {
    const auto chosen = choose_probes({"memory,twin", "copy", "twin"});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(*chosen, (std::vector{DisturbanceKind::again, DisturbanceKind::copy,
                                    DisturbanceKind::memory}));
}

TEST(Probes, ThatThereAreNotAreRefusedByName) {
    for (const char* list : {"twin,cpoy", "", "twin,"}) {
        const auto chosen = choose_probes({list});
        ASSERT_FALSE(chosen) << list;
        EXPECT_EQ(chosen.error().code, sim::ErrorCode::usage);
    }
    EXPECT_NE(choose_probes({"cpoy"}).error().message.find("copy"), std::string::npos);
}

TEST(Probes, AreLeftOutByName) {
    const auto chosen = choose_probes({}, {"rounding,memory", "thread", "build"});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->size(), all_probes().size() - 4);
    EXPECT_EQ(chosen->back(), DisturbanceKind::process);
    EXPECT_EQ(*choose_probes({"twin,copy"}, {"fresh"}),
              (std::vector{DisturbanceKind::again, DisturbanceKind::copy}));
    EXPECT_EQ(*skipped_probes({"memory,twin"}),
              (std::vector{DisturbanceKind::again, DisturbanceKind::memory}));
}

TEST(Probes, ThatAreBothNamedAndLeftOutAreRefused) {
    const auto both = choose_probes({"twin,copy"}, {"copy"});
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().code, sim::ErrorCode::usage);
    EXPECT_EQ(both.error().place, "--skip copy");
    const auto unknown = choose_probes({}, {"rouding"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().place, "--skip rouding");
    EXPECT_NE(unknown.error().message.find("did you mean rounding?"), std::string::npos);
    std::string all;
    for (const std::string& word : probe_words()) {
        all += (all.empty() ? "" : ",") + word;
    }
    const auto none = choose_probes({}, {all});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("no probe is left"), std::string::npos);
}

std::string document(const std::string& path) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/" + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Probes, StandInTheDocumentsByNameAndOrderAndNoOthersDo) {
    std::string rows;
    for (const std::string& word : probe_words()) {
        rows += word + " ";
    }
    EXPECT_NE(document("tools/CLI.md").find("| Only these: " + probe_names() + " |"),
              std::string::npos);
    std::istringstream lines(document("sim/DETERMINISM.md"));
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("| probe |")) {
    }
    std::getline(lines, line);  // the rule below the head
    std::string told;
    while (std::getline(lines, line) && line.starts_with("| `")) {
        told += line.substr(3, line.find('`', 3) - 3) + " ";
    }
    EXPECT_EQ(told, rows);
}

}  // namespace
}  // namespace tandem::tools::check
