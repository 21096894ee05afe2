// SPDX-License-Identifier: MIT
// Tables of inputs and states over time.
#include <tandem/tools/formats/table_writer.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(CsvWriter, HasALineForEachTickAndACellForEachField) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 20);
    const Written written =
        write_table(&tools::make_csv_writer, file,
                    {.fields = {"ticks", "totals.size"}, .every = 10, .factory = [] {
                         return sim::erase<Counter>();
                     }});
    EXPECT_EQ(written.text, "tick,ticks,totals.size\n0,1,2\n10,11,2\n");
}

TEST(CsvWriter, HasAllInputsWhereNothingElseIsAskedFor) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 30);
    const Written written = write_table(&tools::make_csv_writer, file);
    const auto lines = lines_of(written.text);
    ASSERT_EQ(lines.size(), 31U);
    EXPECT_TRUE(lines[0].starts_with("tick,p0.is_firing,p0.throws,p0.target,p0.orders.size,"));
    for (const std::string& line : lines) {
        EXPECT_EQ(std::count(line.begin(), line.end(), ','),
                  std::count(lines[0].begin(), lines[0].end(), ','))
            << line;
    }
}

TEST(CsvWriter, LeavesCellsEmptyWhereThereIsNothing) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 3, 2,
                                             [](std::uint64_t tick) { return tick == 1 ? 1 : 3; });
    const auto lines = lines_of(write_table(&tools::make_csv_writer, file).text);
    EXPECT_TRUE(lines[2].ends_with(",")) << lines[2];
    EXPECT_FALSE(lines[3].ends_with(",")) << lines[3];
}

TEST(CsvWriter, QuotesWhatCouldBeTakenForTwoCells) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 1);
    const Written written = write_table(
        &tools::make_csv_writer, file,
        {.fields = {"routes[\"a,b\"].size"}, .factory = [] { return sim::erase<RichGame>(); }});
    ASSERT_FALSE(written.error) << written.error->text();
    EXPECT_TRUE(says(written.text, "tick,\"routes[\"\"a,b\"\"].size\"\n0,"));
}

TEST(CsvWriter, RefusesWhatIsNoSingleValue) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 3);
    const Written written =
        write_table(&tools::make_csv_writer, file,
                    {.fields = {"units"}, .factory = [] { return sim::erase<RichGame>(); }});
    ASSERT_TRUE(written.error);
    EXPECT_EQ(written.error->code, sim::ErrorCode::usage);
    EXPECT_TRUE(says(written.error->text(), "--field units"));
}

}  // namespace
}  // namespace tandem::test
