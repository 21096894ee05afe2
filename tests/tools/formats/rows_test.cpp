// SPDX-License-Identifier: MIT
// Rows are the recording's ticks, and columns the fields that were named.
#include <tandem/tools/formats/rows.hpp>

#include <tandem/sim/schema/fields.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Counter;

TEST(Rows, AreEveryNthTickOfARangeWithTheStateBehindIt) {
    const replay::Replay file = test::recording_of(sim::erase<Counter>(), 50);
    auto reader = RowReader::create(file, {10, 45}, 7, [] { return sim::erase<Counter>(); });
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->rows(), 5U);
    const auto columns = columns_named(file.header(), {"ticks", "p1.amount"});
    ASSERT_TRUE(columns);
    EXPECT_TRUE(has_state(*columns));
    std::vector<std::uint64_t> ticks;
    for (Row row; *reader->next(row);) {
        ticks.push_back(row.tick);
        EXPECT_EQ(part_text(*cell_of((*columns)[0], row, file.header())),
                  std::to_string(row.tick + 1));
        const auto amount = cell_of((*columns)[1], row, file.header());
        EXPECT_EQ(amount->bytes.data(), row.inputs.inputs[1].data());
    }
    EXPECT_EQ(ticks, (std::vector<std::uint64_t>{10, 17, 24, 31, 38}));
}

TEST(Rows, StopWhenTheyAreTold) {
    const replay::Replay file = test::recording_of(sim::erase<Counter>(), 50);
    auto reader = RowReader::create(
        file, {0, 50}, 30, [] { return sim::erase<Counter>(); },
        [](std::uint64_t ticks_done) { return ticks_done < 20; });
    ASSERT_TRUE(reader);
    Row row;
    EXPECT_TRUE(*reader->next(row));
    EXPECT_FALSE(*reader->next(row));
}

TEST(Columns, OfAllInputsAreAllTheirLeavesInOrder) {
    const replay::Replay file = test::recording_of(sim::erase<test::RichGame>(), 60);
    const auto columns = columns_of_inputs(file, {0, 60});
    ASSERT_TRUE(columns);
    std::vector<std::string> names;
    for (const FieldColumn& column : *columns) {
        if (column.player == 1U) {
            names.push_back(column.path);
        }
    }
    EXPECT_EQ(names, (std::vector<std::string>{"is_firing", "throws", "target", "orders.size",
                                               "orders[0].unit", "orders[0].dx", "orders[1].unit",
                                               "orders[1].dx", "orders[2].unit", "orders[2].dx",
                                               "orders[3].unit", "orders[3].dx"}));
    EXPECT_FALSE(has_state(*columns));
}

TEST(Columns, ThatDoNotExistAreRefusedWithWhatThereIs) {
    const replay::Replay file = test::recording_of(sim::erase<Counter>(), 5);
    const auto refusal = [&](const std::vector<std::string>& names) {
        const auto columns = columns_named(file.header(), names);
        return columns ? std::string() : columns.error().text();
    };
    EXPECT_TRUE(test::says(refusal({"tick"}), "did you mean ticks?"));
    EXPECT_TRUE(test::says(refusal({"p0.amonut"}), "did you mean amount?"));
    EXPECT_TRUE(test::says(refusal({"p2.amount"}), "players 0 to 1"));
    EXPECT_TRUE(test::says(refusal({"ticks", "ticks"}), "given twice"));
    EXPECT_FALSE(refusal({""}).empty());
}

}  // namespace
}  // namespace tandem::tools
