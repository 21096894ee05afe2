// SPDX-License-Identifier: MIT
// Two machines that keep time with each other over a modelled line: fair where nothing is wrong,
// back where the line puts them soon after something was, and bounded whatever is told.
#include <tandem/net/session/pace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tests/net/session/paced_world.hpp>

namespace tandem::test {
namespace {

using net::Pace;
using net::PeerId;
using net::Time;
using net::TimeTold;
using net::wire::Strain;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

// The least delay at which at most one tick in a thousand is late: a packet leaves with each tick
// and carries all inputs since, and is seen at the next look.
double least_delay(const PacedLine& line) {
    Random random(1);
    constexpr std::size_t k_ticks = 40'000;
    std::vector<Time> comes(k_ticks + 64);
    for (Time& way : comes) {
        const Time jitter{random.below(static_cast<std::uint64_t>(line.jitter.count()) + 1)};
        way = random.chance(line.loss_percent, 100) ? Time::max() / 2 : line.way + jitter + k_look;
    }
    for (int delay = 1; delay < 60; ++delay) {
        std::size_t late = 0;
        for (std::size_t tick = 0; tick < k_ticks; ++tick) {
            bool is_late = true;
            for (int later = 0; later < delay && is_late; ++later) {
                is_late = comes[tick + static_cast<std::size_t>(later)] + later * k_pace_period >
                          delay * k_pace_period;
            }
            late += is_late ? 1 : 0;
        }
        if (late <= k_ticks / 1'000) {
            return delay;
        }
    }
    return 60;
}

// ---- Lines ----

TEST(PaceTest, OnACleanLineTheDelayIsTheLeastFromTheStart) {
    for (const int way_us : {500, 5'000, 12'000, 20'000, 40'000, 70'000, 95'000}) {
        PacedLine line;
        line.way = microseconds(way_us);
        PacedWorld world(1, line);
        world.run(seconds(5));
        EXPECT_LE(world.late(), 3U) << way_us << " us: " << world.state();
        world.run(seconds(25));
        const std::uint64_t late = world.late();
        world.run(seconds(30));
        EXPECT_EQ(world.late(), late) << way_us << " us: " << world.state();
        for (const PacedSide& side : world.sides) {
            EXPECT_LE(side.delay(), least_delay(line)) << way_us << " us: " << world.state();
            EXPECT_GE(side.done, 60 * k_pace_rate - 20) << world.state();
        }
    }
}

TEST(PaceTest, WithJitterAndLossTheDelayIsNearTheLeast) {
    std::vector<PacedLine> lines;
    for (const int way_ms : {20, 70}) {
        for (const int jitter_ms : {10, 30}) {
            lines.push_back({milliseconds(way_ms), milliseconds(jitter_ms), 0, {}, {}});
        }
        for (const std::uint32_t percent : {1U, 5U, 10U, 25U}) {
            lines.push_back({milliseconds(way_ms), Time{0}, percent, {}, {}});
        }
    }
    for (const PacedLine& line : lines) {
        PacedWorld world(3, line);
        world.run(seconds(10));
        const double least = least_delay(line);
        const double mean = world.mean_delay(40);
        SCOPED_TRACE(std::to_string(line.way.count() / 1'000'000) + " ms, jitter " +
                     std::to_string(line.jitter.count() / 1'000'000) + " ms, loss " +
                     std::to_string(line.loss_percent) + " %: " + std::to_string(mean) + " of " +
                     std::to_string(least) + "; " + world.state());
        EXPECT_LE(mean, std::max(1.15 * least, least + 1));
        EXPECT_GE(mean, 0.8 * least);
        EXPECT_LE(world.late(), 2 * 50 * k_pace_rate * 8 / 1'000);
    }
}

TEST(PaceTest, ALineThatIsLongerOneWayCountsAsItsMean) {
    PacedWorld world(10);
    world.lines[0].way = milliseconds(20);
    world.lines[1].way = milliseconds(140);
    world.run(seconds(60));
    for (const PacedSide& side : world.sides) {
        EXPECT_LE(side.delay(), 7U) << world.state();
        EXPECT_GE(side.done, 59 * k_pace_rate) << world.state();
    }
}

// ---- Machines ----

TEST(PaceTest, FiveSecondsAfterAFreezeBothDelaysAreWhatTheyWere) {
    for (const int frozen_ms : {300, 1'500, 3'000, 4'900}) {
        PacedWorld world(4);
        world.run(seconds(10));
        const std::array before{world.sides[0].delay(), world.sides[1].delay()};
        world.sides[1].frozen_from = world.now;
        world.sides[1].frozen_until = world.now + milliseconds(frozen_ms);
        world.run(milliseconds(frozen_ms) + milliseconds(200));
        EXPECT_EQ(world.sides[1].pace.strain(), Strain::frozen);
        EXPECT_EQ(world.sides[0].pace.strain(), Strain::none);
        EXPECT_EQ(world.sides[0].pace.strain_of(PeerId{1}), Strain::frozen);
        world.run(seconds(5) - milliseconds(200));
        EXPECT_EQ(world.sides[1].pace.strain(), Strain::none);
        for (std::size_t side = 0; side < 2; ++side) {
            EXPECT_NEAR(world.sides[side].delay(), before[side], 1.0)
                << frozen_ms << " ms: " << world.state();
        }
        const std::uint64_t done = world.sides[0].done;
        world.run(seconds(10));
        EXPECT_NEAR(static_cast<double>(world.sides[0].done - done), 10.0 * k_pace_rate, 3.0);
    }
}

// It is shorter than a freeze, of which a machine tells the others. What waited for its look tells
// nothing of the line, neither here nor, as an answer, there.
TEST(PaceTest, AHitchOfOnesOwnIsNoneOfTheLine) {
    for (const int frame_ms : {0, 16}) {
        for (const int hitch_ms : {80, 120, 200, 230}) {
            PacedWorld world(12);
            world.sides[1].frame = milliseconds(frame_ms);
            world.run(seconds(10));
            const std::array before{world.sides[0].delay(), world.sides[1].delay()};
            const std::array needs{world.sides[0].pace.line_need_ticks(),
                                   world.sides[1].pace.line_need_ticks()};
            for (int tenth = 0; tenth < 300; ++tenth) {
                if (tenth % 30 == 0) {
                    world.sides[1].frozen_from = world.now;
                    world.sides[1].frozen_until = world.now + milliseconds(hitch_ms);
                }
                world.run(milliseconds(100));
                ASSERT_EQ(world.sides[1].pace.strain(), Strain::none);
                for (std::size_t index = 0; index < 2; ++index) {
                    const PacedSide& side = world.sides[index];
                    ASSERT_LE(side.pace.line_need_ticks(), needs[index])
                        << "frame " << frame_ms << ", hitch " << hitch_ms
                        << " ms: " << world.state();
                    ASSERT_LE(side.delay(), before[index] + 1) << world.state();
                }
            }
        }
    }
}

TEST(PaceTest, FiveSecondsAfterAOneWayCutBothDelaysAreWhatTheyWere) {
    for (const int cut_ms : {200, 1'000, 3'000, 8'000}) {
        PacedWorld world(5);
        world.run(seconds(10));
        const std::array before{world.sides[0].delay(), world.sides[1].delay()};
        world.lines[1].cut_from = world.now;
        world.lines[1].cut_until = world.now + milliseconds(cut_ms);
        world.run(milliseconds(cut_ms) + seconds(5));
        for (std::size_t side = 0; side < 2; ++side) {
            EXPECT_NEAR(world.sides[side].delay(), before[side], 1.0)
                << cut_ms << " ms: " << world.state();
        }
    }
}

TEST(PaceTest, BesideASlowMachineOneWaitsAndNothingElseHappens) {
    for (const auto cost : {Time(2 * k_pace_period), Time(k_pace_period * 21 / 20)}) {
        PacedWorld world(6);
        world.sides[1].tick_cost = cost;
        world.run(seconds(20));
        world.sides[0].age_max = world.sides[1].age_max = 0;
        const std::uint64_t done = world.sides[0].done;
        world.run(seconds(30));
        EXPECT_EQ(world.sides[0].pace.strain_of(PeerId{1}), Strain::slow);
        EXPECT_LE(world.sides[1].delay(), 7U) << world.state();
        EXPECT_LE(world.sides[0].delay(), world.sides[0].pace.line_need_ticks() + 1)
            << world.state();
        for (const PacedSide& side : world.sides) {
            EXPECT_LE(side.age_max, side.delay() + 3) << world.state();
        }
        const double most = 30.0 * 1e9 / static_cast<double>(cost.count());
        EXPECT_GE(static_cast<double>(world.sides[0].done - done), 0.93 * most) << world.state();
    }
}

TEST(PaceTest, ASlowMachineThatGetsFastAgainIsAsBefore) {
    PacedWorld world(6);
    world.run(seconds(10));
    const std::array before{world.sides[0].delay(), world.sides[1].delay()};
    world.sides[1].tick_cost = 2 * k_pace_period;
    world.run(seconds(10));
    world.sides[1].tick_cost = Time{0};
    world.run(seconds(5));
    EXPECT_EQ(world.sides[1].pace.strain(), Strain::none);
    const std::uint64_t done = world.sides[0].done;
    world.run(seconds(10));
    EXPECT_NEAR(static_cast<double>(world.sides[0].done - done), 10.0 * k_pace_rate, 3.0);
    for (std::size_t side = 0; side < 2; ++side) {
        EXPECT_NEAR(world.sides[side].delay(), before[side], 1.0) << world.state();
    }
}

TEST(PaceTest, ClocksThatDriftApartCostNoLateTick) {
    for (const int way_ms : {40, 95}) {
        PacedWorld world(7, {milliseconds(way_ms), Time{0}, 0, {}, {}});
        world.sides[1].clock_ppm = 1'000;
        world.run(seconds(30));
        const std::uint64_t late = world.late();
        world.run(seconds(120));
        EXPECT_EQ(world.late(), late) << world.state();
        EXPECT_LE(std::max(world.sides[0].done, world.sides[1].done) -
                      std::min(world.sides[0].done, world.sides[1].done),
                  3U);
    }
}

// ---- Lies ----

TEST(PaceTest, ALieAboutSlackCostsNoMoreThanTheLineExplains) {
    for (const int slack : {-32, 31}) {
        PacedWorld world(8);
        world.sides[1].lie = [slack](PacedPacket& packet) { packet.slack = slack; };
        for (int second = 0; second < 60; ++second) {
            world.run(seconds(1));
            ASSERT_LE(world.sides[0].delay(), world.sides[0].pace.line_need_ticks() + 1);
        }
        EXPECT_LE(world.sides[0].delay(), 5U) << world.state();
        EXPECT_LE(world.sides[1].delay(), 5U) << "the liar's own delay is the line's";
    }
}

TEST(PaceTest, ALieAboutLossesIsBoundedByTheLongestRunThatCounts) {
    PacedWorld world(8);
    world.run(seconds(10));
    const std::uint32_t need = world.sides[0].pace.line_need_ticks();
    world.sides[1].lie = [](PacedPacket& packet) {
        packet.told.loss_run = 15;
        packet.slack = -32;
    };
    world.run(seconds(30));
    EXPECT_EQ(world.sides[0].pace.line_need_ticks(), need + net::Line::k_loss_run_max);
    EXPECT_LE(world.sides[0].delay(), need + net::Line::k_loss_run_max + 1);
}

TEST(PaceTest, ALieAboutTheWayIsBoundedByALongWay) {
    // It holds every answer back, and says that it did not.
    PacedWorld world(8, {milliseconds(40), Time{0}, 0, {}, {}});
    world.lines[1].way = seconds(3);
    world.sides[1].lie = [](PacedPacket& packet) { packet.slack = -32; };
    world.run(seconds(40));
    const auto longest =
        static_cast<std::uint32_t>((Pace::k_way_max + k_pace_period) / k_pace_period + 1);
    EXPECT_LE(world.sides[0].pace.line_need_ticks(), longest) << world.state();
    EXPECT_LE(world.sides[0].delay(), std::min(longest + 1, net::k_delay_ticks_max));

    PacedWorld near(8);
    near.sides[1].lie = [](PacedPacket& packet) {
        if (packet.told.echo) {
            packet.told.echo->held = seconds(200);  // "the line takes no time at all"
        }
    };
    near.run(seconds(20));
    const std::uint64_t done = near.sides[0].done;
    near.run(seconds(20));
    EXPECT_GE(near.sides[0].done - done, 19 * k_pace_rate) << near.state();
}

TEST(PaceTest, ALieAboutItsTimeNeitherPushesUsNorHidesWhoHoldsUsUp) {
    for (const bool is_late : {false, true}) {
        PacedWorld world(8);
        world.run(seconds(10));
        const std::uint64_t done = world.sides[0].done;
        Time told = world.sides[1].pace.match_time().value();
        world.sides[1].lie = [&told, is_late](PacedPacket& packet) {
            packet.told.due = is_late ? told : *packet.told.due + seconds(100);
        };
        world.run(seconds(20));
        const PacedSide& honest = world.sides[0];
        if (is_late) {
            EXPECT_LE(honest.done, done + 15) << "it may hold us";
            EXPECT_EQ(honest.pace.held_by(), PeerId{1}) << "but we know who does";
        } else {
            EXPECT_LE(honest.done - done, 20 * k_pace_rate + 1);
            EXPECT_GE(honest.done - done, 20 * k_pace_rate - 3) << world.state();
        }
        EXPECT_LE(honest.delay(), 5U) << world.state();
        world.sides[1].lie = [](PacedPacket&) {};
        world.run(seconds(5));
        const std::uint64_t healed = honest.done;
        world.run(seconds(10));
        EXPECT_NEAR(static_cast<double>(honest.done - healed), 10.0 * k_pace_rate, 12.0);
    }
}

// A queue that drains slowly beside newer packets: numbers of eight bits go round meanwhile.
TEST(PaceTest, APacketOfLongAgoIsNotTheNewestWhateverItsNumberSays) {
    Pace pace({TickRate{60}, std::nullopt, true});
    pace.add_peer(k_paced_peer, milliseconds(80));
    pace.start(Time{0});
    const auto told = [](std::uint64_t number, net::wire::Strain strain) {
        net::TimeTold time;
        time.number = static_cast<std::uint8_t>(number);
        time.due = milliseconds(16) * static_cast<std::int64_t>(number);
        time.strain = strain;
        return time;
    };
    constexpr auto k_none = net::wire::Strain::none;
    Time now{0};
    for (std::uint64_t number = 100; number <= 300; ++number) {
        now += milliseconds(16);
        ASSERT_TRUE(pace.on_packet(k_paced_peer, told(number, k_none), now));
    }
    for (std::uint64_t number = 100; number < 300; ++number) {
        EXPECT_FALSE(pace.on_packet(k_paced_peer, told(number, k_none), now)) << number;
    }
    EXPECT_TRUE(pace.on_packet(k_paced_peer, told(301, k_none), now));
    // The time of a machine that is too slow falls when it puts off what it lags.
    net::TimeTold put_off = told(302, net::wire::Strain::slow);
    put_off.due = milliseconds(16 * 280);
    EXPECT_TRUE(pace.on_packet(k_paced_peer, put_off, now));
    put_off = told(303, k_none);
    put_off.due = milliseconds(16 * 281);
    EXPECT_TRUE(pace.on_packet(k_paced_peer, put_off, now));
}

TEST(PaceTest, WhoeverTakesNoPartHoldsNobodyBack) {
    Pace pace({TickRate{50}, std::nullopt, true});
    pace.add_peer(PeerId{1}, milliseconds(20));
    pace.add_peer(PeerId{2}, milliseconds(600));
    pace.settle_first_delay();
    EXPECT_EQ(pace.delay_ticks(), 16U) << "300 ms and a look, for the farthest";
    pace.start(Time{0});
    TimeTold told;
    told.due = Time{0};
    EXPECT_TRUE(pace.on_packet(PeerId{1}, told, Time{0}));
    for (int ms = 1; ms <= 200; ++ms) {
        pace.advance(milliseconds(ms), 0);
    }
    EXPECT_EQ(pace.match_time().value(), milliseconds(50)) << "half its round trip, and two ticks";
    EXPECT_EQ(pace.held_by(), PeerId{1});
    pace.leave_out(PeerId{1}, true);
    pace.advance(milliseconds(201), 0);
    EXPECT_GT(pace.match_time().value(), milliseconds(150));
    EXPECT_FALSE(pace.held_by().has_value());
    pace.leave_out(PeerId{2}, true);
    EXPECT_EQ(pace.line_need_ticks(), 0U);
    pace.leave_out(PeerId{1}, false);
    EXPECT_EQ(pace.line_need_ticks(), 1U);
    told.number = 1;
    told.due = seconds(30);
    pace.on_packet(PeerId{1}, told, milliseconds(202));
    pace.rejoin();
    EXPECT_EQ(pace.match_time().value(), seconds(30) + milliseconds(10)) << "where the match is";
    pace.remove_peer(PeerId{1});
    pace.remove_peer(PeerId{2});
    EXPECT_EQ(pace.line_need_ticks(), 0U);
}

TEST(PaceTest, TimeIsSetToAnyTickWhetherItRunsOrNot) {
    for (const bool runs : {false, true}) {
        Pace pace({TickRate{50}, std::nullopt, true});
        if (runs) {
            pace.start(seconds(1));
            pace.advance(seconds(3), 100);
        }
        pace.set_time(180'000, seconds(3));
        EXPECT_TRUE(pace.runs());
        EXPECT_EQ(pace.due_ticks(), 180'000U) << "an hour";
        for (int call = 1; call <= 50; ++call) {
            pace.advance(seconds(3) + milliseconds(20 * call), 180'000);
            pace.on_played(seconds(3) + milliseconds(20 * call), 180'000, true, true);
        }
        EXPECT_GT(pace.due_ticks(), 180'030U) << "it goes on, however far behind we are";
        EXPECT_LE(pace.due_ticks(), 180'050U);
    }
}

TEST(PaceTest, TheWayBeyondTheHostCountsWithATickForIt) {
    Pace pace({TickRate{50}, std::nullopt, true});
    pace.add_peer(PeerId{1}, milliseconds(40));
    EXPECT_EQ(pace.line_need_ticks(), 2U);
    pace.set_way_beyond(PeerId{1}, milliseconds(50));
    EXPECT_EQ(pace.line_need_ticks(), 4U + 1U) << "70 ms and two looks, and the host's tick";
    TimeTold told;
    told.way_beyond = seconds(100);
    pace.on_packet(PeerId{1}, told, Time{0});
    EXPECT_LE(pace.line_need_ticks(), 54U) << "a second at most";
}

TEST(PaceTest, SlackSpeaksOfTheLineOnlyWhileBothMachinesKeepUp) {
    for (const Strain there : {Strain::none, Strain::slow, Strain::frozen}) {
        for (const bool is_frozen_here : {false, true}) {
            Pace pace({TickRate{50}, std::nullopt, true});
            pace.add_peer(PeerId{1}, milliseconds(400));
            pace.settle_first_delay();
            pace.start(Time{0});
            TimeTold told;
            told.strain = there;
            pace.on_packet(PeerId{1}, told, Time{0});
            pace.advance(Time{0}, 0);
            pace.advance(is_frozen_here ? seconds(3) : milliseconds(1), 0);
            const std::uint32_t before = pace.delay_ticks();
            for (std::uint64_t asked = 20; asked < 2'000; ++asked) {
                pace.on_slack_there(PeerId{1}, 5, asked);
                pace.decide_delay(asked);
            }
            const bool is_believed = there == Strain::none && !is_frozen_here;
            EXPECT_EQ(pace.delay_ticks() < before, is_believed);
        }
    }
}

TEST(PaceTest, AFixedDelayAndAnUnpacedMatchDecideNothing) {
    for (const bool is_paced : {false, true}) {
        Pace pace({TickRate{50}, is_paced ? std::optional(9U) : std::nullopt, is_paced});
        pace.add_peer(PeerId{1}, milliseconds(900));
        pace.settle_first_delay();
        const std::uint32_t delay = pace.delay_ticks();
        EXPECT_EQ(delay, is_paced ? 9U : net::k_delay_ticks_unpaced);
        pace.start(Time{0});
        for (std::uint64_t asked = 0; asked < 2'000; ++asked) {
            pace.advance(milliseconds(20 * asked), asked);
            pace.on_slack_there(PeerId{1}, asked < 1'000 ? -9 : 9, asked);
            EXPECT_FALSE(pace.decide_delay(asked).has_value());
        }
        EXPECT_EQ(pace.delay_ticks(), delay);
        EXPECT_EQ(pace.slack_of(2'010).has_value(), is_paced);
    }
}

// ---- Traces ----

TEST(PaceTest, WhatItDecidesFollowsFromTheFactsAlone) {
    PacedWorld world(11, {milliseconds(30), milliseconds(25), 8, {}, {}});
    Pace again({TickRate{k_pace_rate}, std::nullopt, true});
    decision_of(again, {.kind = PaceFact::Kind::peer, .time = milliseconds(86)});
    decision_of(again, {.kind = PaceFact::Kind::settle});
    world.is_traced = true;
    world.sides[1].frozen_from = seconds(8);
    world.sides[1].frozen_until = seconds(10);
    world.sides[0].tick_cost = milliseconds(3);
    world.run(seconds(20));
    ASSERT_GT(world.trace.size(), 50'000U);
    for (const auto& [fact, decision] : world.trace) {
        ASSERT_EQ(decision_of(again, fact), decision);
    }
}

struct TraceLine {
    const char* fact;
    const char* decision;
};

void expect_trace(std::span<const TraceLine> lines) {
    Pace pace({TickRate{50}, std::nullopt, true});
    for (const TraceLine& line : lines) {
        EXPECT_EQ(decision_text(decision_of(pace, parse_fact(line.fact))), line.decision)
            << "after " << line.fact;
    }
}

// The peer's packets stop for 160 ms, then it goes on; later our machine stands still.
TEST(PaceTest, ARecordedHoldAndFreezeAreDecidedAsTheyWere) {
    const TraceLine k_lines[] = {
        {"peer 50000", "due 0 delay 3 slower 0 strain 0"},
        {"settle", "due 0 delay 2 slower 0 strain 0"},
        {"start 0", "due 0 delay 2 slower 0 strain 0"},
        {"sent 0", "due 0 delay 2 slower 0 strain 0"},
        {"advance 20000 ticks 0", "due 1 delay 2 slower 0 strain 0"},
        {"packet 41000 number 0 echo 0 held 1000 due 15000", "due 1 delay 2 slower 0 strain 0"},
        {"advance 42000 ticks 1", "due 2 delay 2 slower 0 strain 0"},
        {"played 42000 ticks 2 lacks 0", "due 2 delay 2 slower 0 strain 0"},
        {"advance 100000 ticks 2", "due 3 delay 2 slower 0 held strain 0"},
        {"played 100000 ticks 3 lacks 1", "due 3 delay 2 slower 0 held strain 0"},
        {"advance 200000 ticks 3", "due 3 delay 2 slower 0 held strain 0"},
        {"packet 201000 number 1 due 180000", "due 3 delay 2 slower 0 held strain 0"},
        {"advance 202000 ticks 3", "due 8 delay 2 slower 0 strain 0"},
        {"played 202000 ticks 8 lacks 0", "due 8 delay 2 slower 0 strain 0"},
        {"sent 202000", "due 8 delay 2 slower 0 strain 0"},
        {"packet 242000 number 2 echo 1 held 0 due 200000", "due 8 delay 2 slower 0 strain 0"},
        {"advance 243000 ticks 8", "due 10 delay 2 slower 0 strain 0"},
        {"advance 900000 ticks 10", "due 14 delay 2 slower 0 held strain 2"},
        {"packet 901000 number 3 due 700000", "due 14 delay 2 slower 0 held strain 2"},
        {"advance 902000 ticks 10", "due 19 delay 2 slower 0 strain 2"},
        {"advance 1100000 ticks 20", "due 29 delay 2 slower 0 strain 2"},
        {"advance 1300000 ticks 29", "due 39 delay 2 slower 0 strain 2"},
        {"advance 1500000 ticks 29", "due 45 delay 2 slower 0 held strain 2"},
        {"advance 1700000 ticks 29", "due 45 delay 2 slower 0 held strain 2"},
        {"advance 1900000 ticks 29", "due 45 delay 2 slower 0 held strain 0"},
    };
    expect_trace(k_lines);
}

// Inputs come late there; the delay follows the line, and a run of losses that the peer tells.
TEST(PaceTest, ARecordedLossIsFollowedAsItWas) {
    const TraceLine k_lines[] = {
        {"peer 50000", "due 0 delay 3 slower 0 strain 0"},
        {"settle", "due 0 delay 2 slower 0 strain 0"},
        {"start 0", "due 0 delay 2 slower 0 strain 0"},
        {"slack -4 ticks 1", "due 0 delay 2 slower 0 strain 0"},
        {"slack -4 ticks 10", "due 0 delay 2 slower 0 strain 0"},
        {"slack -4 ticks 11", "due 0 delay 2 slower 0 strain 0"},
        {"decide ticks 12", "due 0 delay 2 slower 0 strain 0"},
        {"slack -4 ticks 12", "due 0 delay 2 slower 0 strain 0"},
        {"decide ticks 13", "due 0 delay 3 slower 0 strain 0"},
        {"packet 41000 number 0 run 3", "due 0 delay 3 slower 0 strain 0"},
        {"slack -1 ticks 14", "due 0 delay 3 slower 0 strain 0"},
        {"decide ticks 15", "due 0 delay 6 slower 0 strain 0"},
        {"packet 61000 number 1 run 3 strain 1", "due 0 delay 6 slower 0 strain 0"},
        {"slack -30 ticks 24", "due 0 delay 6 slower 0 strain 0"},
        {"slack -30 ticks 25", "due 0 delay 6 slower 0 strain 0"},
        {"slack -30 ticks 26", "due 0 delay 6 slower 0 strain 0"},
        {"decide ticks 27", "due 0 delay 6 slower 0 strain 0"},
        {"packet 81000 number 2 run 0", "due 0 delay 6 slower 0 strain 0"},
        {"decide ticks 30", "due 0 delay 6 slower 0 strain 0"},
        {"decide ticks 149", "due 0 delay 6 slower 0 strain 0"},
        {"decide ticks 150", "due 0 delay 6 slower 0 strain 0"},
    };
    expect_trace(k_lines);
}

}  // namespace
}  // namespace tandem::test
