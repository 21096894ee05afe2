// SPDX-License-Identifier: MIT
// A match of two processes in two networks, with nothing between them but a relay that is late and
// loses: outside of virtual time, with the system's own sockets.
#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

class TwoNetworks : public MatchTest {};

constexpr int k_not_allowed = 77;

TEST_F(TwoNetworks, AMatchThroughARelayThatIsLateAndLosesIsTheSameOnBothSides) {
    const Arguments common{"--json", "--game", "duel"};
    const Outcome outcome =
        run_command(Arguments{TWO_NETWORKS_PROGRAM} +
                    tandem(common + Arguments{"host", "--port", "47000", "--inputs", "bot",
                                              "--ticks", "300", "-o", host_file()}) +
                    Arguments{"--"} +
                    tandem(common + Arguments{"join", "127.0.0.1:47001", "--inputs", "bot", "-o",
                                              guest_file()}));
    if (outcome.exit_code == k_not_allowed) {
        GTEST_SKIP() << "network namespaces are not allowed here: " << outcome.err;
    }
    ASSERT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(contains(outcome.err, "two_networks: carried ")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "lost 0")) << outcome;
    const Json compared = report(0, {"diff", host_file(), guest_file()});
    EXPECT_EQ(compared["verdict"], "identical");
    EXPECT_EQ(compared["a_ticks"], 300U);
    EXPECT_EQ(report(0, {"verify", host_file()})["verdict"], "same");
}

TEST_F(TwoNetworks, TheNetworksAreApart) {
    // The relay's port, 47001, as the system lists sockets: in the guest's network only.
    const std::string sees = "grep -q ' 0100007F:B799 ' /proc/net/udp";
    const Outcome outcome = run_command(
        Arguments{TWO_NETWORKS_PROGRAM, "/bin/sh", "-c", "! " + sees, "--", "/bin/sh", "-c", sees});
    if (outcome.exit_code == k_not_allowed) {
        GTEST_SKIP() << "network namespaces are not allowed here: " << outcome.err;
    }
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
}

}  // namespace
}  // namespace tandem::end_to_end
