// SPDX-License-Identifier: MIT
// Hosts that go on with a match that was killed or stopped, and players who come when it runs: real
// processes, signals and files.
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class Resuming : public MatchTest {
protected:
    std::string second_host_file() const { return path("host-2.tandem"); }
    std::string second_guest_file() const { return path("guest-2.tandem"); }

    Host host_of(const Arguments& options) const {
        return start_host(tandem({"--json", "--game", "duel"}),
                          Arguments{"-o", host_file()} + options);
    }
    // Another process in the host's place, where its guests look for it.
    static Process host_again(const Host& before, const Arguments& options) {
        return Process(tandem(Arguments{"--json", "host", "--port", before.port} + options));
    }
    static Process join(const Host& host, const Arguments& options) {
        return Process(
            tandem(Arguments{"--json", "--game", "duel", "join", address_of(host)} + options));
    }
    // Waits until everybody can come back: the secrets are there, and so are so many ticks.
    void play_for_a_while(const Process& host, const std::string& file) const {
        ASSERT_TRUE(wait_for_ticks(file, 40)) << host.err();
        ASSERT_TRUE(wait_until([&] { return secrets() >= 2; })) << host.err();
    }
    std::size_t secrets() const {
        std::error_code ignored;
        const std::filesystem::directory_iterator all(state_folder() / "tandem", ignored);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
    static void kill(Process& process) {
        process.signal(SIGKILL);
        EXPECT_EQ(process.wait().signal, SIGKILL);
    }
    static Json closing(const Outcome& outcome, const std::string& verb, int exit_code = 0) {
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        expect_nothing_twice(outcome);
        const auto lines = json_lines(outcome.out, verb);
        EXPECT_EQ(lines.size(), 1U) << outcome;
        return lines.empty() ? Json::object() : lines.back();
    }
    void expect_verified(const std::string& file, const std::string& completeness) const {
        const Json verified = report(completeness == "cut" ? 3 : 0, {"verify", file});
        EXPECT_EQ(verified["verdict"], "same") << file;
        EXPECT_EQ(verified["completeness"], completeness) << file;
    }
    // As far as both go they are one session.
    void expect_one_session(const std::string& a, const std::string& b) const {
        const Outcome compared = run({"--json", "diff", a, b});
        const Json verdict = json_lines(compared.out, "diff").back()["verdict"];
        EXPECT_TRUE(verdict == "prefix" || verdict == "identical") << compared;
    }
    std::uint64_t first_tick(const std::string& file) const {
        return report(0, {"info", file})["first_tick"];
    }
};

TEST_F(Resuming, AKilledHostGoesOnWithItsLivingGuest) {
    Host host = host_of({"--ticks", "300"});
    Process guest = join(host, {"-o", guest_file(), "--name", "ann"});
    play_for_a_while(host.process, guest_file());
    const Outcome live = expect(2, {"host", "--resume", host_file()});
    EXPECT_TRUE(contains(live.err, "is being written")) << live;
    kill(host.process);
    const std::string before = read_file(host_file());

    Process again = host_again(host, {"--resume", host_file(), "--ticks", "300"});
    const Json hosts = closing(again.wait(), "host");
    const Json guests = closing(guest.wait(), "join");
    EXPECT_TRUE(contains(again.err(), "goes on with match ")) << again.err();
    EXPECT_TRUE(contains(again.err(), "generation 1")) << again.err();
    EXPECT_TRUE(contains(again.err(), "waits up to 120 s for player 1 (ann)")) << again.err();
    EXPECT_TRUE(contains(again.err(), "the match goes on after ")) << again.err();
    EXPECT_EQ(read_file(host_file()), before) << "it is only read";
    EXPECT_EQ(hosts["file"], second_host_file());
    EXPECT_EQ(hosts["chain"], guests["chain"]);
    expect_verified(host_file(), "cut");
    expect_verified(second_host_file(), "complete");
    expect_verified(guests["file"], "complete");
    expect_one_session(second_host_file(), guests["file"]);
    expect_one_session(host_file(), guest_file());
    const Json info = report(0, {"info", second_host_file()});
    EXPECT_EQ(info["fork_tick"], info["first_tick"]) << info;
    EXPECT_EQ(secrets(), 0U) << "the match ended by agreement";
}

TEST_F(Resuming, HostAndGuestAreKilledAndBothGoOn) {
    Host host = host_of({"--ticks", "300"});
    Process guest = join(host, {"-o", guest_file()});
    play_for_a_while(host.process, guest_file());
    kill(host.process);
    kill(guest);

    Process again = host_again(host, {"--resume", host_file(), "--ticks", "300"});
    ASSERT_TRUE(again.wait_for_err("goes on with match ")) << again.err();
    Process back = join(host, {"--resume", guest_file()});
    const Json hosts = closing(again.wait(), "host");
    const Json guests = closing(back.wait(), "join");
    EXPECT_EQ(guests["file"], second_guest_file());
    EXPECT_EQ(hosts["chain"], guests["chain"]);
    expect_verified(second_host_file(), "complete");
    expect_verified(second_guest_file(), "complete");
    expect_one_session(second_host_file(), second_guest_file());
    expect_one_session(host_file(), guest_file());
}

TEST_F(Resuming, AStoppedMatchGoesOnFromAnEarlierTickWithTheSamePlayersOrWithAnybody) {
    Host host = host_of({});
    Process guest = join(host, {"-o", guest_file()});
    play_for_a_while(host.process, host_file());
    host.process.signal(SIGINT);
    closing(host.process.wait(), "host", 130);
    EXPECT_EQ(guest.wait().exit_code, 0);
    EXPECT_EQ(secrets(), 2U) << "a stopped match can go on";

    Process again = host_again(host, {"--from", host_file() + "@20", "--ticks", "80"});
    ASSERT_TRUE(again.wait_for_err("generation 1, after 20 ticks; waits")) << again.err();
    Process back = join(host, {"--resume", guest_file()});
    const Json hosts = closing(again.wait(), "host");
    const Json guests = closing(back.wait(), "join");
    EXPECT_EQ(hosts["chain"], guests["chain"]);
    EXPECT_EQ(first_tick(second_host_file()), 20U);
    expect_verified(second_host_file(), "complete");
    expect_verified(guests["file"], "complete");
    expect_one_session(second_host_file(), guests["file"]);

    // Nobody has its secret any more.
    const Outcome missing = expect(5, {"host", "--from", host_file() + "@20"});
    EXPECT_TRUE(contains(missing.err, "--anybody")) << missing;
    Process open = host_again(
        host, {"--from", host_file() + "@20", "--anybody", "--ticks", "80", "-o", path("any")});
    ASSERT_TRUE(open.wait_for_err("after 20 ticks; anybody may join")) << open.err();
    Process newcomer = join(host, {"-o", path("newcomer")});
    const Json opens = closing(open.wait(), "host");
    const Json newcomers = closing(newcomer.wait(), "join");
    EXPECT_TRUE(contains(open.err(), "player 1 takes part from tick ")) << open.err();
    EXPECT_EQ(opens["chain"], newcomers["chain"]);
    expect_verified(path("any"), "complete");
    expect_verified(path("newcomer"), "complete");
}

TEST_F(Resuming, WhoJoinsAnOpenSlotLaterTakesPart) {
    Host host = host_of({"--players", "3", "--open", "1", "--ticks", "240"});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(
        host.process.wait_for_err("begins with 2 players; you are player 0; slot 2 is open"))
        << host.process.err();
    ASSERT_TRUE(wait_for_ticks(host_file(), 30)) << host.process.err();
    Process late = join(host, {"-o", path("late.tandem")});
    const Json hosts = closing(host.process.wait(), "host");
    const Json guests = closing(guest.wait(), "join");
    const Json lates = closing(late.wait(), "join");
    EXPECT_TRUE(contains(host.process.err(), "player 2 takes part from tick "))
        << host.process.err();
    EXPECT_EQ(lates["player"], 2);
    for (const Json& side : {guests, lates}) {
        EXPECT_EQ(side["chain"], hosts["chain"]);
        expect_verified(side["file"], "complete");
    }
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
    EXPECT_GT(first_tick(path("late.tandem")), 0U);
    expect_one_session(host_file(), path("late.tandem"));
}

TEST_F(Resuming, ABotPlaysAnOpenSlotUntilSomebodyJoins) {
    Host host = host_of({"--players", "3", "--open", "1", "--bots-fill", "--ticks", "300"});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(host.process.wait_for_err("a bot plays player 2 from tick ")) << host.process.err();
    ASSERT_TRUE(wait_for_ticks(host_file(), 60)) << host.process.err();
    Process late = join(host, {"-o", path("late.tandem")});
    const Json hosts = closing(host.process.wait(), "host");
    const Json guests = closing(guest.wait(), "join");
    const Json lates = closing(late.wait(), "join");
    EXPECT_TRUE(contains(guest.err(), "a bot plays player 2 from tick ")) << guest.err();
    EXPECT_EQ(lates["player"], 2);
    EXPECT_EQ(lates["chain"], hosts["chain"]);
    EXPECT_EQ(guests["chain"], hosts["chain"]);
    expect_verified(host_file(), "complete");
    expect_verified(path("late.tandem"), "complete");
}

TEST_F(Resuming, WhatCannotGoOnIsRefusedInWords) {
    const std::string alone = record_bots("alone.tandem", 20);
    const Outcome outcome = expect(3, {"host", "--resume", alone});
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "names no match")) << outcome;
    for (const Arguments& more : {Arguments{"--from", alone}, Arguments{"--seed", "7"},
                                  Arguments{"--open", "1"}, Arguments{"--anybody"}}) {
        expect_one_sentence(expect(2, Arguments{"host", "--resume", alone} + more));
    }
    const Arguments anybody{"host", "--anybody", "--from", alone, "--port", "0"};
    expect_one_sentence(expect(2, anybody + Arguments{"--ticks", "20"}));
    expect_one_sentence(expect(2, {"--game", "duel", "host", "--players", "3", "--open", "2"}));
    EXPECT_FALSE(std::filesystem::exists(path("alone-2.tandem")));
}

}  // namespace
}  // namespace tandem::end_to_end
