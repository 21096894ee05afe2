// SPDX-License-Identifier: MIT
// A file keeps the inputs of the tick in which its session failed, beside its ticks.
#include <gtest/gtest.h>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>

namespace tandem::test {
namespace {

using Throwing = HalfThrowing<true>;

// Up to the tick in which the game throws.
Recorded recorded_until_it_throws() {
    return record<Throwing>({.ticks = Throwing::k_throw_tick,
                             .end = sim::EndReason::step_failed,
                             .fails_behind = true,
                             .options = {.block_ticks = 10}});
}

// The inputs that the bots have in that tick.
sim::Bytes inputs_of_the_tick() {
    sim::AnySimulation simulation = sim::erase<Throwing>();
    EXPECT_TRUE(simulation.reset(make_setup(simulation.info(), 2, 1)));
    return bots()(simulation, Throwing::k_throw_tick);
}

TEST(FailedTick, HasItsInputsAndWhatTheGameSaid) {
    const Recorded recorded = recorded_until_it_throws();
    const auto replay = open_replay(recorded);
    EXPECT_EQ(replay.end_tick(), Throwing::k_throw_tick) << "it is no tick of the file";
    const auto failed = replay::failed_tick(replay);
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->record, inputs_of_the_tick());
    EXPECT_NE(failed->text.find("only here"), std::string::npos) << failed->text;
    const auto report = replay::verify(replay, sim::erase<Throwing>());
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->divergence);
}

TEST(FailedTick, IsNotInASessionThatDidNotFail) {
    const Recorded recorded = record<HalfThrowing<false>>({.ticks = Throwing::k_throw_tick});
    EXPECT_FALSE(replay::failed_tick(open_replay(recorded)));
}

TEST(FailedTick, StaysAtTheEndOfAPartThatGoesThere) {
    const auto whole = open_replay(recorded_until_it_throws());
    const std::uint64_t end = Throwing::k_throw_tick;
    for (const std::uint64_t to : {end, end - 1}) {
        replay::BufferOutput output;
        ASSERT_TRUE(replay::trim(whole, {2, to}, &sim::erase<Throwing>, output));
        const auto failed = replay::failed_tick(open_replay(output.bytes()));
        EXPECT_EQ(failed.has_value(), to == end);
    }
}

// What stands in a file may be anything.
TEST(FailedTick, OfOtherBytesThanARecordIsNone) {
    const sim::Bytes sound = inputs_of_the_tick();
    sim::Bytes longer = sound;
    longer.push_back(std::byte{0});
    const sim::Bytes shorter(sound.begin(), sound.end() - 1);
    for (const sim::Bytes& bytes : {sound, longer, shorter, sim::Bytes()}) {
        for (const std::uint64_t tick : {Throwing::k_throw_tick, Throwing::k_throw_tick - 1}) {
            Recording recording{.ticks = Throwing::k_throw_tick};
            recording.before_tick = [&](sim::Timeline& timeline, replay::Recorder&,
                                        std::uint64_t ticks_done) {
                if (ticks_done == 3) {
                    EXPECT_TRUE(timeline.mark(
                        {sim::MarkKind::failed, sim::Tick{tick}, 0, 0, "it is said", bytes}));
                }
            };
            const auto replay = open_replay(record<Throwing>(recording));
            EXPECT_EQ(replay::failed_tick(replay).has_value(),
                      bytes == sound && tick == Throwing::k_throw_tick);
            ASSERT_EQ(replay.marks().size(), 1U);
            EXPECT_EQ(replay.marks()[0].text, "it is said");
        }
    }
}

}  // namespace
}  // namespace tandem::test
