// SPDX-License-Identifier: MIT
// What is left fails in the same way, and nothing of it can be left out.
#include <gtest/gtest.h>

#include <tandem/replay/explain/minimise.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::InputSheet;
using replay::TrialOutcome;

constexpr std::int16_t k_password = 77;

InputSheet sheet_of(const std::vector<sim::Bytes>& records) {
    Recording recording;
    recording.ticks = records.size();
    recording.source = [&](const sim::AnySimulation&, std::uint64_t tick) { return records[tick]; };
    const auto replay = open_replay(record<Counter>(recording));
    return std::move(InputSheet::read(replay, sim::GameModel<Counter>::game_info().idle_input))
        .value();
}

// Records of two players who say these amounts.
sim::Bytes record_of_amounts(std::int16_t first, std::int16_t second) {
    const std::vector<sim::Bytes> inputs{sim::canonical_bytes(Counter::Input{first}),
                                         sim::canonical_bytes(Counter::Input{second})};
    return sim::make_record(3, inputs);
}

// A crash after the third time that anybody said the password.
sim::Result<TrialOutcome> third_password(std::span<const sim::Bytes> records) {
    int said = 0;
    for (std::size_t tick = 0; tick < records.size(); ++tick) {
        const auto view =
            sim::parse_record(sim::GameModel<Counter>::game_info().input_schema, 2, records[tick]);
        for (const sim::ByteView input : view->inputs) {
            said += sim::load_le<std::uint16_t>(input.data()) == k_password ? 1 : 0;
        }
        if (said >= 3) {
            return TrialOutcome{true, tick + 1, "crash"};
        }
    }
    return TrialOutcome{false, records.size(), ""};
}

TEST(Minimise, LeavesThreeInputsAndTheirTicks) {
    std::vector<sim::Bytes> records;
    for (int tick = 0; tick < 3000; ++tick) {
        const auto noise = static_cast<std::int16_t>(tick % 50 + 1);
        const bool is_said = tick == 400 || tick == 1700 || tick == 2600;
        records.push_back(record_of_amounts(is_said ? k_password : noise, noise));
    }
    const auto found =
        replay::minimise(sheet_of(records), sim::GameModel<Counter>::game_info(), third_password);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->sheet.ticks(), 3U);
    EXPECT_EQ(found->sheet.places().size(), 3U);
    EXPECT_EQ(found->outcome.what, "crash");
    EXPECT_LT(found->trials, 200U);
    EXPECT_FALSE(found->is_stopped);
}

TEST(Minimise, ASessionThatDoesNotFailIsRefused) {
    const std::vector<sim::Bytes> records(10, record_of_amounts(1, 2));
    const auto found =
        replay::minimise(sheet_of(records), sim::GameModel<Counter>::game_info(), third_password);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, sim::ErrorCode::usage);
}

TEST(Minimise, AnotherFailureIsNotTakenForThisOne) {
    const auto play = [](std::span<const sim::Bytes> records) -> sim::Result<TrialOutcome> {
        return TrialOutcome{true, records.size(), records.size() > 60 ? "crash" : "another"};
    };
    const std::vector<sim::Bytes> records(100, record_of_amounts(1, 2));
    const auto found =
        replay::minimise(sheet_of(records), sim::GameModel<Counter>::game_info(), play);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->outcome.what, "crash");
    EXPECT_EQ(found->sheet.ticks(), 61U);
}

TEST(Minimise, StopsWhereTheCallerStopsWithWhatItHas) {
    std::vector<sim::Bytes> records(100, record_of_amounts(k_password, 0));
    const auto found =
        replay::minimise(sheet_of(records), sim::GameModel<Counter>::game_info(), third_password,
                         [](std::uint64_t trials) { return trials < 2; });
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_stopped);
    EXPECT_EQ(found->sheet.ticks(), 3U) << "what lies behind the failure is cut at once";
}

}  // namespace
}  // namespace tandem::test
