// SPDX-License-Identifier: MIT
// The list of what is shown where is complete, and names nothing that is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/section.hpp>

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

// Everything that the rows say of where a thing is shown.
std::string all_shown() {
    std::string text;
    for (const Table& table : tables()) {
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
    for (const Table& table : tables()) {
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

}  // namespace
}  // namespace tandem::tools::lab
