// SPDX-License-Identifier: MIT
// Real, unmodified ENet in virtual time: whole matches over its own protocol, repeats, checksums
// and timers, the same in every run and as fast as the processor allows.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/match_key.hpp>
#include <tests/net/virtual_enet/virtual_udp.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::EnetTransport;
using sim::erase;

// A host and its guests, each with an ENet host of its own.
class EnetMatch {
public:
    EnetMatch(std::uint64_t seed, net::LinkOptions line, std::uint32_t players, std::uint64_t ticks,
              const std::optional<net::MatchKey>& key = std::nullopt) {
        VirtualUdp::instance().start(seed, line);
        net::HostOptions host = host_options(erase<Counter>(), players, ticks);
        setup = host.setup;
        for (std::uint32_t number = 0; number < players; ++number) {
            sides_.push_back(std::make_unique<EnetSide>());
            EnetSide& side = *sides_.back();
            auto transport = number == 0 ? EnetTransport::host(k_port, players,
                                                               net::ListenOn::every_address, key)
                                         : EnetTransport::connect("virtual", k_port, key);
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
        for (net::Time now{0}; now < longest; now += milliseconds(1)) {
            if (look(now)) {
                return true;
            }
        }
        return false;
    }
    // Everybody looks at what has come. Returns true when all is over.
    bool look(net::Time now) {
        VirtualUdp::instance().advance(now);
        bool is_over = true;
        for (const auto& side : sides_) {
            side->driver->pump(milliseconds(0), [&] { return now; });
            is_over = is_over && side->driver->is_over();
        }
        return is_over;
    }
    bool has_begun() const { return sides_.back()->trace.ticks > 0; }
    void move(std::size_t side) { VirtualUdp::instance().move(sides_[side]->transport->port()); }
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
        EXPECT_GT(counts.damaged, 20U) << "the seal has found them all";
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

// One side after the other is seen at another address, at random moments of its match. Two ends of
// one connection that move at the same moment know nothing of each other any more, so a host moves
// only when all guests have been where they are for a second, and stays as long.
struct Moves {
    std::size_t all = 0;
    std::size_t of_host = 0;
};
Moves moved_in_a_match(std::uint32_t players, const std::optional<net::MatchKey>& key,
                       std::uint64_t seed) {
    constexpr std::uint64_t k_ticks = 2'000;
    constexpr net::Time k_wandering_look = milliseconds(4);
    net::LinkOptions line;
    line.delay = milliseconds(20);
    line.jitter = milliseconds(10);
    line.loss_ppm = 20'000;
    EnetMatch match(seed, line, players, k_ticks, key);
    Random random(seed, players);
    std::vector<net::Time> next(players, net::Time{0});
    Moves moves;
    bool is_over = false;
    for (net::Time now{0}; now < std::chrono::seconds(120) && !is_over; now += k_wandering_look) {
        is_over = match.look(now);
        for (std::uint32_t side = 0; side < players && match.has_begun(); ++side) {
            if (now < next[side]) {
                continue;
            }
            next[side] = now + milliseconds(100 + random.below(250U));
            if (side == 0) {
                next.assign(players, now + std::chrono::seconds(1));
                next[0] = now + std::chrono::seconds(4);
            } else if (next[0] - now < std::chrono::seconds(1)) {
                next[side] = next[0];
                continue;
            }
            match.move(side);
            ++moves.all;
            moves.of_host += side == 0 ? 1U : 0U;
        }
    }
    const auto reference = reference_run(erase<Counter>(), match.setup, k_ticks);
    for (std::uint32_t side = 0; side < players; ++side) {
        EXPECT_EQ(match.trace(side).chain, reference.chain) << "side " << side;
        EXPECT_EQ(match.trace(side).end, sim::EndReason::tick_limit) << "side " << side;
    }
    return moves;
}

TEST(VirtualEnet, AThousandChangesOfAddressLoseNoMatch) {
    Moves moves;
    for (const bool is_keyed : {false, true}) {
        for (std::uint32_t players = 2; players <= 4; ++players) {
            const std::uint64_t seed = players + (is_keyed ? 10U : 0U);
            SCOPED_TRACE("seed " + std::to_string(seed));
            const auto key =
                is_keyed ? std::optional(key_of("sixteen or more bytes")) : std::nullopt;
            const Moves of_this = moved_in_a_match(players, key, seed);
            moves.all += of_this.all;
            moves.of_host += of_this.of_host;
        }
    }
    EXPECT_GE(moves.all, 1'000U);
    EXPECT_GE(moves.of_host, 30U);
}

// Nobody is left at an address that the other one knows, so calling again finds nobody either. This
// shows too that the test above would notice a lost match.
TEST(VirtualEnet, TwoEndsThatMoveAtTheSameMomentLoseEachOther) {
    net::LinkOptions line;
    line.delay = milliseconds(20);
    EnetMatch match(1, line, 2, 600);
    bool is_over = false;
    bool has_moved = false;
    for (net::Time now{0}; now < std::chrono::seconds(180) && !is_over; now += milliseconds(4)) {
        is_over = match.look(now);
        if (match.has_begun() && !std::exchange(has_moved, true)) {
            match.move(0);
            match.move(1);
        }
    }
    EXPECT_EQ(match.trace(0).end, sim::EndReason::peer_lost);
    EXPECT_EQ(match.trace(1).end, sim::EndReason::peer_lost);
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
