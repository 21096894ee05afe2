// SPDX-License-Identifier: MIT
// Faults planted on purpose: the first tick is exact, the field named, on both sides of a match and
// by diff.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class Desync : public MatchTest {
protected:
    // Both sides end with 1 and name tick, field, both values and the class of cause.
    static void expect_told(const Outcome& outcome, const Json& line, std::uint64_t tick,
                            const std::string& field) {
        EXPECT_EQ(outcome.exit_code, 1) << outcome;
        expect_nothing_twice(outcome);
        EXPECT_TRUE(contains(outcome.err, "desync after tick " + std::to_string(tick))) << outcome;
        EXPECT_TRUE(contains(outcome.err, field)) << outcome;
        EXPECT_TRUE(contains(outcome.err, "the same inputs gave different states")) << outcome;
        ASSERT_TRUE(line.contains("desync")) << outcome;
        const Json& desync = line["desync"];
        EXPECT_EQ(desync["tick"], tick);
        EXPECT_NE(desync["ours"], desync["theirs"]);
        EXPECT_NE(desync["cause"], "inputs") << desync;
        expect_bundle(desync.value("bundle", ""), desync);
        ASSERT_EQ(desync["fields"].size(), 1U) << desync;
        EXPECT_EQ(desync["fields"][0]["path"], field);
        EXPECT_NE(desync["fields"][0]["a"], desync["fields"][0]["b"]);
        EXPECT_EQ(line["end"], "desync");
    }
    // The folder says of the desync what the match said.
    static void expect_bundle(const std::string& folder, const Json& desync) {
        ASSERT_FALSE(folder.empty()) << desync;
        const Json bundle = Json::parse(read_file(folder + "/bundle.json"));
        EXPECT_EQ(bundle["tick"], desync["tick"]);
        EXPECT_EQ(bundle["other_player"], desync["player"]);
        EXPECT_EQ(bundle["cause"], desync["cause"]);
        EXPECT_TRUE(bundle.contains("theirs")) << bundle;
        EXPECT_FALSE(contains(bundle.dump(), "/")) << "no path of this machine: " << bundle;
        std::istringstream packets(read_file(folder + "/packets.jsonl"));
        std::size_t autopsies = 0;
        for (std::string line; std::getline(packets, line);) {
            autopsies += Json::parse(line)["kind"] == "autopsy" ? 1U : 0U;
        }
        EXPECT_EQ(autopsies, 2U) << "both reports passed just before";
    }
    void expect_found(const MatchOutcome& match, std::uint64_t tick,
                      const std::string& field) const {
        const Json host = host_line(match);
        const Json guest = guest_line(match);
        expect_told(match.host, host, tick, field);
        expect_told(match.guest, guest, tick, field);
        EXPECT_EQ(host["desync"]["ours"], guest["desync"]["theirs"]);
        EXPECT_EQ(host["desync"]["fields"][0]["a"], guest["desync"]["fields"][0]["b"]);
        EXPECT_EQ(host["desync"]["fields"][0]["b"], guest["desync"]["fields"][0]["a"]);
        // The files alone tell the same.
        const Json compared = report(1, {"diff", host_file(), guest_file()});
        EXPECT_EQ(compared["verdict"], "state");
        EXPECT_EQ(compared["tick"], tick);
        EXPECT_EQ(compared["fields"][0]["path"], field);
        EXPECT_EQ(compared["fields"][0]["a"], host["desync"]["fields"][0]["a"]);
        EXPECT_EQ(compared["fields"][0]["b"], host["desync"]["fields"][0]["b"]);
    }
};

// What is lost is told whatever else ended the match.
TEST_F(Desync, WhoseRecordingWentAwayBeforeIsToldAsLostToo) {
    std::filesystem::create_directory(path("gone"));
    const std::string file = path("gone/host.tandem");
    Host host =
        start_host(tandem({"--game", "duel"}), {"--inputs", "bot", "--ticks", "400", "-o", file});
    Process guest(tandem({"--game", "duel", "join", address_of(host), "--inputs", "bot", "-o",
                          guest_file(), "--plant", "300:fighters[0].health"}));
    ASSERT_TRUE(wait_for_ticks(file, 1)) << host.process.err();
    std::filesystem::remove_all(path("gone"));
    const Outcome outcome = host.process.wait();
    guest.wait();
    EXPECT_EQ(outcome.exit_code, 1) << outcome;
    EXPECT_TRUE(contains(outcome.err, "desync after tick 300")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "was removed or replaced while it was written, so its "))
        << outcome;
    EXPECT_TRUE(contains(outcome.err, "no bundle was left")) << outcome;
    EXPECT_TRUE(contains(outcome.out, "and the recording " + file + " is lost")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "diff " + file)) << "nobody can: " << outcome;
    expect_nothing_twice(outcome);
}

TEST_F(Desync, PlantedOnTheGuestIsNamedOnBothSidesAndByDiff) {
    const MatchOutcome match = play({"--ticks", "900"}, {"--plant", "420:fighters[1].health"});
    expect_found(match, 420, "fighters[1].health");
    // The side without the fault verifies, the other names the fault and its purpose.
    EXPECT_EQ(report(0, {"verify", host_file()})["verdict"], "same");
    const Json verified = report(1, {"verify", guest_file()});
    EXPECT_EQ(verified["verdict"], "diverged");
    EXPECT_EQ(verified["tick"], 420U);
    EXPECT_TRUE(contains(verified.value("message", ""), "on purpose")) << verified;
    // Each file tells of the other side's state, and how many states it keeps for what reason.
    const Json info = report(0, {"info", host_file()});
    EXPECT_GE(info["evidence"], 1U);
    EXPECT_EQ(info["states"], info.value("keyframes", 0) + info.value("evidence", 0));
    const auto desync = std::find_if(info["marks"].begin(), info["marks"].end(),
                                     [](const Json& mark) { return mark["kind"] == "desync"; });
    ASSERT_NE(desync, info["marks"].end()) << info;
    EXPECT_EQ((*desync)["value"], host_line(match)["desync"]["theirs"]);
    EXPECT_EQ((*desync)["player"], 1U);
}

TEST_F(Desync, IsExplainedOnceWithWhatToDoNextAndStandardOutputHasTheResultOnly) {
    const MatchOutcome match = play_game(tandem({"--game", "duel"}), tandem({"--game", "duel"}),
                                         {"--ticks", "900"}, {"--plant", "420:fighters[1].health"});
    for (const auto& [side, file] :
         {std::pair(match.host, host_file()), std::pair(match.guest, guest_file())}) {
        EXPECT_EQ(side.exit_code, 1) << side;
        expect_nothing_twice(side);
        EXPECT_TRUE(contains(side.err, "desync after tick 420")) << side;
        const std::string folder = file.substr(0, file.size() - 7) + ".desync";
        EXPECT_TRUE(contains(side.err, "next: tandem explain " + folder)) << side;
        EXPECT_FALSE(contains(side.out, "desync after")) << side;
        EXPECT_FALSE(contains(side.out, "the same inputs gave")) << side;
        EXPECT_TRUE(contains(side.out, "fighters[1].health")) << side;
    }
}

TEST_F(Desync, LeavesOnEachSideABundleFromWhichTheOtherIsKnown) {
    const MatchOutcome match = play({"--ticks", "900"}, {"--plant", "420:fighters[1].health"});
    const std::string here = path("host.desync");
    const std::string there = path("guest.desync");
    // Only the guest's own recording says that the bit was planted, and none goes far enough
    // behind it to prove that it came once.
    EXPECT_EQ(guest_line(match)["desync"]["cause"], "memory");
    EXPECT_EQ(host_line(match)["desync"]["cause"], "unknown");
    EXPECT_EQ(host_line(match)["desync"]["bundle"], here);
    EXPECT_EQ(guest_line(match)["desync"]["bundle"], there);
    // Which program the other side ran is known too.
    const Json info = report(0, {"info", here + "/theirs.tandem"});
    EXPECT_EQ(info["game_build"], report(0, {"info", guest_file()})["game_build"]) << info;
    EXPECT_FALSE(info["game_build"].is_null());
    // What each knows of the other is what the other recorded.
    EXPECT_EQ(report(0, {"diff", here + "/ours.tandem", host_file()})["verdict"], "identical");
    for (const auto& [known, own] :
         {std::pair(here, guest_file()), std::pair(there, host_file())}) {
        const Json compared =
            Json::parse(run({"--json", "diff", known + "/theirs.tandem", own}).out);
        EXPECT_TRUE(compared["verdict"] == "identical" || compared["verdict"] == "prefix")
            << compared;
        EXPECT_EQ(report(0, {"info", known + "/theirs.tandem"})["evidence"], 1U);
    }
    const Json alone = report(1, {"explain", here});
    EXPECT_EQ(alone["class"], "unknown") << alone;
    ASSERT_EQ(alone["bits"].size(), 1U) << alone;
    EXPECT_EQ(alone["bits"][0]["path"], "fighters[1].health");
    const Json explained = report(1, {"explain", here, there});
    EXPECT_EQ(explained["class"], "memory") << explained;
    EXPECT_EQ(explained["tick"], 420U);
}

// The recording has less than 6 KiB, the list of packets more.
TEST_F(Desync, ABundleThatDoesNotFitIsSaidAndTheRecordingIsWhole) {
    const MatchOutcome match =
        play_game(with_file_blocks_max(12, tandem({"--json", "--game", "duel"})),
                  tandem({"--json", "--game", "duel"}), {"--ticks", "900"},
                  {"--plant", "420:fighters[1].health"});
    EXPECT_EQ(match.host.exit_code, 1) << match.host;
    EXPECT_TRUE(contains(match.host.err, "the recording itself is not touched")) << match.host;
    EXPECT_TRUE(host_line(match)["desync"]["bundle"].is_null()) << match.host;
    EXPECT_FALSE(std::filesystem::exists(path("host.desync")));
    EXPECT_EQ(report(0, {"verify", host_file()})["verdict"], "same");
    EXPECT_TRUE(std::filesystem::exists(path("guest.desync/bundle.json")));
}

TEST_F(Desync, LeavesNoBundleWhereNoneIsWanted) {
    const MatchOutcome match = play({"--ticks", "900", "--no-bundle"},
                                    {"--no-bundle", "--plant", "420:fighters[1].health"});
    EXPECT_TRUE(host_line(match)["desync"]["bundle"].is_null());
    EXPECT_EQ(host_line(match)["desync"]["cause"], "unknown") << "nothing was proven";
    EXPECT_FALSE(std::filesystem::exists(path("host.desync")));
    EXPECT_FALSE(std::filesystem::exists(path("guest.desync")));
    EXPECT_TRUE(contains(match.host.err + match.host.out, "next: tandem diff")) << match.host;
}

TEST_F(Desync, PlantedOnTheHostIsNamedOnBothSidesAndByDiff) {
    expect_found(play({"--ticks", "900", "--plant", "37:fighters[0].position.x"}, {}), 37,
                 "fighters[0].position.x");
}

TEST_F(Desync, PlantedAfterTheEndIsAFailureOfThatSideAlone) {
    const MatchOutcome match =
        play({"--ticks", "100"}, {"--plant", "400:fighters[1].health", "--quiet"});
    EXPECT_EQ(match.host.exit_code, 0) << match.host;
    EXPECT_EQ(match.guest.exit_code, 2) << match.guest;
    EXPECT_TRUE(contains(match.guest.err, "nothing was planted: the session was over after 100"))
        << match.guest;
    EXPECT_EQ(guest_line(match)["ticks"], 100U);
    EXPECT_EQ(guest_line(match)["exit"], 2);
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(Desync, PlantedInTheFirstTickIsFound) {
    expect_found(play({"--ticks", "900", "--plant", "0:fighters[0].shots"}, {}), 0,
                 "fighters[0].shots");
}

TEST_F(Desync, OfTwoMachinesThatComputeDifferentlyIsFound) {
    const MatchOutcome match = play_game(strange_a({"--json", "--game", "forked"}),
                                         strange_b({"--json", "--game", "forked"}),
                                         {"--ticks", "500", "--option", "fork_tick=200"}, {});
    expect_told(match.host, host_line(match), 200, "total");
    expect_told(match.guest, guest_line(match), 200, "total");
    // A program without the game compares the evidence that both files hold.
    const Json compared = report(1, {"diff", host_file(), guest_file()});
    EXPECT_EQ(compared["verdict"], "state");
    EXPECT_EQ(compared["tick"], 200U);
    EXPECT_EQ(compared["fields"][0]["path"], "total");
}

// Two processes and a state of 2.4 MB, of which one number differs.
TEST_F(Desync, OfALargeStateIsFoundByWalkingThroughIt) {
    const MatchOutcome match = play_game(
        strange_a({"--json", "--game", "stock"}), strange_b({"--json", "--game", "stock"}),
        {"--ticks", "60", "--option", "cells=300000", "--option", "fork_tick=20"}, {});
    for (const auto& [outcome, line] :
         {std::pair(match.host, host_line(match)), std::pair(match.guest, guest_line(match))}) {
        expect_told(outcome, line, 20, "cells[150000]");
    }
    for (const std::string& bundle : {path("host.desync"), path("guest.desync")}) {
        std::uint64_t largest = 0;
        std::uint64_t pieces = 0;
        std::istringstream packets(read_file(bundle + "/packets.jsonl"));
        for (std::string line; std::getline(packets, line);) {
            const Json packet = Json::parse(line);
            pieces += packet["kind"] == "pieces" ? 1U : 0U;
            largest = std::max(largest, packet.value("bytes", std::uint64_t{0}));
        }
        EXPECT_GE(pieces, 4U) << "both sides walked";
        EXPECT_LE(largest, 70'000U) << "nobody sent a whole state";
        EXPECT_GT(std::filesystem::file_size(bundle + "/theirs.tandem"), 2'000'000U)
            << "the whole state is known";
    }
}

// The verdicts of diff are tested without processes (tests/tools/verbs/diff_test.cpp).
class Diff : public EndToEnd {};

// Without the game the fields come from the first state that both files hold.
TEST_F(Diff, NamesTheTickOfTheStatesThatTheFieldsComeFrom) {
    const auto record = [&](const std::string& name, const Arguments& more) {
        const Outcome outcome =
            run_command(strange_a(Arguments{"--game", "counter", "record", "--ticks", "1500",
                                            "--keyframe-ticks", "600", "-o", path(name)} +
                                  more));
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return path(name);
    };
    const std::string a = record("a", {});
    const std::string b = record("b", {"--plant", "40:totals[1]"});
    const Json line = report(1, {"diff", a, b});
    EXPECT_EQ(line["tick"], 40U);
    const auto ticks_done = line.value("fields_ticks_done", std::uint64_t{0});
    ASSERT_GT(ticks_done, 41U) << line;
    const Outcome words = expect(1, {"diff", a, b});
    EXPECT_TRUE(contains(words.out, "different states from tick 40 on")) << words;
    EXPECT_TRUE(contains(words.out, "\n  tick " + std::to_string(ticks_done - 1) + "  totals[1]  "))
        << words;
}

}  // namespace
}  // namespace tandem::end_to_end
