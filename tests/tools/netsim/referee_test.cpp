// SPDX-License-Identifier: MIT
// The referee sees the first tick that differs, and waits for nobody who is gone.
#include <tandem/tools/netsim/referee.hpp>

#include <array>

#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::Referee;
using tools::netsim::Reporter;

Setup two_slots() {
    Setup setup;
    setup.slots = 2;
    return setup;
}

// A machine that plays what it is told, with a fault if wanted.
struct Watched {
    Watched(Referee& referee, std::uint32_t machine, std::optional<std::uint64_t> plant = {})
        : reporter(referee, machine), timeline(sim::erase<Counter>(), &reporter) {
        if (plant) {
            timeline.set_plant({sim::Tick{*plant}, "totals[0]"});
        }
        EXPECT_TRUE(timeline.start(two_slots()).has_value());
    }
    void play(std::uint64_t ticks) {
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            const auto amount = static_cast<std::int16_t>(timeline.ticks_done());
            const std::array inputs{Counter::Input{amount}, Counter::Input{7}};
            EXPECT_TRUE(timeline.advance(inputs).has_value());
        }
    }
    Reporter reporter;
    sim::Timeline timeline;
};

TEST(RefereeTest, OneChainIsOneChain) {
    Referee referee(sim::erase<Counter>(), two_slots(), 2);
    Watched first(referee, 0);
    Watched second(referee, 1);
    first.play(30);
    second.play(20);
    first.play(5);
    second.play(15);
    EXPECT_TRUE(referee.differences().empty());
    EXPECT_EQ(referee.ticks_compared(), 70U);
    EXPECT_EQ(referee.ticks_played(), 35U);
    EXPECT_EQ(referee.ticks(1), 35U);
    EXPECT_EQ(referee.chain(), first.timeline.chain());
    EXPECT_EQ(second.reporter.chain(), first.timeline.chain());
}

TEST(RefereeTest, AFaultIsFoundAtItsTickWhoeverComesFirst) {
    for (const bool faulty_first : {true, false}) {
        Referee referee(sim::erase<Counter>(), two_slots(), 2);
        Watched good(referee, 0);
        Watched faulty(referee, 1, 12);
        (faulty_first ? faulty : good).play(20);
        (faulty_first ? good : faulty).play(20);
        ASSERT_EQ(referee.differences().size(), 1U);
        EXPECT_EQ(referee.differences()[0].machine, 1U);
        EXPECT_EQ(referee.differences()[0].tick, 12U);
    }
}

TEST(RefereeTest, WhoIsForgottenHoldsNothingBack) {
    Referee referee(sim::erase<Counter>(), two_slots(), 2);
    Watched first(referee, 0);
    Watched second(referee, 1);
    second.play(3);
    referee.forget(1);
    first.play(10);
    EXPECT_EQ(referee.ticks_compared(), 13U);
    EXPECT_EQ(referee.ticks(1), 3U);
}

TEST(RefereeTest, AMachineThatIsGivenAStateIsComparedFromThereOn) {
    Referee referee(sim::erase<Counter>(), two_slots(), 2);
    Watched first(referee, 0);
    Watched second(referee, 1);
    second.play(5);
    referee.forget(1);
    first.play(20);
    const sim::Bytes state = first.timeline.simulation().save();
    const sim::RunningHashes hashes = first.timeline.hashes();
    ASSERT_TRUE(second.timeline.go_on_from(20, state, hashes).has_value());
    EXPECT_EQ(referee.ticks(1), 20U);
    EXPECT_EQ(second.reporter.chain(), first.timeline.chain());
    second.play(10);
    first.play(10);
    EXPECT_TRUE(referee.differences().empty());
    EXPECT_EQ(referee.ticks_played(), 30U);
}

TEST(RefereeTest, AStateOfAnotherTickOrOfAnotherHistoryIsFound) {
    Referee referee(sim::erase<Counter>(), two_slots(), 2);
    Watched first(referee, 0);
    Watched second(referee, 1);
    first.play(20);
    const sim::Bytes state = first.timeline.simulation().save();
    sim::RunningHashes hashes = first.timeline.hashes();
    hashes.chain.value ^= 1;
    ASSERT_TRUE(second.timeline.go_on_from(20, state, hashes).has_value());
    ASSERT_EQ(referee.differences().size(), 1U);
    EXPECT_EQ(referee.differences()[0].machine, 1U);
    EXPECT_EQ(referee.differences()[0].tick, 19U);
    const auto ahead = second.timeline.go_on_from(21, state, hashes);
    ASSERT_FALSE(ahead.has_value());
    EXPECT_NE(ahead.error().text().find("no machine has confirmed more than 20"),
              std::string::npos);
}

TEST(RefereeTest, AnotherProcessOfAMachineBeginsWhereItIsGivenAState) {
    Referee referee(sim::erase<Counter>(), two_slots(), 2);
    Watched first(referee, 0);
    first.play(20);
    Reporter reporter(referee, 1);
    sim::Timeline timeline(sim::erase<Counter>(), &reporter);
    ASSERT_TRUE(
        timeline
            .start_at(two_slots(), 20, first.timeline.simulation().save(), first.timeline.hashes())
            .has_value());
    EXPECT_EQ(referee.ticks(1), 20U);
    EXPECT_TRUE(referee.differences().empty());
}

}  // namespace
}  // namespace tandem::test
