// SPDX-License-Identifier: MIT
// A sound game is changed by no disturbance, and each disturbance reaches a game that is not sound.
#include <tandem/tools/check/disturbed_game.hpp>

#include <tandem/tools/check/evidence.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tests/misbehaving/library_mistakes.hpp>
#include <tests/misbehaving/machine_mistakes.hpp>
#include <tests/misbehaving/reset_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/misbehaving/thread_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/filled_memory.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

// Each run in a copy of this process, which a run changes for good.
template <class Game>
class Disturbed {
public:
    bool is_changed_by(const std::string& text) {
        const auto disturbance = parse_disturbance(text);
        EXPECT_TRUE(disturbance) << text;
        return !are_equal(begun_.play({{*disturbance}}), plain_);
    }

private:
    Begun<Game> begun_{120};
    RunOutcome plain_ = begun_.play();
};

TEST(DisturbedGames, AreTheSameIfTheyAreSound) {
    Disturbed<test::Counter> counter;
    for (const DisturbanceInfo& info : all_disturbances()) {
        if (check_disturbance(info.kind, sim::GameModel<test::Counter>::game_info())) {
            const std::string text = disturbance_text(draw_disturbance(info.kind, 2));
            EXPECT_FALSE(counter.is_changed_by(text)) << text;
        }
    }
}

template <class Game>
void expect_changed(const std::string& by, const std::string& not_by) {
    Disturbed<Game> game;
    EXPECT_TRUE(game.is_changed_by(by)) << Game::name << " by " << by;
    EXPECT_FALSE(game.is_changed_by(not_by)) << Game::name << " by " << not_by;
}

TEST(DisturbedGames, AreChangedByWhatTheMistakeLetsIn) {
    using namespace misbehaving;
    expect_changed<StaticLocal>("neighbour@30", "restore");
    expect_changed<MissingField>("restore@60", "copy");
    expect_changed<StaleCache>("used~1", "restore~1");
    expect_changed<StaleCache>("late~1", "copy~1");
    expect_changed<SelfPointer>("copy@60", "observe");
    expect_changed<DrawingDecides>("observe@60", "rounding/up");
    expect_changed<LocaleNumber>("locale", "environment");
    expect_changed<LocalHour>("environment", "locale");
    expect_changed<ThreadDecides>("thread@60", "copy");
    if (RoundingMode::is_possible()) {
        expect_changed<Contraction>("rounding/down", "restore");
    }
    expect_changed<ChangingSerialize>("save@3", "copy");
    expect_changed<ForgetfulReset>("reset", "copy");
}

TEST(DisturbedGames, AreChangedByTime) {
    EXPECT_TRUE(Disturbed<misbehaving::WallClock>().is_changed_by("later"));
}

// How two threads meet is luck, which is tried a few times.
TEST(DisturbedGames, AreChangedByAnotherThreadThatSharesMemory) {
    Disturbed<misbehaving::SharedScratch> game;
    bool is_changed = false;
    for (int time = 0; time < 30 && !is_changed; ++time) {
        is_changed = game.is_changed_by("beside");
    }
    EXPECT_TRUE(is_changed);
    EXPECT_FALSE(game.is_changed_by("thread"));
}

// The sanitizers' allocators go their own ways.
#if TANDEM_TEST_FILLS_MEMORY

TEST(DisturbedGames, AreChangedByMemoryThatTakesPart) {
    using namespace misbehaving;
    EXPECT_TRUE(Disturbed<UninitialisedByte>().is_changed_by("pattern/5a"));
    EXPECT_TRUE(Disturbed<AddressValue>().is_changed_by("heap/2"));
    EXPECT_TRUE(Disturbed<PointerKey>().is_changed_by("heap/2"));
    Disturbed<PointerKey> unmoved;
    EXPECT_FALSE(unmoved.is_changed_by("again"));
    EXPECT_FALSE(unmoved.is_changed_by("later@90000"));
}

#endif

}  // namespace
}  // namespace tandem::tools::check
