// SPDX-License-Identifier: MIT
// What was faked is explained as what it is: never another class, and nearly always this one.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/explain/faked_session.hpp>
#include <tandem/replay/files/output.hpp>
#include <tests/replay/faked_program.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::FakeKind;

replay::GameBuild build_named(const std::string& name) {
    return {sim::digest_bytes(sim::as_bytes(name)), sim::digest_bytes({}), name};
}

// Alone, or as one of the readings that remain.
bool is_told(const replay::Explanation& found, CauseClass cause) {
    return found.cause == cause ||
           (found.cause == CauseClass::unknown &&
            std::any_of(found.readings.begin(), found.readings.end(),
                        [&](const auto& reading) { return reading.cause == cause; }));
}

TEST(FakedSession, OfEachKindIsExplainedAsThatKind) {
    replay::RecorderOptions options{.block_ticks = 10, .keyframe_ticks = 60};
    options.epoch_ticks = 60;
    const Recorded sound = record<Counter>({.ticks = 600, .options = options});
    const auto honest = open_replay(sound);
    const sim::AnySimulation spare = sim::erase<Counter>();
    int explained = 0;
    int wrong = 0;
    int faked = 0;
    int told = 0;
    for (const FakeKind kind : replay::fake_kinds()) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            SCOPED_TRACE(fake_kind_text(kind) + ", seed " + std::to_string(seed));
            options.game_build = build_named(kind == FakeKind::other_build ? "other" : "this");
            replay::BufferOutput output;
            replay::Recorder recorder(output, options);
            const replay::FakePlan plan{kind, sim::Tick{20 + seed * 13}, seed};
            const auto done = replay::fake_session(honest, spare, plan, recorder);
            if (!done) {
                continue;  // this fault changes nothing there
            }
            ++faked;
            const auto other = open_replay(output.bytes());
            FakedProgram program(spare, plan);
            replay::ExplainOptions asked{.threads = 1, .own_game_build = build_named("this")};
            if (kind == FakeKind::other_build) {
                // Without it nothing is proven, and said to be.
                EXPECT_EQ(replay::explain(honest, other, spare, asked)->cause, CauseClass::unknown);
                asked.other = &program;
            }
            const auto found = replay::explain(honest, other, spare, asked);
            ASSERT_TRUE(found) << found.error().text();
            EXPECT_TRUE(is_told(*found, cause_of(kind))) << done->text << "\n" << found->proof;
            if (!replay::fake_kind_text(kind).starts_with("setup") &&
                kind != FakeKind::lost_setup) {
                EXPECT_EQ(found->tick, done->tick) << done->text;
            }
            explained += found->cause == cause_of(kind) ? 1 : 0;
            told += is_told(*found, cause_of(kind)) ? 1 : 0;
            wrong += found->cause != cause_of(kind) && found->cause != CauseClass::unknown ? 1 : 0;
        }
    }
    EXPECT_GT(faked, 60);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(told, faked);
    EXPECT_GT(explained, faked * 9 / 10) << "something else seldom gives the same";
}

}  // namespace
}  // namespace tandem::test
