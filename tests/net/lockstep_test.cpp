// SPDX-License-Identifier: MIT
// A match is its inputs: whatever the network does, both sides are told the same, and the same as
// without a network.
#include <tandem/net/lockstep.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/two_players.hpp>

namespace tandem::test {
namespace {

using net::LinkOptions;
using sim::erase;

// ---- The same everywhere ----

TEST(Lockstep, TwoSidesPlayWhatOneProcessPlaysAlone) {
    TwoPlayers match(300);
    ASSERT_TRUE(match.arena.run_to_end()) << match.log();
    expect_agreement(match, 300);
    EXPECT_EQ(match.host->trace->end, sim::EndReason::tick_limit);
    EXPECT_EQ(match.guest->trace->end, sim::EndReason::tick_limit);
    EXPECT_FALSE(match.host->ended().error.has_value());
    EXPECT_FALSE(match.guest->ended().error.has_value());
    EXPECT_EQ(match.host->count<net::Ticked>(), 300U);
    EXPECT_EQ(match.host->ended().chain, match.guest->ended().chain);
}

LinkOptions bad_line(Random& random) {
    LinkOptions links;
    links.delay = Time(random.between<std::int64_t>(0, 150'000'000));
    links.jitter = Time(random.between<std::int64_t>(0, 60'000'000));
    links.loss_ppm = random.below(25 * k_percent_ppm);
    links.burst_ppm = random.below(10 * k_percent_ppm);
    links.burst_packets = random.between(1U, 5U);
    links.duplicate_ppm = random.below(20 * k_percent_ppm);
    links.reorder_ppm = random.below(20 * k_percent_ppm);
    links.damage_ppm = random.below(5 * k_percent_ppm);
    return links;
}

TEST(Lockstep, NoScheduleOfLossDelayAndDamageChangesWhatIsRecorded) {
    sim::Bytes first;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Lockstep.NoSchedule*");
        Random random(seed);
        const bool is_paced = random.chance(1, 2);
        TwoPlayers match(200, seed, bad_line(random), is_paced, random.between(0U, 12U));
        ASSERT_TRUE(match.arena.run_to_end()) << match.log();
        expect_agreement(match, 200);
        EXPECT_FALSE(match.host->ended().error.has_value()) << match.log();
        EXPECT_FALSE(match.guest->ended().error.has_value()) << match.log();
        first = first.empty() ? match.host->trace->truth : first;
        EXPECT_TRUE(first == match.host->trace->truth) << "another schedule gave another match";
    }
}

TEST(Lockstep, TheSameSeedGivesTheSameEventsPacketForPacket) {
    Random random(5);
    const LinkOptions links = bad_line(random);
    TwoPlayers a(150, 9, links, true);
    TwoPlayers b(150, 9, links, true);
    ASSERT_TRUE(a.arena.run_to_end());
    ASSERT_TRUE(b.arena.run_to_end());
    EXPECT_EQ(a.log(), b.log());
    EXPECT_EQ(a.arena.now(), b.arena.now());
    EXPECT_EQ(a.arena.network().statistics().bytes_sent, b.arena.network().statistics().bytes_sent);
    EXPECT_GT(a.arena.network().statistics().packets_lost, 0U);
}

// ---- What is stored beside the ticks ----

TEST(Lockstep, NamesAndDelayAreMarkedOnBothSides) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 20);
    options.session.player_name = "Ada";
    options.session.delay_ticks = 5;
    net::JoinOptions join_options;
    join_options.session.player_name = "Bob";
    join_options.session.delay_ticks = 3;
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    ASSERT_EQ(host.trace->marks.size(), 4U);
    EXPECT_EQ(host.trace->marks[0].text, "Ada");
    EXPECT_EQ(host.trace->marks[1].text, "Bob");
    EXPECT_EQ(host.trace->marks[2].kind, sim::MarkKind::input_delay);
    EXPECT_EQ(host.trace->marks[2].value, 5U);
    ASSERT_EQ(guest.trace->marks.size(), 4U);
    EXPECT_EQ(guest.trace->marks[2].value, 3U);
    EXPECT_EQ(host.find<net::Connected>()->name, "Bob");
    EXPECT_EQ(guest.find<net::Connected>()->name, "Ada");
}

TEST(Lockstep, TheRecordingOfEachSideNamesTheMatchAndItsOwnSlot) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 20);
    options.ticket = net::draw_match_ticket(net::SecretKey(), 2);
    options.ticket->generation = 3;
    arena.host(erase<Counter>(), options);
    arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end());
    for (std::uint32_t slot = 0; slot < 2; ++slot) {
        const std::vector<sim::Mark>& marks = arena.side(slot).trace->marks;
        const auto named = std::find_if(marks.begin(), marks.end(), [](const sim::Mark& mark) {
            return mark.kind == sim::MarkKind::match;
        });
        ASSERT_NE(named, marks.end());
        EXPECT_EQ(named->tick, sim::Tick{0});
        EXPECT_EQ(named->slot, slot);
        EXPECT_EQ(named->value, 3U);
        EXPECT_EQ(named->text, net::match_id_text(options.ticket->match));
    }
}

TEST(Lockstep, TheStartTellsEverySideTheNamesOfAllPlayers) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 3, 5);
    options.session.player_name = "Ada";
    arena.host(erase<Counter>(), options);
    for (const char* name : {"Bob", ""}) {
        net::JoinOptions join_options;
        join_options.session.player_name = name;
        arena.join(erase<Counter>(), join_options);
    }
    ASSERT_TRUE(arena.run_to_end());
    std::vector<std::string> names{"Ada", "Bob", ""};
    if (arena.side(1).find<net::Started>()->own.index == 2) {
        std::swap(names[1], names[2]);
    }
    for (std::size_t side = 0; side < arena.sides(); ++side) {
        EXPECT_EQ(arena.side(side).find<net::Started>()->names, names) << side;
    }
}

TEST(Lockstep, SlackTellsHowEarlyInputsCome) {
    LinkOptions links;
    links.delay = milliseconds(20);
    TwoPlayers match(net::k_no_limit, 1, links, true, 10);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 120; },
                                      std::chrono::seconds(10)));
    for (const Side* side : {match.host, match.guest}) {
        ASSERT_EQ(side->session->peers().size(), 1U);
        const net::PeerStatus status = side->session->peers()[0];
        // Ten ticks of delay less a little more than one tick of way, and the phase between the two
        // sides.
        ASSERT_TRUE(status.slack_here && status.slack_there) << side->name;
        EXPECT_GE(*status.slack_here, 6) << side->name;
        EXPECT_LE(*status.slack_here, 10) << side->name;
        EXPECT_GE(*status.slack_there, 6) << side->name;
        EXPECT_NEAR(static_cast<double>(status.round_trip.count()) * 1e-6, 40.0, 4.0);
        EXPECT_GE(status.ticks_compared, 110U);
    }
}

TEST(Lockstep, OnlyARecentStretchOfHistoryIsHeldInMemory) {
    TwoPlayers match(20'000);
    ASSERT_TRUE(match.arena.run_until([&] { return match.host->session->ticks_done() >= 19'000; },
                                      std::chrono::seconds(120)));
    EXPECT_GE(match.host->session->peers()[0].ticks_compared + 300,
              match.host->session->ticks_done());
    ASSERT_TRUE(match.arena.run_to_end());
    expect_agreement(match, 20'000);
}

}  // namespace
}  // namespace tandem::test
