// SPDX-License-Identifier: MIT
// Articles, alone and several, and which of them publishes a loop.
#include <tandem/tools/lab/articles.hpp>

#include <gtest/gtest.h>

#include <map>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

TEST(Articles, HaveTheirWordsInOneOrder) {
    EXPECT_TRUE(Articles().is_empty());
    EXPECT_EQ(articles_text({}), "");
    EXPECT_EQ(articles_text(Article::mdn), "mdn");
    EXPECT_EQ(articles_text(Article::mdn | Article::witters), "witters, mdn");
    EXPECT_EQ(articles_text(Article::lwjgl | Article::lwjgl), "lwjgl");
    EXPECT_TRUE((Article::mdn | Article::witters).has(Article::mdn));
    EXPECT_FALSE((Article::mdn | Article::witters).has(Article::patterns));
    EXPECT_TRUE((Article::mdn | Article::witters).has_any_of(Article::mdn | Article::lwjgl));
    EXPECT_FALSE((Article::mdn | Article::witters).has_any_of(Article::patterns));
}

TEST(Articles, AreExplainedByALineEach) {
    const auto notes = article_notes(Article::implied | Article::mdn);
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_EQ(notes[0], "mdn: MDN, Anatomy of a video game.");
    EXPECT_TRUE(notes[1].starts_with("implied: none"));
    EXPECT_TRUE(article_notes({}).empty());
}

TEST(Articles, OfALoopIncludeThatOfItsLetter) {
    const std::map<char, Article> letters{{'L', Article::witters},
                                          {'G', Article::patterns},
                                          {'W', Article::lwjgl},
                                          {'M', Article::mdn}};
    for (const Loop& loop : loops()) {
        EXPECT_TRUE(loop.articles.has(letters.at(loop.id[0]))) << loop.id;
        EXPECT_FALSE(loop.articles.has(Article::implied)) << loop.id;
        EXPECT_FALSE(loop.name.empty()) << loop.id;
        EXPECT_FALSE(loop.limit.empty()) << loop.id;
        EXPECT_FALSE(loop.remedy.empty()) << loop.id;
    }
}

}  // namespace
}  // namespace tandem::tools::lab
