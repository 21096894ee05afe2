// SPDX-License-Identifier: MIT
// A line for each leaf, and never more than the bounds allow.
#include <tandem/tools/formats/value_lines.hpp>

#include <set>
#include <vector>

#include <tandem/sim/schema/fields.hpp>
#include <tests/tools/formats/rich_states.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

struct Shown {
    std::vector<std::string> lines;
    bool is_all = false;
};

Shown show(const sim::Schema& schema, const sim::Bytes& state, const std::string& path,
           const LineBounds& bounds) {
    Shown shown;
    const auto part = find_part(schema.root(), state, path);
    EXPECT_TRUE(part);
    shown.is_all = value_lines(*part, path, bounds,
                               [&](const std::string& line) { shown.lines.push_back(line); });
    return shown;
}

TEST(ValueLines, NameEveryLeafWhereAllIsAskedFor) {
    test::each_rich_state(20, [](const sim::Schema& schema, const sim::Bytes& state) {
        const Shown shown = show(schema, state, "", k_all_lines);
        EXPECT_TRUE(shown.is_all);
        std::set<std::string> paths;
        for (const std::string& line : shown.lines) {
            paths.insert(line.substr(0, line.find("  ")));
        }
        for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
            EXPECT_TRUE(paths.contains(escaped(leaf.path))) << leaf.path;
        }
    });
}

TEST(ValueLines, SayWhatTheyLeaveOut) {
    test::each_rich_state(1, [](const sim::Schema& schema, const sim::Bytes& state) {
        const Shown few = show(schema, state, "units", {.elements_max = 2});
        EXPECT_FALSE(few.is_all);
        EXPECT_TRUE(test::says(few.lines.back(), "... and 3 more elements of units"));
        const Shown none = show(schema, state, "units", {.elements_max = 0});
        EXPECT_EQ(none.lines.size(), 2U);
        const Shown short_one = show(schema, state, "", {.lines_max = 7});
        EXPECT_FALSE(short_one.is_all);
        EXPECT_EQ(short_one.lines.size(), 8U);
        EXPECT_EQ(short_one.lines.back(), "... and more, after 7 lines");
        const Shown all = show(schema, state, "units", {.elements_max = 5});
        EXPECT_TRUE(all.is_all);
    });
}

TEST(ValueLines, HaveTheRawValueBehindWhatIsNoInteger) {
    test::each_rich_state(1, [](const sim::Schema& schema, const sim::Bytes& state) {
        EXPECT_TRUE(test::says(show(schema, state, "level", {}).lines[0], "  (raw "));
        EXPECT_FALSE(test::says(show(schema, state, "u32", {}).lines[0], "(raw "));
        EXPECT_TRUE(show(schema, state, "units.size", {}).lines[0].ends_with("  5"));
    });
}

}  // namespace
}  // namespace tandem::tools
