// SPDX-License-Identifier: MIT
// The page is one sound document that runs nothing but its own script, whatever names stand in it.
#include <tandem/tools/autopsy/page.hpp>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/a_page.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::autopsy {
namespace {

std::size_t count_of(const std::string& text, const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos;
         at = text.find(words, at + words.size())) {
        ++count;
    }
    return count;
}

class AutopsyPage : public testing::Test {
protected:
    const std::string page_ = page_of(test::hostile_facts());
};

TEST_F(AutopsyPage, ForeignTextBecomesNoMarkup) {
    EXPECT_EQ(count_of(page_, "alert(1)"),
              count_of(page_, "&gt;alert(1)&lt;") + count_of(page_, "\\u003ealert(1)\\u003c"));
    EXPECT_GT(count_of(page_, "&lt;/script&gt;&lt;script&gt;alert(1)"), 8U);
    // Its data and its script.
    EXPECT_EQ(count_of(page_, "<script"), 2U);
    EXPECT_EQ(count_of(page_, "</script>"), 2U);
}

TEST_F(AutopsyPage, AsksNobodyForAnything) {
    EXPECT_TRUE(test::says(page_, "default-src 'none'; img-src data:;"));
    EXPECT_EQ(page_.find("unsafe"), std::string::npos);
    EXPECT_EQ(page_.find("http://"), std::string::npos);
    EXPECT_EQ(page_.find("https://"), std::string::npos);
    EXPECT_EQ(page_.find("url("), std::string::npos);
    EXPECT_EQ(page_.find("@import"), std::string::npos);
    // The policy would refuse them.
    EXPECT_EQ(page_.find(" style=\""), std::string::npos);
    EXPECT_EQ(page_.find(" onclick="), std::string::npos);
}

TEST_F(AutopsyPage, EveryPlaceOfItsFixedPartIsFilled) {
    for (const char* mark : {"<!--TITLE-->", "<!--BODY-->", "<!--DATA-->", "STYLE_HASH",
                             "SCRIPT_HASH", "/*STYLE*/", "/*SCRIPT*/"}) {
        EXPECT_EQ(page_.find(mark), std::string::npos) << mark;
    }
}

TEST(AutopsyBody, IsWellFormed) {
    const auto body = lab::report::read_markup(body_of(test::hostile_facts()));
    EXPECT_EQ(body.problems, std::vector<std::string>{});
}

}  // namespace
}  // namespace tandem::tools::autopsy
