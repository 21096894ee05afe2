// SPDX-License-Identifier: MIT
// Two threads step the game at once: a sound one does not notice, one that shares memory does, and
// whatever becomes of the copy of this process, check is told.
#include <tandem/tools/check/threads.hpp>

#include <atomic>
#include <cstdlib>
#include <thread>

#include <tandem/tools/process/shared_memory.hpp>
#include <tests/misbehaving/thread_mistakes.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
RemoteOutcome step_at_once(std::uint64_t ticks, RemoteHooks hooks = {}) {
    const RegisteredGame game = registered<Game>();
    PlayedSession first(game, k_plenty);
    PlayedSession second(game, k_plenty);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        first.step();
        second.step();
    }
    return repeat_at_once({first.history(), second.history()}, hooks);
}

TEST(TwoThreads, AreSilentBesideASoundGameAndCompareItsTicks) {
    const RemoteOutcome outcome = step_at_once<test::Counter>(150);
    EXPECT_FALSE(outcome.finding) << outcome.finding->failure;
    EXPECT_EQ(outcome.not_run, "");
    EXPECT_EQ(outcome.ticks_compared, 300U);
}

TEST(TwoThreads, FindWhatDependsOnTheThread) {
    const RemoteOutcome outcome = step_at_once<misbehaving::ThreadDecides>(10);
    ASSERT_TRUE(outcome.finding);
    EXPECT_EQ(outcome.finding->ticks_done, 1U);
    EXPECT_EQ(outcome.ticks_compared, 0U);
}

// Does something in tick 7 where it is not alone.
template <void (*mistake)()>
struct OnlyAlone : test::BrokenBase {
    static constexpr std::string_view name = "only_alone";
    void step(Inputs<Input> inputs) {
        static const std::thread::id own = std::this_thread::get_id();
        add(inputs);
        if (ticks == 8 && std::this_thread::get_id() != own) {
            mistake();
        }
    }
};

std::atomic<bool>* g_hangs = nullptr;  // of all processes

void hang() {
    *g_hangs = true;
    for (;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}
void leave() { std::_Exit(9); }

TEST(TwoThreads, ThatBringTheirProcessDownAreAFindingThatNamesTickAndCause) {
    const RemoteOutcome aborted = step_at_once<OnlyAlone<&std::abort>>(20);
    ASSERT_TRUE(aborted.finding);
    EXPECT_EQ(aborted.finding->probe, DisturbanceKind::thread);
    EXPECT_LE(aborted.finding->ticks_done, 7U);
    EXPECT_NE(aborted.finding->failure.find("its process ended by signal 6"), std::string::npos)
        << aborted.finding->failure;
    EXPECT_LT(aborted.ticks_compared, 8U);
    const RemoteOutcome left = step_at_once<OnlyAlone<&leave>>(20);
    ASSERT_TRUE(left.finding);
    EXPECT_NE(left.finding->failure.find("exit code 9"), std::string::npos);
}

TEST(TwoThreads, ThatHangAreKilledAfterAWhile) {
    const SharedValue<std::atomic<bool>> hangs;
    ASSERT_NE(hangs.get(), nullptr);
    g_hangs = hangs.get();
    // Time passes only once one of them hangs, however long both took to come there.
    RemoteHooks hooks;
    hooks.tick_patience = std::chrono::seconds(2);
    hooks.now = [&] { return *hangs.get() ? steady_now() : std::chrono::nanoseconds(0); };
    const RemoteOutcome outcome = step_at_once<OnlyAlone<&hang>>(20, hooks);
    ASSERT_TRUE(outcome.finding);
    EXPECT_NE(outcome.finding->failure.find("did not come on"), std::string::npos)
        << outcome.finding->failure;
    EXPECT_EQ(outcome.finding->ticks_done, 7U);
}

TEST(TwoThreads, FindNothingWhenTheyAreInterrupted) {
    const SharedValue<std::atomic<bool>> hangs;
    ASSERT_NE(hangs.get(), nullptr);
    g_hangs = hangs.get();
    RemoteHooks hooks;
    hooks.is_interrupted = [] { return true; };
    EXPECT_FALSE(step_at_once<OnlyAlone<&hang>>(20, hooks).finding);
}

TEST(TwoThreads, PlayATickThatThrowsToo) {
    const RemoteOutcome outcome = step_at_once<test::Throwing>(11);
    EXPECT_FALSE(outcome.finding) << outcome.finding->failure;
    EXPECT_EQ(outcome.ticks_compared, 20U);
}

}  // namespace
}  // namespace tandem::tools::check
