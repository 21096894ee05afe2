// SPDX-License-Identifier: MIT
// Matches between two processes over real ENet that come to their agreed end: both sides hold the
// same session.
#include <csignal>
#include <tuple>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class Match : public MatchTest {};

TEST_F(Match, OfTheFourPlayerDemoIsTheSameSessionOnBothSidesAsRecordedAlone) {
    const Demo& demo = k_demos[0];
    const auto source = source_of(demo);
    if (!source) {
        GTEST_SKIP() << no_demo_reason(demo);
    }
    const MatchOutcome match = play({"--inputs", *source}, {"--inputs", *source});
    expect_same_session(match, demo.ticks);
    const Json recorded = report(0, {"--game", "duel", "record", "--players", "2", "--inputs",
                                     *source, "-o", path("alone")});
    const Json chain = recorded["chain"];
    EXPECT_EQ(recorded["ticks"], demo.ticks);
    EXPECT_EQ(host_line(match)["chain"], chain);
    EXPECT_EQ(guest_line(match)["chain"], chain);
    EXPECT_EQ(host_line(match)["end"], "source_ended");
    for (const std::string& file : {host_file(), guest_file(), path("alone")}) {
        const Json verified = report(0, {"verify", file});
        EXPECT_EQ(verified["chain"], chain);
        EXPECT_EQ(verified["ticks_checked"], demo.ticks);
    }
    EXPECT_EQ(report(0, {"diff", host_file(), path("alone")})["verdict"], "identical");
}

TEST_F(Match, OfBotsEndsAtTheSmallestTickLimit) {
    const MatchOutcome match = play({"--ticks", "700"}, {"--ticks", "500"});
    expect_same_session(match, 500);
    EXPECT_EQ(host_line(match)["end"], "tick_limit");
    EXPECT_EQ(guest_line(match)["end"], "tick_limit");
}

TEST_F(Match, EndsWhereTheShorterSourceEnds) {
    write_file(path("short.csv"), "forward\n50\n50\n50\n50\n50\n50\n50\n");
    const MatchOutcome match =
        play({"--ticks", "700"}, {"--inputs", "script:" + path("short.csv")});
    expect_same_session(match, 7);
}

TEST_F(Match, TakesTheHostsSetupAndStoresItOnBothSides) {
    const MatchOutcome match =
        play({"--ticks", "100", "--seed", "77", "--option", "arena=rooms"}, {});
    expect_same_session(match, 100);
    for (const std::string& file : {host_file(), guest_file()}) {
        const Json info = report(0, {"info", file});
        EXPECT_EQ(info["seed"], 77U);
        EXPECT_TRUE(contains(info.value("options", ""), "arena=rooms")) << info;
    }
}

TEST_F(Match, OfUnlikeDelaysIsTheSameSession) {
    const MatchOutcome match = play({"--ticks", "300", "--delay", "0"}, {"--delay", "9"});
    expect_same_session(match, 300);
}

TEST_F(Match, InRealTimeIsTheSameSession) {
    const MatchOutcome match = play({"--ticks", "40"}, {}, {});
    expect_same_session(match, 40);
}

TEST_F(Match, OfScriptsActsAtTheRowsTicksWhateverTheDelay) {
    write_file(path("two.csv"), "p0.forward,p1.turn\n50,1\n50,2\n40,3\n30,4\n");
    const Arguments inputs{"--inputs", "script:" + path("two.csv")};
    const MatchOutcome match = play(inputs, inputs + Arguments{"--delay", "7"});
    expect_same_session(match, 4);
    expect(0, Arguments{"--game", "duel", "record", "-o", path("alone")} + inputs);
    EXPECT_EQ(report(0, {"diff", host_file(), path("alone")})["verdict"], "identical");
}

TEST_F(Match, WithAKeyIsPlayedByThoseWhoHaveIt) {
    write_file(path("key"), "correct horse battery staple\n");
    const Arguments key{"--key-file", path("key")};
    expect_same_session(play(Arguments{"--ticks", "100"} + key, key), 100);
}

TEST_F(Match, WithAPassphraseIsPlayedByThoseWhoKnowIt) {
    write_file(path("words"), "correct horse\n");
    const Arguments words{"--passphrase-file", path("words")};
    expect_same_session(play(Arguments{"--ticks", "100"} + words, words), 100);
}

TEST_F(Match, OfSwarmHasInputsOfVariableLength) {
    const MatchOutcome match = play_game(tandem({"--game", "swarm"}), tandem({"--game", "swarm"}),
                                         {"--ticks", "200", "--option", "units=500"}, {});
    expect_same_session(match, 200);
}

// Each of several games that are built in, so that none is right by chance.
TEST_F(Match, WithoutANameIsOfTheGameThatIsHosted) {
    for (const char* game : {"duel", "swarm"}) {
        const MatchOutcome match = play_game(tandem({"--game", game}), tandem({"--json"}),
                                             {"--ticks", "50", "--force"}, {"--force"});
        expect_same_session(match, 50);
        EXPECT_EQ(report(0, {"info", guest_file()})["game"], game);
        EXPECT_FALSE(contains(match.host.err, "refused")) << match.host;
        EXPECT_FALSE(contains(match.host.err, "player 2")) << match.host;
    }
}

TEST_F(Match, WithoutANameButWithAKeyIsOfTheGameThatIsHosted) {
    write_file(path("key"), "correct horse battery staple\n");
    const Arguments key{"--key-file", path("key")};
    expect_same_session(
        play_game(tandem({"--game", "swarm"}), tandem({}), Arguments{"--ticks", "50"} + key, key),
        50);
}

TEST_F(Match, OfThreeIsTheSameSessionOnAllSides) {
    Host host = start_host(tandem({"--json", "--game", "duel"}),
                           {"--players", "3", "--ticks", "200", "--unpaced", "-o", host_file()});
    Process second(tandem(
        {"--json", "--game", "duel", "join", address_of(host), "--unpaced", "-o", guest_file()}));
    Process third(tandem(
        {"--json", "--game", "duel", "join", address_of(host), "--unpaced", "-o", path("third")}));
    for (Process* process : {&host.process, &second, &third}) {
        const Outcome outcome = process->wait();
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }
    for (const std::string& file : {guest_file(), path("third")}) {
        EXPECT_EQ(report(0, {"diff", host_file(), file})["verdict"], "identical");
        EXPECT_EQ(report(0, {"verify", file})["ticks_checked"], 200U);
    }
}

TEST_F(Match, InterruptedOnOneSideEndsOnBothAtTheSameTick) {
    Host host = start_host(tandem({"--json", "--game", "duel"}), {"-o", host_file()});
    Process guest(
        tandem({"--json", "--game", "duel", "join", address_of(host), "-o", guest_file()}));
    ASSERT_TRUE(wait_for_ticks(guest_file(), 1)) << guest.err();
    guest.signal(SIGINT);
    const Outcome left = guest.wait();
    const Outcome stayed = host.process.wait();
    EXPECT_EQ(left.exit_code, 130) << left;
    EXPECT_TRUE(contains(stayed.err, "player 1")) << stayed;
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
    EXPECT_EQ(report(0, {"verify", host_file()})["verdict"], "same");
}

TEST_F(Match, ThatNobodyJoinsCanBeInterruptedAndLeavesNoFile) {
    Host host = start_host(tandem({"--game", "duel"}), {"-o", host_file()});
    host.process.signal(SIGINT);
    const Outcome outcome = host.process.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    EXPECT_TRUE(contains(outcome.out, "no match came about")) << outcome;
    EXPECT_FALSE(std::filesystem::exists(host_file()));
}

TEST_F(Match, ThatNobodyJoinsIsOneObjectToo) {
    Host host = start_host(tandem({"--json", "--game", "duel"}), {"-o", host_file()});
    host.process.signal(SIGTERM);
    const Outcome outcome = host.process.wait();
    EXPECT_EQ(outcome.exit_code, 143) << outcome;
    const auto lines = json_lines(outcome.out, "host");
    ASSERT_EQ(lines.size(), 1U) << outcome;
    EXPECT_EQ(lines[0]["end"], "interrupted");
    EXPECT_EQ(lines[0]["ticks"], 0U);
    EXPECT_TRUE(lines[0]["file"].is_null()) << outcome;
}

TEST_F(Match, ReportsItsFactsOnBothSides) {
    const MatchOutcome match = play({"--ticks", "80"}, {});
    expect_same_session(match, 80);
    const Json host = host_line(match);
    const Json guest = guest_line(match);
    for (const auto& [line, file, player] :
         {std::tuple(host, host_file(), 0U), std::tuple(guest, guest_file(), 1U)}) {
        EXPECT_EQ(line["game"], "duel");
        EXPECT_EQ(line["ticks"], 80U);
        EXPECT_EQ(line["players"], 2U);
        EXPECT_EQ(line["player"], player);
        EXPECT_EQ(line["file"], file);
        EXPECT_EQ(line["bytes"], std::filesystem::file_size(file));
        EXPECT_EQ(line["chain"], report(0, {"info", file})["chain"]);
    }
}

TEST_F(Match, SecondInterruptWaitsForNobody) {
    Host host = start_host(tandem({"--game", "duel"}), {"-o", host_file()});
    Process guest(tandem({"--game", "duel", "join", address_of(host), "-o", guest_file()}));
    ASSERT_TRUE(wait_for_ticks(host_file(), 1)) << guest.err();
    // A guest that does not answer cannot agree on an end.
    guest.signal(SIGSTOP);
    EXPECT_TRUE(wait_until([&] {
        host.process.signal(SIGINT);
        return !host.process.is_running();
    }));
    EXPECT_EQ(host.process.wait().exit_code, 130);
    guest.signal(SIGKILL);
    EXPECT_EQ(report(3, {"verify", host_file()})["verdict"], "same");
}

TEST_F(Match, OfAProgramWithOneGameIsAnnouncedAsThatProgramIsCalled) {
    Host host = start_host(alone({}), {"--ticks", "50", "--unpaced", "-o", host_file()});
    const Outcome guest =
        run_command(alone({"join", address_of(host), "--unpaced", "-o", guest_file()}));
    EXPECT_EQ(guest.exit_code, 0) << guest;
    const Outcome ended = host.process.wait();
    EXPECT_EQ(ended.exit_code, 0) << ended;
    EXPECT_TRUE(contains(ended.err, "they say: alone join THIS-MACHINE:" + host.port + "\n"))
        << ended;
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
    const Outcome failed = run_command(alone({"verify", path("missing")}));
    expect_one_sentence(failed);
    EXPECT_TRUE(failed.err.starts_with("alone: ")) << failed;
}

}  // namespace
}  // namespace tandem::end_to_end
