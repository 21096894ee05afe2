// SPDX-License-Identifier: MIT
// The phase is that in which the planted fault acts, and none where nothing shows it.
#include <tandem/replay/explain/phase_search.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/explain/explain.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

// What it hears tells in the first phase; what it forgets in a restore, in the second, and only in
// every sixteenth tick.
struct PhasedForgetful : BrokenBase {
    static constexpr std::string_view name = "phased_forgetful";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        heat = 0;
    }
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        add(inputs);
        phase_ended("hearing");
        heat += inputs[0].amount;
        total ^= ticks % 16 == 0 ? heat : 0;
        phase_ended("heating");
        total += 3;
    }
    std::uint64_t heat = 0;  // belongs to the state
};

// Another number for each object and each step, in its second phase.
struct PhasedCounting : BrokenBase {
    static constexpr std::string_view name = "phased_counting";
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        static std::uint64_t steps = 0;
        add(inputs);
        phase_ended("hearing");
        total += ticks > 30 ? ++steps : 0;
        phase_ended("counting");
    }
};

class PhaseSearch : public testing::Test {
protected:
    const Recorded recorded_ =
        record<PhasedFork<0>>({.ticks = 100, .options = {.block_ticks = 10}});
    const std::optional<replay::Replay> file_ = open_replay(recorded_);
};

TEST_F(PhaseSearch, InputsAreHeardInTheirPhase) {
    const auto part = [&](const sim::Bytes& other) {
        return replay::part_by_inputs(*file_, sim::erase<PhasedFork<0>>(), sim::Tick{40},
                                      recorded_.states[40], recorded_.records[40], other);
    };
    const auto parting = part(recorded_.records[41]);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->phase, "hearing");
    EXPECT_FALSE(part(recorded_.records[40])) << "one input is no two";
    EXPECT_FALSE(part(sim::Bytes())) << "what is no record";
}

TEST_F(PhaseSearch, AGameWithoutPhasesHasNone) {
    const Recorded plain = record<SeldomForgetful<16>>({.ticks = 60});
    EXPECT_FALSE(replay::part_by_inputs(open_replay(plain), sim::erase<SeldomForgetful<16>>(),
                                        sim::Tick{40}, plain.states[40], plain.records[40],
                                        plain.records[41]));
    EXPECT_FALSE(replay::part_by_restore(open_replay(plain), sim::erase<SeldomForgetful<16>>(),
                                         sim::Tick{47}, 41));
}

TEST_F(PhaseSearch, ARestoreTellsWhereWhatItLostIsUsed) {
    const Recorded recorded = record<PhasedForgetful>({.ticks = 100});
    const auto part = [&](std::uint64_t tick) {
        return replay::part_by_restore(open_replay(recorded), sim::erase<PhasedForgetful>(),
                                       sim::Tick{tick}, 41);
    };
    const auto parting = part(47);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->phase, "heating");
    EXPECT_FALSE(part(46)) << "nothing shows there yet";
    EXPECT_FALSE(part(50)) << "they part before";
}

TEST_F(PhaseSearch, TwoSimulationsSideBySideStayAlikeUnlessSomethingElseDecides) {
    EXPECT_FALSE(replay::run_side_by_side(*file_, sim::erase<PhasedFork<0>>(), 100));
    const Recorded counting = record<PhasedCounting>({.ticks = 60});
    const auto unlike =
        replay::run_side_by_side(open_replay(counting), sim::erase<PhasedCounting>(), 60);
    ASSERT_TRUE(unlike);
    EXPECT_EQ(unlike->tick, sim::Tick{30});
    ASSERT_TRUE(unlike->phase);
    EXPECT_EQ(unlike->phase->phase, "counting");
}

// Through all of explain.
class ExplainedPhase : public testing::Test {
protected:
    template <class Game>
    static replay::Explanation explained(const Recorded& a, const Recorded& b) {
        auto found = replay::explain(open_replay(a), open_replay(b), sim::erase<Game>(), {});
        EXPECT_TRUE(found) << (found ? "" : found.error().text());
        return found ? std::move(found).value() : replay::Explanation{};
    }
    static Recording same_inputs(const Recorded& other) {
        Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
        recording.ticks = other.records.size();
        recording.source = [records = other.records](const sim::AnySimulation&,
                                                     std::uint64_t tick) { return records[tick]; };
        return recording;
    }
};

TEST_F(ExplainedPhase, OfInputsThatDiffer) {
    const Recorded a = record<PhasedFork<0>>({.options = {.block_ticks = 10}});
    Recording other = same_inputs(a);
    other.source = [records = a.records](const sim::AnySimulation&, std::uint64_t tick) {
        return records[tick == 44 ? 45 : tick];
    };
    const auto found = explained<PhasedFork<0>>(a, record<PhasedFork<0>>(other));
    EXPECT_EQ(found.cause, replay::CauseClass::inputs);
    EXPECT_EQ(found.phase, "hearing");
}

TEST_F(ExplainedPhase, OfARestoreThatLostSomething) {
    const Recorded a = record<PhasedForgetful>({.options = {.block_ticks = 10}});
    Recording recording = same_inputs(a);
    recording.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 41) {
            const sim::Bytes state = timeline.simulation().save();
            ASSERT_TRUE(timeline.simulation().restore(state));
        }
    };
    const auto found = explained<PhasedForgetful>(a, record<PhasedForgetful>(recording));
    EXPECT_EQ(found.cause, replay::CauseClass::unsaved);
    EXPECT_EQ(found.tick, sim::Tick{47});
    EXPECT_EQ(found.phase, "heating");
}

TEST_F(ExplainedPhase, OfAFlippedBitIsUnknown) {
    const Recorded a = record<PhasedFork<0>>({.options = {.block_ticks = 10}});
    Recording recording = same_inputs(a);
    recording.plant = sim::Plant{sim::Tick{57}, "grown", 40, false};
    const auto found = explained<PhasedFork<0>>(a, record<PhasedFork<0>>(recording));
    EXPECT_EQ(found.cause, replay::CauseClass::memory);
    EXPECT_EQ(found.phase, "") << "it may have flipped anywhere in the tick";
}

}  // namespace
}  // namespace tandem::test
