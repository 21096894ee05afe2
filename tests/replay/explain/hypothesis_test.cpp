// SPDX-License-Identifier: MIT
// A guess is made, and followed as far as the recording goes with it.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::GuessPlace;
using replay::Hypothesis;

// A session in which the lowest byte of the last total is struck before these ticks.
class Struck {
public:
    explicit Struck(std::vector<std::uint64_t> ticks)
        : recorded_(record<Counter>(recording(std::move(ticks)))),
          replay_(open_replay(recorded_)),
          bad_(replay::find_bad_tick(*replay_, spare_, {sim::Tick{42}, false, ""}).value()),
          trials_(*replay_, spare_, bad_) {}

    static Recording recording(std::vector<std::uint64_t> ticks) {
        Recording made{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
        made.before_tick = [ticks = std::move(ticks)](sim::Timeline& timeline, replay::Recorder&,
                                                      std::uint64_t tick) {
            if (std::find(ticks.begin(), ticks.end(), tick) != ticks.end()) {
                sim::Bytes state = timeline.simulation().save();
                state.back() ^= std::byte{0x10};
                ASSERT_TRUE(timeline.simulation().restore(state));
            }
        };
        return made;
    }

    Hypothesis guess() const {
        return replay::guess_of_bit(replay_->header().state_schema, bad_,
                                    {replay::FlipMoment::before_step, bad_.before.size() - 1, 4});
    }
    const Recorded& recorded() const { return recorded_; }
    const replay::BadTick& bad() const { return bad_; }
    replay::Trials& trials() { return trials_; }

private:
    sim::AnySimulation spare_ = sim::erase<Counter>();
    Recorded recorded_;
    std::optional<replay::Replay> replay_;
    replay::BadTick bad_;
    replay::Trials trials_;
};

TEST(Hypothesis, ThatIsRightIsFollowedToTheEnd) {
    Struck struck({42});
    const auto outcome = struck.trials().outcome(struck.guess());
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->value, sim::hash_bytes(struck.recorded().states[43]));
    const auto fit = struck.trials().follow(struck.guess(), 1'000, nullptr);
    EXPECT_EQ(fit.ticks, 58U);
    EXPECT_TRUE(fit.is_confirmed);
    EXPECT_FALSE(fit.parts_behind);
    EXPECT_EQ(fit.state, struck.recorded().states[43]);
}

TEST(Hypothesis, ThatPartsGivesThePlaceInFrontOfThat) {
    Struck struck({42, 71});
    const auto fit = struck.trials().follow(struck.guess(), 1'000, nullptr);
    EXPECT_EQ(fit.ticks, 29U);
    ASSERT_TRUE(fit.parts_behind);
    EXPECT_EQ(fit.parts_behind->ticks_done, 71U);
    EXPECT_EQ(fit.parts_behind->state, struck.recorded().states[71]);
    EXPECT_EQ(fit.parts_behind->hashes, struck.recorded().hashes[71]);
}

TEST(Hypothesis, ThatIsWrongFitsForNoTick) {
    Struck struck({42});
    for (const GuessPlace place : {GuessPlace::no_step, GuessPlace::doubled_step}) {
        Hypothesis guess;
        guess.place = place;
        const auto outcome = struck.trials().outcome(guess);
        ASSERT_TRUE(outcome);
        EXPECT_FALSE(struck.bad().gives_the_recorded(*outcome));
        EXPECT_EQ(struck.trials().follow(guess, 1'000, nullptr).ticks, 0U);
    }
}

TEST(Hypothesis, ThatIsStoppedSaysSo) {
    Struck struck({42});
    const auto fit =
        struck.trials().follow(struck.guess(), 1'000, [](std::uint64_t) { return false; });
    EXPECT_TRUE(fit.is_stopped);
    EXPECT_EQ(fit.ticks, 1U);
}

}  // namespace
}  // namespace tandem::test
