// SPDX-License-Identifier: MIT
// The line by itself: numbers of eight bits, echoes, and what counts as a loss.
#include <tandem/net/session/line.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::Line;
using net::Time;
using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr Time k_packet_interval = milliseconds(16);

// A line on which one packet comes each interval, if it comes.
struct IncomingLine {
    explicit IncomingLine(std::uint64_t first_number = 0) : next(first_number) {}

    bool arrive(std::uint64_t number) {
        return line.on_received(static_cast<std::uint8_t>(number), now);
    }
    void arrive_next(std::uint64_t count = 1) {
        for (; count > 0; --count) {
            now += k_packet_interval;
            EXPECT_TRUE(arrive(next++));
        }
    }
    void lose_next(std::uint64_t count = 1) {
        now += static_cast<std::int64_t>(count) * k_packet_interval;
        next += count;
    }

    Line line{milliseconds(80), k_packet_interval};
    Time now{0};
    std::uint64_t next;
};

// ---- What we receive ----

TEST(LineTest, NumbersOfEightBitsAreCountedOnFromAnyFirstOne) {
    for (const std::uint64_t first : {0U, 1U, 127U, 128U, 255U}) {
        IncomingLine in(first);
        EXPECT_FALSE(in.line.newest().has_value());
        for (std::uint64_t packet = 0; packet < 3'000; ++packet) {
            in.arrive_next();
            ASSERT_EQ(in.line.newest()->number, first + packet);
            ASSERT_EQ(in.line.newest()->at, in.now);
        }
        EXPECT_EQ(in.line.loss_ppm(), 0U);
    }
}

TEST(LineTest, WhatIsOlderThanTheFirstPacketSaysNothing) {
    IncomingLine in;
    in.arrive_next();
    EXPECT_FALSE(in.arrive(255));
    EXPECT_FALSE(in.arrive(200));
    EXPECT_EQ(in.line.newest()->number, 0U);
    in.arrive_next(100);
    EXPECT_EQ(in.line.loss_ppm(), 0U);
}

TEST(LineTest, PacketsOutOfOrderOrTwiceAreNoLossesAndTheNewestStaysTheNewest) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=LineTest.PacketsOutOfOrder*");
        Random random(seed);
        IncomingLine in;
        std::vector<std::uint64_t> waiting;  // at most 8, so none is overtaken by 16
        std::uint64_t sent = random.below(std::uint64_t{256});
        std::uint64_t newest = sent;
        in.arrive(sent++);
        for (int packet = 0; packet < 5'000; ++packet) {
            in.now += k_packet_interval;
            waiting.push_back(sent++);
            if (waiting.size() < 8 && random.chance(1, 2)) {
                continue;
            }
            // The oldest goes first once it has been passed over for long.
            const std::size_t index =
                waiting.front() + 12 < sent ? 0 : random.below(waiting.size());
            const std::uint64_t number = waiting[index];
            waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(index));
            EXPECT_EQ(in.arrive(number), number > newest);
            newest = std::max(newest, number);
            ASSERT_EQ(in.line.newest()->number, newest);
            if (random.chance(1, 3)) {
                EXPECT_FALSE(in.arrive(number)) << "a second copy is never the newest";
            }
        }
        EXPECT_EQ(in.line.loss_ppm(), 0U);
        EXPECT_EQ(in.line.loss_run(), 0U);
    }
}

TEST(LineTest, APacketIsLostOnceSixteenHaveOvertakenItAndNotBefore) {
    for (const bool comes_late : {false, true}) {
        IncomingLine in;
        in.arrive_next(100);
        in.lose_next();
        in.arrive_next(Line::k_overtaken_max);
        EXPECT_EQ(in.line.loss_ppm(), 0U);
        if (comes_late) {
            EXPECT_FALSE(in.arrive(100));
        }
        in.arrive_next();
        EXPECT_EQ(in.line.loss_ppm(), comes_late ? 0U : 1'000'000U / Line::k_packets);
        EXPECT_FALSE(in.arrive(100)) << "whoever comes now is too late";
        in.arrive_next(300);
        EXPECT_EQ(in.line.loss_ppm(), comes_late ? 0U : 1'000'000U / Line::k_packets);
    }
}

TEST(LineTest, ALossIsForgottenAfterAThousandPackets) {
    IncomingLine in;
    in.arrive_next(10);
    in.lose_next(3);
    in.arrive_next(Line::k_packets);
    EXPECT_EQ(in.line.loss_ppm(), 3 * 1'000'000U / Line::k_packets);
    EXPECT_EQ(in.line.loss_run(), 2U) << "one place of a thousand is let pass";
    in.arrive_next(Line::k_overtaken_max + 1);
    EXPECT_EQ(in.line.loss_ppm(), 0U);
    EXPECT_EQ(in.line.loss_run(), 0U);
}

TEST(LineTest, ACutIsNoPropertyOfTheLine) {
    for (std::uint64_t length = 1; length <= 250; length += length < 20 ? 1 : 23) {
        IncomingLine in;
        in.arrive_next(100);
        in.lose_next(length);
        in.arrive_next(200);
        const bool is_cut = length > Line::k_loss_run_max;
        EXPECT_EQ(in.line.loss_ppm(), is_cut ? 0 : length * 1'000'000 / Line::k_packets) << length;
        EXPECT_EQ(in.line.loss_run(), is_cut ? 0 : length - 1) << length;
    }
}

TEST(LineTest, AfterASilenceANumberIsNewerWhateverItsEightBitsSay) {
    for (const std::uint64_t jump : {128U, 200U, 255U}) {
        IncomingLine in;
        in.arrive_next(50);
        EXPECT_FALSE(in.arrive(49 + jump)) << "looks like an old one";
        in.now += 64 * k_packet_interval;
        EXPECT_TRUE(in.arrive(49 + jump));
        EXPECT_EQ(in.line.newest()->number, 49 + jump);
        EXPECT_EQ(in.line.loss_run(), 0U);
    }
}

// The delay hides L losses in a row if at most one tick in a thousand needs more: p^(L + 1) <=
// 1e-3.
TEST(LineTest, TheRunOfIndependentLossesIsWhatOneTickInAThousandNeeds) {
    for (const std::uint32_t percent : {1U, 2U, 5U, 10U, 25U}) {
        const double needed = std::log(1e-3) / std::log(percent / 100.0);
        const auto run = static_cast<std::int32_t>(std::ceil(needed - 1e-9)) - 1;
        int total_within_one = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " loss " + std::to_string(percent) +
                         " %: tandem_net_tests --gtest_filter=LineTest.TheRunOfIndependent*");
            Random random(seed);
            IncomingLine in;
            in.arrive_next();
            int within_one = 0;
            for (int packet = 0; packet < 11'000; ++packet) {
                if (random.chance(percent, 100)) {
                    in.lose_next();
                } else {
                    in.arrive_next();
                }
                const auto off = std::abs(static_cast<std::int32_t>(in.line.loss_run()) - run);
                within_one += packet >= 1'000 && off <= 1 ? 1 : 0;
            }
            total_within_one += within_one;
            EXPECT_NEAR(in.line.loss_ppm(), percent * 10'000.0, 60'000.0);
        }
        EXPECT_GE(total_within_one, 95'000) << "of 100,000 packets, at " << percent << " % of loss";
    }
}

// ---- What we send ----

TEST(LineTest, AnEchoIsTakenOnceAndTellsTheRoundTripWithoutTheTimeThere) {
    Line line(milliseconds(80), k_packet_interval);
    EXPECT_EQ(line.round_trip(), milliseconds(80)) << "what the handshake took";
    EXPECT_EQ(line.way_now(), milliseconds(40));
    EXPECT_EQ(line.round_trip_high(), milliseconds(80));
    EXPECT_FALSE(line.on_echo(0, Time{0}, milliseconds(5)).has_value()) << "nothing was sent";
    EXPECT_EQ(line.on_sent(milliseconds(10)), 0U);
    EXPECT_EQ(line.on_sent(milliseconds(20)), 1U);
    EXPECT_EQ(line.on_echo(1, milliseconds(7), milliseconds(50)), Time(milliseconds(23)));
    EXPECT_FALSE(line.on_echo(1, milliseconds(7), milliseconds(51)).has_value()) << "twice";
    EXPECT_FALSE(line.on_echo(0, milliseconds(7), milliseconds(52)).has_value()) << "stale";
    EXPECT_FALSE(line.on_echo(2, milliseconds(7), milliseconds(53)).has_value()) << "not sent";
    EXPECT_EQ(line.round_trip(), milliseconds(23));
    line.on_sent(milliseconds(60));
    EXPECT_EQ(line.on_echo(2, milliseconds(700), milliseconds(70)), Time{0})
        << "held for longer than it was under way: a lie";
}

TEST(LineTest, EveryEchoThatIsTakenIsOfThePacketThatItAnswers) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=LineTest.EveryEchoThatIsTaken*");
        Random random(seed);
        Line line(milliseconds(1), k_packet_interval);
        std::vector<Time> sent;
        std::vector<std::uint64_t> answers;  // not here yet
        std::optional<std::uint64_t> newest;
        std::size_t taken = 0;
        for (int packet = 0; packet < 3'000; ++packet) {
            const Time now = packet * k_packet_interval;
            EXPECT_EQ(line.on_sent(now), sent.size());
            sent.push_back(now);
            if (random.chance(3, 4)) {
                answers.push_back(sent.size() - 1);
            }
            while (answers.size() > 20 || (!answers.empty() && random.chance(1, 3))) {
                const std::size_t index = random.below(answers.size());
                const std::uint64_t number = answers[index];
                if (random.chance(3, 4)) {
                    answers.erase(answers.begin() + static_cast<std::ptrdiff_t>(index));
                }
                if (sent.size() - number > 200) {
                    continue;
                }
                const Time held = microseconds(random.below(900U));
                const Time later = now + milliseconds(1);
                const auto round_trip =
                    line.on_echo(static_cast<std::uint8_t>(number), held, later);
                EXPECT_EQ(round_trip.has_value(), !newest || number > *newest);
                if (round_trip) {
                    ++taken;
                    newest = number;
                    ASSERT_EQ(*round_trip, later - sent[number] - held);
                    ASSERT_EQ(line.round_trip(), *round_trip);
                }
            }
        }
        EXPECT_GT(taken, 100U);
    }
}

TEST(LineTest, HoweverManyPacketsWereNotAnsweredTheNextAnswerIsMeasured) {
    for (const int unanswered : {0, 1, 200, 254, 255, 256, 257, 300, 511, 512, 5'000}) {
        Line line(milliseconds(80), k_packet_interval);
        Time now{0};
        line.on_sent(now);
        ASSERT_TRUE(line.on_echo(0, Time{0}, now + milliseconds(3)).has_value());
        for (int packet = 0; packet < unanswered; ++packet) {
            line.on_sent(now += k_packet_interval);
        }
        const std::uint64_t number = line.on_sent(now += k_packet_interval);
        EXPECT_EQ(line.on_echo(static_cast<std::uint8_t>(number), Time{0}, now + milliseconds(9)),
                  Time(milliseconds(9)))
            << "after " << unanswered;
    }
}

TEST(LineTest, WhatTheWayTakesNowIsHalfTheShortestOfTheLastEightAndAllTheLongestExceedsIt) {
    Line line(milliseconds(80), k_packet_interval);
    std::deque<Time> last;
    Random random(1);
    for (int packet = 0; packet < 500; ++packet) {
        const Time round_trip = milliseconds(random.between(1, 90));
        const auto number = static_cast<std::uint8_t>(line.on_sent(Time{0}));
        ASSERT_EQ(line.on_echo(number, Time{0}, round_trip), round_trip);
        last.push_back(round_trip);
        if (last.size() > Line::k_round_trips_now) {
            last.pop_front();
        }
        const auto [least, most] = std::minmax_element(last.begin(), last.end());
        ASSERT_EQ(line.way_now(), *most - *least / 2);
    }
}

TEST(LineTest, TheHighRoundTripLeavesOutTwoOfTheLast256) {
    Line line(milliseconds(500), k_packet_interval);
    const auto answer = [&](Time round_trip, int count = 1) {
        for (; count > 0; --count) {
            const auto number = static_cast<std::uint8_t>(line.on_sent(Time{0}));
            ASSERT_EQ(line.on_echo(number, Time{0}, round_trip), round_trip);
        }
    };
    answer(milliseconds(40));
    EXPECT_EQ(line.round_trip_high(), milliseconds(40)) << "the handshake no longer counts";
    answer(milliseconds(40), 255);
    answer(milliseconds(300), 2);
    answer(milliseconds(40), 30);
    EXPECT_EQ(line.round_trip_high(), milliseconds(40));
    answer(milliseconds(70));
    answer(milliseconds(40), 31);
    EXPECT_EQ(line.round_trip_high(), milliseconds(70)) << "the third highest";
    answer(milliseconds(40), 256);
    EXPECT_EQ(line.round_trip_high(), milliseconds(40));
}

// ---- A way longer than its shortest ----

// A line over which a packet goes each 16 ms and is answered after `round_trip`.
struct AnsweredLine {
    void play(Time span, Time round_trip) {
        for (const Time end = now + span; now < end; now += milliseconds(16)) {
            const auto number = static_cast<std::uint8_t>(line.on_sent(now - round_trip));
            line.on_echo(number, Time{0}, now);
        }
    }

    Line line{milliseconds(40), milliseconds(16)};
    Time now{std::chrono::seconds(10)};
};

TEST(LineTest, OnlyWhatNoPacketIsFreeOfIsAQueue) {
    AnsweredLine it;
    it.play(std::chrono::seconds(1), milliseconds(40));
    EXPECT_EQ(it.line.excess(), Time{0});
    // Jitter of any size, as long as one packet in a dozen is free of it.
    for (int round = 0; round < 20; ++round) {
        it.play(milliseconds(176), milliseconds(200));
        it.play(milliseconds(16), milliseconds(60));
        EXPECT_EQ(it.line.excess(), Time{0}) << round;
    }
    it.play(milliseconds(600), milliseconds(200));
    EXPECT_EQ(it.line.excess(), milliseconds(130)) << "less what jitter explains";
    it.play(milliseconds(16), milliseconds(60));
    EXPECT_EQ(it.line.excess(), Time{0}) << "the first short one ends it";
}

TEST(LineTest, AnAnswerIsMissingOnceTheRoundTripIsOver) {
    AnsweredLine it;
    it.play(std::chrono::seconds(1), milliseconds(40));
    it.line.on_sent(it.now);
    EXPECT_EQ(it.line.unanswered(it.now + milliseconds(40)), Time{0}) << "not missing yet";
    EXPECT_EQ(it.line.unanswered(it.now + milliseconds(300)), milliseconds(260));
}

TEST(LineTest, AnExcessThatDoesNotShrinkIsALongerWay) {
    AnsweredLine it;
    it.play(std::chrono::seconds(1), milliseconds(40));
    it.play(milliseconds(2'600), milliseconds(200));
    EXPECT_TRUE(it.line.is_steady(it.now)) << "so it is tried with fewer packets";
    EXPECT_GT(it.line.excess(), Time{0});
    it.play(milliseconds(1'000), milliseconds(200));
    EXPECT_EQ(it.line.excess(), Time{0});
    EXPECT_EQ(it.line.round_trip_shortest(), Time(milliseconds(200)));
    // A queue that fills or empties is none, however long it takes.
    Time round_trip = milliseconds(200);
    for (; round_trip < milliseconds(3'000); round_trip += milliseconds(50)) {
        it.play(milliseconds(250), round_trip);
    }
    EXPECT_GT(it.line.excess(), milliseconds(2'000));
    for (; round_trip > milliseconds(400); round_trip -= milliseconds(50)) {
        it.play(milliseconds(250), round_trip);
        EXPECT_GT(it.line.excess(), Time{0}) << round_trip.count();
    }
}

TEST(LineTest, RoundTripsOfAQueueAreForgottenWithIt) {
    AnsweredLine it;
    it.play(std::chrono::seconds(1), milliseconds(40));
    it.play(milliseconds(1'000), milliseconds(900));
    it.play(milliseconds(320), milliseconds(45));
    EXPECT_EQ(it.line.round_trip_high(), Time(milliseconds(45)));
}

TEST(LineTest, WhatIsMissingBehindASilenceOrAQueueSaysNothingOfTheLine) {
    for (const bool is_queue : {false, true}) {
        AnsweredLine it;
        it.play(std::chrono::seconds(1), milliseconds(40));
        if (is_queue) {
            it.play(milliseconds(600), milliseconds(400));
        }
        std::uint8_t number = 0;
        for (int round = 0; round < 40; ++round) {
            it.line.on_received(number, it.now);
            number = static_cast<std::uint8_t>(number + 10);
            it.now += is_queue ? milliseconds(16) : milliseconds(250);
        }
        EXPECT_EQ(it.line.loss_run(), 0U) << is_queue;
    }
}

// A packet of a way that was throttled may come hundreds behind one of another way.
TEST(LineTest, WhatIsKnownToBeNewerIsNeverOld) {
    Line line{milliseconds(40), milliseconds(16)};
    Time now{0};
    ASSERT_TRUE(line.on_received(0, now));
    for (int number = 1; number < 40; ++number) {
        now += milliseconds(50);  // late ones trickle in
        line.on_received(static_cast<std::uint8_t>(number), now);
        EXPECT_FALSE(line.on_received(static_cast<std::uint8_t>(number + 130), now))
            << "nothing but its bits is known";
    }
    EXPECT_TRUE(line.on_received(169, now, Line::Age::newer));
    EXPECT_EQ(line.newest()->number, 169U);
    EXPECT_TRUE(line.on_received(169, now, Line::Age::newer)) << "256 later";
    EXPECT_FALSE(line.on_received(170, now, Line::Age::older));
}

}  // namespace
}  // namespace tandem::test
