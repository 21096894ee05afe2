// SPDX-License-Identifier: MIT
// What decides is put down to memory, addresses or a static only where it repeats with them.
#include <tandem/tools/check/evidence.hpp>

#include <tests/misbehaving/machine_mistakes.hpp>
#include <tests/misbehaving/random_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/filled_memory.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
Decider decider_of(EvidencePlan plan = {}) {
    Begun<Game> begun(200);
    const Evidence evidence = gather_evidence(begun.origin(), plan);
    EXPECT_EQ(evidence.proof.empty(), evidence.decider == Decider::nothing) << Game::name;
    return evidence.decider;
}

TEST(Evidence, OfASoundGameIsNothing) { EXPECT_EQ(decider_of<test::Counter>(), Decider::nothing); }

TEST(Evidence, OfChanceIsNeverMemory) {
    using namespace misbehaving;
    EXPECT_EQ(decider_of<DeviceRandom>(), Decider::chance);
    EXPECT_EQ(decider_of<DeviceBit>(), Decider::chance);
    EXPECT_EQ(decider_of<DeviceSeldom>(), Decider::chance);
    EXPECT_EQ(decider_of<EngineSeededOnce>(), Decider::chance);
    EXPECT_EQ(decider_of<ProcessNumber>(), Decider::chance);
    EXPECT_EQ(decider_of<TimeTaken>(), Decider::chance);
}

TEST(Evidence, OfAStaticIsAnotherGame) {
    EXPECT_EQ(decider_of<misbehaving::StaticLocal>(), Decider::neighbour);
    EXPECT_EQ(decider_of<misbehaving::StaticSeldom>(), Decider::neighbour);
    EvidencePlan narrow;
    narrow.asks_for_machine = false;
    EXPECT_EQ(decider_of<misbehaving::StaticLocal>(narrow), Decider::nothing);
}

// Whether the second changes while runs are compared is luck, and then it is chance.
TEST(Evidence, OfASecondsClockIsTime) {
    const Decider decider = decider_of<misbehaving::WallClock>();
    EXPECT_TRUE(decider == Decider::clock || decider == Decider::chance);
}

#if TANDEM_TEST_FILLS_MEMORY

TEST(Evidence, TellsMemoryThatNobodyWroteFromItsPlace) {
    using namespace misbehaving;
    EXPECT_EQ(decider_of<UninitialisedByte>(), Decider::unwritten);
    EXPECT_EQ(decider_of<AddressValue>(), Decider::address);
    EXPECT_EQ(decider_of<PointerKey>(), Decider::address);
    EXPECT_EQ(decider_of<AddressIteration>(), Decider::address);
}

#endif

TEST(Evidence, AsksEachKindAtLeastTwice) {
    EvidencePlan hurried;
    hurried.enough = std::chrono::nanoseconds(0);
    EXPECT_EQ(decider_of<misbehaving::DeviceRandom>(hurried), Decider::chance);
    EXPECT_EQ(decider_of<test::Counter>(hurried), Decider::nothing);
}

TEST(RunGroups, AgreeWhereAllStatesAndTheEndAreEqual) {
    const RunOutcome one{{sim::StateHash{1}, sim::StateHash{2}}, "", {}};
    RunOutcome failed = one;
    failed.failure = "threw";
    EXPECT_TRUE((RunGroup{{one, one}}).agrees());
    EXPECT_FALSE((RunGroup{{one, failed}}).agrees());
    EXPECT_FALSE((RunGroup{{one, {{sim::StateHash{1}}, "", {}}}}).agrees());
}

}  // namespace
}  // namespace tandem::tools::check
