// SPDX-License-Identifier: MIT
// Holds what a reviewer would otherwise have to see: layers, the ban list of deterministic code and
// file conventions. Every rule is first shown to fire, then applied to the tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {
namespace {

std::vector<File> read_tree() {
    namespace fs = std::filesystem;
    const fs::path root = TANDEM_SOURCE_DIR;
    const std::set<std::string> skipped{".git", "build", ".cache"};
    const std::set<std::string> text{".hpp", ".cpp", ".cmake", ".txt", ".sh",
                                     ".py",  ".md",  ".json",  ".in",  ".csv"};
    std::vector<File> files;
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
        const std::string name = entry->path().filename().string();
        const std::string path = entry->path().lexically_relative(root).generic_string();
        if (entry->is_directory() && entry.depth() == 0 &&
            (skipped.count(name) != 0 || name.starts_with("build"))) {
            entry.disable_recursion_pending();
        }
        const bool wanted =
            text.count(entry->path().extension().string()) != 0 || path == ".ci/run";
        if (!entry->is_regular_file() || !wanted || name == "CMakeUserPresets.json")
            continue;
        std::ifstream stream(entry->path(), std::ios::binary);
        const std::string content(std::istreambuf_iterator<char>(stream), {});
        files.push_back(make_file(path, content));
    }
    return files;
}

std::vector<Finding> check(const Rule& rule, const File& file) {
    std::vector<Finding> findings;
    rule.check(file, findings);
    return findings;
}

class TidyRule : public testing::TestWithParam<std::size_t> {
protected:
    const Rule& rule() const { return all_rules()[GetParam()]; }
};

TEST_P(TidyRule, FindsItsCanaries) {
    ASSERT_FALSE(rule().canaries.empty());
    for (const Snippet& canary : rule().canaries) {
        EXPECT_FALSE(check(rule(), make_file(canary.path, canary.text)).empty())
            << rule().name << " does not find, in " << canary.path << ":\n"
            << canary.text;
    }
}

TEST_P(TidyRule, PassesItsNearMisses) {
    for (const Snippet& miss : rule().near_misses) {
        EXPECT_TRUE(check(rule(), make_file(miss.path, miss.text)).empty())
            << rule().name << " is wrong to find, in " << miss.path << ":\n"
            << miss.text;
    }
}

TEST_P(TidyRule, HoldsInTheTree) {
    const std::vector<File> files = read_tree();
    ASSERT_GT(files.size(), 20U) << "no tree at " << TANDEM_SOURCE_DIR;
    std::set<std::string_view> excused;
    std::string report;
    for (const File& file : files) {
        const auto& list = exceptions();
        const auto excuse = std::find_if(list.begin(), list.end(), [&](const Exception& entry) {
            return entry.path == file.path && entry.rule == rule().name;
        });
        for (const Finding& finding : check(rule(), file)) {
            if (excuse != list.end()) {
                excused.insert(excuse->path);
                continue;
            }
            report +=
                file.path + ":" + std::to_string(finding.line) + ": " + finding.message + "\n";
        }
    }
    EXPECT_TRUE(report.empty()) << report;
    for (const Exception& entry : exceptions()) {
        if (entry.rule != rule().name)
            continue;
        EXPECT_EQ(excused.count(entry.path), 1U) << "no longer needed: " << entry.path;
    }
}

INSTANTIATE_TEST_SUITE_P(Tidy, TidyRule, testing::Range<std::size_t>(0, all_rules().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             return all_rules()[tested.param].name;
                         });

}  // namespace
}  // namespace tandem::tidy
