// SPDX-License-Identifier: MIT
// An object for each tick, with whole inputs.
#include <tandem/tools/formats/table_writer.hpp>

#include <nlohmann/json.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>

namespace tandem::test {
namespace {

TEST(JsonlWriter, HasInputsAndTheFieldsThatWereAskedFor) {
    const replay::Replay file = recording_of(sim::erase<RichGame>(), 20, 2,
                                             [](std::uint64_t tick) { return tick == 4 ? 2 : 3; });
    const Written written =
        write_table(&tools::make_jsonl_writer, file,
                    {.fields = {"units.size", "goal", "owners[1].hp", "p1.orders"},
                     .factory = [] { return sim::erase<RichGame>(); }});
    ASSERT_FALSE(written.error) << written.error->text();
    const auto lines = lines_of(written.text);
    ASSERT_EQ(lines.size(), 20U);
    for (std::uint64_t tick = 0; tick < 20; ++tick) {
        const auto json = nlohmann::json::parse(lines[tick]);
        EXPECT_EQ(json["tick"], tick);
        EXPECT_EQ(json["inputs"].size(), 2U);
        EXPECT_EQ(json["inputs"][0].is_null(), tick == 4);
        EXPECT_EQ(json["fields"]["units.size"], 5);
        EXPECT_EQ(json["fields"]["p1.orders"], json["inputs"][1]["orders"]);
        EXPECT_TRUE(json["fields"].contains("owners[1].hp"));
    }
}

TEST(JsonlWriter, HasInputsAloneOtherwise) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 2);
    const Written written = write_table(&tools::make_jsonl_writer, file, {.has_columns = false});
    const auto json = nlohmann::json::parse(lines_of(written.text)[1]);
    EXPECT_EQ(json.size(), 2U);
    EXPECT_TRUE(json["inputs"][1]["amount"].is_number());
}

}  // namespace
}  // namespace tandem::test
