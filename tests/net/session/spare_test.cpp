// SPDX-License-Identifier: MIT
// The rate at which a state is given beside a match.
#include <tandem/net/session/spare.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tandem::test {
namespace {

using net::Spare;
using net::Time;
using std::chrono::milliseconds;

// Sends whatever may leave, each millisecond. Returns how much that was.
std::uint64_t spend_all(Spare& spare, Time& now, milliseconds span, bool is_longer) {
    std::uint64_t sent = 0;
    for (const Time until = now + span; now < until;) {
        now += milliseconds(1);
        spare.advance(now, is_longer);
        sent += spare.bytes();
        spare.spend(spare.bytes());
    }
    return sent;
}

TEST(SpareTest, GrowsWhileNothingGetsLongerAndSendsWhatTheRateSays) {
    Spare spare;
    Time now{1};
    const std::uint64_t first = spare.rate();
    const std::uint64_t sent = spend_all(spare, now, milliseconds(1'000), false);
    EXPECT_GT(spare.rate(), 8 * first);
    EXPECT_GT(sent, first);
    EXPECT_LT(sent, spare.rate());
}

TEST(SpareTest, IsHalvedOnceForWhatIsUnderWayAndRestsBeforeItGrowsAgain) {
    Spare spare;
    Time now{1};
    spend_all(spare, now, milliseconds(1'000), false);
    const std::uint64_t before = spare.rate();
    spend_all(spare, now, milliseconds(100), true);
    EXPECT_EQ(spare.rate(), before / 2);
    spend_all(spare, now, milliseconds(300), false);
    EXPECT_EQ(spare.rate(), before / 2);
    spend_all(spare, now, milliseconds(400), false);
    EXPECT_GT(spare.rate(), before / 2);
}

TEST(SpareTest, NeverStopsWholly) {
    Spare spare;
    Time now{1};
    spend_all(spare, now, milliseconds(10'000), true);
    EXPECT_GT(spend_all(spare, now, milliseconds(1'000), true), 10'000U);
}

TEST(SpareTest, DoesNotGrowWhileNobodyNeedsIt) {
    Spare spare;
    Time now{1};
    const std::uint64_t first = spare.rate();
    for (int call = 0; call < 1'000; ++call) {
        now += milliseconds(1);
        spare.advance(now, false);
    }
    EXPECT_EQ(spare.rate(), first);
    EXPECT_LE(spare.bytes(), first / 50 + 1);
}

TEST(SpareTest, AWayIsLongerWhereItTakesMoreThanItsJitterExplains) {
    net::Line line(milliseconds(40), milliseconds(16));
    Time now{1};
    const auto echo = [&](milliseconds round_trip) {
        const auto number = static_cast<std::uint8_t>(line.on_sent(now));
        now += round_trip;
        line.on_echo(number, Time{0}, now);
    };
    for (int packet = 0; packet < 50; ++packet) {
        echo(milliseconds(packet % 2 == 0 ? 40 : 48));
    }
    EXPECT_FALSE(net::is_way_longer(line));
    echo(milliseconds(75));
    EXPECT_TRUE(net::is_way_longer(line));
}

}  // namespace
}  // namespace tandem::test
