// SPDX-License-Identifier: MIT
// Each class of cause is told with its proof where it was planted, and no other.
#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include <tandem/replay/explain/explain.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::FaultySide;

// Two builds whose rules differ in every seventh tick.
template <int k_build>
struct Drifting : BrokenBase {
    static constexpr std::string_view name = "drifting";
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += ticks % 7 == 0 ? k_build : 0;
    }
};

// The session of which one side was given an input too late, once.
template <bool k_is_late>
struct Late : BrokenBase {
    static constexpr std::string_view name = "late";
    void step(Inputs<Input> inputs) {
        const Input used = k_is_late && ticks == 31 ? last : inputs[0];
        last = inputs[0];
        total = (total * 3 + used.amount) * 3 + inputs[1].amount;
        ++ticks;
    }
    Input last;  // not of the state: what the network did
};

replay::RecorderOptions short_blocks() { return {.block_ticks = 10, .keyframe_ticks = 20}; }

// All that was said, for a failing test.
std::string said(const Explanation& explanation) {
    std::string text = cause_class_text(explanation.cause) + ": " + explanation.proof;
    for (const auto& step : explanation.steps) {
        text += "\n  " + step.question + "? " + step.answer;
    }
    return text;
}

template <class Game>
Explanation explained(const Recorded& a, const Recorded& b,
                      const replay::ExplainOptions& options = {}) {
    const auto first = open_replay(a);
    const auto second = open_replay(b);
    auto explanation = replay::explain(first, second, sim::erase<Game>(), options);
    EXPECT_TRUE(explanation) << (explanation ? "" : explanation.error().text());
    return explanation ? std::move(explanation).value() : Explanation{};
}

template <class Game>
Explanation explained(const Recorded& file, const replay::ExplainOptions& options = {}) {
    const auto replay = open_replay(file);
    auto explanation = replay::explain(replay, sim::erase<Game>(), options);
    EXPECT_TRUE(explanation) << (explanation ? "" : explanation.error().text());
    return explanation ? std::move(explanation).value() : Explanation{};
}

// The other side of a match: the same inputs, whatever its states are.
Recording same_inputs(const Recorded& other, Recording recording = {.options = short_blocks()}) {
    recording.ticks = other.records.size();
    recording.source = [records = other.records](const sim::AnySimulation&, std::uint64_t tick) {
        return records[tick];
    };
    return recording;
}

TEST(Explain, EqualFilesHaveNoCause) {
    const Recorded a = record<Counter>({.options = short_blocks()});
    const Explanation found = explained<Counter>(a, a);
    EXPECT_EQ(found.cause, CauseClass::none) << said(found);
    EXPECT_FALSE(found.has_divergence());
    EXPECT_EQ(explained<Counter>(a).cause, CauseClass::none);
}

TEST(Explain, OtherSetups) {
    const Explanation found =
        explained<Counter>(record<Counter>({.seed = 1}), record<Counter>({.seed = 2}));
    EXPECT_EQ(found.cause, CauseClass::setup) << said(found);
    EXPECT_NE(found.proof.find("seed: 1 | 2"), std::string::npos) << found.proof;
}

TEST(Explain, AnInputThatDiffers) {
    const Recorded a = record<Counter>({.options = short_blocks()});
    Recording other = same_inputs(a);
    other.source = [records = a.records](const sim::AnySimulation& simulation, std::uint64_t tick) {
        return tick == 44 ? bot_record(simulation, tick + 1) : records[tick];
    };
    const Explanation found = explained<Counter>(a, record<Counter>(other));
    EXPECT_EQ(found.cause, CauseClass::inputs) << said(found);
    EXPECT_EQ(found.tick, sim::Tick{44});
    EXPECT_EQ(found.player, Slot{0});
    ASSERT_FALSE(found.fields.empty());
    EXPECT_EQ(found.fields[0].path, "amount");
    EXPECT_NE(said(found).find("in 1 of the 56 ticks from there on"), std::string::npos)
        << said(found);
    EXPECT_EQ(said(found).find("two sessions"), std::string::npos) << said(found);
}

TEST(Explain, InputsThatMostlyDifferMayBeThoseOfTwoSessions) {
    const Recorded a = record<Counter>({.options = short_blocks()});
    Recording other = same_inputs(a);
    other.source = [records = a.records](const sim::AnySimulation& simulation, std::uint64_t tick) {
        return tick >= 20 ? bot_record(simulation, tick + 1) : records[tick];
    };
    const Explanation found = explained<Counter>(a, record<Counter>(other));
    EXPECT_EQ(found.cause, CauseClass::inputs) << said(found);
    EXPECT_NE(said(found).find("so these may be two sessions and no desync"), std::string::npos)
        << said(found);
}

TEST(Explain, AFlippedBitOnEitherSide) {
    const Recorded sound = record<Counter>({.options = short_blocks()});
    Recording recording = same_inputs(sound);
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    const Recorded faulty = record<Counter>(recording);
    for (const bool is_first : {true, false}) {
        const Explanation found =
            is_first ? explained<Counter>(faulty, sound) : explained<Counter>(sound, faulty);
        EXPECT_EQ(found.cause, CauseClass::memory) << said(found);
        EXPECT_EQ(found.side, is_first ? FaultySide::first : FaultySide::second);
        EXPECT_EQ(found.tick, sim::Tick{57});
        ASSERT_EQ(found.bits.size(), 1U);
        EXPECT_EQ(found.bits[0].path, "totals[1]");
        EXPECT_EQ(found.bits[0].bit, 13U);
        EXPECT_FALSE(found.healed_tick);
    }
    EXPECT_EQ(explained<Counter>(faulty).cause, CauseClass::memory) << "one file is enough";
}

TEST(Explain, ABitAtTheEndOfAFileIsOnlyPerhapsFlipped) {
    const Recorded sound = record<Counter>({.options = short_blocks()});
    for (const bool is_marked : {false, true}) {
        Recording recording = same_inputs(sound);
        recording.plant =
            sim::Plant{sim::Tick{sound.records.size() - 5}, "totals[1]", 13, is_marked};
        const Explanation found = explained<Counter>(sound, record<Counter>(recording));
        // The file itself says that it was planted.
        EXPECT_EQ(found.cause, is_marked ? CauseClass::memory : CauseClass::unknown) << said(found);
        ASSERT_EQ(found.bits.size(), 1U);
        EXPECT_EQ(found.bits[0].path, "totals[1]");
        EXPECT_EQ(found.values, is_marked ? replay::ValuePair::simulated_and_file
                                          : replay::ValuePair::if_changed);
    }
}

TEST(Explain, OneBitThatChangesAgainIsNoFaultThatCameOnce) {
    const Recorded sound = record<Counter>({.options = short_blocks()});
    Recording recording = same_inputs(sound);
    recording.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 42 || tick == 71) {
            sim::Bytes state = timeline.simulation().save();
            state.back() ^= std::byte{0x10};
            ASSERT_TRUE(timeline.simulation().restore(state));
        }
    };
    const Explanation found = explained<Counter>(sound, record<Counter>(recording));
    EXPECT_EQ(found.tick, sim::Tick{42});
    EXPECT_NE(found.cause, CauseClass::memory) << said(found);
    EXPECT_NE(said(found).find("for a while: "), std::string::npos) << said(found);
    EXPECT_NE(said(found).find("then the recording parts again at tick 71"), std::string::npos)
        << said(found);
    // Both are named.
    std::vector<std::uint64_t> ticks;
    for (const replay::Reading& reading : found.readings) {
        if (reading.cause == CauseClass::memory) {
            ticks.push_back(reading.tick.number);
            EXPECT_EQ(reading.path, "totals[1]") << said(found);
        }
    }
    EXPECT_EQ(ticks, (std::vector<std::uint64_t>{42, 71})) << said(found);
}

TEST(Explain, WhereverItIsStoppedItTellsNoWrongClass) {
    const Recorded sound = record<Counter>({.options = short_blocks()});
    Recording recording = same_inputs(sound);
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    const auto first = open_replay(sound);
    const auto second = open_replay(record<Counter>(recording));
    const sim::AnySimulation spare = sim::erase<Counter>();
    int most = 0;
    for (bool is_stopped = true; is_stopped; ++most) {
        int asked = 0;
        const auto found = replay::explain(first, second, spare, {},
                                           [&](std::uint64_t) { return ++asked <= most; });
        ASSERT_TRUE(found) << found.error().text();
        is_stopped = asked > most;
        EXPECT_EQ(found->cause, is_stopped ? CauseClass::unknown : CauseClass::memory)
            << "stopped when asked for the " << most + 1 << "th time: " << said(*found);
        EXPECT_EQ(said(*found).find("it was stopped") != std::string::npos, is_stopped)
            << said(*found);
    }
    EXPECT_GT(most, 50) << "nothing was stopped";
}

TEST(Explain, AnInputThatOneSideSimulatedLate) {
    const Recorded sound = record<Late<false>>({.options = short_blocks()});
    const Explanation found = explained<Late<false>>(sound, record<Late<true>>(same_inputs(sound)));
    EXPECT_EQ(found.cause, CauseClass::inputs) << said(found);
    EXPECT_EQ(found.side, FaultySide::second);
    EXPECT_EQ(found.tick, sim::Tick{31});
    EXPECT_EQ(found.player, Slot{0});
    EXPECT_NE(found.proof.find("player 0's input of tick 30"), std::string::npos) << found.proof;
}

TEST(Explain, AGameThatIsNeverTheSame) {
    const Recorded a = record<Leaky>({.options = short_blocks()});
    const Explanation found = explained<Leaky>(a, record<Leaky>(same_inputs(a)));
    EXPECT_EQ(found.cause, CauseClass::local) << said(found);
    EXPECT_EQ(found.values, replay::ValuePair::two_runs) << "no file has them";
}

replay::GameBuild build_called(const std::string& name) {
    return {sim::digest_bytes(sim::as_bytes(name)), sim::digest_bytes({}), name};
}

// The other side of a match of two builds.
Recorded recorded_by_other_build(const Recorded& a) {
    replay::RecorderOptions options = short_blocks();
    options.game_build = build_called("other build");
    return record<Drifting<5>>(same_inputs(a, {.options = options}));
}

TEST(Explain, RulesOfAnotherBuildAreOnlyToldWhereThatBuildShowsThem) {
    const Recorded a = record<Drifting<0>>({.options = short_blocks()});
    const Recorded b = recorded_by_other_build(a);
    replay::ExplainOptions options{.own_game_build = build_called("this build")};
    const Explanation alone = explained<Drifting<0>>(a, b, options);
    EXPECT_EQ(alone.cause, CauseClass::unknown) << said(alone);
    EXPECT_EQ(alone.maker, game_build_text(build_called("other build")));
    EXPECT_EQ(alone.own_build, game_build_text(build_called("this build")));
    replay::OwnProgram other(sim::erase<Drifting<5>>(), "the other");
    options.other = &other;
    const Explanation found = explained<Drifting<0>>(a, b, options);
    EXPECT_EQ(found.cause, CauseClass::build) << said(found);
    EXPECT_EQ(found.side, FaultySide::second);
    EXPECT_EQ(found.tick, sim::Tick{6});
    ASSERT_EQ(found.fields.size(), 1U);
    EXPECT_EQ(found.fields[0].path, "total");
    EXPECT_EQ(found.other_program, "the other");
    EXPECT_EQ(explained<Drifting<0>>(b, a, options).side, FaultySide::first);
    EXPECT_EQ(explained<Drifting<0>>(b, options).cause, CauseClass::build) << "one file is enough";
    // A third build proves nothing.
    replay::OwnProgram third(sim::erase<Drifting<9>>(), "the third");
    options.other = &third;
    EXPECT_EQ(explained<Drifting<0>>(a, b, options).cause, CauseClass::unknown);
}

TEST(Explain, TheVeryProgramThatMadeItCannotHaveOtherRules) {
    const Recorded a = record<Drifting<0>>({.options = short_blocks()});
    const Recorded b = recorded_by_other_build(a);
    replay::ExplainOptions options{.own_game_build = build_called("other build")};
    EXPECT_EQ(explained<Drifting<0>>(a, b, options).cause, CauseClass::local);
    options.own_game_build->libraries.bytes[0] ^= std::byte{1};
    EXPECT_EQ(explained<Drifting<0>>(a, b, options).cause, CauseClass::unknown);
    EXPECT_EQ(explained<Drifting<0>>(a, b).cause, CauseClass::unknown);
}

// A short file has no keyframe behind its bad tick. Its maker alone then says what it is not.
TEST(Explain, AShortFileOfThisVeryProgramThatItDoesNotGiveIsLocal) {
    const Recorded a = record<Drifting<0>>({.ticks = 30});
    Recording other = same_inputs(a, {.ticks = 30});
    other.options.game_build = build_called("other build");
    const Recorded b = record<Drifting<5>>(other);
    replay::ExplainOptions options{.own_game_build = build_called("other build")};
    for (const Explanation& found :
         {explained<Drifting<0>>(a, b, options), explained<Drifting<0>>(b, options)}) {
        EXPECT_EQ(found.cause, CauseClass::local) << said(found);
        EXPECT_EQ(found.tick, sim::Tick{6});
        EXPECT_NE(said(found).find("this very one"), std::string::npos) << said(found);
    }
    options.own_game_build = build_called("this build");
    EXPECT_EQ(explained<Drifting<0>>(b, options).cause, CauseClass::unknown);
}

TEST(Explain, OfProgramsStartedAnewOneThatDoesOtherwiseProvesALocalCause) {
    const Recorded a = record<Drifting<0>>({.options = short_blocks()});
    const Recorded b = recorded_by_other_build(a);
    replay::ExplainOptions options{.own_game_build = build_called("this build")};
    options.start_anew = [] {
        return sim::Result<std::unique_ptr<replay::GameProgram>>(
            std::make_unique<replay::OwnProgram>(sim::erase<Drifting<9>>()));
    };
    const Explanation found = explained<Drifting<0>>(a, b, options);
    EXPECT_EQ(found.cause, CauseClass::local) << said(found);
    EXPECT_EQ(found.values, replay::ValuePair::two_runs);
    options.start_anew = [] {
        return sim::Result<std::unique_ptr<replay::GameProgram>>(
            std::make_unique<replay::OwnProgram>(sim::erase<Drifting<0>>()));
    };
    EXPECT_EQ(explained<Drifting<0>>(a, b, options).cause, CauseClass::unknown);
}

TEST(Explain, AProgramThatGivesOneOfTwoFilesThatThisOneDoesNotGive) {
    const Recorded a = record<Drifting<3>>({.options = short_blocks()});
    const Recorded b = record<Drifting<5>>(same_inputs(a));
    replay::OwnProgram other(sim::erase<Drifting<5>>());
    const Explanation found = explained<Drifting<0>>(a, b, {.other = &other});
    EXPECT_EQ(found.cause, CauseClass::unknown) << said(found);
    EXPECT_EQ(found.side, FaultySide::both);
    ASSERT_FALSE(found.steps.empty());
    EXPECT_NE(found.steps.back().answer.find("the other program made the second"),
              std::string::npos)
        << said(found);
}

TEST(Explain, AFlippedBitIsNoOtherBuildWhoeverIsAsked) {
    const Recorded sound = record<Counter>({.options = short_blocks()});
    Recording recording = same_inputs(sound);
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    replay::OwnProgram other(sim::erase<Counter>());
    const Explanation found =
        explained<Counter>(sound, record<Counter>(recording), {.other = &other});
    EXPECT_EQ(found.cause, CauseClass::memory) << said(found);
}

TEST(Explain, AFieldThatARestoreLost) {
    const Recorded a = record<SeldomForgetful<16>>({.options = short_blocks()});
    Recording recording = same_inputs(a);
    recording.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 41) {
            const sim::Bytes state = timeline.simulation().save();
            ASSERT_TRUE(timeline.simulation().restore(state));
        }
    };
    const Explanation found =
        explained<SeldomForgetful<16>>(a, record<SeldomForgetful<16>>(recording));
    EXPECT_EQ(found.cause, CauseClass::unsaved) << said(found);
    EXPECT_EQ(found.side, FaultySide::second);
}

TEST(Explain, AStartThatTheSetupDoesNotGive) {
    const Recorded a = record<OtherStart<6>>({.options = short_blocks()});
    const Explanation found = explained<OtherStart<0>>(a);
    EXPECT_EQ(found.cause, CauseClass::recording) << said(found);
    EXPECT_TRUE(found.is_reset);
    ASSERT_EQ(found.fields.size(), 1U);
    EXPECT_EQ(found.fields[0].path, "total");
}

// So large a state that trying each of its bits before a step would take too long. Every step
// changes all of it, so that one bit before it is many behind it.
template <std::size_t k_cells>
struct Spacious : BrokenBase {
    static constexpr std::string_view name = "spacious";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        cells.fill(7);
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        for (std::uint32_t& cell : cells) {
            cell = cell * 2654435761U + 1;
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(cells));
    }
    std::array<std::uint32_t, k_cells> cells{};
};

// A bit of cell 1,234 that falls between two ticks.
Recording fallen_between(const Recorded& other, std::uint32_t keyframe_ticks) {
    Recording recording =
        same_inputs(other, {.options = {.block_ticks = 10, .keyframe_ticks = keyframe_ticks}});
    recording.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 33) {
            sim::Bytes state = timeline.simulation().save();
            state[state.size() - 4 * (3'200 - 1'234)] ^= std::byte{0x10};
            ASSERT_TRUE(timeline.simulation().restore(state));
        }
    };
    return recording;
}

TEST(Explain, ABitOfALargeStateThatFellBetweenTwoTicksIsSoughtWhereItShowsLater) {
    const Recording sound{.ticks = 60, .options = {.block_ticks = 10, .keyframe_ticks = 20}};
    const Recorded a = record<Spacious<3'200>>(sound);
    const Explanation found =
        explained<Spacious<3'200>>(a, record<Spacious<3'200>>(fallen_between(a, 20)));
    EXPECT_EQ(found.cause, CauseClass::memory) << said(found);
    ASSERT_EQ(found.bits.size(), 1U) << said(found);
    EXPECT_EQ(found.bits[0].path, "cells[1234]");
    EXPECT_EQ(found.bits[0].bit, 4U);
    EXPECT_EQ(found.bits[0].ticks_done, 33U);
}

TEST(Explain, ABitOfALargeStateIsSoughtFirstWhereItShowsLater) {
    using Game = Spacious<6'400>;
    const Recording sound{.ticks = 60, .options = {.block_ticks = 10, .keyframe_ticks = 20}};
    const Recorded a = record<Game>(sound);
    Recording planted = same_inputs(a, {.options = sound.options});
    planted.plant = sim::Plant{sim::Tick{33}, "cells[4321]", 9, false};
    const Explanation found = explained<Game>(a, record<Game>(planted));
    EXPECT_EQ(found.cause, CauseClass::memory) << said(found);
    ASSERT_EQ(found.bits.size(), 1U) << said(found);
    EXPECT_EQ(found.bits[0].path, "cells[4321]");
    EXPECT_EQ(found.bits[0].bit, 9U);
}

TEST(Explain, OfALargeStateItIsSaidWhatWasNotTried) {
    const Recording sound{.ticks = 60, .options = {.block_ticks = 10, .keyframe_ticks = 40}};
    const Recorded a = record<Spacious<3'200>>(sound);
    // No keyframe stands behind the bad tick that would tell where to look.
    const Explanation found =
        explained<Spacious<3'200>>(a, record<Spacious<3'200>>(fallen_between(a, 0)));
    EXPECT_NE(found.cause, CauseClass::memory) << said(found);
    EXPECT_NE(said(found).find("were not tried: in a state of 12816 bytes that takes too long"),
              std::string::npos)
        << said(found);
}

TEST(Explain, AFaultThatTheFileSaysWasPlantedIsSaidToBe) {
    const Recorded a = record<Counter>({.options = short_blocks()});
    Recording planted = same_inputs(a);
    planted.plant = sim::Plant{sim::Tick{41}, "ticks", 4};
    const Recorded b = record<Counter>(planted);
    const std::string words = "planted on purpose: a bit of ticks after tick 41";
    const Explanation two = explained<Counter>(a, b);
    EXPECT_EQ(two.cause, CauseClass::memory) << said(two);
    EXPECT_NE(two.proof.find("the second says itself that it was " + words), std::string::npos)
        << two.proof;
    EXPECT_EQ(two.steps.back().question, "was a fault planted on purpose");
    const Explanation one = explained<Counter>(b);
    EXPECT_NE(one.proof.find("the file says itself that it was " + words), std::string::npos)
        << one.proof;
    EXPECT_EQ(said(explained<Counter>(a)).find("planted"), std::string::npos);
}

}  // namespace
}  // namespace tandem::test
