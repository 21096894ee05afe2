// SPDX-License-Identifier: MIT
// Differences as JSON and in words.
#include <tandem/tools/program/differences.hpp>

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tests/tools/formats/rich_states.hpp>

namespace tandem::tools {
namespace {

TEST(FieldsJson, HasEveryPartOfADifference) {
    const JsonArray fields = fields_json({{"units[1].hp", "5", "6", "", "", 3}});
    EXPECT_EQ(
        json_line({{"fields", fields}}),
        R"({"fields":[{"path":"units[1].hp","a":"5","b":"6","raw_a":"","raw_b":"","more":3}]})");
}

TEST(SayFields, IndentsOneLineEachAndSaysWhen) {
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err, "tandem");
    say_fields({{"a", "1", "2", "", "", 0}, {"b", "3", "4", "", "", 0}}, moment_text(8), console);
    EXPECT_EQ(out.str(), "  tick 7  a  1 | 2\n  tick 7  b  3 | 4\n");
    EXPECT_EQ(moment_text(0), "start");
}

// Whatever two whole states differ in, their parts differ in together, under the same paths.
TEST(PartDifferences, OfAllPartsAreThoseOfTheWhole) {
    sim::Bytes before;
    std::uint64_t compared = 0;
    test::each_rich_state(12, [&](const sim::Schema& schema, const sim::Bytes& state) {
        std::vector<std::string> whole;
        std::vector<std::string> parts;
        if (!before.empty()) {
            for (const auto& difference : sim::compare_values(schema, before, state)) {
                whole.push_back(sim::difference_text(difference));
            }
            for (const sim::SchemaNode& field : schema.root().children) {
                const auto a = find_part(schema.root(), before, field.name);
                const auto b = find_part(schema.root(), state, field.name);
                for (const auto& difference : part_differences(field.name, a, b)) {
                    parts.push_back(sim::difference_text(difference));
                }
            }
            EXPECT_EQ(parts, whole);
            compared += whole.size();
        }
        before = state;
    });
    EXPECT_GT(compared, 100U);
}

TEST(PartDifferences, SayWhatIsThereOnOneSideOnly) {
    sim::SchemaNode leaf;
    leaf.kind = sim::FieldKind::unsigned_integer;
    leaf.width_bytes = 1;
    const sim::Bytes bytes{std::byte{7}};
    ValuePart part;
    part.node = &leaf;
    part.bytes = bytes;
    const auto gone = part_differences("units[3].hp", part, std::nullopt);
    ASSERT_EQ(gone.size(), 1U);
    EXPECT_EQ(sim::difference_text(gone[0]), "units[3].hp  7 | absent");
    EXPECT_TRUE(part_differences("units[3].hp", std::nullopt, std::nullopt).empty());
    EXPECT_TRUE(part_differences("units[3].hp", part, part).empty());
}

}  // namespace
}  // namespace tandem::tools
