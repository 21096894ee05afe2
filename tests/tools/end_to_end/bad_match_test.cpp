// SPDX-License-Identifier: MIT
// Matches that cannot come about or cannot go on: the reason on both sides, exit code 4, and
// nothing lost that was recorded.
#include <array>
#include <csignal>
#include <random>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

// A UDP socket on this machine.
class Socket {
public:
    Socket() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { ::close(socket_); }

    std::string port() const {
        sockaddr_in address{};
        socklen_t size = sizeof(address);
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        return std::to_string(ntohs(address.sin_port));
    }
    void send(const std::string& port, const std::string& bytes) const {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
        ::sendto(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT,
                 reinterpret_cast<sockaddr*>(&address), sizeof(address));
    }

private:
    int socket_;
};

class BadMatch : public MatchTest {
protected:
    // Both sides name the reason; the guest ends with 4, the host would wait for another.
    void expect_refused(const MatchOutcome& match, const std::vector<std::string>& parts) const {
        EXPECT_EQ(match.guest.exit_code, 4) << match.guest;
        EXPECT_EQ(match.host.exit_code, 130) << match.host;
        expect_nothing_twice(match.guest);
        expect_nothing_twice(match.host);
        for (const std::string& part : parts) {
            EXPECT_TRUE(contains(match.guest.err, part)) << part << "\n" << match.guest;
            EXPECT_TRUE(contains(match.host.err, part)) << part << "\n" << match.host;
        }
        EXPECT_FALSE(std::filesystem::exists(host_file()));
        EXPECT_FALSE(std::filesystem::exists(guest_file()));
    }
    MatchOutcome play_strange(const std::string& game) const {
        return play_game(strange_a({"--game", game}), strange_b({"--game", game}),
                         {"--ticks", "100"}, {});
    }
};

TEST_F(BadMatch, PortInUseIsSaidAndLeavesNoFile) {
    const Socket taken;
    const Outcome outcome =
        expect(4, {"--game", "duel", "host", "--port", taken.port(), "-o", host_file()});
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, taken.port())) << outcome;
    EXPECT_FALSE(std::filesystem::exists(host_file()));
}

TEST_F(BadMatch, NobodyThereIsSaidAndLeavesNoFile) {
    // Bound by a socket that never answers, so that nobody else can.
    const Socket silent;
    const Outcome outcome = expect(
        4, {"--quiet", "--game", "duel", "join", "127.0.0.1:" + silent.port(), "-o", guest_file()});
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "nobody answered")) << outcome;
    EXPECT_FALSE(std::filesystem::exists(guest_file()));
}

TEST_F(BadMatch, WithoutANamedGameTheRefusalsAreTheSame) {
    const Socket silent;
    const Outcome alone =
        expect(4, {"--quiet", "join", "127.0.0.1:" + silent.port(), "-o", guest_file()});
    expect_one_sentence(alone);
    EXPECT_TRUE(contains(alone.err, "nobody answered")) << alone;
    const MatchOutcome match =
        play_game(strange_a({"--game", "counter"}), tandem({"--quiet"}), {"--ticks", "100"}, {});
    EXPECT_EQ(match.guest.exit_code, 4) << match.guest;
    expect_one_sentence(match.guest);
    EXPECT_TRUE(contains(match.guest.err,
                         "counter, which is not built into this program; there "
                         "is duel, swarm"))
        << match.guest;
    EXPECT_FALSE(std::filesystem::exists(guest_file()));
    EXPECT_EQ(expect(2, {"join", "127.0.0.1", "--delay", "soon"}).out, "");
}

TEST_F(BadMatch, AnotherVersionOfTheGameIsRefusedAndBothAreNamed) {
    expect_refused(play_strange("versioned"),
                   {"versions of the game differ", "host: 1; joiner: 2"});
}

TEST_F(BadMatch, AnotherGameIsRefusedAndBothAreNamed) {
    expect_refused(
        play_game(tandem({"--game", "duel"}), tandem({"--game", "swarm"}), {"--ticks", "100"}, {}),
        {"games differ", "host: duel; joiner: swarm"});
}

TEST_F(BadMatch, OtherFieldsAreRefused) {
    expect_refused(play_strange("reshaped"), {"different fields"});
}

TEST_F(BadMatch, AnotherTickRateIsRefusedAndBothAreNamed) {
    expect_refused(play_strange("paced"),
                   {"tick rates differ", "host: 60 ticks per second; joiner: 30 ticks per second"});
}

TEST_F(BadMatch, SeedThatContradictsTheHostsIsRefused) {
    expect_refused(play({"--ticks", "50", "--seed", "5"}, {"--seed", "6"}),
                   {"seed", "host: 5; joiner: 6"});
}

TEST_F(BadMatch, SeedThatIsTheHostsIsNot) {
    expect_same_session(play({"--seed", "5", "--ticks", "50"}, {"--seed", "5"}), 50);
}

TEST_F(BadMatch, PlayersThatContradictTheHostsAreRefused) {
    expect_refused(play({"--ticks", "50"}, {"--players", "3"}),
                   {"players", "host: 2", "joiner: 3"});
}

TEST_F(BadMatch, OptionsThatContradictTheHostsAreRefused) {
    expect_refused(play({"--ticks", "50", "--option", "arena=rooms"}, {"--option", "arena=yard"}),
                   {"options"});
}

TEST_F(BadMatch, NobodyJoinsWithoutTheKey) {
    write_file(path("key"), "correct horse battery staple\n");
    write_file(path("other"), "incorrect donkey\n");
    const Arguments host{"--ticks", "50", "--key-file", path("key")};
    for (const Arguments& guest : {Arguments{}, Arguments{"--key-file", path("other")},
                                   Arguments{"--passphrase-file", path("key")}}) {
        const MatchOutcome match = play(host, guest);
        EXPECT_EQ(match.guest.exit_code, 4) << match.guest;
        EXPECT_TRUE(contains(match.guest.err, "match refused: ")) << match.guest;
        EXPECT_TRUE(contains(match.guest.err, "key")) << match.guest;
        EXPECT_TRUE(contains(match.host.err, "match refused: ")) << match.host;
        EXPECT_FALSE(std::filesystem::exists(host_file()));
    }
}

TEST_F(BadMatch, OneWhoComesTooLateIsToldAndDisturbsNobody) {
    Host host = start_host(tandem({"--json", "--game", "duel"}), {"-o", host_file()});
    Process guest(
        tandem({"--json", "--game", "duel", "join", address_of(host), "-o", guest_file()}));
    ASSERT_TRUE(wait_for_ticks(guest_file(), 1)) << guest.err();
    const Outcome late =
        expect(4, {"--quiet", "--game", "duel", "join", address_of(host), "-o", path("late")});
    expect_one_sentence(late);
    EXPECT_TRUE(contains(late.err, "the match has begun already")) << late;
    EXPECT_FALSE(std::filesystem::exists(path("late")));
    EXPECT_TRUE(host.process.is_running() && guest.is_running());
    guest.signal(SIGINT);
    EXPECT_EQ(guest.wait().exit_code, 130);
    host.process.wait();
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(BadMatch, AfterARefusalTheHostPlaysWithTheNext) {
    Host host =
        start_host(tandem({"--game", "duel"}), {"--ticks", "100", "--unpaced", "-o", host_file()});
    expect(4, {"--game", "swarm", "join", address_of(host), "-o", path("wrong")});
    const Outcome guest = run_command(
        tandem({"--game", "duel", "join", address_of(host), "--unpaced", "-o", guest_file()}));
    expect_same_session({host.process.wait(), guest}, 100);
}

// The host still has inputs of the guest's to play when it hears of it, so that the fact and the
// end of the match are some ticks apart.
TEST_F(BadMatch, AGuestThatBreaksDownIsSaidOnceAndBothFilesAreWhole) {
    const MatchOutcome match = play({}, {"--delay", "20", "--plant", "40:fighters[7].health"}, {});
    EXPECT_EQ(match.guest.exit_code, 2) << match.guest;
    EXPECT_EQ(match.host.exit_code, 4) << match.host;
    EXPECT_TRUE(contains(match.host.err, "player 1 stopped")) << match.host;
    expect_nothing_twice(match.guest);
    expect_nothing_twice(match.host);
    EXPECT_EQ(report(0, {"verify", guest_file()})["ticks_checked"], 40U);
    EXPECT_GT(report(0, {"verify", host_file()})["ticks_checked"], 40U);
}

#ifdef NDEBUG  // where faults are assertions no process gets to its exception
// Who throws second may hear of the first before.
TEST_F(BadMatch, AGameThatThrowsIsSaidWithItsFaultsAndFileByBothSides) {
    const Arguments game{"--game", "troubled"};
    const Arguments json{"--json", "--game", "troubled"};
    for (const bool is_json : {false, true}) {
        const MatchOutcome match =
            play_game(strange_a(is_json ? json : game), strange_b(is_json ? json : game),
                      {"--ticks", "100", "--force"}, {"--force"});
        const bool host_throws = match.host.exit_code == 70;
        EXPECT_TRUE(host_throws || match.guest.exit_code == 70) << match.host << match.guest;
        EXPECT_TRUE(contains((host_throws ? match.host : match.guest).err,
                             "tick 29, step: the game threw an exception: boom"))
            << match.host << match.guest;
        for (const Outcome* side : {&match.host, &match.guest}) {
            EXPECT_TRUE(side->exit_code == 70 || side->exit_code == 4) << *side;
            EXPECT_TRUE(contains(side->err, "tick 6: Fixed division by zero at ")) << *side;
            EXPECT_TRUE(contains(side->out, side == &match.host ? host_file() : guest_file()))
                << *side;
        }
        if (is_json) {
            for (const Json& line : {host_line(match), guest_line(match)}) {
                EXPECT_EQ(line["faults"]["count"], 1U) << line;
                EXPECT_GT(line["ticks"], 6U) << line;
            }
        }
    }
}
#endif

// Kills one side of a match that would go on for ever, and judges what both files hold.
class KilledPeer : public MatchTest {
protected:
    void expect_survived(bool kills_host) const {
        const Arguments endless{"--ticks", "1000000000", "--unpaced", "--wait-return", "0", "-o"};
        Host host =
            start_host(tandem({"--json", "--game", "duel"}), endless + Arguments{host_file()});
        Process guest(tandem(Arguments{"--json", "--game", "duel", "join", address_of(host)} +
                             endless + Arguments{guest_file()}));
        EXPECT_TRUE(wait_for_ticks(kills_host ? host_file() : guest_file(), 1)) << guest.err();
        Process& victim = kills_host ? host.process : guest;
        Process& survivor = kills_host ? guest : host.process;
        victim.signal(SIGKILL);
        EXPECT_EQ(victim.wait().signal, SIGKILL);

        const Outcome outcome = survivor.wait();
        EXPECT_EQ(outcome.exit_code, 4) << outcome;
        expect_nothing_twice(outcome);
        const std::string name = kills_host ? "player 0" : "player 1";
        EXPECT_TRUE(contains(outcome.err, name)) << outcome;
        const auto lines = json_lines(outcome.out, kills_host ? "join" : "host");
        ASSERT_EQ(lines.size(), 1U) << outcome;
        EXPECT_EQ(lines[0]["end"], "peer_lost");

        const std::string& whole = kills_host ? guest_file() : host_file();
        const std::string& cut = kills_host ? host_file() : guest_file();
        const Json survived = report(0, {"verify", whole});
        EXPECT_EQ(survived["ticks_checked"], lines[0]["ticks"]);
        EXPECT_EQ(survived["completeness"], "complete");
        const Json killed = report(3, {"verify", cut});
        EXPECT_EQ(killed["verdict"], "same");
        EXPECT_GE(killed["ticks_checked"], 1U);
        EXPECT_EQ(killed["completeness"], "cut");
        // As far as both go they are one session.
        const Outcome compared = run({"--json", "diff", whole, cut});
        const Json verdict = json_lines(compared.out, "diff").back()["verdict"];
        EXPECT_TRUE(verdict == "prefix" || verdict == "identical") << compared;
    }
};

TEST_F(KilledPeer, GuestLeavesTheHostWithAWholeFile) { expect_survived(false); }
TEST_F(KilledPeer, HostLeavesTheGuestWithAWholeFile) { expect_survived(true); }

TEST_F(BadMatch, GarbageDatagramsDuringAMatchChangeNothing) {
    constexpr std::uint32_t k_seed = 20;
    SCOPED_TRACE("seed " + std::to_string(k_seed));
    std::mt19937 random(k_seed);
    // Every other one begins as ENet's request for a connection does.
    const auto garbage = [&] {
        const std::string request("\x8f\xff\x12\x34\x82\xff\x00\x01", 8);
        std::string bytes = random() % 2 == 0 ? request : "";
        bytes.resize(bytes.size() + random() % 1400);
        for (std::size_t i = bytes.starts_with(request) ? request.size() : 0; i < bytes.size();
             ++i) {
            bytes[i] = static_cast<char>(random());
        }
        return bytes;
    };
    const Socket stranger;
    const Arguments options{"--ticks", "70", "-o"};
    Host host = start_host(tandem({"--json", "--game", "duel"}), options + Arguments{host_file()});
    Process guest(tandem(Arguments{"--json", "--game", "duel", "join", address_of(host)} + options +
                         Arguments{guest_file()}));
    while (host.process.is_running() && guest.is_running()) {
        constexpr int k_burst = 20;
        for (int i = 0; i < k_burst; ++i) {
            stranger.send(host.port, garbage());
        }
        sleep_a_little();
    }
    const Outcome guest_outcome = guest.wait();
    expect_same_session({host.process.wait(), guest_outcome}, 70);
}

}  // namespace
}  // namespace tandem::end_to_end
