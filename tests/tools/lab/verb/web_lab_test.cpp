// SPDX-License-Identifier: MIT
// web of a program that has the lab.
#include <tandem/tools/lab/verb/web_lab.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <tandem/tools/lab/browser/page.hpp>
#include <tests/tools/lab/lab_program.hpp>
#include <tests/tools/page_tables.hpp>

namespace tandem::test {
namespace {

using tools::Option;

TEST(WebWithLab, HasOneOptionMoreWhichThePageLists) {
    const tools::Verb verb = tools::web_with_lab_verb();
    const auto option = std::find_if(verb.options.begin(), verb.options.end(),
                                     [](const Option& each) { return each.has_name("--lab"); });
    ASSERT_NE(option, verb.options.end());
    EXPECT_EQ(table_of_page("tools/CLI.md", "| option of `web` with the lab | meaning | default |"),
              option_rows_of({*option}));
}

using WebLab = InFolder;

TEST_F(WebLab, WritesTheLabsPageBesideTheViewerOrSaysThatThereIsNone) {
    const Said said =
        program<Counter>({"web", path("page"), "--lab"}, {tools::web_with_lab_verb()});
    const bool has_page = !tools::lab::browser::page_files().empty();
    EXPECT_EQ(said.code, has_page ? 0 : 2);
    EXPECT_EQ(std::filesystem::exists(path("page/lab.html")), has_page);
    EXPECT_TRUE(has_page ? says(said.out, "open index.html or lab.html in a browser")
                         : says(said.err, "this build carries no page"));
}

TEST_F(WebLab, TheViewersPageShowsItsLinkOnceTheLabsPageStandsBesideIt) {
    if (tools::lab::browser::page_files().empty()) {
        GTEST_SKIP() << "this build carries no page";
    }
    const auto is_link_hidden = [&] {
        const std::string page = content_of(path("page/index.html"));
        return page.find("id=\"to_lab\" hidden") != std::string::npos;
    };
    const std::vector<tools::Verb> verbs{tools::web_with_lab_verb()};
    EXPECT_EQ(program<Counter>({"web", path("page")}, verbs).code, 0);
    EXPECT_TRUE(is_link_hidden());
    EXPECT_EQ(program<Counter>({"web", path("page"), "--lab"}, verbs).code, 0);
    EXPECT_FALSE(is_link_hidden());
    // It goes on to stand there.
    EXPECT_EQ(program<Counter>({"web", path("page")}, verbs).code, 0);
    EXPECT_FALSE(is_link_hidden());
}

TEST_F(WebLab, WithoutTheOptionItIsTheViewerAlone) {
    program<Counter>({"web", path("page")}, {tools::web_with_lab_verb()});
    EXPECT_FALSE(std::filesystem::exists(path("page/lab.html")));
}

}  // namespace
}  // namespace tandem::test
