// SPDX-License-Identifier: MIT
// The list of what is shown where is complete, and names nothing that is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

std::vector<Table> tables() { return find_section("inventory")->run({}).value(); }

std::set<std::string> found_in(const std::string& text, const char* pattern) {
    const std::regex regex(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
        found.insert((*it)[1]);
    }
    return found;
}

// All but the loops, which are shown by running them.
std::vector<Table> tables_of_items() {
    std::vector<Table> items = tables();
    std::erase_if(items, [](const Table& table) { return table.name == "loops"; });
    return items;
}

// Everything that the rows say of where a thing is shown.
std::string all_shown() {
    std::string text;
    for (const Table& table : tables_of_items()) {
        for (const auto& row : table.rows) {
            text += std::get<std::string>(row.back()) + "\n";
        }
    }
    return text;
}

TEST(InventorySection, HasEveryAmbiguityOnce) {
    std::string expected;
    std::string listed;
    for (int number = 1; number <= 29; ++number) {
        expected += (number < 10 ? "A0" : "A") + std::to_string(number) + "\n";
    }
    const std::vector<Table> all = tables();
    for (const auto& row : all.back().rows) {
        listed += std::get<std::string>(row.front()) + "\n";
    }
    EXPECT_EQ(listed, expected);
}

TEST(InventorySection, NamesClaimsThatAreThere) {
    const auto ids = found_in(all_shown(), "\\b(C[0-9]+)\\b");
    EXPECT_GE(ids.size(), 30U);
    for (const std::string& id : ids) {
        EXPECT_TRUE(std::any_of(claims().begin(), claims().end(), [&](const Claim& claim) {
            return claim.id == id;
        })) << id;
    }
}

TEST(InventorySection, NamesSectionsAndLoopsThatAreThere) {
    const auto names = found_in(all_shown(), "\\blab ([a-z]+)");
    EXPECT_GE(names.size(), 10U);
    for (const std::string& name : names) {
        EXPECT_TRUE(name == "match" || name == "report" || find_section(name) != nullptr) << name;
    }
    const auto loops = found_in(all_shown(), "\\b([LGWM][0-9][a-c]?)\\b");
    EXPECT_GE(loops.size(), 10U);
    for (const std::string& loop : loops) {
        EXPECT_NE(find_loop(loop), nullptr) << loop;
    }
}

TEST(InventorySection, GivesAReasonForWhateverIsNotShown) {
    for (const Table& table : tables_of_items()) {
        for (const auto& row : table.rows) {
            const std::string shown = std::get<std::string>(row.back());
            if (shown.rfind("not ", 0) == 0) {
                EXPECT_NE(shown.find(": "), std::string::npos) << shown;
            } else {
                EXPECT_FALSE(found_in(shown, "(C[0-9]{2}|lab [a-z]+|loops? [A-Z])").empty())
                    << shown;
            }
        }
    }
}

TEST(InventorySection, HasEveryLoopWithItsArticleNameAndConstants) {
    const Table table = table_of(tables(), "loops");
    ASSERT_EQ(table.rows.size(), loops().size());
    for (const Loop& loop : loops()) {
        const std::string id(loop.id);
        EXPECT_EQ(cell_of(table, {id}, "article"), articles_text(loop.articles)) << id;
        EXPECT_EQ(cell_of(table, {id}, "name"), loop.name) << id;
        EXPECT_EQ(cell_of(table, {id}, "constants"), loop.constants.empty() ? "-" : loop.constants)
            << id;
        EXPECT_EQ(cell_of(table, {id}, "published"), loop.limit) << id;
        EXPECT_EQ(cell_of(table, {id}, "repaired"), loop.remedy) << id;
    }
}

TEST(InventorySection, HasLoopsAsRowsOfItsOwnInJson) {
    const std::string line = json_line(json_row("inventory", table_of(tables(), "loops"), 1));
    EXPECT_TRUE(line.starts_with(R"({"section":"inventory","table":"loops","id":"L1",)"
                                 R"("article":"witters","name":"fixed FPS with sleep",)"
                                 R"("constants":"25 FPS","published":")"))
        << line;
}

// The page of the lab has the same words, with code marked as such.
TEST(InventorySection, SaysOfLoopsWhatTheLabsPageSays) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/tools/lab/LAB.md");
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        std::erase(line, '`');
        lines.insert(line);
    }
    for (const Loop& loop : loops()) {
        const std::string row = "| " + std::string(loop.id) + " | " + std::string(loop.limit) +
                                " | " + std::string(loop.remedy) + " |";
        EXPECT_EQ(lines.count(row), 1U) << "LAB.md has no " << row;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
