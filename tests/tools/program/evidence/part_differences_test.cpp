// SPDX-License-Identifier: MIT
// Parts differ in what the whole differs in, and may be there on one side alone.
#include <tandem/tools/program/evidence/part_differences.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/tools/formats/rich_states.hpp>

namespace tandem::tools {
namespace {

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
