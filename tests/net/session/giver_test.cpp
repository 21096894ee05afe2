// SPDX-License-Identifier: MIT
// A moment is offered only once all came to it and a copy came from it to what was played; a game
// that does not save its whole state gives none.
#include <tandem/net/session/giver.hpp>

#include <gtest/gtest.h>

#include <string>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

using net::Giver;
using net::Match;
using sim::Bytes;

constexpr std::uint64_t k_any_age = 1'000'000;

// Part of it steps on what it does not save: the copy has something else there.
struct Forgetful {
    static constexpr std::string_view name = "forgetful";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = Counter::Input;

    void reset(const Setup&) { total = hidden = 0; }
    void step(Inputs<Input>) { total += ++hidden; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }
    void restored() { hidden = 0; }
    Input bot_input(Slot, Random&) const { return {}; }

    std::uint64_t total = 0;
    std::uint64_t hidden = 0;
};

// A match that plays idle ticks.
template <class Game>
struct Played {
    explicit Played(std::uint64_t ticks, std::uint64_t memory = 64'000'000)
        : match(sim::erase<Game>(), nullptr, memory) {
        const Setup setup = make_setup(match.simulation().info(), 2);
        EXPECT_TRUE(match.reset(setup).has_value());
        EXPECT_TRUE(match.start().has_value());
        play(ticks);
    }
    void play(std::uint64_t ticks) {
        const Bytes idle = match.simulation().info().idle_input;
        const std::vector<sim::ByteView> inputs(2, idle);
        Bytes record;
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            sim::make_record(3, inputs, record);
            ASSERT_TRUE(match.step(record).has_value());
        }
    }
    // Calls it as often as a session would within a second.
    void prepare(Giver& giver, std::uint64_t not_before, std::uint64_t equal_until) {
        for (int call = 0; call < 60; ++call) {
            giver.prepare(match, not_before, equal_until);
        }
    }

    Match match;
};

TEST(GiverTest, AMomentIsOfferedOnceAllCameToIt) {
    Played<Counter> played(50);
    Giver giver(1'000'000);
    played.prepare(giver, 0, 30);
    const auto gift = giver.gift(played.match, 0, k_any_age);
    ASSERT_NE(gift, nullptr);
    EXPECT_LE(gift->ticks_done, 30U);
    EXPECT_EQ(gift->hashes.chain, *played.match.chain_at(gift->ticks_done));
    EXPECT_EQ(giver.oldest(), gift->ticks_done);
}

TEST(GiverTest, NothingIsOfferedBeforeItWasCompared) {
    Played<Counter> played(50);
    Giver giver(1'000'000);
    played.prepare(giver, 40, 30);
    EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr) << "30 is before 40";
    EXPECT_TRUE(giver.refusal().empty());
    played.play(10);
    played.prepare(giver, 40, 60);
    const auto gift = giver.gift(played.match, 40, k_any_age);
    ASSERT_NE(gift, nullptr);
    EXPECT_GE(gift->ticks_done, 40U);
}

TEST(GiverTest, NothingIsOfferedInTheCallInWhichItIsChosen) {
    Played<Counter> played(50);
    Giver giver(1'000'000);
    giver.prepare(played.match, 0, 30);
    EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr) << "no copy has come so far";
}

TEST(GiverTest, AMomentThatIsTooOldOrTooEarlyIsNotGiven) {
    Played<Counter> played(50);
    Giver giver(1'000'000);
    played.prepare(giver, 0, 50);
    const auto gift = giver.gift(played.match, 0, 0);
    ASSERT_NE(gift, nullptr);
    EXPECT_EQ(giver.gift(played.match, gift->ticks_done + 1, k_any_age), nullptr);
    played.play(5);
    EXPECT_EQ(giver.gift(played.match, 0, 4), nullptr);
    EXPECT_NE(giver.gift(played.match, 0, 5), nullptr);
    giver.rest();
    EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr) << "nobody comes any more";
    EXPECT_FALSE(giver.oldest().has_value());
}

TEST(GiverTest, AGameThatDoesNotSaveItsWholeStateIsRefusedAfterTwoFailures) {
    Played<Forgetful> played(50);
    Giver giver(1'000'000);
    for (int attempt = 0; attempt < 20 && giver.refusal().empty(); ++attempt) {
        played.prepare(giver, 0, played.match.ticks_done() - 10);
        EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr);
        played.play(1);
    }
    EXPECT_NE(giver.refusal().find("does not save its whole state"), std::string::npos)
        << giver.refusal();
}

TEST(GiverTest, AStateThatIsTooLargeIsRefusedWithBothNumbers) {
    Played<Counter> played(5);
    Giver giver(3);
    played.prepare(giver, 0, 5);
    EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr);
    EXPECT_NE(giver.refusal().find("at most 3 are given"), std::string::npos) << giver.refusal();
}

// A planted fault happens between a moment and its end only once.
TEST(GiverTest, AFaultThatWasPlantedDoesNotMakeAGameOneThatForgets) {
    Played<Counter> played(40);
    played.match.timeline().set_plant(sim::Plant{sim::Tick{45}, "totals[1]"});
    played.play(10);
    Giver giver(1'000'000);
    played.prepare(giver, 0, 42);
    EXPECT_TRUE(giver.refusal().empty()) << giver.refusal();
    played.play(10);
    played.prepare(giver, 48, 58);
    EXPECT_TRUE(giver.refusal().empty()) << giver.refusal();
    EXPECT_NE(giver.gift(played.match, 48, k_any_age), nullptr);
}

// Where no state of a compared moment is in memory, the present one waits for the others.
TEST(GiverTest, WithoutAKeptStateThePresentMomentWaitsUntilAllHaveComeToIt) {
    Played<Counter> played(50, 0);
    Giver giver(1'000'000);
    played.prepare(giver, 0, 45);
    EXPECT_EQ(giver.gift(played.match, 0, k_any_age), nullptr);
    EXPECT_EQ(giver.oldest(), 50U) << "the inputs behind it are kept meanwhile";
    played.play(10);
    played.prepare(giver, 0, 55);
    const auto gift = giver.gift(played.match, 0, k_any_age);
    ASSERT_NE(gift, nullptr);
    EXPECT_EQ(gift->ticks_done, 50U);
}

}  // namespace
}  // namespace tandem::test
