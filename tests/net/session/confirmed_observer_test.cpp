// SPDX-License-Identifier: MIT
// What is held back comes in its order or not at all, and everything else passes.
#include <tandem/net/session/confirmed_observer.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// Writes down the order of calls; wants a keyframe whenever two ticks have passed since the last.
class Diary final : public sim::TickObserver {
public:
    sim::Result<void> on_start(const sim::SessionStart&) override { return {}; }
    sim::Result<void> on_step(const sim::TickedView& ticked, const sim::AnySimulation&) override {
        calls.push_back("step " + std::to_string(ticked.tick.number));
        return {};
    }
    sim::Result<void> on_tick(const sim::TickedView& ticked) override {
        if (ticked.tick.number == full_disk_at) {
            return sim::Error{sim::ErrorCode::io, "diary", "full"};
        }
        calls.push_back("tick " + std::to_string(ticked.tick.number) + " record " +
                        std::to_string(ticked.record.size()) + " chain " +
                        std::to_string(ticked.hashes.chain.value));
        return {};
    }
    sim::Result<void> on_event(const sim::Mark& mark) override {
        calls.push_back("mark " + mark.text);
        return {};
    }
    sim::Result<void> on_given(const sim::SessionStart& start) override {
        if (start.first_tick == full_disk_at) {
            return sim::Error{sim::ErrorCode::io, "diary", "full"};
        }
        calls.push_back("given " + std::to_string(start.first_tick));
        return {};
    }
    sim::Result<void> on_state(const sim::StateView& state) override {
        const bool is_keyframe = state.purpose == sim::StatePurpose::keyframe;
        calls.push_back((is_keyframe ? "keyframe " : "evidence ") +
                        std::to_string(state.ticks_done) + " bytes " +
                        std::to_string(state.state.size()));
        last_keyframe = is_keyframe ? state.ticks_done : last_keyframe;
        return {};
    }
    bool wants_keyframe(std::uint64_t ticks_done) const override {
        return ticks_done - last_keyframe >= 2;
    }
    sim::Result<void> on_end(sim::EndReason) override {
        calls.emplace_back("end");
        return {};
    }

    std::vector<std::string> calls;
    std::uint64_t last_keyframe = 0;
    std::uint64_t full_disk_at = ~std::uint64_t{0};
};

struct Held {
    Diary diary;
    net::ConfirmedObserver observer{&diary};
    sim::AnySimulation simulation = sim::erase<Counter>();
    Setup setup{};

    sim::Result<void> tick(std::uint64_t number) {
        const sim::Bytes record(number + 1);
        return observer.on_tick(
            {sim::Tick{number}, record, {}, {sim::ChainHash{100 + number}, {}}});
    }
    void keyframe(std::uint64_t ticks_done) {
        const sim::Bytes state(5);
        ASSERT_TRUE(
            observer.on_state({sim::StatePurpose::keyframe, ticks_done, state, {}}).has_value());
    }
    // The moment after this many ticks.
    sim::SessionStart moment(std::uint64_t ticks_done) {
        return {simulation.info(), setup, 0, {}, {sim::ChainHash{500}, {}}, {}, ticks_done};
    }
    void mark(const std::string& text) {
        ASSERT_TRUE(observer.on_event({sim::MarkKind::note, sim::Tick{0}, 0, 0, text}).has_value());
    }
};

TEST(ConfirmedObserverTest, WithoutAWordEverythingPassesAtOnce) {
    Held held;
    ASSERT_TRUE(held.tick(0).has_value());
    held.mark("a");
    held.keyframe(1);
    ASSERT_TRUE(held.observer.on_end(sim::EndReason::tick_limit).has_value());
    EXPECT_EQ(held.diary.calls, (std::vector<std::string>{"tick 0 record 1 chain 100", "mark a",
                                                          "keyframe 1 bytes 5", "end"}));
    EXPECT_EQ(held.observer.ticks_told(), 1U);
    EXPECT_EQ(held.observer.chain_told(), sim::ChainHash{100});
}

TEST(ConfirmedObserverTest, TicksMarksAndKeyframesKeepTheirOrder) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(1).has_value());
    for (std::uint64_t number = 0; number < 4; ++number) {
        ASSERT_TRUE(held.tick(number).has_value());
        held.mark(std::to_string(number));
        if (held.observer.wants_keyframe(number + 1)) {
            held.keyframe(number + 1);
        }
    }
    EXPECT_EQ(held.diary.calls, (std::vector<std::string>{"tick 0 record 1 chain 100", "mark 0"}));
    EXPECT_EQ(held.observer.ticks_told(), 1U);
    held.diary.calls.clear();
    ASSERT_TRUE(held.observer.confirm(3).has_value());
    EXPECT_EQ(held.diary.calls,
              (std::vector<std::string>{"tick 1 record 2 chain 101", "mark 1", "keyframe 2 bytes 5",
                                        "tick 2 record 3 chain 102", "mark 2"}));
    EXPECT_EQ(held.observer.ticks_told(), 3U);
    EXPECT_EQ(held.observer.chain_told(), sim::ChainHash{102});
    held.diary.calls.clear();
    held.observer.drop();
    ASSERT_TRUE(held.observer.on_end(sim::EndReason::peer_lost).has_value());
    EXPECT_EQ(held.diary.calls, std::vector<std::string>{"end"}) << "tick 3 never happened";
}

TEST(ConfirmedObserverTest, AKeyframeHeldBackIsToldOnlyIfItIsStillWanted) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(0).has_value());
    for (std::uint64_t number = 0; number < 5; ++number) {
        ASSERT_TRUE(held.tick(number).has_value());
        if (held.observer.wants_keyframe(number + 1)) {
            held.keyframe(number + 1);
        }
    }
    ASSERT_TRUE(held.observer.confirm(5).has_value());
    std::vector<std::string> keyframes;
    for (const std::string& call : held.diary.calls) {
        if (call.starts_with("keyframe")) {
            keyframes.push_back(call);
        }
    }
    EXPECT_EQ(keyframes, (std::vector<std::string>{"keyframe 2 bytes 5", "keyframe 4 bytes 5"}))
        << "as if nothing had been held back";
}

TEST(ConfirmedObserverTest, AStepIsToldAtOnceWhateverIsConfirmed) {
    const sim::AnySimulation simulation = sim::erase<Counter>();
    Held held;
    ASSERT_TRUE(held.observer.confirm(0).has_value());
    ASSERT_TRUE(held.observer.on_step({sim::Tick{0}, {}, {}, {}}, simulation).has_value());
    ASSERT_TRUE(held.tick(0).has_value());
    ASSERT_TRUE(held.observer.on_step({sim::Tick{1}, {}, {}, {}}, simulation).has_value());
    EXPECT_EQ(held.diary.calls, (std::vector<std::string>{"step 0", "step 1"}));
    net::ConfirmedObserver alone(nullptr);
    EXPECT_TRUE(alone.on_step({sim::Tick{0}, {}, {}, {}}, simulation).has_value());
}

TEST(ConfirmedObserverTest, KeyframesHeldBackAreBounded) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(0).has_value());
    const sim::Bytes large(std::size_t{6} << 20);
    std::size_t keyframes = 0;
    for (std::uint64_t number = 0; number < 8; ++number) {
        ASSERT_TRUE(held.tick(number).has_value());
        if (held.observer.wants_keyframe(number + 1)) {
            ++keyframes;
            ASSERT_TRUE(held.observer.on_state({sim::StatePurpose::keyframe, number + 1, large, {}})
                            .has_value());
        }
    }
    EXPECT_EQ(keyframes, 3U) << "16 MiB, and the one that exceeds them";
    held.observer.drop();
    EXPECT_TRUE(held.observer.wants_keyframe(50));
}

TEST(ConfirmedObserverTest, WhatIsTakenBackIsToldAsItIsTheSecondTime) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(2).has_value());
    for (std::uint64_t number = 0; number < 6; ++number) {
        ASSERT_TRUE(held.tick(number).has_value());
        held.mark(std::to_string(number));
        if (held.observer.wants_keyframe(number + 1)) {
            held.keyframe(number + 1);
        }
    }
    EXPECT_FALSE(held.observer.retract(1)) << "tick 1 is told";
    EXPECT_EQ(held.observer.ticks_told(), 2U);
    ASSERT_TRUE(held.observer.retract(3));
    held.diary.calls.clear();
    const sim::Bytes other(90);
    ASSERT_TRUE(
        held.observer.on_tick({sim::Tick{3}, other, {}, {sim::ChainHash{7}, {}}}).has_value());
    ASSERT_TRUE(held.observer.confirm(9).has_value());
    EXPECT_EQ(held.diary.calls,
              (std::vector<std::string>{"tick 2 record 3 chain 102", "mark 2", "mark 3", "mark 4",
                                        "mark 5", "tick 3 record 90 chain 7"}))
        << "no keyframe of a state that is gone; what was said stays said";
    EXPECT_TRUE(held.observer.retract(4)) << "nothing is held back";
    EXPECT_FALSE(held.observer.retract(3));
}

TEST(ConfirmedObserverTest, KeyframesTakenBackMakeRoomForOthers) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(0).has_value());
    const sim::Bytes large(std::size_t{20} << 20);
    ASSERT_TRUE(held.tick(0).has_value());
    ASSERT_TRUE(held.observer.on_state({sim::StatePurpose::keyframe, 1, large, {}}).has_value());
    EXPECT_FALSE(held.observer.wants_keyframe(50));
    ASSERT_TRUE(held.observer.retract(0));
    EXPECT_TRUE(held.observer.wants_keyframe(50));
}

TEST(ConfirmedObserverTest, AFailureWhileCatchingUpIsToldAndTheTickDoesNotCount) {
    Held held;
    held.diary.full_disk_at = 1;
    ASSERT_TRUE(held.observer.confirm(0).has_value());
    ASSERT_TRUE(held.tick(0).has_value());
    ASSERT_TRUE(held.tick(1).has_value());
    EXPECT_FALSE(held.observer.confirm(2).has_value());
    EXPECT_EQ(held.observer.ticks_told(), 1U);
}

TEST(ConfirmedObserverTest, NobodyListeningIsCountedAllTheSame) {
    net::ConfirmedObserver observer(nullptr);
    ASSERT_TRUE(observer.on_tick({sim::Tick{0}, {}, {}, {sim::ChainHash{9}, {}}}).has_value());
    EXPECT_EQ(observer.ticks_told(), 1U);
    EXPECT_EQ(observer.chain_told(), sim::ChainHash{9});
    EXPECT_FALSE(observer.wants_keyframe(1));
    ASSERT_TRUE(observer.on_end(sim::EndReason::tick_limit).has_value());
}

TEST(ConfirmedObserverTest, BeforeAGivenStateWhatIsHeldBackIsForgottenAndBehindItTicksGoOn) {
    Held held;
    ASSERT_TRUE(held.observer.confirm(1).has_value());
    for (std::uint64_t number = 0; number < 4; ++number) {
        ASSERT_TRUE(held.tick(number).has_value());
        held.mark(std::to_string(number));
    }
    held.keyframe(4);
    held.diary.calls.clear();
    ASSERT_TRUE(held.observer.on_given(held.moment(20)).has_value());
    EXPECT_EQ(held.diary.calls, std::vector<std::string>{"given 20"});
    EXPECT_EQ(held.observer.ticks_told(), 20U);
    EXPECT_EQ(held.observer.chain_told(), sim::ChainHash{500});
    EXPECT_FALSE(held.observer.retract(19)) << "they are certain";
    held.diary.calls.clear();
    ASSERT_TRUE(held.tick(20).has_value());
    EXPECT_TRUE(held.diary.calls.empty()) << "it is not certain yet";
    ASSERT_TRUE(held.observer.confirm(21).has_value());
    EXPECT_EQ(held.diary.calls, std::vector<std::string>{"tick 20 record 21 chain 120"});
    EXPECT_EQ(held.observer.ticks_told(), 21U);
}

TEST(ConfirmedObserverTest, AStartAtALaterTickCountsFromThere) {
    Held held;
    ASSERT_TRUE(held.observer.on_start(held.moment(30)).has_value());
    EXPECT_EQ(held.observer.ticks_told(), 30U);
    EXPECT_EQ(held.observer.chain_told(), sim::ChainHash{500});
}

TEST(ConfirmedObserverTest, AGivenStateFromWhichTheObserverCannotGoOnIsAnErrorAndDoesNotCount) {
    Held held;
    ASSERT_TRUE(held.tick(0).has_value());
    held.diary.full_disk_at = 9;
    EXPECT_FALSE(held.observer.on_given(held.moment(9)).has_value());
    EXPECT_EQ(held.observer.ticks_told(), 1U);
    net::ConfirmedObserver alone(nullptr);
    EXPECT_TRUE(alone.on_given(held.moment(9)).has_value());
    EXPECT_EQ(alone.ticks_told(), 9U);
}

}  // namespace
}  // namespace tandem::test
