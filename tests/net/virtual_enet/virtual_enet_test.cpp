// SPDX-License-Identifier: MIT
// Real, unmodified ENet in virtual time: whole matches over its own protocol, repeats, checksums
// and timers, the same in every run and as fast as the processor allows.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/virtual_enet/virtual_udp.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::EnetTransport;
using sim::erase;

// A host and its guests, each with an ENet host of its own.
class EnetMatch {
public:
    EnetMatch(std::uint64_t seed, net::LinkOptions line, std::uint32_t players,
              std::uint64_t ticks) {
        VirtualUdp::instance().start(seed, line);
        net::HostOptions host = host_options(erase<Counter>(), players, ticks);
        setup = host.setup;
        for (std::uint32_t number = 0; number < players; ++number) {
            sides_.push_back(std::make_unique<EnetSide>());
            EnetSide& side = *sides_.back();
            auto transport = number == 0 ? EnetTransport::host(k_port, players)
                                         : EnetTransport::connect("virtual", k_port);
            EXPECT_TRUE(transport.has_value());
            side.transport = *std::move(transport);
            const auto source = scripted([&side] { return side.driver->session().own_slot(); });
            auto session = number == 0
                               ? net::Lockstep::host(erase<Counter>(), host, source, &side.trace)
                               : net::Lockstep::join(erase<Counter>(), {}, source, &side.trace);
            EXPECT_TRUE(session.has_value());
            side.driver.emplace(*std::move(session), *side.transport);
        }
    }

    // Plays to the end, looking once a millisecond; false where that takes longer than this.
    bool play(net::Time longest) {
        bool is_over = false;
        for (net::Time now{0}; now < longest && !is_over; now += milliseconds(1)) {
            VirtualUdp::instance().advance(now);
            is_over = true;
            for (const auto& side : sides_) {
                side->driver->pump(milliseconds(0), [&] { return now; });
                is_over = is_over && side->driver->is_over();
            }
        }
        return is_over;
    }
    const Trace& trace(std::size_t side) const { return sides_[side]->trace; }

    Setup setup;

private:
    static constexpr std::uint16_t k_port = 47'000;
    struct EnetSide {
        Trace trace;
        std::unique_ptr<EnetTransport> transport;
        std::optional<net::Driver> driver;
    };
    std::vector<std::unique_ptr<EnetSide>> sides_;
};

net::LinkOptions enet_line() {
    net::LinkOptions line;
    line.delay = milliseconds(30);
    line.jitter = milliseconds(15);
    line.loss_ppm = 50'000;
    line.burst_ppm = 10'000;
    line.burst_packets = 3;
    line.duplicate_ppm = 20'000;
    line.reorder_ppm = 20'000;
    line.damage_ppm = 30'000;
    line.rate_bytes_per_s = 200'000;
    return line;
}

TEST(VirtualEnet, MatchesOverItAreThoseOfALocalRecording) {
    for (const std::uint32_t players : {2U, 3U}) {
        EnetMatch match(players, enet_line(), players, 600);
        ASSERT_TRUE(match.play(std::chrono::seconds(60)));
        const auto reference = reference_run(erase<Counter>(), match.setup, 600);
        for (std::uint32_t side = 0; side < players; ++side) {
            EXPECT_EQ(match.trace(side).ticks, 600U);
            EXPECT_EQ(match.trace(side).chain, reference.chain);
            EXPECT_EQ(match.trace(side).end, sim::EndReason::tick_limit);
        }
        const VirtualUdp::Counts& counts = VirtualUdp::instance().counts();
        EXPECT_GT(counts.sent, 1'200U) << "all datagrams came this way";
        EXPECT_GT(counts.lost, 20U);
        EXPECT_GT(counts.damaged, 20U) << "ENet's checksum has found them all";
        EXPECT_LE(counts.largest_bytes, net::k_datagram_bytes_max);
    }
}

TEST(VirtualEnet, TheSameSeedSendsTheSameDatagramsAtTheSameTimes) {
    const auto trace_of = [](std::uint64_t seed) {
        EnetMatch match(seed, enet_line(), 2, 300);
        EXPECT_TRUE(match.play(std::chrono::seconds(60)));
        return VirtualUdp::instance().counts().trace;
    };
    const std::uint64_t one = trace_of(5);
    EXPECT_EQ(one, trace_of(5));
    EXPECT_NE(one, trace_of(6));
}

TEST(VirtualEnet, ALineThatIsDeadForGoodEndsIt) {
    net::LinkOptions dead;
    dead.is_cut = true;
    EnetMatch match(1, dead, 2, 10);
    EXPECT_FALSE(match.play(std::chrono::seconds(5)));
    EXPECT_EQ(match.trace(0).ticks, 0U);
    EXPECT_GT(VirtualUdp::instance().counts().lost, 0U);
}

}  // namespace
}  // namespace tandem::test
