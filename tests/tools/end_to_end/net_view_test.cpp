// SPDX-License-Identifier: MIT
// What two processes tell of the network between them: keys, picture and trace, also of a match in
// which one stands still or is killed.
#include <algorithm>
#include <csignal>
#include <utility>

#include <tests/tools/end_to_end/match.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::end_to_end {
namespace {

class NetView : public MatchTest {
protected:
    std::string svg(const std::string& side) const { return path(side + ".svg"); }
    std::string trace(const std::string& side) const { return path(side + ".json"); }
    Arguments views(const std::string& side) const {
        return {"--net-report", svg(side), "--trace", trace(side)};
    }
    static Json ended_line(const Outcome& outcome, const std::string& verb) {
        const auto lines = json_lines(outcome.out, verb);
        return lines.empty() ? Json::object() : lines.back();
    }
};

TEST_F(NetView, EachSideTellsOfItsNetworkInKeysAPictureAndATrace) {
    const MatchOutcome match =
        play(views("host") + Arguments{"--ticks", "150", "--name", "<ann>"}, views("guest"), {});
    expect_same_session(match, 150);
    const std::vector<std::pair<std::string, Json>> sides{{"host", host_line(match)},
                                                          {"guest", guest_line(match)}};
    for (const auto& [side, line] : sides) {
        SCOPED_TRACE(side);
        EXPECT_EQ(line["net_report"], svg(side));
        EXPECT_EQ(line["trace_file"], trace(side));
        EXPECT_TRUE(line["delay_ticks"].is_number()) << line;
        EXPECT_TRUE(line["waited_ms"].is_number()) << line;
        EXPECT_TRUE(line["stalls"].is_array()) << line;
        ASSERT_EQ(line["peers"].size(), 1U) << line;
        EXPECT_EQ(line["peers"][0]["player"], side == "host" ? 1 : 0);
        EXPECT_GT(line["peers"][0]["round_trip_ms"], 0.0);

        const std::string picture = read_file(svg(side));
        EXPECT_TRUE(picture.starts_with("<?xml") && picture.ends_with("</svg>\n"));
        EXPECT_TRUE(contains(picture, "player 0 (&lt;ann&gt;)")) << picture;
        EXPECT_TRUE(contains(picture, "150 ticks; the tick limit was reached")) << picture;

        const Json events = test::read_trace(read_file(trace(side)));
        EXPECT_EQ(test::problems_of(events), std::vector<std::string>{});
        EXPECT_EQ(test::events_named(events, "tick 0").size(), 1U);
        EXPECT_EQ(test::events_named(events, "tick 149").size(), 1U);
        const auto arrows =
            test::count_events(events, [](const Json& event) { return event["ph"] == "f"; });
        EXPECT_GT(arrows, 20U);
        const auto names = test::events_named(events, "process_name");
        EXPECT_EQ(std::count_if(names.begin(), names.end(),
                                [](const Json& event) {
                                    return contains(event["args"]["name"].get<std::string>(),
                                                    "player 0 (<ann>)");
                                }),
                  1);
    }
}

TEST_F(NetView, WhoStoodStillIsNamedEverywhere) {
    Host host = start_host(tandem({"--json", "--game", "duel"}),
                           Arguments{"--ticks", "1000000", "-o", host_file()} + views("host"));
    Process guest(
        tandem({"--json", "--game", "duel", "join", address_of(host), "-o", guest_file()}));
    ASSERT_TRUE(wait_for_ticks(host_file(), 20));
    guest.signal(SIGSTOP);
    ASSERT_TRUE(host.process.wait_for_err("waiting for player 1")) << host.process.err();
    guest.signal(SIGCONT);
    ASSERT_TRUE(host.process.wait_for_err("the match goes on")) << host.process.err();
    host.process.signal(SIGINT);
    const Outcome outcome = host.process.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    guest.wait();
    const Json line = ended_line(outcome, "host");
    ASSERT_EQ(line["stalls"].size(), 1U) << line;
    EXPECT_EQ(line["stalls"][0]["player"], 1);
    EXPECT_EQ(line["stalls"][0]["count"], 1);
    EXPECT_GE(line["stalls"][0]["ms"], 250);
    EXPECT_GE(line["waited_ms"], 100);
    EXPECT_TRUE(contains(read_file(svg("host")), "player 1: 1 time, "));
    const Json events = test::read_trace(read_file(trace("host")));
    EXPECT_EQ(test::problems_of(events), std::vector<std::string>{});
    EXPECT_EQ(test::count_events(events, [](const Json& event) { return event["ph"] == "B"; }), 1U);
}

TEST_F(NetView, AKilledProgramLeavesATraceThatOpensAndNoPicture) {
    Host host = start_host(tandem({"--game", "duel"}),
                           Arguments{"--ticks", "1000000", "-o", host_file()} + views("host"));
    const Process guest(tandem({"--game", "duel", "join", address_of(host), "-o", guest_file()}));
    ASSERT_TRUE(wait_for_ticks(host_file(), 100));
    host.process.signal(SIGKILL);
    host.process.wait();
    const Json events = test::read_trace(read_file(trace("host")), true);
    EXPECT_EQ(test::events_named(events, "tick 10").size(), 1U);
    EXPECT_EQ(read_file(svg("host")), "");
}

TEST_F(NetView, WithoutAMatchNoFileIsLeft) {
    Host host =
        start_host(tandem({"--game", "duel"}), Arguments{"-o", host_file()} + views("host"));
    host.process.signal(SIGINT);
    EXPECT_EQ(host.process.wait().exit_code, 130);
    EXPECT_FALSE(std::filesystem::exists(svg("host")));
    EXPECT_FALSE(std::filesystem::exists(trace("host")));
}

TEST_F(NetView, NoFileThatIsThereIsTouchedWithoutBeingAsked) {
    write_file(path("in.csv"), "forward\n50\n");
    write_file(path("mine.svg"), "mine");
    const Arguments host{
        "--game", "duel",     "host", "--port", "0", "--inputs", "script:" + path("in.csv"),
        "-o",     host_file()};
    for (const char* option : {"--net-report", "--trace"}) {
        const Outcome exists = run(host + Arguments{option, path("mine.svg")});
        EXPECT_EQ(exists.exit_code, 5) << exists;
        EXPECT_TRUE(contains(exists.err, "--force")) << exists;
        const Outcome input = run(host + Arguments{option, path("in.csv"), "--force"});
        EXPECT_EQ(input.exit_code, 2) << input;
        EXPECT_TRUE(contains(input.err, option)) << input;
        const Outcome output = run(host + Arguments{option, host_file(), "--force"});
        EXPECT_EQ(output.exit_code, 5) << output;
        EXPECT_FALSE(std::filesystem::exists(host_file()));
    }
    EXPECT_EQ(read_file(path("mine.svg")), "mine");
    EXPECT_EQ(read_file(path("in.csv")), "forward\n50\n");
}

TEST_F(NetView, OfASimulatedMatchIsATraceOfAllSides) {
    const Arguments netsim{"--game",  "duel", "netsim",    "--profile", "4g",
                           "--ticks", "120",  "--players", "3"};
    const Json plain = report(0, netsim);
    const Json traced = report(0, netsim + Arguments{"--trace", trace("all")});
    EXPECT_EQ(traced["trace"], plain["trace"]);
    EXPECT_EQ(traced["chain"], plain["chain"]);
    EXPECT_EQ(traced["trace_file"], trace("all"));
    EXPECT_TRUE(plain["trace_file"].is_null());
    const Json events = test::read_trace(read_file(trace("all")));
    EXPECT_EQ(test::problems_of(events), std::vector<std::string>{});
    EXPECT_EQ(test::events_named(events, "process_name").size(), 3U);
    EXPECT_EQ(test::events_named(events, "tick 119").size(), 3U);
    EXPECT_EQ(run(netsim + Arguments{"--trace", trace("all")}).exit_code, 5);
}

}  // namespace
}  // namespace tandem::end_to_end
