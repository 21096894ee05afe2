// SPDX-License-Identifier: MIT
// Finding the first tick that differs, from chains and reports alone.
#include <tandem/net/session/desync.hpp>

#include <gtest/gtest.h>

#include <string>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::Autopsy;
using net::Differ;
using net::Dispute;
using net::History;
using net::Time;
using std::chrono::seconds;

constexpr Time k_deadline = seconds(5);

std::uint64_t disputed_chain(std::uint64_t ticks, std::uint64_t differs_from) {
    return 1'000 + ticks + (ticks >= differs_from ? 500'000 : 0);
}

// What a side remembers whose chain differs from the other's after so many ticks.
History disputed_history(std::uint64_t from, std::uint64_t until, std::uint64_t differs_from) {
    History history(0);
    for (std::uint64_t ticks = from; ticks < until; ++ticks) {
        net::Moment moment;
        moment.ticks_done = ticks;
        moment.hashes.chain = sim::ChainHash{disputed_chain(ticks, differs_from)};
        history.add(std::move(moment));
    }
    return history;
}

Autopsy disputed_report(std::uint64_t ticks, std::uint64_t differs_from) {
    Autopsy report;
    report.ticks_done = ticks;
    report.hashes.chain = sim::ChainHash{disputed_chain(ticks, differs_from)};
    return report;
}

TEST(Dispute, BothSidesFindTheFirstTickFromEachOthersChains) {
    constexpr std::uint64_t k_never = ~std::uint64_t{0};
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Dispute.BothSides*");
        Random random(seed);
        const std::uint64_t agreed = random.below(std::uint64_t{200});
        const std::uint64_t bad = agreed + 1 + random.below(std::uint64_t{50});
        const std::uint64_t seen = bad + random.below(std::uint64_t{20});
        const auto length = [&] { return seen + 1 + random.below(std::uint64_t{30}); };
        const History ours = disputed_history(agreed, length(), k_never);
        const History theirs = disputed_history(agreed, length(), bad);
        Dispute here(agreed, seen, k_deadline);
        Dispute there(agreed, seen, k_deadline);
        const auto our_report = here.receive_chains(there.our_chains(theirs), ours);
        const auto their_report = there.receive_chains(here.our_chains(ours), theirs);
        ASSERT_TRUE(our_report.has_value() && our_report->has_value());
        ASSERT_TRUE(their_report.has_value() && their_report->has_value());
        EXPECT_EQ(here.ticks_differ(), bad);
        EXPECT_EQ(there.ticks_differ(), bad);
        EXPECT_EQ((*our_report)->ticks_done, bad);
        EXPECT_EQ(here.their_chain(), (*their_report)->hashes.chain);
        const auto again = here.receive_report(**their_report, ours);
        ASSERT_TRUE(again.has_value());
        EXPECT_FALSE(again->has_value()) << "ours is sent once";
        EXPECT_TRUE(here.needs_own_state());
        EXPECT_FALSE(here.is_complete(Time{0})) << "the other side may still need our state";
        here.give_own_state(nullptr, sim::StateHash{1});
        EXPECT_FALSE(here.needs_own_state());
        ASSERT_TRUE(here.receive_enough({bad}).has_value());
        EXPECT_TRUE(here.is_complete(Time{0}));
        EXPECT_EQ(here.report()->ticks_done, bad);
    }
}

TEST(Dispute, AReportThatComesFirstIsAnsweredByOurs) {
    const History ours = disputed_history(3, 20, ~std::uint64_t{0});
    Dispute dispute(3, 12, k_deadline);
    EXPECT_EQ(dispute.report(), nullptr);
    EXPECT_FALSE(dispute.their_chain().has_value());
    const auto report = dispute.receive_report(disputed_report(8, 8), ours);
    ASSERT_TRUE(report.has_value() && report->has_value());
    EXPECT_EQ((*report)->ticks_done, 8U);
    EXPECT_EQ(dispute.ticks_differ(), 8U);
    EXPECT_EQ(dispute.ticks_agreed(), 3U);
    EXPECT_EQ(dispute.their_chain(), sim::ChainHash{disputed_chain(8, 8)});
}

TEST(Dispute, ADesyncThatIsNoneIsRefused) {
    const History ours = disputed_history(0, 20, ~std::uint64_t{0});
    Dispute dispute(5, 12, k_deadline);
    EXPECT_FALSE(
        dispute.receive_chains({5, {sim::ChainHash{disputed_chain(5, 99)}}}, ours).has_value())
        << "equal chains";
    EXPECT_FALSE(dispute.receive_chains({5, {sim::ChainHash{1}}}, ours).has_value())
        << "it differs where both have said that they agree";
    EXPECT_FALSE(dispute.receive_chains({50, {sim::ChainHash{1}}}, ours).has_value())
        << "of ticks that we do not have";
    EXPECT_FALSE(
        dispute.receive_chains({~std::uint64_t{0}, {sim::ChainHash{1}, sim::ChainHash{1}}}, ours)
            .has_value());
    EXPECT_FALSE(dispute.receive_chains({5, {}}, ours).has_value());
    EXPECT_FALSE(dispute.receive_report(disputed_report(9, 99), ours).has_value()) << "equal";
    EXPECT_FALSE(dispute.receive_report(disputed_report(5, 2), ours).has_value()) << "too early";
    EXPECT_FALSE(dispute.receive_report(disputed_report(40, 2), ours).has_value()) << "not here";
    EXPECT_EQ(dispute.ticks_differ(), 12U) << "a lie changes nothing";
    EXPECT_FALSE(dispute.is_complete(Time{0}));
}

TEST(Dispute, WhoeverIsSilentIsWaitedForUntilTheDeadlineOnly) {
    const Dispute dispute(5, 12, k_deadline);
    EXPECT_FALSE(dispute.is_complete(k_deadline - Time{1}));
    EXPECT_TRUE(dispute.is_complete(k_deadline));
}

TEST(Dispute, OfAResetThereAreNoChains) {
    Dispute dispute(0, 0, k_deadline);
    dispute.receive_reset_report(disputed_report(0, 0));
    EXPECT_TRUE(dispute.is_complete(Time{0}));
    EXPECT_EQ(dispute.ticks_differ(), 0U);
    EXPECT_EQ(dispute.their_chain(), sim::ChainHash{disputed_chain(0, 0)});
}

TEST(Dispute, ChainsThatAreSentAreBounded) {
    const History ours =
        disputed_history(0, net::MessageLimits::chains_max + 500, ~std::uint64_t{0});
    EXPECT_EQ(Dispute(0, 9, k_deadline).our_chains(ours).chains.size(),
              net::MessageLimits::chains_max);
    EXPECT_EQ(
        Dispute(net::MessageLimits::chains_max, 9'000, k_deadline).our_chains(ours).chains.size(),
        500U);
}

}  // namespace
}  // namespace tandem::test
