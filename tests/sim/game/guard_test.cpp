// SPDX-License-Identifier: MIT
// What a game's own code throws, wherever it is called, is an error that names the function.
#include <tandem/sim/game/guard.hpp>

#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/throwing_parts.hpp>

namespace tandem::sim {
namespace {

using test::Armed;
using test::ThrowingParts;

TEST(Guard, PassesWhatIsReturnedAndTurnsWhatIsThrownIntoAnError) {
    const auto returned = detail::guard("here", [] { return 7; });
    ASSERT_TRUE(returned);
    EXPECT_EQ(*returned, 7);
    EXPECT_TRUE(detail::guard("here", [] {}));
    const auto thrown = detail::guard("here", []() -> int { throw std::runtime_error("no"); });
    ASSERT_FALSE(thrown);
    EXPECT_EQ(thrown.error().code, ErrorCode::step_failed);
    EXPECT_EQ(thrown.error().text(), "here: the game threw an exception: no");
    const auto unknown = detail::guard("there", [] { throw 7; });
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().text(), "there: the game threw something unknown");
}

TEST(Guard, SaysThatMemoryRanOutWhereItDid) {
    const auto thrown = detail::guard("here", [] { throw std::bad_alloc(); });
    ASSERT_FALSE(thrown);
    EXPECT_EQ(thrown.error().code, ErrorCode::step_failed);
    EXPECT_TRUE(thrown.error().text().starts_with("here: memory ran out in the game; "));
}

TEST(GuardDeathTest, WhereNobodyTakesAnErrorTheProcessEndsWithTheSentence) {
    EXPECT_EQ(detail::call_or_end("here", [] { return 7; }), 7);
    EXPECT_DEATH(detail::call_or_end("here", [] { throw std::runtime_error("no"); }),
                 "here: the game threw an exception: no");
}

const Bytes& record_of_one() {
    static const Bytes k_record = make_record(1, std::vector<Bytes>{Bytes{std::byte{9}}});
    return k_record;
}

AnySimulation started() {
    AnySimulation simulation = erase<ThrowingParts>();
    EXPECT_TRUE(simulation.reset(tandem::Setup{}));
    EXPECT_TRUE(simulation.step(record_of_one()));
    return simulation;
}

std::string planned(const std::string& place, const std::string& function) {
    return place + ": the game threw an exception: planned in " + function;
}

// Which calls run which functions of the game, and what they say then.
TEST(GameCode, WhatResetRunsIsGuarded) {
    tandem::Setup setup;
    setup.set_options(ThrowingParts::Options{3});
    for (const auto& [function, place] :
         std::vector<std::pair<std::string, std::string>>{{"options", "serialize of the options"},
                                                          {"constructor", "reset"},
                                                          {"reset", "reset"},
                                                          {"serialize", "serialize"},
                                                          {"finished", "finished"}}) {
        AnySimulation simulation = started();
        {
            const Armed armed(function);
            const auto reset = simulation.reset(setup);
            ASSERT_FALSE(reset) << function;
            EXPECT_EQ(reset.error().code, ErrorCode::step_failed);
            EXPECT_EQ(reset.error().text(), planned(place, function));
        }
        EXPECT_TRUE(simulation.reset(setup)) << function;
        EXPECT_EQ(simulation.state_hash().value, hash_bytes(simulation.save())) << function;
    }
}

TEST(GameCode, WhatAStepRunsIsGuardedAndStopsTheGameUntilARestore) {
    for (const auto& [function, place] :
         std::vector<std::pair<std::string, std::string>>{{"input", "serialize of an input"},
                                                          {"step", "step"},
                                                          {"serialize", "serialize"},
                                                          {"finished", "finished"}}) {
        AnySimulation simulation = started();
        const Bytes before = simulation.save();
        const StateHash hash = simulation.state_hash();
        for (const bool with_phases : {false, true}) {
            {
                const Armed armed(function);
                const auto stepped =
                    with_phases ? Result<void>(simulation.step_with_phases(record_of_one()).error())
                                : simulation.step(record_of_one());
                ASSERT_FALSE(stepped) << function;
                EXPECT_EQ(stepped.error().code, ErrorCode::step_failed);
                EXPECT_EQ(stepped.error().text(), planned(place, function));
            }
            EXPECT_EQ(simulation.state_hash(), hash) << "the last one that succeeded";
            const auto again = simulation.step(record_of_one());
            ASSERT_FALSE(again) << function;
            EXPECT_NE(again.error().message.find(planned(place, function)), std::string::npos)
                << again.error().text();
            // Nothing of the failed traversal is left in the hash.
            ASSERT_TRUE(simulation.restore(before)) << function;
            EXPECT_EQ(simulation.state_hash(), hash) << function;
        }
        EXPECT_TRUE(simulation.step(record_of_one()));
    }
}

TEST(GameCode, WhatARestoreRunsIsGuardedAndLeavesTheOldState) {
    const AnySimulation other = started();
    for (const std::string function :
         {"constructor", "reset", "serialize", "restored", "finished"}) {
        AnySimulation simulation = started();
        ASSERT_TRUE(simulation.step(record_of_one()));
        const Bytes before = simulation.save();
        const Bytes state = other.save();
        {
            const Armed armed(function);
            const auto restored = simulation.restore(state);
            ASSERT_FALSE(restored) << function;
            EXPECT_EQ(restored.error().code, ErrorCode::step_failed);
            EXPECT_EQ(restored.error().text(),
                      planned(function == "constructor" ? "reset" : function, function));
        }
        EXPECT_EQ(simulation.save(), before) << function;
        EXPECT_TRUE(simulation.step(record_of_one())) << function;
    }
}

TEST(GameCode, SavingThatThrowsIsAnErrorAndLeavesNothing) {
    const AnySimulation simulation = started();
    Bytes out(100);
    const Armed armed("serialize");
    const auto saved = simulation.save(out);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().text(), planned("serialize", "serialize"));
    EXPECT_TRUE(out.empty());
}

TEST(GameCode, InputsThatThrowNameTheirFunction) {
    const AnySimulation simulation = started();
    for (const std::string function : {"bot_input", "input"}) {
        const Armed armed(function);
        const auto input = simulation.bot_input(Slot{1}, 12, 1);
        ASSERT_FALSE(input);
        EXPECT_EQ(input.error().code, ErrorCode::step_failed);
        EXPECT_EQ(input.error().text(), planned("tick 12, bot_input of player 1", function));
    }
    for (const std::string function : {"input_from_keys", "input"}) {
        const Armed armed(function);
        const auto input = simulation.input_from_keys(Keys(), 0);
        ASSERT_FALSE(input);
        EXPECT_EQ(input.error().text(), planned("input_from_keys", function));
    }
    EXPECT_EQ(*simulation.input_from_keys(Keys(), 0), Bytes{std::byte{7}});
}

TEST(GameCodeDeathTest, WhatHasNoWayBackEndsTheProcessWithTheSentence) {
    const AnySimulation simulation = started();
    const auto armed = [&](const char* function, auto&& call) {
        const Armed fuse(function);
        call();
    };
    EXPECT_DEATH(armed("copy", [&] { static_cast<void>(simulation.clone()); }),
                 "copying the game: the game threw an exception: planned in copy");
    EXPECT_DEATH(armed("serialize", [&] { static_cast<void>(simulation.save()); }),
                 "serialize: the game threw an exception: planned in serialize");
    EXPECT_DEATH(armed("constructor", [&] { static_cast<void>(erase<ThrowingParts>()); }),
                 "constructing the game: the game threw an exception: planned in constructor");
}

TEST(GameCode, ATimelineNamesTheTickOfWhateverThrew) {
    for (const std::string function : {"step", "serialize", "finished"}) {
        Timeline timeline(erase<ThrowingParts>());
        ASSERT_TRUE(timeline.start(tandem::Setup{}));
        ASSERT_TRUE(timeline.advance(record_of_one()));
        const Armed armed(function);
        const auto advanced = timeline.advance(record_of_one());
        ASSERT_FALSE(advanced);
        EXPECT_EQ(advanced.error().text(), planned("tick 1, " + function, function));
        EXPECT_EQ(timeline.ticks_done(), 1U);
    }
}

}  // namespace
}  // namespace tandem::sim
