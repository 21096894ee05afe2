// SPDX-License-Identifier: MIT
// A state that is not saved whole is explained where it can be shown twice, and told otherwise.
#include <gtest/gtest.h>

#include <tandem/replay/verify/unsaved.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(ExplainedUnsaved, NamesTheFirstTickAndFieldThatDiffer) {
    const auto replay = open_replay(record<SeldomForgetful<32>>({.ticks = 100}));
    replay::VerifyReport report = straight<SeldomForgetful<32>>(replay);
    // The low bits of a chain may agree by chance for a tick or two: what is told is exact.
    replay::explain_unsaved(replay, sim::erase<SeldomForgetful<32>>(), {40, 66, "seen late"},
                            report);
    EXPECT_EQ(report.verdict, replay::VerifyVerdict::unsaved);
    EXPECT_EQ(report.unsaved->ticks_done, 64U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
}

TEST(ExplainedUnsaved, SaysThatItDidNotHappenASecondTime) {
    const auto replay = open_replay(record<Counter>({.ticks = 100}));
    replay::VerifyReport report = straight<Counter>(replay);
    replay::explain_unsaved(replay, sim::erase<Counter>(), {40, 66, "a cosmic ray"}, report);
    EXPECT_EQ(report.verdict, replay::VerifyVerdict::unsaved);
    EXPECT_EQ(report.unsaved->ticks_done, 66U);
    EXPECT_TRUE(report.fields.empty());
    EXPECT_NE(report.message.find("after 66 ticks (a cosmic ray), and not a second time"),
              std::string::npos)
        << report.message;
}

}  // namespace
}  // namespace tandem::test
