// SPDX-License-Identifier: MIT
// Files that were recorded once and are never made again: the reader says of them what it said
// then, and the games still do what they did.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/golden/expected_json.hpp>
#include <tests/golden/replay_contents.hpp>

namespace tandem::test {
namespace {

using Json = nlohmann::json;

std::string file_of(const std::string& name) {
    return golden_replays_folder() + "/" + name + ".tandem";
}

Json size_and_hash(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(stream), {});
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    return {{"bytes", content.size()},
            {"hash", sim::hex64(sim::hash_bytes({first, content.size()}))}};
}

// A line for each difference; empty where there is none.
std::string report(const Json& expected, const Json& actual) {
    std::string lines;
    for (const std::string& line : differences(expected, actual)) {
        lines += line + "\n";
    }
    return lines;
}

// What the readers said of a file. Only what the library says is in it.
Json reading_of(Json expectation) {
    for (const char* other : {"file", "python", "info", "verify"}) {
        expectation.erase(other);
    }
    return expectation;
}

// Those that the program simulates: recordings of its games that can be read without the game.
std::vector<std::string> simulated_names() {
    std::vector<std::string> names;
    for (const std::string& name : golden_replay_names()) {
        const Json expected = golden_expectation(name);
        if (expected["verify"]["report"].contains("verdict") &&
            !expected["contents"].contains("refused")) {
            names.push_back(name);
        }
    }
    return names;
}

sim::AnySimulation game_named(const std::string& name) {
    return name == games::Duel::name ? sim::erase<games::Duel>() : sim::erase<games::Swarm>();
}

class GoldenReplay : public testing::TestWithParam<std::string> {
protected:
    std::string path() const { return file_of(GetParam()); }
    Json expectation() const { return golden_expectation(GetParam()); }
};

TEST_P(GoldenReplay, IsTheFileThatWasKeptAndReadsAsItDid) {
    ASSERT_TRUE(expectation().is_object()) << "no expectation beside " << path();
    EXPECT_EQ(report(expectation()["file"], size_and_hash(path())), "") << "never make it again";
    EXPECT_EQ(report(reading_of(expectation()), read_replay(path())), "");
}

class SimulatedReplay : public GoldenReplay {};

TEST_P(SimulatedReplay, DoesWhatItDid) {
    const Json expected = expectation()["verify"]["report"];
    // The program's report has more keys than this one.
    EXPECT_EQ(report(verify_replay(path(), game_named(expected["game"])), expected), "");
}

std::string name_of(const testing::TestParamInfo<std::string>& instance) {
    std::string name = instance.param;
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kept, GoldenReplay, testing::ValuesIn(golden_replay_names()), &name_of);
INSTANTIATE_TEST_SUITE_P(Kept, SimulatedReplay, testing::ValuesIn(simulated_names()), &name_of);

TEST(GoldenReplays, AreSmallAndEachHasAnExpectation) {
    std::set<std::string> expectations;
    const std::filesystem::path folder = golden_replays_folder();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            auto name = std::filesystem::relative(entry.path(), folder);
            expectations.insert(name.replace_extension().generic_string());
        }
    }
    const std::vector<std::string> names = golden_replay_names();
    EXPECT_EQ(expectations, std::set<std::string>(names.begin(), names.end()));
    EXPECT_EQ(names.size(), 48U);  // half of them of each format
    EXPECT_EQ(simulated_names().size(), 35U);
    std::uint64_t bytes = 0;
    for (const std::string& name : names) {
        bytes += std::filesystem::file_size(file_of(name));
    }
    EXPECT_LT(bytes, 400'000U);
}

// Whoever takes a file away takes what only it shows away.
TEST(GoldenReplays, HoldEveryReasonToEndEveryMarkAndEveryState) {
    std::set<unsigned> ends;
    std::set<unsigned> marks;
    std::set<unsigned> purposes;
    std::set<std::string> completeness;
    std::set<std::string> verdicts;
    for (const std::string& name : golden_replay_names()) {
        const Json expected = golden_expectation(name);
        const Json contents = expected["contents"];
        for (const Json& mark : contents.value("marks", Json::array())) {
            marks.insert(mark["kind"].get<unsigned>());
        }
        for (const Json& state : contents.value("states", Json::array())) {
            purposes.insert(state["purpose"].get<unsigned>());
        }
        if (const Json end = contents.value("end", Json()); !end.is_null()) {
            ends.insert(end.get<unsigned>());
        }
        completeness.insert(expected.value("/library/completeness"_json_pointer, "refused"));
        verdicts.insert(expected.value("/verify/report/verdict"_json_pointer, "none"));
    }
    EXPECT_EQ(ends, (std::set<unsigned>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(marks, (std::set<unsigned>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(purposes, (std::set<unsigned>{1, 2}));
    EXPECT_EQ(completeness, (std::set<std::string>{"complete", "cut", "damaged", "refused"}));
    EXPECT_EQ(verdicts, (std::set<std::string>{"diverged", "none", "nothing checked", "same"}));
}

// Calls `visit` with every value that holds no others, changed, and changes it back.
void change_each(Json& value, const std::string& key, const std::function<void()>& visit) {
    if (value.is_structured() && !value.empty()) {
        for (auto& [inner, element] : value.items()) {
            change_each(element, value.is_object() ? inner : "", visit);
        }
        return;
    }
    const Json before = value;
    if (value.is_string() && key != "message") {
        value = "x" + value.get<std::string>();
    } else if (value.is_number()) {
        value = value.get<std::uint64_t>() ^ 1U;
    } else if (value.is_null()) {
        value = 0;
    } else {
        value = nullptr;
    }
    visit();
    value = before;
}

TEST(GoldenReplays, EveryChangedExpectationIsFound) {
    std::size_t changed = 0;
    for (const std::string& name : golden_replay_names()) {
        const Json whole = golden_expectation(name);
        Json expected = whole;
        change_each(expected, "", [&] {
            ++changed;
            EXPECT_EQ(differences(expected, whole).size(), 1U) << name << ": " << expected;
        });
    }
    EXPECT_GT(changed, 2'000U);
}

TEST(GoldenReplays, AMissingElementIsFoundAndALaterKeyIsNoDifference) {
    const Json whole = golden_expectation("duel_marks");
    Json less = whole;
    less["contents"]["marks"].erase(3);
    EXPECT_EQ(differences(whole, less).size(), 1U);
    EXPECT_EQ(differences(less, whole).size(), 1U);
    less = whole;
    less["info"]["report"].erase("chain");
    EXPECT_EQ(differences(whole, less).size(), 1U);
    Json more = whole;
    more["info"]["report"]["bytes_inputs"] = 17;
    more["contents"]["marks"][2]["seconds"] = 1;
    EXPECT_EQ(report(whole, more), "");
}

TEST(GoldenReplays, WordsMayChangeWhereTheirPlaceStays) {
    const Json before{{"error", "a.tandem, byte 7: of a sort"}, {"message", "3 ticks"}};
    EXPECT_EQ(report(before, {{"error", "a.tandem, byte 7: worse"}, {"message", "three"}}), "");
    EXPECT_NE(report(before, {{"error", "a.tandem, byte 8: of a sort"}, {"message", "3"}}), "");
}

TEST(GoldenReplays, AnotherFileDoesNotReadAsThisOne) {
    const std::vector<std::string> names = golden_replay_names();
    for (std::size_t i = 1; i < names.size(); ++i) {
        EXPECT_NE(
            report(reading_of(golden_expectation(names[i])), read_replay(file_of(names[i - 1]))),
            "")
            << names[i - 1] << " as " << names[i];
    }
}

TEST(GoldenReplays, ASessionOfAnotherSeedDoesNotVerifyAsThisOne) {
    const Json expected = golden_expectation("duel_two_bots")["verify"]["report"];
    EXPECT_NE(report(verify_replay(file_of("duel_plain"), game_named("duel")), expected), "");
    EXPECT_NE(report(verify_replay(file_of("duel_plain"), game_named("swarm")), expected), "");
}

}  // namespace
}  // namespace tandem::test
