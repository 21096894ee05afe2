// SPDX-License-Identifier: MIT
// find, inside of the test: ranges, several files, shards, and what cannot be asked.
#include <algorithm>
#include <filesystem>

#include <tandem/replay/explain/find_states.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Find : public InFolder {
protected:
    Find() {
        recorded<Counter>("a.tandem", {"--ticks", "700", "--seed", "9", "--keyframe-ticks", "300"});
    }
    std::string file() const { return path("a.tandem"); }
    template <class Game = Counter>
    Said find(const std::string& expression, std::vector<std::string> more = {}) const {
        return program<Game>(joined({"find", expression, file()}, more));
    }
};

TEST_F(Find, PrintsRangesAndSaysWhetherThereIsOne) {
    const Said said = find("ticks >= 120 and ticks <= 180 or ticks == 7");
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.out, file() + ": after 7 ticks\n" + file() + ": after 120 to 180 ticks\n");
    const Said none = find("ticks > 700");
    EXPECT_EQ(none.code, 1);
    EXPECT_EQ(none.out, file() + ": nowhere in 701 states\n");
}

TEST_F(Find, AsksFromAndTo) {
    EXPECT_EQ(find("ticks >= 0", {"--from", "310", "--to", "-10"}).out,
              file() + ": after 310 to 690 ticks\n");
    EXPECT_EQ(find("changed(ticks)", {"--from", "310", "--to", "310"}).out,
              file() + ": after 310 ticks\n");
    EXPECT_EQ(find("ticks >= 0", {"--from", "701"}).code, 2);
    EXPECT_EQ(find("ticks >= 0", {"--from", "20", "--to", "10"}).code, 2);
}

TEST_F(Find, ShowsTheFirstRangesUnlessAllAreWanted) {
    const Said first = find("input[0].amount > 0", {"--first", "3"});
    EXPECT_EQ(std::count(first.out.begin(), first.out.end(), '\n'), 3);
    EXPECT_TRUE(says(first.err, "the first 3 ranges; --all finds all"));
    const Said all = find("input[0].amount > 0", {"--all"});
    EXPECT_GT(std::count(all.out.begin(), all.out.end(), '\n'), 50);
    EXPECT_TRUE(all.out.starts_with(first.out));
}

TEST_F(Find, IsOneObjectAFileInJson) {
    const Said said = find("ticks == 7 or ticks > 698", {"--json"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(says(said.out,
                     "\"game\":\"counter\",\"expression\":\"ticks == 7 or ticks > 698\",\"ranges\":"
                     "[{\"from\":7,\"to\":7,\"recorded\":true},{\"from\":699,\"to\":700,"
                     "\"recorded\":true}],\"states_asked\":701,\"states_found\":3,"
                     "\"stopped\":false,\"left_at\":null"));
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 1);
}

TEST_F(Find, RefusesWhatIsNoExpressionOfTheFile) {
    const Said unknown = find("tick == 7");
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(says(unknown.err,
                     "expression, character 1: 'tick': there is no field with this "
                     "path; there are ticks, totals, did you mean ticks?"));
    EXPECT_EQ(find("ticks = 7").code, 2);
    EXPECT_EQ(find<Leaky>("ticks == 7").code, 6);
    expect<Counter>(5, {"find", "ticks == 7", path("missing")});
    expect<Counter>(2, {"find", "ticks == 7"});
}

TEST_F(Find, AnIndexBeyondAnArrayIsAnErrorThatSaysHowLongItIs) {
    recorded<RichGame>("rich", {"--ticks", "20"});
    const Said said = expect<RichGame>(2, {"find", "cooldowns[4] == 0", path("rich")});
    EXPECT_TRUE(says(said.err, "[0] to [3]")) << said.err;
}

TEST_F(Find, TellsItsGrammarInItsHelp) {
    const std::string help = program<Counter>({"find", "--help"}).out;
    for (const char* const part : {"PATH ", "== != < <= > >=", "and or not", "changed(PATH)"}) {
        EXPECT_TRUE(says(help, std::string("\n  ") + part)) << part;
    }
}

TEST_F(Find, BehindADivergenceSaysThatTheStatesAreItsOwn) {
    recorded<Forked<0>>("forked", {"--ticks", "100"});
    const Said said = expect<Forked<1>>(0, {"find", "ticks > 40", path("forked")});
    EXPECT_TRUE(says(said.out, ": after 41 to 50 ticks\n"));
    EXPECT_TRUE(
        says(said.out, ": after 51 to 100 ticks (simulated; the recording went elsewhere)\n"));
    EXPECT_TRUE(says(said.err, "tick 50: the simulation leaves the recording here"));
    const Said json = program<Forked<1>>({"--json", "find", "ticks > 40", path("forked")});
    EXPECT_TRUE(says(json.out, "\"left_at\":50"));
}

TEST_F(Find, AsksAllFilesAndASickOneDecidesTheExitCode) {
    recorded<Counter>("b.tandem", {"--ticks", "5"});
    const Said both = expect<Counter>(0, {"find", "ticks == 600", path(".")});
    EXPECT_TRUE(says(both.out, "a.tandem: after 600 ticks\n"));
    EXPECT_TRUE(says(both.out, "b.tandem: nowhere in 6 states\n"));
    std::filesystem::resize_file(path("b.tandem"),
                                 std::filesystem::file_size(path("b.tandem")) - 3);
    expect<Counter>(3, {"find", "ticks == 600", path(".")});
}

TEST_F(Find, SharesFilesAmongShards) {
    for (const char* name : {"b.tandem", "c.tandem", "d.tandem"}) {
        recorded<Counter>(name, {"--ticks", "50"});
    }
    std::string together;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const Said said = expect<Counter>(0, {"find", "ticks == 3", path("."), "--shard", shard});
        EXPECT_TRUE(says(said.err, std::string("shard ") + shard + ": "));
        together += said.out;
    }
    const Said whole = program<Counter>({"find", "ticks == 3", path(".")});
    EXPECT_EQ(together.size(), whole.out.size());
    expect<Counter>(2, {"find", "ticks == 3", path("."), "--shard", "4/3"});
}

TEST_F(Find, FindsTheSameInTheSameOrderWithAnyNumberOfJobs) {
    for (int i = 0; i < 7; ++i) {
        recorded<Counter>(std::to_string(i) + ".tandem",
                          {"--ticks", std::to_string(1200 / (i + 1)), "--seed", std::to_string(i)});
    }
    std::filesystem::resize_file(path("3.tandem"),
                                 std::filesystem::file_size(path("3.tandem")) - 3);
    for (const bool is_json : {false, true}) {
        const auto with_jobs = [&](const std::string& jobs) {
            std::vector<std::string> arguments{"find", "input[0].amount > 200 or ticks == 9",
                                               path("."), "--jobs", jobs};
            if (is_json) {
                arguments.emplace_back("--json");
            }
            return program<Counter>(arguments);
        };
        const Said one = with_jobs("1");
        EXPECT_EQ(one.code, 3) << "one is cut";
        for (const char* jobs : {"2", "5", "64"}) {
            const Said many = with_jobs(jobs);
            EXPECT_EQ(many.code, one.code);
            EXPECT_EQ(many.out, one.out);
            EXPECT_EQ(many.err, one.err);
        }
    }
    EXPECT_EQ(find("ticks == 3", {"--jobs", "0"}).code, 2);
}

// A file so long that it is searched in parts.
class FindInParts : public InFolder {
protected:
    template <class Game>
    void record(std::vector<std::string> more = {}) const {
        expect<Game>(0, joined({"record", "--ticks", "36000", "--keyframe-ticks", "1000", "-o",
                                path("long")},
                               more));
        EXPECT_GT(std::filesystem::file_size(path("long")), 16U * 1024) << "it has parts";
    }
    // What one run of all of it finds, as JSON has it.
    template <class Game>
    std::string in_one_run(const std::string& text, std::uint64_t ranges_max) const {
        const auto file = replay::Replay::open(path("long"));
        const auto expression = replay::Expression::parse(text, replay::scope_of(*file));
        std::string ranges;
        std::uint64_t count = 0;
        const auto report = replay::find_states(
            *file, sim::erase<Game>(), *expression, {0, file->end_tick()},
            [&](const replay::FoundRange& range) {
                ranges += std::string(ranges.empty() ? "" : ",") +
                          "{\"from\":" + std::to_string(range.first) +
                          ",\"to\":" + std::to_string(range.last) +
                          ",\"recorded\":" + (range.is_recorded ? "true}" : "false}");
                return ++count < ranges_max;
            });
        EXPECT_TRUE(report);
        return "\"ranges\":[" + ranges +
               "],\"states_asked\":" + std::to_string(report->states_asked) +
               ",\"states_found\":" + std::to_string(report->states_found) +
               ",\"stopped\":" + (report->is_stopped ? "true" : "false");
    }
    template <class Game>
    void expect_same(const std::string& text, std::uint64_t ranges_max,
                     const std::string& jobs = "3") const {
        const Said said = program<Game>({"--json", "find", text, path("long"), "--jobs", jobs,
                                         "--first", std::to_string(ranges_max)});
        EXPECT_TRUE(says(said.out, in_one_run<Game>(text, ranges_max))) << text;
    }
};

// The second part begins with the state after 17,000 ticks.
TEST_F(FindInParts, OneFileIsWhatOneRunOfItFinds) {
    record<Counter>();
    expect_same<Counter>("ticks > 100", 10);
    expect_same<Counter>("ticks < 17000 or ticks > 20000", 1);
    expect_same<Counter>("ticks < 17000 or ticks > 17000", 1, "1");
    expect_same<Counter>("ticks == 5 or ticks >= 16999 and ticks < 17001", 2);
    expect_same<Counter>("changed(ticks)", 10);
    expect_same<Counter>("input[0].amount > 250", 100'000, "1");
}

TEST_F(FindInParts, BehindADivergenceTheSimulationsOwnStatesAreAskedToTheEnd) {
    record<Forked<0>>();
    expect_same<Forked<1>>("ticks > 40", 10);
}

TEST_F(Find, PlantsAgainWhatTheFileSaysWasPlantedAndSaysSo) {
    recorded<Counter>("planted", {"--ticks", "100", "--plant", "20:ticks"});
    const Said said = expect<Counter>(0, {"find", "ticks == 20", path("planted")});
    EXPECT_EQ(said.out, path("planted") + ": after 20 to 21 ticks\n");
    EXPECT_TRUE(says(said.err, "planted"));
}

TEST_F(Find, SaysWhereAFileCanHardlyShowADivergence) {
    recorded<Counter>("narrow", {"--ticks", "50", "--track", "8"});
    const Said said = expect<Counter>(0, {"find", "ticks == 3", path("narrow")});
    EXPECT_TRUE(says(said.err, "the file has 8 bits of the chain at a tick"));
    EXPECT_FALSE(says(find("ticks == 3").err, "bits of the chain"));
    const Said why = expect<Counter>(0, {"why", path("narrow"), "ticks"});
    EXPECT_TRUE(says(why.err, "the file has 8 bits of the chain at a tick"));
}

}  // namespace
}  // namespace tandem::test
