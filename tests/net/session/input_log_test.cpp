// SPDX-License-Identifier: MIT
// The inputs of a slot, which arrive in any order, with holes.
#include <tandem/net/session/input_log.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::InputLog;

sim::Bytes one_byte(int value) { return {static_cast<std::byte>(value)}; }

bool holds(const InputLog& log, std::uint64_t tick, const sim::Bytes& input) {
    return log.has(tick) && std::ranges::equal(log.at(tick), input);
}

TEST(InputLogTest, NextIsTheFirstHoleWhateverTheOrderOfArrival) {
    InputLog log;
    EXPECT_TRUE(log.insert(2, one_byte(2)));
    EXPECT_TRUE(log.insert(0, one_byte(0)));
    EXPECT_EQ(log.next(), 1U);
    EXPECT_FALSE(log.has(1));
    EXPECT_TRUE(log.insert(1, one_byte(1)));
    EXPECT_EQ(log.next(), 3U);
    EXPECT_TRUE(holds(log, 2, one_byte(2)));
}

TEST(InputLogTest, TheFirstArrivalCountsAndForgottenTicksStayForgotten) {
    InputLog log;
    log.insert(0, one_byte(1));
    EXPECT_FALSE(log.insert(0, one_byte(9)));
    EXPECT_TRUE(holds(log, 0, one_byte(1)));
    log.insert(1, one_byte(2));
    log.forget_before(1);
    EXPECT_FALSE(log.has(0));
    EXPECT_FALSE(log.insert(0, one_byte(9)));
    EXPECT_EQ(log.base(), 1U);
    log.forget_before(50);
    EXPECT_EQ(log.base(), 2U) << "nothing that is still to come is forgotten";
}

TEST(InputLogTest, WhatIsTakenBackMayComeAgainAndBeDifferent) {
    InputLog log;
    for (int tick = 0; tick < 10; ++tick) {
        log.insert(static_cast<std::uint64_t>(tick), one_byte(tick));
    }
    log.insert(12, one_byte(12));
    log.retract(11);
    EXPECT_EQ(log.next(), 10U);
    EXPECT_FALSE(log.has(12)) << "behind a hole too";
    log.retract(4);
    EXPECT_EQ(log.next(), 4U);
    EXPECT_TRUE(holds(log, 3, one_byte(3)));
    EXPECT_TRUE(log.insert(5, one_byte(50)));
    EXPECT_EQ(log.next(), 4U) << "no old input fills the hole";
    EXPECT_TRUE(log.insert(4, one_byte(40)));
    EXPECT_TRUE(holds(log, 4, one_byte(40)));
    EXPECT_TRUE(holds(log, 5, one_byte(50)));
    EXPECT_EQ(log.next(), 6U);
    log.forget_before(6);
    log.retract(2);
    EXPECT_EQ(log.base(), 2U);
    EXPECT_EQ(log.next(), 2U) << "of what was forgotten too";
}

TEST(InputLogTest, BeginsAnewAtAnyTickWithNothingOfBefore) {
    InputLog log;
    log.insert(0, one_byte(1));
    log.insert(7, one_byte(2));
    log.skip(8, 20);
    log.begin_at(1'000'000);
    EXPECT_EQ(log.base(), 1'000'000U);
    EXPECT_EQ(log.next(), 1'000'000U);
    EXPECT_FALSE(log.has(0) || log.has(7) || log.has(1'000'000));
    EXPECT_FALSE(log.insert(999'999, one_byte(3)));
    EXPECT_TRUE(log.insert(1'000'001, one_byte(4)));
    EXPECT_TRUE(log.insert(1'000'000, one_byte(5)));
    EXPECT_EQ(log.next(), 1'000'002U);
    EXPECT_TRUE(holds(log, 1'000'001, one_byte(4)));
    log.begin_at(3);
    EXPECT_FALSE(log.has(1'000'001));
    EXPECT_TRUE(log.insert(3, one_byte(6))) << "an earlier place, too";
    EXPECT_EQ(log.next(), 4U);
}

TEST(InputLogTest, NextPassesOverAGapOnceAllBeforeItIsHere) {
    InputLog log;
    log.insert(0, one_byte(0));
    log.skip(2, 5);
    EXPECT_EQ(log.next(), 1U) << "what was given before the gap is still to come";
    EXPECT_FALSE(log.insert(3, one_byte(9))) << "in a gap nothing comes";
    EXPECT_TRUE(log.insert(5, one_byte(5)));
    EXPECT_TRUE(log.insert(1, one_byte(1)));
    EXPECT_EQ(log.next(), 6U);
    EXPECT_TRUE(holds(log, 1, one_byte(1)) && holds(log, 5, one_byte(5)));
    EXPECT_FALSE(log.has(2) || log.has(4));
    EXPECT_EQ(log.after_gap(1), 1U);
    EXPECT_EQ(log.after_gap(2), 5U);
    EXPECT_EQ(log.after_gap(4), 5U);
    EXPECT_EQ(log.after_gap(5), 5U);
    EXPECT_EQ(log.run_end(0), 2U);
    EXPECT_EQ(log.run_end(5), 6U);
    log.skip(6, 6);
    log.skip(6, 1'000'000);
    EXPECT_EQ(log.next(), 1'000'000U);
    EXPECT_EQ(log.run_end(5), 6U);
    log.forget_before(1'000'000);
    EXPECT_TRUE(log.insert(1'000'000, one_byte(3)));
    EXPECT_EQ(log.next(), 1'000'001U);
    EXPECT_TRUE(holds(log, 1'000'000, one_byte(3)));
}

// Against the plainest log there is.
struct PlainLog {
    bool insert(std::uint64_t tick, const sim::Bytes& input) {
        if (tick < next || inputs.contains(tick) || skipped.contains(tick)) {
            return false;
        }
        inputs[tick] = input;
        find_next();
        return true;
    }
    void find_next() {
        while (inputs.contains(next) || skipped.contains(next)) {
            ++next;
        }
    }
    void forget_before(std::uint64_t tick) {
        base = std::clamp(tick, base, next);
        inputs.erase(inputs.begin(), inputs.lower_bound(base));
    }
    void retract(std::uint64_t tick) {
        inputs.erase(inputs.lower_bound(tick), inputs.end());
        skipped.erase(skipped.lower_bound(tick), skipped.end());
        next = std::min(next, tick);
        base = std::min(base, tick);
    }
    void skip(std::uint64_t from, std::uint64_t to) {
        for (; from < to; ++from) {
            skipped.insert(from);
        }
        find_next();
    }

    std::set<std::uint64_t> skipped;
    std::map<std::uint64_t, sim::Bytes> inputs;
    std::uint64_t base = 0;
    std::uint64_t next = 0;
};

TEST(InputLogTest, ItIsAMapThatKeepsCountWhateverIsDoneToIt) {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=InputLogTest.ItIsAMap*");
        Random random(seed);
        InputLog log;
        PlainLog plain;
        const std::uint64_t window = random.between(std::uint64_t{1}, std::uint64_t{300});
        std::size_t bytes_max = random.below(std::size_t{4});
        for (int step = 0; step < 2'000; ++step) {
            const std::uint64_t low = plain.next - std::min<std::uint64_t>(plain.next, 20);
            const std::uint64_t tick = low + random.below(window + 20);
            const std::uint32_t what = random.below(100U);
            if (what < 80) {
                sim::Bytes input(random.below(bytes_max + 1));
                for (std::byte& byte : input) {
                    byte = static_cast<std::byte>(random.below(256U));
                }
                ASSERT_EQ(log.insert(tick, input), plain.insert(tick, input));
            } else if (what < 95) {
                log.forget_before(tick);
                plain.forget_before(tick);
            } else if (what < 97) {
                log.retract(tick);
                plain.retract(tick);
            } else if (what == 97) {
                const std::uint64_t from = std::max(tick, plain.next);
                const std::uint64_t to = from + random.below(std::uint64_t{400});
                log.retract(from);
                plain.retract(from);
                log.skip(from, to);
                plain.skip(from, to);
            } else if (what == 98 && random.chance(1, 8)) {
                bytes_max += random.below(std::size_t{40});
            }
            ASSERT_EQ(log.next(), plain.next);
            ASSERT_EQ(log.base(), plain.base);
            for (std::uint64_t look = low; step % 7 == 0 && look < tick + 2; ++look) {
                const auto found = plain.inputs.find(look);
                ASSERT_EQ(log.has(look), found != plain.inputs.end()) << look;
                ASSERT_TRUE(found == plain.inputs.end() || holds(log, look, found->second)) << look;
                const std::uint64_t given = log.after_gap(look);
                ASSERT_TRUE(given == look || plain.skipped.contains(given - 1));
                ASSERT_TRUE(look < log.base() || !plain.skipped.contains(given));
                for (std::uint64_t run = look;
                     found != plain.inputs.end() && look < log.next() && run < log.run_end(look);
                     ++run) {
                    ASSERT_TRUE(log.has(run));
                }
            }
        }
    }
}

}  // namespace
}  // namespace tandem::test
