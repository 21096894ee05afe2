// SPDX-License-Identifier: MIT
// That every loop is told of as a whole.
#include <tandem/tools/lab/loops/loop.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tandem::tools::lab {
namespace {

TEST(LoopList, HasEveryLoopInBothFormsWithItsArticleItsLimitAndItsRemedy) {
    EXPECT_EQ(loops().size(), 26U);
    std::set<std::string_view> ids;
    std::set<LoopFunction> functions;
    for (const Loop& loop : loops()) {
        ids.insert(loop.id);
        functions.insert({loop.published, loop.repaired});
        for (const std::string_view text : {loop.name, loop.limit, loop.remedy}) {
            EXPECT_FALSE(text.empty()) << loop.id;
            EXPECT_FALSE(text.ends_with(".")) << loop.id << ": sentences are made of it";
        }
        EXPECT_FALSE(loop.articles.is_empty()) << loop.id;
    }
    EXPECT_EQ(ids.size(), loops().size());
    EXPECT_EQ(functions.count(nullptr), 0U);
    EXPECT_EQ(functions.size(), 2 * loops().size());
}

TEST(LoopList, StandsByArticlesAndLetters) {
    const std::string letters = "LGWM";
    for (const Loop& loop : loops()) {
        EXPECT_NE(letters.find(loop.id.front()), std::string::npos) << loop.id;
    }
    EXPECT_TRUE(std::is_sorted(loops().begin(), loops().end(), [&](const Loop& a, const Loop& b) {
        const auto place = [&](const Loop& loop) {
            return std::pair(letters.find(loop.id.front()), loop.id.substr(1));
        };
        return place(a) < place(b);
    }));
}

// What a repair makes of a loop that has no tick of its own is a tick.
TEST(LoopList, HasATickForWhateverRunsByItself) {
    for (const Loop* loop : steady_loops()) {
        EXPECT_GT(loop->tick_of_form(true), Flicks(0)) << loop->id;
        EXPECT_EQ(loop->tick_of_form(false) == Flicks(0), loop->id == "L2") << loop->id;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
