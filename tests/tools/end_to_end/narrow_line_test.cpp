// SPDX-License-Identifier: MIT
// Two processes on a real line of twice their need, with a queue of 1.6 s: once it has been full,
// the match leaves it again. It counts bytes, which a slow machine makes fewer, not more.
#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class NarrowLine : public MatchTest {};

constexpr double k_bytes_per_s_most = 5'000;
// A session that keeps the queue full has a delay of 40 ticks and more there.
constexpr std::uint32_t k_delay_ticks_most = 20;

TEST_F(NarrowLine, TenSecondsAfterACutOfTwoTheMatchSendsAndWaitsAsBefore) {
    const Arguments bot{"--inputs", "bot", "-o"};
    Host host = start_host(tandem({"--json", "--game", "duel"}),
                           Arguments{"--ticks", "1750"} + bot + Arguments{host_file()});
    Process line({"/usr/bin/env", "python3", "-B",
                  std::string(TANDEM_SOURCE_DIR) + "/tests/tools/end_to_end/narrow_line.py",
                  host.port});
    if (!line.wait_for_err(".")) {
        const Outcome missing = line.wait();
        ASSERT_EQ(missing.exit_code, 127) << missing;
        GTEST_SKIP() << "no Python 3 here";
    }
    const std::string said = line.err();
    const std::string port = said.substr(said.find(' ') + 1, said.find('.') - said.find(' ') - 1);
    const Outcome guest =
        run_command(tandem({"--json", "--game", "duel", "join"}) + Arguments{"127.0.0.1:" + port} +
                    bot + Arguments{guest_file()});
    const MatchOutcome match{host.process.wait(), guest};
    expect_same_session(match, 1'750);
    const Json carried = Json::parse(line.out(), nullptr, false);
    ASSERT_TRUE(carried.is_object()) << line.out() << line.err();
    for (const char* direction : {"up", "down"}) {
        EXPECT_GT(carried[direction]["before"], 1'000.0) << carried;
        EXPECT_LE(carried[direction]["before"], k_bytes_per_s_most) << carried;
        EXPECT_LE(carried[direction]["after"], k_bytes_per_s_most) << carried;
    }
    EXPECT_LE(host_line(match)["delay_ticks"], k_delay_ticks_most) << match.host;
    EXPECT_LE(guest_line(match)["delay_ticks"], k_delay_ticks_most) << match.guest;
}

}  // namespace
}  // namespace tandem::end_to_end
