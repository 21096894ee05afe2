// SPDX-License-Identifier: MIT
// What the tests of verifying in segments have in common: two reports are compared in everything
// that a user sees.
#pragma once

#include <gtest/gtest.h>

#include <tandem/replay/verify/merge.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>

namespace tandem::test {

template <class Game>
replay::VerifyReport in_segments(const replay::Replay& replay,
                                 const replay::VerifyChecks& checks = {}) {
    auto report = replay::verify_in_segments(replay, sim::erase<Game>(), checks);
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? std::move(report).value() : replay::VerifyReport{};
}

template <class Game>
replay::VerifyReport straight(const replay::Replay& replay) {
    auto report = replay::verify(replay, sim::erase<Game>());
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? std::move(report).value() : replay::VerifyReport{};
}

// All but what only the segments count.
inline void expect_equal(const replay::VerifyReport& a, const replay::VerifyReport& b) {
    EXPECT_EQ(a.verdict, b.verdict);
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.ticks_checked, b.ticks_checked);
    EXPECT_EQ(a.ticks_recorded, b.ticks_recorded);
    EXPECT_EQ(a.chains_checked, b.chains_checked);
    EXPECT_EQ(a.states_checked, b.states_checked);
    EXPECT_EQ(a.states_unusable, b.states_unusable);
    EXPECT_EQ(a.flaw.has_value(), b.flaw.has_value());
    ASSERT_EQ(a.divergence.has_value(), b.divergence.has_value());
    EXPECT_EQ(a.divergence ? a.divergence->tick : sim::Tick{},
              b.divergence ? b.divergence->tick : sim::Tick{});
    EXPECT_EQ(a.fields.size(), b.fields.size());
    EXPECT_EQ(a.fields_ticks_done, b.fields_ticks_done);
    EXPECT_EQ(a.chain, b.chain);
    EXPECT_EQ(a.completeness, b.completeness);
    ASSERT_EQ(a.faults.count(), b.faults.count());
    for (std::size_t i = 0; i < a.faults.places().size(); ++i) {
        EXPECT_EQ(a.faults.places()[i].text(), b.faults.places()[i].text());
        EXPECT_EQ(a.faults.places()[i].count, b.faults.places()[i].count);
    }
}

// Its arithmetic has no result in some ticks: these are told once, whoever simulates them.
struct Faulty : BrokenBase {
    static constexpr std::string_view name = "faulty";
    void step(Inputs<Input> inputs) {
        if (ticks % 7 == 3) {
            static_cast<void>(Fixed(1) / Fixed(0));
        }
        if (ticks % 50 == 49) {
            static_cast<void>(Fixed(2) / Fixed(0));
        }
        add(inputs);
    }
};

// A game that cannot take back what it saved.
struct Unrestorable : BrokenBase {
    static constexpr std::string_view name = "unrestorable";
    void step(Inputs<Input> inputs) { add(inputs); }
    void restored() {
        if (ticks >= 20) {
            throw std::runtime_error("too late to come back");
        }
    }
};

// Comes back as somebody else.
struct Rounding : BrokenBase {
    static constexpr std::string_view name = "rounding";
    void step(Inputs<Input> inputs) { add(inputs); }
    void restored() { total &= ~std::uint64_t{1}; }
};

}  // namespace tandem::test
