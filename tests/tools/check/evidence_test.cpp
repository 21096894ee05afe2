// SPDX-License-Identifier: MIT
// The decider is memory, addresses or a static only where differences repeat with them: the
// table of planted faults says to what in which game.
#include <tandem/tools/check/evidence.hpp>

#include <tests/misbehaving/random_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
Decider decider_of(EvidencePlan plan = {}) {
    Begun begun(registered<Game>(), 200);
    const Evidence evidence = gather_evidence(begun.origin(), plan);
    EXPECT_EQ(evidence.proof.empty(), evidence.decider == Decider::nothing) << Game::name;
    return evidence.decider;
}

TEST(Evidence, OfASoundGameIsNothing) { EXPECT_EQ(decider_of<test::Counter>(), Decider::nothing); }

TEST(Evidence, OfAStaticIsOnlyGatheredWhereTheMachineIsAskedFor) {
    EvidencePlan narrow;
    narrow.asks_for_machine = false;
    EXPECT_EQ(decider_of<misbehaving::StaticLocal>(narrow), Decider::nothing);
}

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
