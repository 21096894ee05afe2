// SPDX-License-Identifier: MIT
// A game behind its erased type: starting, stepping, saving and restoring, and what goes wrong.
#include <tandem/sim/game/any_simulation.hpp>

#include <span>
#include <string_view>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tests/sim/rich_session.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/smoky.hpp>

namespace tandem::sim {
namespace {

using test::rich_record;
using test::rich_setup;
using test::run_rich;

class NoCanvas final : public tandem::Canvas {
public:
    void view(float, float, float, float) override {}
    void line(float, float, float, float, tandem::Color) override {}
    void circle(float, float, float, tandem::Color) override {}
    void fill_rectangle(float, float, float, float, tandem::Color) override {}
    void polygon(std::span<const tandem::DrawPoint>, tandem::Color) override {}
    void text(float, float, std::string_view, tandem::Color) override {}
    void status(std::string_view) override {}
};

// A game that bears the name of another one.
struct Namesake : test::Counter {};

TEST(AnySimulation, TheInputsOfTheLastStepStayUntilTheNextOne) {
    AnySimulation simulation = erase<test::Counter>();
    ASSERT_TRUE(simulation.reset(rich_setup(4, 2)));
    ASSERT_TRUE(
        simulation.step(make_record(0b10, std::vector<Bytes>{{}, {std::byte{7}, std::byte{0}}})));
    const Bytes state = simulation.save();
    const auto expect_kept = [](const AnySimulation& stepped) {
        const auto inputs = stepped.last_inputs<test::Counter::Input>();
        EXPECT_EQ(inputs.presence(), 0b10U);
        EXPECT_EQ(inputs[0].amount, 0) << "an absent slot is idle";
        EXPECT_EQ(inputs[1].amount, 7);
    };
    expect_kept(simulation);
    ASSERT_TRUE(simulation.restore(state));
    expect_kept(simulation);
    const AnySimulation moved = std::move(simulation);
    expect_kept(moved);
}

TEST(AnySimulationDeathTest, InputsOfAStepNeedAStepAndTheGamesOwnType) {
    AnySimulation simulation = erase<test::Counter>();
    ASSERT_TRUE(simulation.reset(rich_setup(4, 2)));
    EXPECT_DEATH(static_cast<void>(simulation.last_inputs<test::Counter::Input>()),
                 "assertion failed");
    ASSERT_TRUE(simulation.step(rich_record(simulation, 0)));
    EXPECT_DEATH(static_cast<void>(simulation.last_inputs<std::uint64_t>()), "assertion failed");
}

TEST(AnySimulation, TheRunningGameIsReadWhereItStands) {
    AnySimulation simulation = erase<test::Counter>();
    tandem::Setup setup = rich_setup(4, 2);
    ASSERT_TRUE(simulation.reset(setup));
    const test::Counter& game = simulation.as<test::Counter>();
    EXPECT_EQ(game.totals, (std::vector<std::int64_t>{4, 4}));
    ASSERT_TRUE(simulation.step(rich_record(simulation, 0)));
    EXPECT_EQ(game.ticks, 1U) << "a step changes what was referred to";
    EXPECT_EQ(&simulation.as<const test::Counter>(), &game);
    // Neither does a move of the simulation end it.
    const AnySimulation moved = std::move(simulation);
    EXPECT_EQ(&moved.as<test::Counter>(), &game);
    EXPECT_EQ(canonical_bytes(game), moved.save());
}

TEST(AnySimulation, TheRunningGameIsThatOfTheLastRestore) {
    AnySimulation simulation = erase<test::Counter>();
    ASSERT_TRUE(simulation.reset(rich_setup(4, 2)));
    const Bytes start = simulation.save();
    ASSERT_TRUE(simulation.step(rich_record(simulation, 0)));
    ASSERT_TRUE(simulation.restore(start));
    EXPECT_EQ(simulation.as<test::Counter>().ticks, 0U);
    EXPECT_EQ(simulation.clone().as<test::Counter>().totals, simulation.as<test::Counter>().totals);
}

TEST(AnySimulationDeathTest, TheRunningGameIsOfTheTypeThatWasErasedNotOnlyOfItsName) {
    AnySimulation simulation = erase<test::Counter>();
    EXPECT_DEATH(static_cast<void>(simulation.as<test::Counter>()), "is_reset_");
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    EXPECT_DEATH(static_cast<void>(simulation.as<test::RichGame>()),
                 "this is the game \"counter\", and as<>\\(\\) asks for \"rich\"");
    EXPECT_DEATH(static_cast<void>(simulation.as<Namesake>()),
                 "this is the game \"counter\", and as<>\\(\\) asks for another type whose name is "
                 "\"counter\" too");
}

TEST(AnySimulation, TheStateHashIsTheHashOfTheSavedBytes) {
    AnySimulation simulation = run_rich(1, 0);
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        ASSERT_EQ(simulation.state_hash().value, hash_bytes(simulation.save())) << "tick " << tick;
        ASSERT_TRUE(simulation.step(rich_record(simulation, tick)));
    }
}

TEST(AnySimulation, TheSameSetupAndRecordsGiveTheSameStatesAndAnotherSeedDoesNot) {
    EXPECT_EQ(run_rich(4, 30).save(), run_rich(4, 30).save());
    EXPECT_NE(run_rich(4, 30).state_hash(), run_rich(5, 30).state_hash());
    // Reset starts anew, whatever was before.
    AnySimulation used = run_rich(9, 17);
    ASSERT_TRUE(used.reset(rich_setup(4)));
    EXPECT_EQ(used.save(), run_rich(4, 0).save());
}

TEST(AnySimulation, ResetCompletesTheSetup) {
    AnySimulation simulation = erase<test::RichGame>();
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    const tandem::Setup& setup = simulation.setup();
    EXPECT_TRUE(setup.tick_rate == TickRate(50, 3));
    EXPECT_EQ(setup.options, simulation.info().default_options);
    tandem::Setup explicit_setup;
    explicit_setup.tick_rate = TickRate(50, 3);
    explicit_setup.set_options(test::RichGame::Options{});
    AnySimulation other = erase<test::RichGame>();
    ASSERT_TRUE(other.reset(explicit_setup));
    EXPECT_EQ(encode_setup(other.setup()), encode_setup(setup));
    EXPECT_EQ(other.state_hash(), simulation.state_hash());
}

TEST(AnySimulation, ASetupThatDoesNotFitLeavesTheOldGameRunning) {
    AnySimulation simulation = run_rich(2, 3);
    const Bytes before = simulation.save();
    tandem::Setup setup = rich_setup(7);
    setup.slots = 65;
    EXPECT_FALSE(simulation.reset(setup));
    EXPECT_EQ(simulation.save(), before);
    EXPECT_EQ(simulation.setup().seed, 2U);
    EXPECT_TRUE(simulation.step(rich_record(simulation, 3)));
}

// The order of a map's keys is more than a schema knows.
TEST(AnySimulation, OptionsThatMeasureButDoNotReadAreRefused) {
    tandem::Setup setup = rich_setup(1);
    setup.set_options(test::RichGame::Options{5, {{1, 0}, {2, 0}}});
    AnySimulation simulation = erase<test::RichGame>();
    ASSERT_TRUE(simulation.reset(setup));
    std::swap(setup.options[8], setup.options[10]);
    EXPECT_TRUE(check_setup(simulation.info(), setup));
    const auto reset = simulation.reset(setup);
    ASSERT_FALSE(reset);
    EXPECT_EQ(reset.error().text(),
              "options byte 11: found a key that does not follow the one before it in order");
}

TEST(AnySimulation, AnAssetWithoutItsContentIsRefused) {
    tandem::Setup setup = rich_setup(1);
    setup.assets = {Asset::from_content("map", Bytes(3))};
    AnySimulation simulation = erase<test::RichGame>();
    EXPECT_TRUE(simulation.reset(setup));
    setup.assets[0].content.clear();
    EXPECT_FALSE(simulation.reset(setup));
}

TEST(AnySimulation, AnExceptionOutOfResetIsAnError) {
    AnySimulation simulation = erase<test::Unstartable>();
    const auto reset = simulation.reset(tandem::Setup{});
    ASSERT_FALSE(reset);
    EXPECT_EQ(reset.error().code, ErrorCode::step_failed);
    EXPECT_EQ(reset.error().text(), "reset: the game threw an exception: this game never starts");
}

TEST(AnySimulation, AnExceptionOutOfAStepStopsUntilResetOrRestore) {
    AnySimulation simulation = run_rich(1, 4);
    const Bytes good = simulation.save();
    test::RichGame::Input throwing;
    throwing.throws = 1;
    const std::vector<Bytes> inputs(3, canonical_bytes(throwing));
    const auto stepped = simulation.step(make_record(7, inputs));
    ASSERT_FALSE(stepped);
    EXPECT_EQ(stepped.error().code, ErrorCode::step_failed);
    EXPECT_EQ(stepped.error().text(), "step: the game threw an exception: the test asked for it");
    EXPECT_NE(simulation.save(), good) << "half a step was done";

    const Bytes record = rich_record(simulation, 4);
    const auto again = simulation.step(record);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().text(),
              "step: an earlier step failed (step: the game threw an exception: the test asked for "
              "it); reset or restore first");
    EXPECT_FALSE(simulation.clone().step(record));
    ASSERT_TRUE(simulation.restore(good));
    EXPECT_TRUE(simulation.step(record));
    EXPECT_FALSE(simulation.step(make_record(7, inputs)));
    ASSERT_TRUE(simulation.reset(rich_setup(1)));
    EXPECT_TRUE(simulation.step(record));
}

TEST(AnySimulation, ARecordThatIsNotOneChangesNothing) {
    AnySimulation simulation = run_rich(1, 4);
    const Bytes before = simulation.save();
    Bytes record = rich_record(simulation, 4);
    for (std::size_t size = 0; size < record.size(); ++size) {
        EXPECT_FALSE(simulation.step(ByteView(record).first(size))) << "cut to " << size;
    }
    record.push_back(std::byte{0});
    const auto stepped = simulation.step(record);
    ASSERT_FALSE(stepped);
    EXPECT_EQ(stepped.error().code, ErrorCode::bad_data);
    EXPECT_NE(stepped.error().message.find("1 bytes behind the last input"), std::string::npos);
    EXPECT_FALSE(simulation.step_with_phases(record));
    EXPECT_EQ(simulation.save(), before);
}

TEST(AnySimulation, AnAbsentSlotIsIdleAndNotPresent) {
    AnySimulation absent = run_rich(1, 0);
    AnySimulation idle = run_rich(1, 0);
    const std::vector<Bytes> idle_inputs(3, absent.info().idle_input);
    ASSERT_TRUE(absent.step(make_record(0b011, idle_inputs)));
    ASSERT_TRUE(idle.step(make_record(0b111, idle_inputs)));
    // The game counts who is present, and nothing else differs.
    const auto differences = compare_values(absent.info().state_schema, absent.save(), idle.save());
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0].path, "u32");
}

TEST(AnySimulation, AnInputOfTheTickBeforeIsNotRemembered) {
    AnySimulation with_history = run_rich(1, 0);
    AnySimulation without = run_rich(1, 0);
    test::RichGame::Input busy;
    busy.target = std::uint16_t{500};
    ASSERT_TRUE(with_history.step(make_record(7, std::vector<Bytes>(3, canonical_bytes(busy)))));
    ASSERT_TRUE(without.restore(with_history.save()));
    const Bytes nobody = make_record(0, std::vector<Bytes>(3));
    ASSERT_TRUE(with_history.step(nobody));
    ASSERT_TRUE(without.step(nobody));
    EXPECT_EQ(with_history.save(), without.save());
}

// ---- Saving and restoring -----------------------------------------------------------------------

TEST(AnySimulation, RestoringAtEveryTickGoesOnAsIfNothingHadHappened) {
    AnySimulation straight = run_rich(6, 0);
    AnySimulation jumping = run_rich(99, 3);
    ASSERT_TRUE(jumping.reset(rich_setup(6)));
    for (std::uint64_t tick = 0; tick < 60; ++tick) {
        ASSERT_TRUE(jumping.restore(straight.save()));
        const Bytes record = rich_record(straight, tick);
        ASSERT_TRUE(straight.step(record));
        ASSERT_TRUE(jumping.step(record));
        ASSERT_EQ(jumping.save(), straight.save()) << "tick " << tick;
    }
}

TEST(AnySimulation, BytesThatAreNoStateLeaveTheOldOne) {
    AnySimulation simulation = run_rich(1, 5);
    const Bytes before = simulation.save();
    const StateHash hash = simulation.state_hash();
    const Bytes other = run_rich(2, 9).save();
    for (std::size_t size = 0; size < other.size(); size += 7) {
        EXPECT_FALSE(simulation.restore(ByteView(other).first(size))) << "cut to " << size;
        ASSERT_EQ(simulation.save(), before);
    }
    Bytes longer = other;
    longer.push_back(std::byte{0});
    const auto restored = simulation.restore(longer);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, ErrorCode::bad_data);
    EXPECT_EQ(restored.error().place, "state byte " + std::to_string(other.size()));
    EXPECT_EQ(simulation.state_hash(), hash);
    ASSERT_TRUE(simulation.restore(other));
    EXPECT_EQ(simulation.save(), other);
}

TEST(AnySimulation, AStateBeyondTheGamesLimitIsRefused) {
    AnySimulation simulation = run_rich(1, 1);
    const Bytes before = simulation.save();
    const auto leaf = find_leaf(simulation.info().state_schema, before, "title");
    ASSERT_TRUE(leaf);
    Bytes huge(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(leaf->offset));
    append_block(huge, Bytes(test::RichGame::state_bytes_max + 1));
    append(huge, ByteView(before).subspan(leaf->offset + leaf->bytes));
    const auto restored = simulation.restore(huge);
    ASSERT_FALSE(restored);
    EXPECT_NE(restored.error().message.find("state_bytes_max"), std::string::npos);
    EXPECT_EQ(simulation.save(), before);
}

TEST(AnySimulation, ACloneIsIndependent) {
    AnySimulation original = run_rich(3, 5);
    const Bytes before = original.save();
    AnySimulation copy = original.clone();
    EXPECT_EQ(copy.save(), before);
    EXPECT_EQ(copy.setup().seed, 3U);
    const Bytes record = rich_record(original, 5);
    ASSERT_TRUE(copy.step(record));
    EXPECT_EQ(original.save(), before);
    ASSERT_TRUE(original.step(record));
    EXPECT_EQ(original.save(), copy.save());
    ASSERT_TRUE(copy.restore(before));
    EXPECT_EQ(copy.save(), before);
    EXPECT_NE(original.save(), before);
    // One that was never reset copies as that.
    AnySimulation fresh = erase<test::RichGame>().clone();
    EXPECT_TRUE(fresh.reset(rich_setup(1)));
}

TEST(AnySimulation, DrawingACopyChangesNothingWhateverDrawDoes) {
    AnySimulation simulation = erase<test::Smoky>();
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    const Bytes before = simulation.save();
    NoCanvas canvas;
    ASSERT_TRUE(simulation.draw_copy(canvas, simulation, {1, 2}));
    EXPECT_EQ(simulation.save(), before);
    ASSERT_TRUE(simulation.draw(canvas, simulation, {1, 2}));
    EXPECT_NE(simulation.save(), before) << "this draw does something";
}

TEST(AnySimulationDeathTest, SteppingOrRestoringBeforeAResetIsAMistakeOfTheCaller) {
    AnySimulation simulation = erase<test::RichGame>();
    EXPECT_DEATH(static_cast<void>(simulation.step({})), "assertion failed");
    EXPECT_DEATH(static_cast<void>(simulation.restore({})), "assertion failed");
}

// ---- Optional members ---------------------------------------------------------------------------

TEST(AnySimulation, PhasesAreHashedInOrderAndDoNotChangeTheStep) {
    AnySimulation plain = run_rich(1, 2);
    AnySimulation phased = run_rich(1, 2);
    const Bytes record = rich_record(plain, 2);
    ASSERT_TRUE(plain.step(record));
    const auto phases = phased.step_with_phases(record);
    ASSERT_TRUE(phases);
    ASSERT_EQ(phases->size(), 2U);
    EXPECT_EQ((*phases)[0].phase, "inputs");
    EXPECT_EQ((*phases)[1].phase, "churn");
    EXPECT_NE((*phases)[0].state_hash, (*phases)[1].state_hash);
    EXPECT_EQ((*phases)[1].state_hash, phased.state_hash());
    EXPECT_EQ(phased.save(), plain.save());
    // A game without phases names none.
    AnySimulation counter = erase<test::Counter>();
    ASSERT_TRUE(counter.reset(tandem::Setup{}));
    const auto none = counter.step_with_phases(make_record(0, std::vector<Bytes>(1)));
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

TEST(AnySimulation, PhasesHaveTheirStatesWhereThatIsAskedFor) {
    AnySimulation hashed = run_rich(1, 2);
    AnySimulation kept = run_rich(1, 2);
    const Bytes record = rich_record(hashed, 2);
    const auto hashes = hashed.step_with_phases(record);
    const auto states = kept.step_with_phases(record, PhaseDetail::states);
    ASSERT_TRUE(hashes && states);
    ASSERT_EQ(states->size(), hashes->size());
    for (std::size_t i = 0; i < states->size(); ++i) {
        EXPECT_TRUE((*hashes)[i].state.empty());
        EXPECT_EQ((*states)[i].state_hash, (*hashes)[i].state_hash);
        EXPECT_EQ(StateHash{hash_bytes((*states)[i].state)}, (*states)[i].state_hash);
    }
    EXPECT_EQ((*states)[1].state, kept.save());
}

#if TANDEM_ARITHMETIC_CHECKS
struct Overflowing : test::BrokenBase {
    static constexpr std::string_view name = "overflowing";
    void step(Inputs<Input> inputs) {
        add(inputs);
        static_cast<void>(Fixed::highest() + Fixed(ticks));
    }
};

TEST(AnySimulation, FaultsNameTheTickAndAreNoPartOfTheState) {
    const FaultsExpected expected;
    AnySimulation simulation = erase<Overflowing>();
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    EXPECT_EQ(simulation.faults().count(), 0U);
    const Bytes record(1);  // nobody is present
    simulation.name_ticks_from(42);
    const AnySimulation before = simulation.clone();
    ASSERT_TRUE(simulation.step(record));
    ASSERT_TRUE(simulation.step(record));
    ASSERT_EQ(simulation.faults().places().size(), 1U);
    EXPECT_EQ(simulation.faults().places()[0].tick, 42U);
    EXPECT_EQ(simulation.faults().count(), 2U);
    EXPECT_EQ(before.faults().count(), 0U);
    ASSERT_TRUE(simulation.restore(before.save()));
    EXPECT_EQ(simulation.save(), before.save());
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    EXPECT_EQ(simulation.faults().count(), 0U);
}

TEST(AnySimulation, ATickThatIsSteppedAgainReportsItsFaultsOnce) {
    const FaultsExpected expected;
    AnySimulation simulation = erase<Overflowing>();
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    const Bytes record(1);
    for (const std::uint64_t from : {0U, 20U, 3U, 10U, 0U}) {  // 0 to 9, 20 to 29, 3 to 12, ...
        simulation.name_ticks_from(from);
        for (int tick = 0; tick < 10; ++tick) {
            ASSERT_TRUE(simulation.step(record));
        }
    }
    EXPECT_EQ(simulation.faults().count(), 30U);  // 0 to 29, each once
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    ASSERT_TRUE(simulation.step(record));
    EXPECT_EQ(simulation.faults().count(), 1U);
}

struct OverflowingInputs : test::BrokenBase {
    static constexpr std::string_view name = "overflowing_inputs";
    void step(Inputs<Input> inputs) { add(inputs); }
    Input bot_input(Slot, Random&) const {
        static_cast<void>(Fixed::highest() + Fixed(1));
        return {};
    }
    Input input_from_keys(const Keys&) const {
        static_cast<void>(Fixed::highest() + Fixed(1));
        return {};
    }
};

TEST(AnySimulation, FaultsOfInputsSayWhatWasAskedAndForWhichTick) {
    const FaultsExpected expected;
    AnySimulation simulation = erase<OverflowingInputs>();
    ASSERT_TRUE(simulation.reset(tandem::Setup{}));
    ASSERT_TRUE(simulation.bot_input(Slot{0}, 7, 1));
    ASSERT_TRUE(simulation.bot_input(Slot{0}, 8, 1));
    ASSERT_TRUE(simulation.input_from_keys(Keys(), 9));
    ASSERT_TRUE(simulation.step(Bytes(1)));
    const auto places = simulation.faults().places();
    ASSERT_EQ(places.size(), 2U);
    EXPECT_TRUE(places[0].text().starts_with("tick 7: Fixed addition overflowed at "));
    EXPECT_NE(places[0].text().find(" in bot_input; the result wrapped"), std::string::npos);
    EXPECT_EQ(places[0].count, 2U);
    EXPECT_TRUE(places[1].text().starts_with("tick 9: "));
    EXPECT_NE(places[1].text().find(" in input_from_keys; "), std::string::npos);
    // Who asks may listen himself.
    FaultLog log;
    {
        const FaultScope scope(log, 0);
        ASSERT_TRUE(simulation.bot_input(Slot{0}, 10, 1));
    }
    EXPECT_EQ(log.count(), 1U);
    EXPECT_EQ(log.places()[0].tick, 10U);
    EXPECT_EQ(simulation.faults().count(), 3U);
}
#endif

}  // namespace
}  // namespace tandem::sim
