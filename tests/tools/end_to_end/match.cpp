// SPDX-License-Identifier: MIT
// The host goes first and names its port; nothing here waits for a time.
#include <tests/tools/end_to_end/match.hpp>

#include <csignal>

namespace tandem::end_to_end {
namespace {

Json only_line(const Outcome& outcome, const std::string& verb) {
    const auto lines = json_lines(outcome.out, verb);
    EXPECT_EQ(lines.size(), 1U) << outcome;
    return lines.empty() ? Json::object() : lines.back();
}

}  // namespace

Host start_host(const Arguments& program, const Arguments& options, const std::string& folder) {
    Host host{Process(program + Arguments{"host", "--port", "0"} + options, folder), ""};
    const std::string before = "on UDP port ";
    EXPECT_TRUE(host.process.wait_for_err(before)) << host.process.err();
    const std::string err = host.process.err();
    const std::size_t at = err.find(before);
    if (at != std::string::npos) {
        const std::string rest = err.substr(at + before.size());
        host.port = rest.substr(0, rest.find_first_not_of("0123456789"));
    }
    return host;
}

std::string address_of(const Host& host) { return "127.0.0.1:" + host.port; }

MatchOutcome MatchTest::play(const Arguments& host, const Arguments& guest,
                             const Arguments& both) const {
    const Arguments program = tandem({"--json", "--game", "duel"});
    return play_game(program, program, host, guest, both);
}

MatchOutcome MatchTest::play_game(const Arguments& host_program, const Arguments& guest_program,
                                  const Arguments& host, const Arguments& guest,
                                  const Arguments& both) const {
    Host hosting = start_host(host_program, Arguments{"-o", host_file()} + host + both);
    MatchOutcome outcome;
    outcome.guest = run_command(
        guest_program + Arguments{"join", address_of(hosting), "-o", guest_file()} + guest + both);
    if (!std::filesystem::exists(guest_file())) {
        // There was no match, and a host waits for the next guest.
        hosting.process.signal(SIGINT);
    }
    outcome.host = hosting.process.wait();
    return outcome;
}

void MatchTest::expect_same_session(const MatchOutcome& match, std::uint64_t ticks) const {
    EXPECT_EQ(match.host.exit_code, 0) << match.host;
    EXPECT_EQ(match.guest.exit_code, 0) << match.guest;
    const Json compared = report(0, {"diff", host_file(), guest_file()});
    EXPECT_EQ(compared["verdict"], "identical");
    EXPECT_EQ(compared["a_ticks"], ticks);
    EXPECT_EQ(compared["b_ticks"], ticks);
    for (const std::string& file : {host_file(), guest_file()}) {
        const Json verified = report(0, {"verify", file});
        EXPECT_EQ(verified["verdict"], "same");
        EXPECT_EQ(verified["ticks_checked"], ticks);
        EXPECT_EQ(verified["completeness"], "complete");
    }
}

Json MatchTest::host_line(const MatchOutcome& match) { return only_line(match.host, "host"); }
Json MatchTest::guest_line(const MatchOutcome& match) { return only_line(match.guest, "join"); }

}  // namespace tandem::end_to_end
