// SPDX-License-Identifier: MIT
// Players who are killed or stand still come back to a match that runs: real processes, signals and
// files, and nobody else loses a tick.
#include <csignal>
#include <filesystem>
#include <string>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class ComingBack : public MatchTest {
protected:
    std::string second_file() const { return path("guest-2.tandem"); }
    std::string secrets() const { return (state_folder() / "tandem").string(); }

    Host host_of(const Arguments& options) const {
        return start_host(tandem({"--json", "--game", "duel"}),
                          Arguments{"-o", host_file()} + options);
    }
    static Process join(const Host& host, const Arguments& options) {
        return Process(
            tandem(Arguments{"--json", "--game", "duel", "join", address_of(host)} + options));
    }
    static Process resume(const Host& host, const std::string& file,
                          const Arguments& options = {}) {
        return join(host, Arguments{"--resume", file} + options);
    }
    // The secret of this player, once it is written.
    std::string secret_of(std::uint32_t player) const {
        std::string found;
        const std::string end = "-player" + std::to_string(player);
        EXPECT_TRUE(wait_until([&] {
            std::error_code ignored;
            for (const auto& entry : std::filesystem::directory_iterator(secrets(), ignored)) {
                if (entry.path().string().ends_with(end)) {
                    found = entry.path().string();
                }
            }
            return !found.empty();
        }));
        return found;
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
};

TEST_F(ComingBack, AKilledGuestOfTwoComesBackWithItsFile) {
    Host host = host_of({"--ticks", "300"});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(wait_for_ticks(guest_file(), 30)) << guest.err();
    const std::string secret = secret_of(1);
    const Outcome live =
        expect(2, {"--game", "duel", "join", address_of(host), "--resume", guest_file()});
    EXPECT_TRUE(contains(live.err, "is being written")) << live;
    kill(guest);
    const std::string before = read_file(guest_file());

    // Another secret, and none.
    std::string wrong = read_file(secret);
    const std::size_t digit = wrong.find_last_of("0123456789abcdef");
    ASSERT_NE(digit, std::string::npos);
    wrong[digit] = wrong[digit] == '0' ? '1' : '0';
    write_file(path("wrong"), wrong);
    std::filesystem::permissions(path("wrong"), std::filesystem::perms(0600));
    const Outcome refused =
        resume(host, guest_file(), {"--secret-file", path("wrong"), "--wait-return", "20"}).wait();
    EXPECT_EQ(refused.exit_code, 4) << refused;
    EXPECT_FALSE(std::filesystem::exists(second_file()));
    const Outcome missing = resume(host, guest_file(), {"--secret-file", path("none")}).wait();
    EXPECT_EQ(missing.exit_code, 5) << missing;

    Process back = resume(host, guest_file());
    const Json line = closing(back.wait(), "join");
    const Json hosts = closing(host.process.wait(), "host");
    EXPECT_EQ(read_file(guest_file()), before) << "it is only read";
    EXPECT_EQ(line["file"], second_file());
    EXPECT_EQ(line["files"], Json::array({second_file()}));
    EXPECT_EQ(line["player"], 1);
    EXPECT_EQ(line["chain"], hosts["chain"]);
    EXPECT_EQ(hosts["ticks"], 300);
    ASSERT_EQ(hosts["away"].size(), 1U) << hosts;
    EXPECT_EQ(hosts["away"][0]["player"], 1);
    EXPECT_GT(hosts["away"][0]["until_tick"], 0);
    expect_verified(host_file(), "complete");
    expect_verified(guest_file(), "cut");
    expect_verified(second_file(), "complete");
    expect_one_session(host_file(), guest_file());
    const Json info = report(0, {"info", second_file()});
    EXPECT_EQ(info["fork_tick"], info["first_tick"]) << info;
    EXPECT_TRUE(std::filesystem::is_empty(secrets())) << "the match ended by agreement";
}

TEST_F(ComingBack, AGuestOfTwoThatStandsStillForLongGoesOnInItsFile) {
    Host host = host_of({"--ticks", "150"});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(wait_for_ticks(guest_file(), 30)) << guest.err();
    guest.signal(SIGSTOP);
    ASSERT_TRUE(host.process.wait_for_err("waits 120 s for it to come back")) << host.process.err();
    guest.signal(SIGCONT);
    const Json guests = closing(guest.wait(), "join");
    const Json hosts = closing(host.process.wait(), "host");
    EXPECT_EQ(guests["files"], Json::array({guest_file()}));
    ASSERT_EQ(hosts["away"].size(), 1U) << hosts;
    const Json compared = report(0, {"diff", host_file(), guest_file()});
    EXPECT_EQ(compared["verdict"], "identical");
    EXPECT_EQ(compared["a_ticks"], 150U);
    expect_verified(host_file(), "complete");
    expect_verified(guest_file(), "complete");
}

TEST_F(ComingBack, OfThreeTheOthersPlayOnUntilTheKilledOneIsBack) {
    Host host = host_of({"--ticks", "300", "--players", "3"});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(host.process.wait_for_err("player 1 is there")) << host.process.err();
    Process other = join(host, {"-o", path("other.tandem")});
    ASSERT_TRUE(wait_for_ticks(guest_file(), 30)) << guest.err();
    secret_of(1);
    kill(guest);
    Process back = resume(host, guest_file(), {"-o", path("back.tandem")});
    ASSERT_TRUE(host.process.wait_for_err("player 1 is back")) << host.process.err();
    const Json line = closing(back.wait(), "join");
    const Json others = closing(other.wait(), "join");
    const Json hosts = closing(host.process.wait(), "host");
    EXPECT_EQ(line["file"], path("back.tandem"));
    EXPECT_EQ(line["chain"], hosts["chain"]);
    EXPECT_EQ(others["chain"], hosts["chain"]);
    for (const std::string& file : {host_file(), path("other.tandem"), path("back.tandem")}) {
        expect_verified(file, "complete");
    }
    expect_verified(guest_file(), "cut");
    EXPECT_EQ(report(0, {"diff", host_file(), path("other.tandem")})["verdict"], "identical");
    expect_one_session(host_file(), guest_file());
}

TEST_F(ComingBack, AnInterruptEndsTheWaitAtOnceAndKeepsTheFile) {
    Host host = host_of({});
    Process guest = join(host, {"-o", guest_file()});
    ASSERT_TRUE(wait_for_ticks(host_file(), 30)) << guest.err();
    kill(guest);
    ASSERT_TRUE(host.process.wait_for_err("waits 120 s for it to come back")) << host.process.err();
    host.process.signal(SIGINT);
    const Json line = closing(host.process.wait(), "host", 130);
    ASSERT_EQ(line["away"].size(), 1U) << line;
    EXPECT_EQ(line["away"][0]["until_tick"], nullptr);
    expect_verified(host_file(), "complete");
    expect_one_session(host_file(), guest_file());
}

TEST_F(ComingBack, AGuestThatHasWaitedInVainSaysHowToComeBack) {
    Host host = host_of({});
    Process guest(tandem({"--game", "duel", "join", address_of(host), "--wait-return", "1", "-o",
                          guest_file(), "--secret-file", path("secret")}));
    ASSERT_TRUE(wait_for_ticks(guest_file(), 30)) << guest.err();
    kill(host.process);
    const Outcome outcome = guest.wait();
    EXPECT_EQ(outcome.exit_code, 4) << outcome;
    expect_nothing_twice(outcome);
    EXPECT_TRUE(contains(outcome.out, "come back with: tandem join " + address_of(host) +
                                          " --resume " + guest_file() + " --secret-file " +
                                          path("secret") + "\n"))
        << outcome;
    EXPECT_TRUE(std::filesystem::exists(path("secret")));
    expect_verified(guest_file(), "complete");
}

TEST_F(ComingBack, ARecordingThatNamesNoMatchIsRefused) {
    const std::string alone = record_bots("alone.tandem", 20);
    const Outcome outcome = expect(3, {"join", "127.0.0.1:1", "--resume", alone});
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "names no match")) << outcome;
    expect(2, {"join", "127.0.0.1:1", "--resume", alone, "--seed", "7"});
    expect(2, {"join", "127.0.0.1:1", "--resume", alone, "--wait-return", "86401"});
}

}  // namespace
}  // namespace tandem::end_to_end
