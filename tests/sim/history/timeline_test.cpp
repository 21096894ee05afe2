// SPDX-License-Identifier: MIT
// A tick happens in one place: what it hashes, what it tells, how it fails and how it is planted.
#include <tandem/sim/history/timeline.hpp>

#include <bit>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/rich_session.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::sim {
namespace {

using test::rich_record;
using test::rich_setup;

// Writes down everything it is told.
class Witness : public TickObserver {
public:
    struct Told {
        Tick tick;
        Bytes record;
        StateHash state_hash;
        RunningHashes hashes;
    };
    struct State {
        std::uint64_t ticks_done;
        Bytes state;
        RunningHashes hashes;
    };

    Result<void> on_start(const SessionStart& start) override {
        ++starts;
        start_value = start.start;
        start_hashes = start.hashes;
        start_setup = start.setup;
        start_state.assign(start.state.begin(), start.state.end());
        return fail_at == "start" ? failure() : Result<void>();
    }
    Result<void> on_tick(const TickedView& ticked) override {
        log += "tick " + std::to_string(ticked.tick.number) + "\n";
        ticks.push_back({ticked.tick, Bytes(ticked.record.begin(), ticked.record.end()),
                         ticked.state_hash, ticked.hashes});
        return fail_at == "tick" ? failure() : Result<void>();
    }
    Result<void> on_event(const Mark& mark) override {
        log += "mark " + std::to_string(mark.tick.number) + " " + mark.text + "\n";
        marks.push_back(mark);
        return fail_at == "event" ? failure() : Result<void>();
    }
    Result<void> on_state(const StateView& view) override {
        log += "state " + std::to_string(view.ticks_done) + "\n";
        states.push_back(
            {view.ticks_done, Bytes(view.state.begin(), view.state.end()), view.hashes});
        return fail_at == "state" ? failure() : Result<void>();
    }
    bool wants_keyframe(std::uint64_t ticks_done) const override {
        return keyframe_ticks != 0 && ticks_done % keyframe_ticks == 0;
    }
    Result<void> on_end(EndReason reason) override {
        log += "end " + std::to_string(static_cast<int>(reason)) + "\n";
        return {};
    }
    static Error failure() { return Error{ErrorCode::io, "disk", "it is full"}; }

    int starts = 0;
    std::uint64_t start_value = 0;
    RunningHashes start_hashes;
    tandem::Setup start_setup;
    Bytes start_state;
    std::vector<Told> ticks;
    std::vector<Mark> marks;
    std::vector<State> states;
    std::string log;
    std::uint64_t keyframe_ticks = 0;
    std::string fail_at;
};

Result<void> run(Timeline& timeline, std::uint64_t ticks) {
    for (std::uint64_t i = 0; i < ticks; ++i) {
        const Bytes record = rich_record(timeline.simulation(), timeline.ticks_done());
        TANDEM_TRY(timeline.advance(record));
    }
    return {};
}

// Recomputed tick by tick from a simulation that knows nothing of chains.
TEST(Timeline, TellsTheChainThatTheFormulasGive) {
    Witness witness;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 40));

    AnySimulation plain = erase<test::RichGame>();
    ASSERT_TRUE(plain.reset(rich_setup(3)));
    const std::uint64_t start = start_hash(plain.info(), plain.setup());
    ChainHash chain = chain_start(start, StateHash{hash_bytes(plain.save())});
    RecordsHash records = records_start(start);
    EXPECT_EQ(witness.starts, 1);
    EXPECT_EQ(witness.start_value, start);
    EXPECT_EQ(timeline.start_value(), start);
    EXPECT_EQ(witness.start_hashes, (RunningHashes{chain, records}));
    EXPECT_EQ(witness.start_state, plain.save());
    ASSERT_EQ(witness.ticks.size(), 40U);
    for (std::uint64_t tick = 0; tick < 40; ++tick) {
        const Bytes record = rich_record(plain, tick);
        ASSERT_TRUE(plain.step(record));
        const StateHash state{hash_bytes(plain.save())};
        chain = chain_next(chain, hash_bytes(record), state);
        records = records_next(records, hash_bytes(record));
        const Witness::Told& told = witness.ticks[tick];
        ASSERT_EQ(told.tick, Tick{tick});
        ASSERT_EQ(told.record, record);
        ASSERT_EQ(told.state_hash, state);
        ASSERT_EQ(told.hashes, (RunningHashes{chain, records}));
    }
    EXPECT_EQ(timeline.ticks_done(), 40U);
    EXPECT_EQ(timeline.hashes(), (RunningHashes{chain, records}));
    EXPECT_EQ(timeline.state_hash(), plain.state_hash());
}

// Frozen: with these, every byte of every kind of field, the schema's and the setup's form, the
// generator and the formulas are the same on every compiler and machine, and stay so.
TEST(Timeline, TheChainOfEveryKindOfFieldIsFrozen) {
    Timeline timeline(erase<test::RichGame>());
    ASSERT_TRUE(timeline.start(rich_setup(1)));
    EXPECT_EQ(timeline.start_value(), 0x875c4f12e45d98c0ULL);
    ASSERT_TRUE(run(timeline, 1000));
    EXPECT_EQ(timeline.state_hash().value, 0x94d2b758a9413937ULL);
    EXPECT_EQ(timeline.chain().value, 0x14c1774494c1aca9ULL);
    EXPECT_EQ(timeline.hashes().records.value, 0x5c9725bc3bc0974eULL);
}

TEST(Timeline, TheChainOfColumnsAndOurOwnContainersIsFrozen) {
    Timeline timeline(erase<test::CrowdGame>());
    ASSERT_TRUE(timeline.start(rich_setup(1)));
    EXPECT_EQ(timeline.start_value(), 0x83ead33760cbec33ULL);
    ASSERT_TRUE(run(timeline, 1000));
    EXPECT_EQ(timeline.state_hash().value, 0x29e1144d2d4e77b1ULL);
    EXPECT_EQ(timeline.chain().value, 0x01b60da75a410ff2ULL);
}

TEST(Timeline, TellsTheCompleteSetup) {
    Witness witness;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(tandem::Setup{}));
    EXPECT_TRUE(witness.start_setup.tick_rate == test::RichGame::tick_rate);
    EXPECT_EQ(witness.start_setup.options, timeline.simulation().info().default_options);
    // Saying the same in full is the same start.
    tandem::Setup in_full;
    in_full.tick_rate = test::RichGame::tick_rate;
    in_full.set_options(test::RichGame::Options{});
    Timeline other(erase<test::RichGame>());
    ASSERT_TRUE(other.start(in_full));
    EXPECT_EQ(other.start_value(), timeline.start_value());
    EXPECT_EQ(other.chain(), timeline.chain());
}

TEST(Timeline, RunsTheSameWithoutAnObserver) {
    Witness witness;
    Timeline watched(erase<test::RichGame>(), &witness);
    Timeline alone(erase<test::RichGame>());
    ASSERT_TRUE(watched.start(rich_setup(3)));
    ASSERT_TRUE(alone.start(rich_setup(3)));
    ASSERT_TRUE(run(watched, 20));
    ASSERT_TRUE(run(alone, 20));
    EXPECT_EQ(alone.chain(), watched.chain());
    EXPECT_TRUE(alone.mark({MarkKind::note, Tick{20}, 0, 0, "unheard"}));
    EXPECT_TRUE(alone.end(EndReason::tick_limit));
}

TEST(Timeline, HandsOverKeyframesWhereTheObserverWantsThem) {
    Witness witness;
    witness.keyframe_ticks = 4;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 10));
    ASSERT_EQ(witness.states.size(), 2U);
    for (const Witness::State& state : witness.states) {
        const Witness::Told& ticked = witness.ticks[state.ticks_done - 1];
        EXPECT_EQ(hash_bytes(state.state), ticked.state_hash.value);
        EXPECT_EQ(state.hashes, ticked.hashes);
    }
    EXPECT_EQ(witness.states[0].ticks_done, 4U);
    EXPECT_EQ(witness.states[1].ticks_done, 8U);
}

TEST(Timeline, JumpingToAKeyframeGoesOnIdentically) {
    Witness witness;
    witness.keyframe_ticks = 8;
    Timeline straight(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(straight.start(rich_setup(3)));
    ASSERT_TRUE(run(straight, 30));
    const Witness::State& keyframe = witness.states[1];

    Timeline jumped(erase<test::RichGame>());
    ASSERT_TRUE(jumped.start(rich_setup(3)));
    ASSERT_TRUE(run(jumped, 3));
    ASSERT_TRUE(jumped.jump(keyframe.ticks_done, keyframe.state, keyframe.hashes));
    EXPECT_EQ(jumped.ticks_done(), 16U);
    EXPECT_EQ(jumped.state_hash(), witness.ticks[15].state_hash);
    for (std::uint64_t tick = 16; tick < 30; ++tick) {
        ASSERT_TRUE(jumped.advance(witness.ticks[tick].record));
        ASSERT_EQ(jumped.hashes(), witness.ticks[tick].hashes) << "tick " << tick;
    }
}

TEST(Timeline, AJumpToBytesThatAreNoStateChangesNothing) {
    Timeline timeline(erase<test::RichGame>());
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 3));
    const ChainHash chain = timeline.chain();
    EXPECT_FALSE(timeline.jump(9, Bytes(5), {ChainHash{1}, RecordsHash{2}}));
    EXPECT_EQ(timeline.ticks_done(), 3U);
    EXPECT_EQ(timeline.chain(), chain);
    EXPECT_TRUE(run(timeline, 1));
}

// A recording has no gaps: whoever listens was told of every tick before.
TEST(Timeline, AJumpWhereSomebodyListensIsAnErrorAndChangesNothing) {
    Witness witness;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 3));
    const Bytes at_three = timeline.simulation().save();
    const RunningHashes hashes = timeline.hashes();
    ASSERT_TRUE(run(timeline, 2));
    const auto jumped = timeline.jump(3, at_three, hashes);
    ASSERT_FALSE(jumped);
    EXPECT_EQ(jumped.error().code, ErrorCode::usage);
    EXPECT_EQ(jumped.error().text(),
              "jump to tick 3: somebody observes this timeline, to record it perhaps, and is told "
              "every tick in order; jump in a timeline without an observer");
    EXPECT_EQ(timeline.ticks_done(), 5U);
    ASSERT_TRUE(run(timeline, 1));
    EXPECT_EQ(witness.ticks.back().tick, Tick{5});
}

// ---- Plants -------------------------------------------------------------------------------------

TEST(Timeline, APlantFlipsExactlyOneBitAfterItsTickAndIsToldAsAMark) {
    for (const char* field : {"u64", "i8", "level", "facing", "is_night", "random.state",
                              "units[2].hp", "grid[1][0].height", "flags", "triple.2"}) {
        Witness witness;
        Timeline planted(erase<test::RichGame>(), &witness);
        Timeline clean(erase<test::RichGame>());
        planted.set_plant({Tick{5}, field});
        ASSERT_TRUE(planted.start(rich_setup(3)));
        ASSERT_TRUE(clean.start(rich_setup(3)));
        ASSERT_TRUE(run(planted, 5));
        ASSERT_TRUE(run(clean, 5));
        EXPECT_EQ(planted.chain(), clean.chain()) << field;
        EXPECT_TRUE(witness.marks.empty());
        // The same record on both sides: bots may look at the state.
        const Bytes record = rich_record(clean.simulation(), 5);
        ASSERT_TRUE(planted.advance(record)) << field;
        ASSERT_TRUE(clean.advance(record));

        const Bytes a = clean.simulation().save();
        const Bytes b = planted.simulation().save();
        ASSERT_EQ(a.size(), b.size());
        int flipped_bits = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            flipped_bits += std::popcount(static_cast<unsigned>(a[i] ^ b[i]));
        }
        EXPECT_EQ(flipped_bits, 1) << field;
        const auto differences = compare_values(planted.simulation().info().state_schema, a, b);
        ASSERT_EQ(differences.size(), 1U) << field;
        EXPECT_EQ(differences[0].path, field);
        EXPECT_NE(planted.chain(), clean.chain());
        EXPECT_EQ(planted.hashes().records, clean.hashes().records);
        EXPECT_EQ(planted.state_hash().value, hash_bytes(b));
        ASSERT_EQ(witness.marks.size(), 1U);
        EXPECT_EQ(witness.marks[0].kind, MarkKind::plant);
        EXPECT_EQ(witness.marks[0].tick, Tick{5});
        EXPECT_EQ(witness.marks[0].text, field);
    }
}

TEST(Timeline, APlantThatCannotBeIsRefusedInWords) {
    const auto refusal = [](const char* field) {
        Timeline timeline(erase<test::RichGame>());
        timeline.set_plant({Tick{0}, field});
        EXPECT_TRUE(timeline.start(rich_setup(3)));
        const auto advanced = run(timeline, 1);
        return advanced ? "accepted" : advanced.error().text();
    };
    EXPECT_NE(refusal("mana").find("planted fault 0:mana: the state has no field with this path"),
              std::string::npos);
    for (const char* field : {"units.size", "title", "action"}) {
        EXPECT_NE(refusal(field).find("is a length or a choice"), std::string::npos)
            << field << ": " << refusal(field);
    }
}

TEST(Timeline, AColumnsLengthCannotBePlantedEither) {
    Timeline timeline(erase<test::CrowdGame>());
    timeline.set_plant({Tick{0}, "ships.size"});
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    const auto advanced = timeline.advance(rich_record(timeline.simulation(), 0));
    ASSERT_FALSE(advanced);
    EXPECT_NE(advanced.error().text().find("planted fault 0:ships.size: the field ships.size is a "
                                           "length or a choice"),
              std::string::npos)
        << advanced.error().text();
}

// Its keys stand so close that no lowest bit can be flipped without breaking their order.
struct Tight : test::BrokenBase {
    static constexpr std::string_view name = "tight";
    std::set<std::uint8_t> ids{4, 5};
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ids));
    }
};

TEST(Timeline, APlantThatMakesNoStateIsRefusedInWords) {
    Timeline timeline(erase<Tight>());
    timeline.set_plant({Tick{0}, "ids[0]"});
    ASSERT_TRUE(timeline.start(tandem::Setup{}));
    const auto advanced = timeline.advance(make_record(0, std::vector<Bytes>(1)));
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().text(),
              "planted fault 0:ids[0]: the field ids[0] with bit 0 flipped makes no state "
              "(found a key that does not follow the one before it in order); name another one");
}

// ---- Failures -----------------------------------------------------------------------------------

TEST(Timeline, AnExceptionOutOfAStepNamesTheTick) {
    tandem::Setup setup;
    setup.set_options(test::Throwing::Options{3});
    Timeline timeline(erase<test::Throwing>());
    ASSERT_TRUE(timeline.start(setup));
    const Bytes nobody = make_record(0, std::vector<Bytes>(1));
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(timeline.advance(nobody));
    }
    const ChainHash chain = timeline.chain();
    const auto advanced = timeline.advance(nobody);
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().code, ErrorCode::step_failed);
    EXPECT_EQ(advanced.error().text(),
              "tick 3, step: the game threw an exception: the planned exception of tick 3");
    EXPECT_EQ(timeline.ticks_done(), 3U);
    EXPECT_EQ(timeline.chain(), chain);
}

TEST(Timeline, TellsTheInputsOfTheTickThatFails) {
    tandem::Setup setup;
    setup.set_options(test::Throwing::Options{3});
    Witness witness;
    Timeline timeline(erase<test::Throwing>(), &witness);
    ASSERT_TRUE(timeline.start(setup));
    const Bytes nobody = make_record(0, std::vector<Bytes>(1));
    while (timeline.advance(nobody)) {
    }
    EXPECT_FALSE(timeline.advance(nobody)) << "it is told once";
    ASSERT_EQ(witness.marks.size(), 1U);
    const Mark& mark = witness.marks.front();
    EXPECT_EQ(mark.kind, MarkKind::failed);
    EXPECT_EQ(mark.tick, Tick{3});
    EXPECT_EQ(mark.record, nobody);
    EXPECT_EQ(mark.text, "step: the game threw an exception: the planned exception of tick 3");
}

// A step that cannot be undone leaves nothing that could go on as if it had not been.
TEST(Timeline, AFailureAfterTheStepStaysUntilAStart) {
    Timeline timeline(erase<test::RichGame>());
    timeline.set_plant({Tick{2}, "units.size"});
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 2));
    const Bytes at_two = timeline.simulation().save();
    const RunningHashes hashes = timeline.hashes();
    const auto refused = run(timeline, 1);
    ASSERT_FALSE(refused);
    for (int i = 0; i < 3; ++i) {
        const auto again = run(timeline, 1);
        ASSERT_FALSE(again);
        EXPECT_EQ(again.error().text(), refused.error().text());
        EXPECT_EQ(timeline.ticks_done(), 2U);
        EXPECT_EQ(timeline.hashes(), hashes);
    }
    // Without an observer a jump brings simulation and chain together again.
    timeline.set_plant({Tick{999}, "u64"});
    ASSERT_TRUE(timeline.jump(2, at_two, hashes));
    ASSERT_TRUE(run(timeline, 3));
    Timeline straight(erase<test::RichGame>());
    ASSERT_TRUE(straight.start(rich_setup(3)));
    ASSERT_TRUE(run(straight, 5));
    EXPECT_EQ(timeline.chain(), straight.chain());
}

TEST(Timeline, AnObserverThatFailedIsNotAskedToGoOn) {
    for (const char* at : {"start", "tick", "event", "state"}) {
        Witness witness;
        witness.fail_at = at;
        witness.keyframe_ticks = 1;
        Timeline timeline(erase<test::RichGame>(), &witness);
        timeline.set_plant({Tick{0}, "u64"});
        static_cast<void>(timeline.start(rich_setup(3)));
        static_cast<void>(run(timeline, 1));
        const std::size_t told = witness.ticks.size();
        const std::string log = witness.log;
        witness.fail_at = "";
        const auto again = run(timeline, 1);
        ASSERT_FALSE(again) << at;
        EXPECT_EQ(again.error().text(), "disk: it is full") << at;
        const auto jumped = timeline.jump(0, timeline.simulation().save(), {});
        ASSERT_FALSE(jumped) << at;
        EXPECT_EQ(jumped.error().text(), "disk: it is full") << at;
        EXPECT_EQ(witness.ticks.size(), told) << at;
        EXPECT_EQ(witness.log, log) << at;
        // The end is told all the same: whoever failed may want to clean up.
        EXPECT_TRUE(timeline.end(EndReason::interrupted)) << at;
        ASSERT_TRUE(timeline.start(rich_setup(3))) << at;
        EXPECT_TRUE(run(timeline, 1)) << at;
    }
}

// Grows by 100 bytes in every tick.
struct Growing : test::BrokenBase {
    static constexpr std::string_view name = "growing";
    static constexpr std::uint64_t state_bytes_max = 1000;
    std::string text;
    void reset(const tandem::Setup& setup) { text.assign(setup.seed * 100, 'x'); }
    void step(Inputs<Input>) { text.append(100, 'x'); }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(text));
    }
};

TEST(Timeline, AStateThatNobodyCouldReadBackStopsTheRecordingAtItsTick) {
    Witness witness;
    witness.keyframe_ticks = 1;
    Timeline timeline(erase<Growing>(), &witness);
    ASSERT_TRUE(timeline.start(tandem::Setup{}));
    const Bytes nobody = make_record(0, std::vector<Bytes>(1));
    Result<void> advanced;
    while (advanced && timeline.ticks_done() < 100) {
        advanced = timeline.advance(nobody);
    }
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().code, ErrorCode::step_failed);
    EXPECT_EQ(advanced.error().text(),
              "tick 8, state: the state has 1004 canonical bytes, more than the 1000 that "
              "state_bytes_max of growing allows, so that no recording of it could be read; "
              "raise state_bytes_max or keep less");
    EXPECT_EQ(timeline.ticks_done(), 9U);
    ASSERT_EQ(witness.states.size(), 8U);
    // Whatever was told can be read back.
    AnySimulation reader = erase<Growing>();
    ASSERT_TRUE(reader.reset(tandem::Setup{}));
    EXPECT_TRUE(reader.restore(witness.start_state));
    for (const Witness::State& state : witness.states) {
        EXPECT_TRUE(reader.restore(state.state)) << state.ticks_done;
    }
    EXPECT_FALSE(timeline.advance(nobody));
    // Whom nobody watches may grow: its inputs alone can still be played.
    Timeline alone(erase<Growing>());
    ASSERT_TRUE(alone.start(tandem::Setup{}));
    while (alone.ticks_done() < 20) {
        ASSERT_TRUE(alone.advance(nobody));
    }
}

// Small on paper, large in memory.
struct Crowded : test::BrokenBase {
    static constexpr std::string_view name = "crowded";
    static constexpr std::uint64_t state_bytes_max = 1000;
    std::set<std::uint8_t> ids;
    void step(Inputs<Input>) {
        for (std::uint8_t id = 0; id < 100; ++id) {
            ids.insert(id);
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ids));
    }
};

TEST(Timeline, WhatTheContainersOfAStateTakeInMemoryCountsToo) {
    Witness witness;
    witness.keyframe_ticks = 1;
    Timeline timeline(erase<Crowded>(), &witness);
    ASSERT_TRUE(timeline.start(tandem::Setup{}));
    const auto advanced = timeline.advance(make_record(0, std::vector<Bytes>(1)));
    ASSERT_FALSE(advanced);
    EXPECT_TRUE(advanced.error().text().starts_with("tick 0, state: the state takes "))
        << advanced.error().text();
    // It is a reader that would refuse it.
    AnySimulation reader = erase<Crowded>();
    ASSERT_TRUE(reader.reset(tandem::Setup{}));
    const auto restored = reader.restore(timeline.simulation().save());
    ASSERT_FALSE(restored);
    EXPECT_NE(restored.error().message.find("state_bytes_max"), std::string::npos);
}

TEST(Timeline, AStartTooLargeToBeReadBackIsRefusedBeforeAnythingIsTold) {
    Witness witness;
    Timeline timeline(erase<Growing>(), &witness);
    tandem::Setup setup;
    setup.seed = 20;
    const auto started = timeline.start(setup);
    ASSERT_FALSE(started);
    EXPECT_EQ(
        started.error().text(),
        "state: the state has 2004 canonical bytes, more than the 1000 that state_bytes_max "
        "of growing allows, so that no recording of it could be read; raise state_bytes_max or "
        "keep less");
    EXPECT_EQ(witness.starts, 0);
}

TEST(Timeline, ABadRecordNamesTheTickAndIsNotTold) {
    Witness witness;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 2));
    const auto advanced = timeline.advance(Bytes{});
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().code, ErrorCode::bad_data);
    EXPECT_EQ(advanced.error().place, "tick 2, record byte 0");
    EXPECT_EQ(witness.ticks.size(), 2U);
    EXPECT_TRUE(run(timeline, 1));
}

TEST(Timeline, AFailureOfTheObserverReachesTheCaller) {
    for (const char* at : {"start", "tick", "event", "state"}) {
        Witness witness;
        witness.fail_at = at;
        witness.keyframe_ticks = 1;
        Timeline timeline(erase<test::RichGame>(), &witness);
        timeline.set_plant({Tick{0}, "u64"});
        auto done = timeline.start(rich_setup(3));
        if (done) {
            done = run(timeline, 1);
        }
        ASSERT_FALSE(done) << at;
        EXPECT_EQ(done.error().text(), "disk: it is full") << at;
    }
}

TEST(Timeline, MarksAndEndReachTheObserverInOrder) {
    Witness witness;
    Timeline timeline(erase<test::RichGame>(), &witness);
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 1));
    ASSERT_TRUE(timeline.mark({MarkKind::note, Tick{1}, 0, 0, "half time"}));
    ASSERT_TRUE(run(timeline, 1));
    ASSERT_TRUE(timeline.end(EndReason::interrupted));
    EXPECT_EQ(witness.log, "tick 0\nmark 1 half time\ntick 1\nend 4\n");
}

TEST(Timeline, StartingAgainForgetsTheFirstSession) {
    Timeline timeline(erase<test::RichGame>());
    ASSERT_TRUE(timeline.start(rich_setup(3)));
    ASSERT_TRUE(run(timeline, 9));
    ASSERT_TRUE(timeline.start(rich_setup(4)));
    Timeline fresh(erase<test::RichGame>());
    ASSERT_TRUE(fresh.start(rich_setup(4)));
    EXPECT_EQ(timeline.ticks_done(), 0U);
    EXPECT_EQ(timeline.chain(), fresh.chain());
    ASSERT_TRUE(run(timeline, 9));
    ASSERT_TRUE(run(fresh, 9));
    EXPECT_EQ(timeline.chain(), fresh.chain());
}

TEST(TimelineDeathTest, AdvancingBeforeAStartIsAMistakeOfTheCaller) {
    Timeline timeline(erase<test::RichGame>());
    EXPECT_DEATH(static_cast<void>(timeline.advance({})), "assertion failed");
    tandem::Setup impossible;
    impossible.slots = 0;
    EXPECT_FALSE(timeline.start(impossible));
    EXPECT_DEATH(static_cast<void>(timeline.advance({})), "assertion failed");
}

}  // namespace
}  // namespace tandem::sim
