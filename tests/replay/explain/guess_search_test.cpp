// SPDX-License-Identifier: MIT
// Faults of every kind that is tried are named, and none is told as, or excluded to be, what it is
// not.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/planted_fault.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::Explanation;

replay::RecorderOptions options_of_a_duel() { return {.keyframe_ticks = 200}; }

std::string told(const Explanation& explanation) {
    std::string text = replay::cause_class_text(explanation.cause) + ": " + explanation.proof;
    for (const auto& reading : explanation.readings) {
        text += "\n  perhaps " + replay::cause_class_text(reading.cause) + " at " +
                std::to_string(reading.tick.number) + ": " + reading.text;
    }
    for (const auto& step : explanation.steps) {
        text += "\n  " + step.question + "? " + step.answer;
    }
    return text;
}

struct Explained {
    PlantedFault fault;
    Explanation found;
};

// A duel of bots with this fault, explained alone.
std::optional<Explained> explained_duel(FaultKind kind, std::uint64_t tick, std::uint64_t seed) {
    static const Recorded sound =
        record<games::Duel>({.ticks = 600, .options = options_of_a_duel()});
    const auto honest = open_replay(sound);
    const auto spare = sim::erase<games::Duel>();
    replay::BufferOutput file;
    replay::Recorder recorder(file, options_of_a_duel());
    const auto fault = plant_fault(honest, spare, kind, sim::Tick{tick}, seed, recorder);
    if (!fault) {
        return std::nullopt;
    }
    const auto faulty = open_replay(file.bytes());
    auto found = replay::explain(faulty, spare, {});
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? std::optional(Explained{*fault, std::move(found).value()}) : std::nullopt;
}

const replay::Reading* reading_of(const Explanation& found, CauseClass cause, sim::Tick tick) {
    const auto reading =
        std::find_if(found.readings.begin(), found.readings.end(),
                     [&](const auto& one) { return one.cause == cause && one.tick == tick; });
    return reading == found.readings.end() ? nullptr : &*reading;
}

const std::string& answer_to(const Explanation& found, const std::string& question) {
    static const std::string k_none;
    const auto step = std::find_if(found.steps.begin(), found.steps.end(),
                                   [&](const auto& one) { return one.question == question; });
    return step == found.steps.end() ? k_none : step->answer;
}

class EachFault : public ::testing::TestWithParam<FaultWords> {};

TEST_P(EachFault, IsToldAsWhatItIsOrNotAtAllAndNamedWhereItIsTried) {
    const FaultWords& kind = GetParam();
    std::optional<Explained> explained;
    // A seed may draw a place at which it changes nothing.
    for (std::uint64_t seed = 36; seed < 46 && !explained; ++seed) {
        explained = explained_duel(kind.kind, 150, seed);
    }
    ASSERT_TRUE(explained);
    const Explanation& found = explained->found;
    SCOPED_TRACE(kind.name + " at tick " + std::to_string(explained->fault.tick.number) + ", " +
                 explained->fault.text + "\n" + told(found));
    EXPECT_EQ(found.tick, explained->fault.tick);
    if (kind.cause == CauseClass::unknown) {
        EXPECT_EQ(found.cause, CauseClass::unknown);
    } else if (found.cause == CauseClass::unknown) {
        EXPECT_NE(reading_of(found, kind.cause, explained->fault.tick), nullptr);
    } else {
        EXPECT_EQ(found.cause, kind.cause);
    }
}
INSTANTIATE_TEST_SUITE_P(SearchGuesses, EachFault, ::testing::ValuesIn(fault_kinds()));

// Many bits before the step lead to the state without the projectile.
TEST(SearchGuesses, AProjectileThatIsLostIsNoFlippedBit) {
    const auto explained = explained_duel(FaultKind::element_lost, 150, 1);
    ASSERT_TRUE(explained);
    const Explanation& found = explained->found;
    EXPECT_EQ(explained->fault.path.substr(0, 11), "projectiles");
    EXPECT_NE(found.cause, CauseClass::memory) << told(found);
    const auto* reading = reading_of(found, CauseClass::change, explained->fault.tick);
    ASSERT_NE(reading, nullptr) << told(found);
    EXPECT_NE(reading->text.find("erased"), std::string::npos) << told(found);
}

TEST(SearchGuesses, WhatFitsForAWhileIsToldAsThatAndTheSearchGoesOn) {
    const auto explained = explained_duel(FaultKind::drift, 150, 3);
    ASSERT_TRUE(explained);
    const Explanation& found = explained->found;
    EXPECT_EQ(found.cause, CauseClass::unknown) << told(found);
    for (const std::uint64_t behind : {0U, 50U, 100U}) {
        const auto* reading =
            reading_of(found, CauseClass::change, sim::Tick{explained->fault.tick.number + behind});
        ASSERT_NE(reading, nullptr) << behind << ": " << told(found);
        EXPECT_EQ(reading->path, explained->fault.path);
        EXPECT_EQ(reading->ticks, 50U);
    }
    EXPECT_EQ(answer_to(found, "was something else changed once").find("for a while: "), 0U)
        << told(found);
}

TEST(SearchGuesses, InputsThatAreLateForGoodAreToldFromTheirFirstTick) {
    const auto explained = explained_duel(FaultKind::late_on, 150, 2);
    ASSERT_TRUE(explained);
    const Explanation& found = explained->found;
    EXPECT_EQ(found.cause, CauseClass::inputs) << told(found);
    EXPECT_NE(found.proof.find("inputs 1 tick late from tick " +
                               std::to_string(explained->fault.tick.number) + " on"),
              std::string::npos)
        << told(found);
    EXPECT_FALSE(found.fields.empty()) << "the fields of the bad tick are known";
    EXPECT_EQ(found.fields_ticks_done, explained->fault.tick.number + 1);
}

TEST(SearchGuesses, AFaultThatHealsIsTwoFaults) {
    const auto explained = explained_duel(FaultKind::healed_bit, 150, 4);
    ASSERT_TRUE(explained);
    const Explanation& found = explained->found;
    ASSERT_NE(reading_of(found, CauseClass::memory, explained->fault.tick), nullptr) << told(found);
    EXPECT_EQ(reading_of(found, CauseClass::memory, explained->fault.tick)->ticks, 3U);
    EXPECT_NE(answer_to(found, "was one bit flipped").find("parts again"), std::string::npos)
        << told(found);
}

// The lowest bit of a counter is one more or one less too.
TEST(SearchGuesses, ABitThatIsAlsoOneMoreIsBoth) {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 0, false};
    const auto replay = open_replay(record<Counter>(recording));
    const auto found = replay::explain(replay, sim::erase<Counter>(), {});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->cause, CauseClass::unknown) << told(*found);
    for (const CauseClass cause : {CauseClass::memory, CauseClass::change}) {
        const auto* reading = reading_of(*found, cause, sim::Tick{57});
        ASSERT_NE(reading, nullptr) << told(*found);
        EXPECT_EQ(reading->path, "totals[1]");
        EXPECT_FALSE(reading->parts_tick);
    }
    EXPECT_NE(answer_to(*found, "does that prove a cause").find("several classes"),
              std::string::npos)
        << told(*found);
}

// A field as the reset makes it, once: nothing was loaded, as far as the file says.
TEST(SearchGuesses, AFieldIsOnlyLostByALoad) {
    for (const bool has_returned : {false, true}) {
        Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
        recording.before_tick = [&](sim::Timeline& timeline, replay::Recorder&,
                                    std::uint64_t tick) {
            if (tick == 47) {
                sim::Bytes state = timeline.simulation().save();
                std::fill_n(state.begin(), sizeof(std::uint64_t), std::byte{0});  // ticks
                ASSERT_TRUE(timeline.simulation().restore(state));
            }
            if (tick == 50 && has_returned) {
                ASSERT_TRUE(timeline.mark({sim::MarkKind::returned, sim::Tick{tick}, 1, 0, ""}));
            }
        };
        const auto replay = open_replay(record<Counter>(recording));
        const auto found = replay::explain(replay, sim::erase<Counter>(), {});
        ASSERT_TRUE(found) << found.error().text();
        EXPECT_EQ(found->cause, has_returned ? CauseClass::unsaved : CauseClass::unknown)
            << told(*found);
        const auto* reading = reading_of(*found, CauseClass::unsaved, sim::Tick{47});
        ASSERT_NE(reading, nullptr) << told(*found);
        EXPECT_EQ(reading->path, "ticks");
    }
}

// In tick 31 it heard another input of player 1 than the one that it was given.
template <int k_amount>
struct Misheard : BrokenBase {
    static constexpr std::string_view name = "misheard";
    void step(Inputs<Input> inputs) {
        const bool is_misheard = k_amount >= 0 && ticks == 31;
        total = (total * 3 + inputs[0].amount) * 3 +
                (is_misheard ? static_cast<std::uint64_t>(k_amount) : inputs[1].amount);
        ++ticks;
    }
};

template <int k_amount>
Explanation misheard() {
    const auto replay = open_replay(
        record<Misheard<k_amount>>({.options = {.block_ticks = 10, .keyframe_ticks = 20}}));
    auto found = replay::explain(replay, sim::erase<Misheard<-1>>(), {});
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? std::move(found).value() : Explanation{};
}

TEST(SearchGuesses, FindsAnInputThatWasLost) {
    const Explanation found = misheard<0>();
    const auto* reading = reading_of(found, CauseClass::inputs, sim::Tick{31});
    ASSERT_NE(reading, nullptr) << told(found);
    EXPECT_EQ(reading->player, Slot{1});
    EXPECT_EQ(reading->text, "player 1 idle in place of its input of tick 31");
}

TEST(SearchGuesses, FindsNoInputWhereItWasNone) {
    const Explanation found = misheard<1'000>();  // no input is so large
    EXPECT_EQ(reading_of(found, CauseClass::inputs, sim::Tick{31}), nullptr) << told(found);
    EXPECT_EQ(answer_to(found, "did it simulate another input than it recorded").find("no: none"),
              0U)
        << told(found);
}

}  // namespace
}  // namespace tandem::test
