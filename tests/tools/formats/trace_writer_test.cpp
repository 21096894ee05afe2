// SPDX-License-Identifier: MIT
// Ticks, curves and marks of a recording, as a viewer reads them.
#include <tandem/tools/formats/table_writer.hpp>

#include <nlohmann/json.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::test {
namespace {

using Json = nlohmann::json;

std::vector<Json> events_of(const Written& written, const std::string& phase) {
    EXPECT_FALSE(written.error);
    const Json trace = read_trace(written.text);
    EXPECT_TRUE(problems_of(trace).empty()) << problems_of(trace).front();
    std::vector<Json> events;
    for (const Json& event : trace) {
        if (event["ph"] == phase) {
            events.push_back(event);
        }
    }
    return events;
}

TEST(RecordingTrace, HasTicksOneBehindTheOther) {
    const Written written =
        write_table(&tools::make_trace_writer, recording_of(sim::erase<Counter>(), 120));
    const auto slices = events_of(written, "X");
    ASSERT_EQ(slices.size(), 120U);
    EXPECT_EQ(slices[60]["name"], "tick 60");
    EXPECT_NEAR(slices[60]["ts"].get<double>(), 1e6, 1);
    for (std::size_t i = 1; i < slices.size(); ++i) {
        const double end = slices[i - 1]["ts"].get<double>() + slices[i - 1]["dur"].get<double>();
        EXPECT_LE(end, slices[i]["ts"].get<double>());
    }
}

TEST(RecordingTrace, DrawsAFieldWhereItChanges) {
    const Written written =
        write_table(&tools::make_trace_writer, recording_of(sim::erase<RichGame>(), 60),
                    {.fields = {"units.size", "i16", "level", "mood", "is_night", "goal.x", "pick"},
                     .range = replay::TickRange{10, 50},
                     .factory = [] { return sim::erase<RichGame>(); }});
    std::size_t sizes = 0;
    std::size_t levels = 0;
    for (const Json& event : events_of(written, "C")) {
        sizes += event["name"] == "units.size" ? 1U : 0U;
        levels += event["name"] == "level" ? 1U : 0U;
        EXPECT_TRUE(event["args"]["value"].is_number());
        if (event["name"] == "mood") {
            EXPECT_LE(event["args"]["value"].get<double>(), 2);
        }
    }
    EXPECT_EQ(sizes, 1U);
    EXPECT_EQ(levels, 40U);
}

TEST(RecordingTrace, HasMarksAsMoments) {
    const Written written =
        write_table(&tools::make_trace_writer, recording_of(sim::erase<Counter>(), 10));
    const auto marks = events_of(written, "i");
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks[0]["name"], "note");
    EXPECT_EQ(marks[0]["args"]["tick"], 3);
    EXPECT_EQ(marks[0]["args"]["text"], "a \"note\"");
    const Written later =
        write_table(&tools::make_trace_writer, recording_of(sim::erase<Counter>(), 10),
                    {.range = replay::TickRange{4, 10}});
    EXPECT_TRUE(events_of(later, "i").empty());
}

TEST(RecordingTrace, RefusesWhatCannotBeDrawn) {
    const Written written =
        write_table(&tools::make_trace_writer, recording_of(sim::erase<RichGame>(), 2),
                    {.fields = {"title"}, .factory = [] { return sim::erase<RichGame>(); }});
    ASSERT_TRUE(written.error);
    EXPECT_TRUE(says(written.error->text(), "--field title"));
}

}  // namespace
}  // namespace tandem::test
