// SPDX-License-Identifier: MIT
// The finders of check go through the table of planted faults, each with its column: disturbances,
// chaos, inquests and the evidence of an origin's runs.
#include <set>
#include <string>

#include <tandem/tools/check/chaos.hpp>
#include <tandem/tools/check/evidence.hpp>
#include <tandem/tools/check/inquest.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tests/misbehaving/games.hpp>
#include <tests/misbehaving/planted_faults.hpp>
#include <tests/tools/check/filled_memory.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

using misbehaving::PlantedFault;
using misbehaving::ToldByChaos;

RegisteredGame game_of(const PlantedFault& fault) {
    for (const RegisteredGame& game : registered_games(misbehaving::AllGames())) {
        if (game.info->name == fault.game) {
            return game;
        }
    }
    ADD_FAILURE() << "there is no game " << fault.game;
    return {};
}

// The sanitizers' allocators go their own ways, and not every processor rounds otherwise.
bool can_show_here(const PlantedFault& fault) {
    const std::string reason = fault.reason;
    const bool is_in_memory = reason == "unwritten" || reason == "address";
    return (!is_in_memory || TANDEM_TEST_FILLS_MEMORY) &&
           (reason != "rounding" || RoundingMode::is_possible());
}

TEST(PlantedFaults, HaveOneRowForEachGameThatMisbehaves) {
    std::multiset<std::string> games;
    for (const RegisteredGame& game : registered_games(misbehaving::AllGames())) {
        games.emplace(game.info->name);
    }
    std::multiset<std::string> rows;
    for (const PlantedFault& fault : misbehaving::planted_faults()) {
        rows.emplace(fault.game);
    }
    EXPECT_EQ(rows, games);
}

class PlantedFaultTest : public testing::TestWithParam<PlantedFault> {
protected:
    void SetUp() override {
        if (!can_show_here(GetParam())) {
            GTEST_SKIP() << "this build or processor does not show it";
        }
    }
};

template <class Predicate>
auto faults_where(Predicate is_wanted) {
    return testing::ValuesIn(misbehaving::planted_faults_where(is_wanted));
}

std::string name_of_fault(const testing::TestParamInfo<PlantedFault>& info) {
    return info.param.game;
}

// ---- Disturbances ----

class DisturbedFaults : public PlantedFaultTest {};

TEST_P(DisturbedFaults, AreChangedByWhatTheMistakeLetsInAndByNothingElse) {
    const PlantedFault& fault = GetParam();
    Begun begun(game_of(fault), 120);
    const RunOutcome plain = begun.play();
    const auto is_changed_by = [&](const std::string& text) {
        const auto disturbance = parse_disturbance(text);
        EXPECT_TRUE(disturbance) << text;
        return !are_equal(begun.play({{*disturbance}}), plain);
    };
    for (const std::string& text : fault.found.changed_by) {
        // How two threads meet is luck, which is tried a few times.
        const int tries = text == "beside" ? 30 : 1;
        bool is_changed = false;
        for (int time = 0; time < tries && !is_changed; ++time) {
            is_changed = is_changed_by(text);
        }
        EXPECT_TRUE(is_changed) << text;
    }
    for (const std::string& text : fault.found.unchanged_by) {
        EXPECT_FALSE(is_changed_by(text)) << text;
    }
}

bool is_disturbed(const PlantedFault& fault) { return !fault.found.changed_by.empty(); }

INSTANTIATE_TEST_SUITE_P(All, DisturbedFaults, faults_where(&is_disturbed), name_of_fault);

// ---- Chaos ----

class FaultsInChaos : public PlantedFaultTest {};

TEST_P(FaultsInChaos, AreToldWithTheirClassAndReason) {
    const PlantedFault& fault = GetParam();
    const ChaosReport report = cause_chaos({plan_of(game_of(fault), {}, 150)});
    ASSERT_TRUE(report.finding);
    const std::string& proof = report.finding->proof;
    EXPECT_EQ(cause_class_text(report.finding->cause_class), fault.cause_class) << proof;
    EXPECT_EQ(report.finding->reason, fault.reason) << proof;
    EXPECT_NE(proof, "");
    EXPECT_NE(report.finding->cause, "");
}

bool is_always_told(const PlantedFault& fault) { return fault.found.chaos == ToldByChaos::always; }

INSTANTIATE_TEST_SUITE_P(All, FaultsInChaos, faults_where(&is_always_told), name_of_fault);

// ---- Inquests ----

class FaultsAtInquests : public PlantedFaultTest {};

TEST_P(FaultsAtInquests, AreToldWithTheirReason) {
    const PlantedFault& fault = GetParam();
    Begun begun(game_of(fault), 150);
    ChangedRun changed;
    changed.disturbances = {*parse_disturbance(fault.found.inquest.disturbance)};
    const RunOutcome plain = begun.play();
    changed.outcome = begun.play({changed.disturbances});
    EXPECT_FALSE(are_equal(plain, changed.outcome));
    const auto finding = hold_inquest(begun.origin(), begun.history(), plain, changed);
    ASSERT_TRUE(finding) << finding.error().text();
    EXPECT_EQ(finding->reason, fault.reason) << finding->proof;
    if (fault.found.inquest.ticks_done > 0) {
        EXPECT_EQ(finding->ticks_done, fault.found.inquest.ticks_done);
        ASSERT_FALSE(finding->fields.empty());
        EXPECT_EQ(finding->fields[0].path, fault.field);
    }
}

bool has_inquest(const PlantedFault& fault) { return *fault.found.inquest.disturbance != '\0'; }

INSTANTIATE_TEST_SUITE_P(All, FaultsAtInquests, faults_where(&has_inquest), name_of_fault);

// ---- Evidence ----

// The reasons that the runs of an origin prove.
std::string reason_of(Decider decider) {
    switch (decider) {
        case Decider::chance:
            return "chance";
        case Decider::clock:
            return "clock";
        case Decider::unwritten:
            return "unwritten";
        case Decider::address:
            return "address";
        case Decider::neighbour:
            return "static";
        default:
            return "none of these";
    }
}

class FaultsWithEvidence : public PlantedFaultTest {};

TEST_P(FaultsWithEvidence, ArePutDownToWhatDecides) {
    const PlantedFault& fault = GetParam();
    Begun begun(game_of(fault), 200);
    const Evidence evidence = gather_evidence(begun.origin(), EvidencePlan());
    EXPECT_NE(evidence.proof, "");
    const std::string reason = reason_of(evidence.decider);
    EXPECT_TRUE(reason == fault.reason || reason == fault.found.other_reason) << reason;
}

bool has_evidence(const PlantedFault& fault) { return fault.found.has_evidence; }

INSTANTIATE_TEST_SUITE_P(All, FaultsWithEvidence, faults_where(&has_evidence), name_of_fault);

}  // namespace
}  // namespace tandem::tools::check
