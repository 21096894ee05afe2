// SPDX-License-Identifier: MIT
// What an inquest makes of a run that was changed.
#include <tandem/tools/check/inquest.hpp>

#include <tests/misbehaving/machine_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/tools/check/filled_memory.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
ChaosFinding inquest_of(const std::vector<std::string>& texts) {
    Begun<Game> begun(150);
    ChangedRun changed;
    for (const std::string& text : texts) {
        changed.disturbances.push_back(*parse_disturbance(text));
    }
    const RunOutcome plain = begun.play();
    changed.outcome = begun.play({changed.disturbances});
    EXPECT_FALSE(are_equal(plain, changed.outcome)) << Game::name;
    const auto finding = hold_inquest(begun.origin(), begun.history(), plain, changed);
    EXPECT_TRUE(finding) << finding.error().text();
    return finding ? *finding : ChaosFinding();
}

TEST(Inquests, PutAllToAStaticThatItAlsoExplains) {
    const ChaosFinding finding = inquest_of<misbehaving::StaticLocal>({"late@40"});
    EXPECT_EQ(finding.reason, "static") << finding.proof;
    EXPECT_EQ(finding.ticks_done, 41U);
    ASSERT_FALSE(finding.fields.empty());
    EXPECT_EQ(finding.fields[0].path, "total");
}

TEST(Inquests, TellALostFieldFromACache) {
    EXPECT_EQ(inquest_of<misbehaving::MissingField>({"used~1"}).reason, "field");
    EXPECT_EQ(inquest_of<misbehaving::StaleCache>({"used~1"}).reason, "cache");
}

#if TANDEM_TEST_FILLS_MEMORY

// Filling memory moves blocks, and moving blocks changes what they hold.
TEST(Inquests, TellABytesContentFromItsPlace) {
    EXPECT_EQ(inquest_of<misbehaving::UninitialisedByte>({"pattern/77"}).reason, "unwritten");
    EXPECT_EQ(inquest_of<misbehaving::AddressValue>({"heap/2"}).reason, "address");
}

#endif

TEST(Inquests, FindTheFirstMomentThatDiffers) {
    const RunOutcome one{{sim::StateHash{1}, sim::StateHash{2}, sim::StateHash{3}}, "", {}};
    const RunOutcome other{{sim::StateHash{1}, sim::StateHash{9}, sim::StateHash{3}}, "", {}};
    const RunOutcome shorter{{sim::StateHash{1}, sim::StateHash{2}}, "threw", {}};
    EXPECT_EQ(moment_of_difference(one, other), 1U);
    EXPECT_EQ(moment_of_difference(one, shorter), 2U);
    EXPECT_EQ(moment_of_difference(one, one), 3U);
}

}  // namespace
}  // namespace tandem::tools::check
