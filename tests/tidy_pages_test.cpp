// SPDX-License-Identifier: MIT
// Holds what the pages say of the tree: where their links and paths lead, which rooms there are,
// and which headers and pages are installed. Each check is first shown to fire.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <tests/tidy/installed.hpp>
#include <tests/tidy/pages.hpp>
#include <tests/tidy/rooms.hpp>
#include <tests/tidy/tree.hpp>

namespace tandem::tidy {
namespace {

std::vector<File> pages_of(const std::vector<File>& files) {
    std::vector<File> pages;
    std::copy_if(files.begin(), files.end(), std::back_inserter(pages),
                 [](const File& file) { return file.path.ends_with(".md"); });
    return pages;
}

const File& find_file(const std::vector<File>& files, std::string_view path) {
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const File& file) { return file.path == path; });
    if (found == files.end()) {
        static const File k_none;
        ADD_FAILURE() << "no " << path;
        return k_none;
    }
    return *found;
}

std::vector<std::string> messages(const std::vector<Finding>& findings) {
    std::vector<std::string> texts;
    for (const Finding& finding : findings)
        texts.push_back(std::to_string(finding.line) + ": " + finding.message);
    return texts;
}

using Texts = std::vector<std::string>;

// ---- Links and paths ----------------------------------------------------------------------------

const char* const k_page = R"(# A page
[here](#a-page), [there](../sim/GAME.md#bots--keys), [beside](other.md), [out](https://a.org/b)
[no heading](#another-page) and [none there](../sim/GAME.md#nobody)
[nothing](gone.md) and [nothing either](../gone/)
`ar[i](x.md)` is code.

    indented [code](gone.md)
```cpp
loop([](int x) { x; });  // [code](gone.md)
```
[a folder](../sim)
)";

TEST(Pages, LinksAreFollowedOutsideOfCode) {
    const std::vector<File> pages{make_file("docs/page.md", k_page),
                                  make_file("sim/GAME.md", "## Bots, `keys`\n## Bots & keys\n")};
    const std::set<std::string> paths{"docs", "docs/page.md", "docs/other.md", "sim",
                                      "sim/GAME.md"};
    EXPECT_EQ(messages(dead_links(pages[0], pages, paths)),
              (Texts{"3: #another-page leads to no heading",
                     "3: ../sim/GAME.md#nobody leads to no heading", "4: gone.md leads to nothing",
                     "4: ../gone/ leads to nothing"}));
}

TEST(Pages, NoLinkIsDead) {
    const std::vector<File> pages = pages_of(read_tree());
    const std::set<std::string> paths = list_tree();
    std::size_t links = 0;
    for (const File& page : pages) {
        links += links_of(page).size();
        for (const std::string& message : messages(dead_links(page, pages, paths)))
            ADD_FAILURE() << page.path << ":" << message;
    }
    EXPECT_GT(links, 20U);
}

TEST(Pages, PathsAreLookedUpFromTheRootAndFromThePage) {
    const std::set<std::string> paths{"sim",          "sim/math", "sim/math/fixed.hpp",
                                      "tools/lab",    "tools",    "tools/lab/LAB.md",
                                      "tools/lab/one"};
    const File page =
        make_file("tools/lab/LAB.md",
                  "`sim/math/` `sim/math/fixed.hpp` `one/`\n"
                  "`sim/gone/` `sim/maths.hpp` `two/x.cpp`\n"
                  "`build/lab/x.cpp` `a/b` `tests/<path>_test.cpp` `LAB.md` `a / b`\n"
                  "```\n`sim/gone/`\n```\n"
                  "```mermaid\na[sim/math/fixed.hpp] --> b[x<br>sim/gone.cpp]\n```\n");
    EXPECT_EQ(messages(dead_paths(page, paths)),
              (Texts{"2: sim/gone/ is not there", "2: sim/maths.hpp is not there",
                     "2: two/x.cpp is not there", "8: sim/gone.cpp is not there"}));
}

TEST(Pages, NoPathInTheirTextIsDead) {
    const std::set<std::string> paths = list_tree();
    for (const File& page : pages_of(read_tree())) {
        // What changed speaks of what was there before.
        if (page.path == "CHANGELOG.md")
            continue;
        for (const std::string& message : messages(dead_paths(page, paths)))
            ADD_FAILURE() << page.path << ":" << message;
    }
}

// ---- Rooms --------------------------------------------------------------------------------------

TEST(Pages, RoomsAreReadFromTheFirstCellsOfTables) {
    const File page = make_file("ARCHITECTURE.md",
                                "| room | what |\n|---|---|\n| `sim/a/` | one |\n"
                                "| `sim/b/` | like `sim/a/` |\n| `sim/c.hpp` | a file |\n"
                                "`sim/d/` in the text\n");
    EXPECT_EQ(rooms_shown(page), (Texts{"sim/a/", "sim/b/"}));
}

TEST(Pages, ArchitectureShowsTheRoomsInTheOrderOfTheRule) {
    std::vector<std::string> expected;
    for (const House& house : houses()) {
        if (house.folder == "tools/lab")
            continue;  // LAB.md shows those
        for (const auto& row : house.rows) {
            for (const std::string_view name : row) {
                if (name.ends_with('/'))
                    expected.push_back(std::string(house.folder) + "/" + std::string(name));
            }
        }
    }
    EXPECT_EQ(rooms_shown(find_file(read_tree(), "ARCHITECTURE.md")), expected);
}

// ---- What is installed --------------------------------------------------------------------------

const char* const k_list = R"(# A comment.
set(tandem_installed_headers_named
    # What it is for.
    sim/game.hpp
    net/net.hpp)

set(tandem_installed_headers_included
    sim/roots.hpp)
set(tandem_installed_headers_needed
    sim/fixed.hpp
    sim/wide.hpp)
set(tandem_installed_pages
    README.md
    tools/games)
)";

std::vector<File> small_tree() {
    return {make_file("README.md", "`<tandem/sim/game.hpp>` and <tandem/net/net.hpp>"),
            make_file("sim/game.hpp", "#include <tandem/sim/fixed.hpp>"),
            make_file("sim/fixed.hpp", "#include <vector>\n#include <tandem/sim/wide.hpp>"),
            make_file("sim/wide.hpp", "// #include <tandem/sim/private.hpp>"),
            make_file("sim/roots.hpp", "#include <tandem/sim/game.hpp>"),
            make_file("sim/private.hpp", ""),
            make_file("net/net.hpp", "#include <tandem/sim/game.hpp>"),
            make_file("net/internal.md", "<tandem/sim/private.hpp>")};
}

TEST(InstalledList, IsReadFromTheCodeOfTheBuild) {
    const Installed installed = parse_installed(make_file("x.cmake", k_list));
    EXPECT_EQ(installed.named, (Texts{"sim/game.hpp", "net/net.hpp"}));
    EXPECT_EQ(installed.included, (Texts{"sim/roots.hpp"}));
    EXPECT_EQ(installed.needed, (Texts{"sim/fixed.hpp", "sim/wide.hpp"}));
    EXPECT_EQ(installed.pages, (Texts{"README.md", "tools/games"}));
    EXPECT_EQ(list_mistakes(installed, small_tree()), Texts{});
}

TEST(InstalledList, SaysWhatIsMissingFromItAndWhatNobodyNeeds) {
    const std::vector<File> tree = small_tree();
    const Installed whole = parse_installed(make_file("x.cmake", k_list));

    Installed less = whole;
    less.needed = {"sim/fixed.hpp"};
    EXPECT_EQ(list_mistakes(less, tree),
              (Texts{"sim/wide.hpp is not listed, but sim/fixed.hpp includes it"}));

    Installed more = whole;
    more.needed.push_back("sim/private.hpp");
    more.needed.push_back("sim/gone.hpp");
    more.needed.push_back("sim/wide.hpp");
    EXPECT_EQ(list_mistakes(more, tree),
              (Texts{"sim/gone.hpp is listed, but is not there", "sim/wide.hpp is listed twice",
                     "sim/private.hpp is listed, but no header that a user is told of needs it",
                     "sim/gone.hpp is listed, but no header that a user is told of needs it"}));
}

TEST(InstalledList, HasWhatPagesName) {
    const std::vector<File> tree = small_tree();
    Installed installed = parse_installed(make_file("x.cmake", k_list));
    installed.named = {"sim/game.hpp", "sim/fixed.hpp"};
    installed.needed = {"sim/wide.hpp"};
    EXPECT_EQ(list_mistakes(installed, tree),
              (Texts{"sim/fixed.hpp is listed as named, but no installed page names it",
                     "README.md names net/net.hpp, which is not listed as named"}));
}

TEST(InstalledList, IsBounded) {
    std::vector<File> tree = small_tree();
    Installed installed = parse_installed(make_file("x.cmake", k_list));
    std::string page;
    std::string includes;
    for (std::size_t i = 0; i <= k_named_headers_max; ++i) {
        installed.named.push_back("sim/x" + std::to_string(i) + ".hpp");
        tree.push_back(make_file(installed.named.back(), ""));
        page += "<tandem/" + installed.named.back() + ">\n";
    }
    for (std::size_t i = 0; i <= k_installed_headers_max; ++i) {
        installed.needed.push_back("sim/y" + std::to_string(i) + ".hpp");
        tree.push_back(make_file(installed.needed.back(), ""));
        includes += "#include <tandem/" + installed.needed.back() + ">\n";
    }
    installed.named.push_back("tools/run.hpp");
    tree.push_back(make_file("tools/run.hpp", includes));
    installed.pages.push_back("more.md");
    tree.push_back(make_file("more.md", page + "<tandem/tools/run.hpp>"));
    EXPECT_EQ(list_mistakes(installed, tree),
              (Texts{"33 headers of sim, replay and net are named; at most 30 may be",
                     "128 headers of sim, replay and net are installed; at most 91 may be"}));
}

TEST(InstalledList, IsThatOfTheTree) {
    const std::vector<File>& files = read_tree();
    const Installed installed = parse_installed(find_file(files, k_installed_list));
    EXPECT_GT(installed.named.size(), 10U);
    for (const std::string& mistake : list_mistakes(installed, files))
        ADD_FAILURE() << k_installed_list << ": " << mistake;
}

}  // namespace
}  // namespace tandem::tidy
