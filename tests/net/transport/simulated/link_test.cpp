// SPDX-License-Identifier: MIT
// Each kind of trouble comes at its rate, and leaves the others as they were.
#include <tandem/net/transport/simulated/link.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::test {
namespace {

using net::LinkOptions;
using net::SimulatedLink;
using net::Time;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint32_t k_link_packets = 200'000;

// When each of the packets of a link arrives, one sent a millisecond.
std::vector<std::optional<Time>> link_arrivals(SimulatedLink& link,
                                               std::uint32_t packets = k_link_packets,
                                               std::size_t bytes = 58) {
    std::vector<std::optional<Time>> all;
    for (std::uint32_t packet = 0; packet < packets; ++packet) {
        all.push_back(link.send(milliseconds(packet), bytes).arrival);
    }
    return all;
}

struct LossCount {
    double share = 0;
    double burst_packets = 0;  // the mean length of a run of losses
};
LossCount losses(const std::vector<std::optional<Time>>& arrivals) {
    std::size_t lost = 0;
    std::size_t runs = 0;
    for (std::size_t packet = 0; packet < arrivals.size(); ++packet) {
        lost += arrivals[packet] ? 0U : 1U;
        runs += !arrivals[packet] && (packet == 0 || arrivals[packet - 1]) ? 1U : 0U;
    }
    return {static_cast<double>(lost) / static_cast<double>(arrivals.size()),
            static_cast<double>(lost) / static_cast<double>(std::max<std::size_t>(runs, 1))};
}

TEST(SimulatedLinkTest, LossAloneComesAtItsRateAndInRunsByChanceOnly) {
    SimulatedLink link(1, 0, {.loss_ppm = 200'000});
    const LossCount count = losses(link_arrivals(link));
    EXPECT_NEAR(count.share, 0.2, 0.005);
    EXPECT_NEAR(count.burst_packets, 1 / (1 - 0.2), 0.02);
    EXPECT_EQ(link.statistics().lost_alone, link.statistics().packets_lost);
}

TEST(SimulatedLinkTest, BurstsHaveTheirShareAndTheirMeanLength) {
    for (const std::uint32_t length : {1U, 3U, 20U}) {
        SimulatedLink link(2, 0, {.burst_ppm = 50'000, .burst_packets = length});
        const LossCount count = losses(link_arrivals(link));
        EXPECT_NEAR(count.share, 0.05, 0.006) << length;
        EXPECT_NEAR(count.burst_packets, length, 0.06 * length + 0.06) << length;
        EXPECT_EQ(link.statistics().lost_in_bursts, link.statistics().packets_lost);
    }
    SimulatedLink never(2, 0, {.burst_packets = 20});
    EXPECT_EQ(losses(link_arrivals(never)).share, 0);
    SimulatedLink always(2, 0, {.burst_ppm = 1'000'000, .burst_packets = 20});
    EXPECT_EQ(losses(link_arrivals(always)).share, 1);
}

TEST(SimulatedLinkTest, OneTroubleMoreDoesNotChangeTheOthers) {
    const LinkOptions before{.delay = milliseconds(30), .jitter = milliseconds(20)};
    SimulatedLink plain(3, 0, before);
    const auto arrivals = link_arrivals(plain, 5'000);
    LinkOptions more = before;
    more.loss_ppm = 100'000;
    more.burst_ppm = 50'000;
    more.burst_packets = 4;
    more.duplicate_ppm = 100'000;
    more.damage_ppm = 100'000;
    SimulatedLink troubled(3, 0, more);
    const auto fewer = link_arrivals(troubled, 5'000);
    std::size_t lost = 0;
    for (std::size_t packet = 0; packet < arrivals.size(); ++packet) {
        lost += fewer[packet] ? 0U : 1U;
        EXPECT_TRUE(!fewer[packet] || fewer[packet] == arrivals[packet]) << packet;
    }
    EXPECT_GT(lost, 500U);
    // What was lost at a lower rate is lost at a higher one too.
    SimulatedLink worse(3, 0, {.loss_ppm = 300'000});
    SimulatedLink better(3, 0, {.loss_ppm = 100'000});
    const auto few = link_arrivals(worse, 5'000);
    const auto many = link_arrivals(better, 5'000);
    for (std::size_t packet = 0; packet < few.size(); ++packet) {
        EXPECT_TRUE(many[packet] || !few[packet]) << packet;
    }
}

TEST(SimulatedLinkTest, TheSameNumberRepeatsAndAnotherDiffers) {
    const LinkOptions options{.jitter = milliseconds(30), .loss_ppm = 100'000};
    const auto run = [&](std::uint64_t seed, std::uint64_t number) {
        SimulatedLink link(seed, number, options);
        return link_arrivals(link, 300);
    };
    EXPECT_EQ(run(1, 2), run(1, 2));
    EXPECT_NE(run(1, 2), run(1, 3));
    EXPECT_NE(run(1, 2), run(4, 2));
}

TEST(SimulatedLinkTest, HeldBackAndDoubledPacketsAreCounted) {
    SimulatedLink link(
        5, 0, {.delay = milliseconds(10), .duplicate_ppm = 100'000, .reorder_ppm = 200'000});
    std::size_t late = 0;
    std::size_t doubled = 0;
    for (std::uint32_t packet = 0; packet < k_link_packets; ++packet) {
        const auto passage = link.send(Time{0}, 10);
        late += *passage.arrival == milliseconds(50) ? 1U : 0U;
        doubled += passage.second_arrival ? 1U : 0U;
    }
    EXPECT_NEAR(static_cast<double>(late), 0.2 * k_link_packets, 1'000.0);
    EXPECT_NEAR(static_cast<double>(doubled), 0.1 * k_link_packets, 1'000.0);
    EXPECT_EQ(link.statistics().packets_reordered, late);
    EXPECT_EQ(link.statistics().packets_doubled, doubled);
}

TEST(SimulatedLinkTest, ARateDelaysAndItsFullQueueLoses) {
    // 58 bytes and the heads are 100: one packet a ms is 100,000 bytes a second.
    SimulatedLink fits(6, 0, {.rate_bytes_per_s = 200'000, .queue_bytes = 1'000});
    const auto arrivals = link_arrivals(fits, 1'000);
    for (std::size_t packet = 0; packet < arrivals.size(); ++packet) {
        EXPECT_EQ(arrivals[packet], milliseconds(packet) + std::chrono::microseconds(500));
    }
    SimulatedLink full(6, 0, {.rate_bytes_per_s = 50'000, .queue_bytes = 1'000});
    const auto slow = link_arrivals(full, 10'000);
    EXPECT_NEAR(losses(slow).share, 0.5, 0.01);
    EXPECT_EQ(full.statistics().lost_in_queues, full.statistics().packets_lost);
    // A full queue of 1,000 bytes takes 20 ms at that rate.
    for (std::size_t packet = 100; packet < slow.size(); ++packet) {
        const Time sent = milliseconds(packet);
        EXPECT_TRUE(!slow[packet] || (*slow[packet] - sent > milliseconds(16) &&
                                      *slow[packet] - sent <= milliseconds(20)));
    }
}

TEST(SimulatedLinkTest, WhatWaitsForARateGoesOnAtTheNextOne) {
    const auto filled = [] {
        SimulatedLink link(6, 0, {.rate_bytes_per_s = 1'000});
        for (int packet = 1; packet <= 10; ++packet) {
            EXPECT_EQ(link.send(Time{0}, 58).arrival, milliseconds(100 * packet));
        }
        return link;
    };
    // At 400 ms six packets, 600 bytes, still wait.
    SimulatedLink faster = filled();
    EXPECT_EQ(faster.departs_at(milliseconds(400), milliseconds(400), 2'000), milliseconds(400));
    EXPECT_EQ(faster.departs_at(milliseconds(500), milliseconds(400), 2'000), milliseconds(450));
    EXPECT_EQ(faster.departs_at(milliseconds(900), milliseconds(400), 0), milliseconds(400));
    faster.set_options({.rate_bytes_per_s = 2'000}, milliseconds(400));
    EXPECT_EQ(faster.send(milliseconds(400), 58).arrival, milliseconds(750));
    SimulatedLink slower = filled();
    EXPECT_EQ(slower.departs_at(milliseconds(500), milliseconds(400), 500), milliseconds(600));
    slower.set_options({.rate_bytes_per_s = 500}, milliseconds(400));
    EXPECT_EQ(slower.send(milliseconds(400), 58).arrival, milliseconds(1'800));
    SimulatedLink freed = filled();
    freed.set_options({}, milliseconds(400));
    EXPECT_EQ(freed.send(milliseconds(400), 58).arrival, milliseconds(400));
}

TEST(SimulatedLinkTest, ReliablePacketsKeepTheirOrderAndOutliveCuts) {
    SimulatedLink link(
        7, 0, {.delay = milliseconds(20), .jitter = milliseconds(40), .loss_ppm = 300'000});
    link.cut(seconds(1), seconds(3));
    link.cut(seconds(4), seconds(5));
    Time last{0};
    for (std::uint32_t packet = 0; packet < 600; ++packet) {
        const Time sent = milliseconds(10 * packet);
        const auto arrival = link.send_reliable(sent, 100);
        ASSERT_TRUE(arrival.has_value());
        EXPECT_GE(*arrival, std::max(last, sent + milliseconds(20)));
        EXPECT_FALSE(sent >= seconds(1) && *arrival < seconds(3)) << packet;
        last = *arrival;
    }
    LinkOptions dead = link.options();
    dead.is_cut = true;
    link.set_options(dead, seconds(9));
    EXPECT_FALSE(link.send_reliable(seconds(9), 100).has_value());
}

TEST(SimulatedLinkTest, ALongMessageTakesItsTimeOnALimitedLine) {
    SimulatedLink link(8, 0, {.rate_bytes_per_s = 100'000});
    EXPECT_EQ(link.send_reliable(Time{0}, 99'958), seconds(1));
    EXPECT_EQ(link.send_reliable(Time{0}, 99'958), seconds(2));
    EXPECT_EQ(link.send(Time{0}, 58).arrival, milliseconds(1));
}

TEST(SimulatedLinkTest, CountsWhatGoesOverTheWireWithItsHeads) {
    SimulatedLink link(9, 0, {});
    link.send(Time{0}, 58);
    link.send(Time{0}, 60);
    link.send_reliable(Time{0}, 8);
    EXPECT_EQ(link.statistics().packets_sent, 2U);
    EXPECT_EQ(link.statistics().bytes_sent, 118U);
    EXPECT_EQ(link.statistics().largest_packet_bytes, 60U);
    EXPECT_EQ(link.statistics().wire_bytes_sent(), 118U + 8U + 3U * net::k_datagram_heads_bytes);
    // With 57 of heads, 43 more are 100 bytes: a millisecond at that rate.
    SimulatedLink sealed(9, 0, {.rate_bytes_per_s = 100'000}, net::k_sealed_heads_bytes);
    EXPECT_EQ(sealed.send(Time{0}, 43).arrival, milliseconds(1));
    EXPECT_EQ(sealed.send_reliable(Time{0}, 43), milliseconds(1));
    EXPECT_EQ(sealed.statistics().wire_bytes_sent(), 200U);
}

}  // namespace
}  // namespace tandem::test
