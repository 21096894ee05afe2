// SPDX-License-Identifier: MIT
// Holds what a reviewer would otherwise have to see: layers, the ban list of deterministic code and
// file conventions. Every rule is first shown to fire, then applied to the tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tests/tidy/include_cases.hpp>
#include <tests/tidy/includes.hpp>
#include <tests/tidy/rooms.hpp>
#include <tests/tidy/rules.hpp>
#include <tests/tidy/tree.hpp>
#include <tests/tidy/type_names.hpp>

namespace tandem::tidy {
namespace {

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
    const std::vector<File>& files = read_tree();
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

TEST(Tidy, TheLabsPageListsItsFoldersInTheOrderOfTheRule) {
    const std::vector<File>& files = read_tree();
    const auto page = std::find_if(files.begin(), files.end(), [](const File& file) {
        return file.path == "tools/lab/LAB.md";
    });
    ASSERT_NE(page, files.end());
    std::vector<std::string> listed;
    bool is_table = false;
    for (const std::string& line : page->lines) {
        if (line.starts_with("| folder"))
            is_table = true;
        else if (!line.starts_with("|"))
            is_table = false;
        else if (is_table && !line.starts_with("|-"))
            listed.push_back(line.substr(0, line.find(" |", 1) + 2));
    }
    std::vector<std::string> expected;
    const auto lab = std::find_if(houses().begin(), houses().end(),
                                  [](const House& house) { return house.folder == "tools/lab"; });
    ASSERT_NE(lab, houses().end());
    for (const auto& row : lab->rows) {
        std::string cell;
        for (const std::string_view name : row) {
            const std::string folder(name.substr(0, name.find('/')));
            cell += (cell.empty() ? "| `" : ", `") + folder + "`";
        }
        if (row.front().ends_with('/'))
            expected.push_back(cell + " |");
    }
    EXPECT_EQ(listed, expected);
}

// Every name of the rows that stands for nothing, and every room with one file alone.
std::vector<std::string> misfits(const std::vector<House>& all,
                                 const std::set<std::string>& paths) {
    std::vector<std::string> found;
    for (const House& house : all) {
        for (const auto& row : house.rows) {
            for (const std::string_view name : row) {
                const std::string start = std::string(house.folder) + "/" + std::string(name);
                const bool is_room = name.ends_with('/');
                std::set<std::string> stems;
                for (const std::string& path : paths) {
                    if ((path.ends_with(".hpp") || path.ends_with(".cpp")) &&
                        path.starts_with(is_room ? start : start + "."))
                        stems.insert(path.substr(0, path.rfind('.')));
                }
                if (stems.size() < (is_room ? 2U : 1U))
                    found.push_back(start);
            }
        }
    }
    return found;
}

TEST(Tidy, ARoomOfOneFileAndANameOfNoneAreFound) {
    const std::set<std::string> paths{"sim/a/one.cpp", "sim/a/one.hpp", "sim/b/one.cpp",
                                      "sim/b/two.cpp", "sim/top.hpp"};
    const std::vector<House> houses{{"sim", {{"top", "none"}, {"a/"}, {"b/"}, {"c/"}}}};
    EXPECT_EQ(misfits(houses, paths), (std::vector<std::string>{"sim/none", "sim/a/", "sim/c/"}));
}

TEST(Tidy, EveryRoomHoldsMoreThanOneFile) {
    std::set<std::string> paths;
    for (const File& file : read_tree())
        paths.insert(file.path);
    for (const std::string& misfit : misfits(houses(), paths))
        ADD_FAILURE() << misfit << " is empty, or holds one file alone";
}

// A source that another file's test covers.
struct Covered {
    std::string_view source;
    std::string_view test;
};

const std::vector<Covered>& covered_elsewhere() {
    static const std::vector<Covered> k_covered{
        {"tools/program/session/takes_told.cpp", "tests/tools/program/session/takes_test.cpp"},
        {"net/session/guest_decisions.cpp", "tests/net/session/guest_test.cpp"},
        {"net/session/guest_handshake.cpp", "tests/net/session/handshake_test.cpp"},
        {"net/session/host_decisions.cpp", "tests/net/session/host_test.cpp"},
        {"net/session/host_desync.cpp", "tests/net/session/autopsy_test.cpp"},
        {"net/session/host_handshake.cpp", "tests/net/session/handshake_test.cpp"},
        {"net/session/host_progress.cpp", "tests/net/session/host_test.cpp"},
        {"net/session/play.cpp", "tests/net/session/session_play_test.cpp"},
        {"net/session/play_packets.cpp", "tests/net/session/session_test.cpp"},
        {"replay/blocks/compressor.cpp", "tests/replay/blocks/block_test.cpp"},
        {"replay/explain/suspect.cpp", "tests/replay/explain/explain_test.cpp"},
        {"sim/schema/field_place.cpp", "tests/sim/schema/field_compare_test.cpp"},
        {"sim/serialize/reader_base.cpp", "tests/sim/serialize/reader_test.cpp"},
        {"tools/formats/cast_writer.cpp", "tests/tools/program/session/picture_export_test.cpp"},
        {"tools/formats/png.cpp", "tests/tools/autopsy/state_pictures_test.cpp"},
        {"tools/formats/png_writer.cpp", "tests/tools/program/session/picture_export_test.cpp"},
        {"tools/formats/video_writer.cpp", "tests/tools/program/session/picture_export_test.cpp"},
        {"tools/lab/browser/module/exports.cpp", "tests/tools/web/lab_page_test.py"},
        {"tools/lab/claims/gaps.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/hidden.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/input.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/lists.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/physics.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/platform.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/replay.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/ticks.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/claims/variable_step.cpp", "tests/tools/lab/claims/claim_test.cpp"},
        {"tools/lab/sections/numbers.cpp", "tests/tools/lab/golden_tables_test.cpp"},
        {"tools/lab/sections/physics.cpp", "tests/tools/lab/golden_tables_test.cpp"},
        {"tools/lab/window/sdl_window.cpp", "tests/tools/end_to_end/lab_window_test.cpp"},
        {"tools/object_check/main.cpp", "tests/tools/object_check/sins.cmake"},
        {"tools/main.cpp", "tests/tools/end_to_end/real_input_test.cpp"},
        {"tools/program/evidence/chaos_facts.cpp", "tests/tools/verbs/check_test.cpp"},
        {"tools/program/evidence/diff_facts.cpp", "tests/tools/verbs/diff_test.cpp"},
        {"tools/program/evidence/explain_facts.cpp", "tests/tools/verbs/explain_test.cpp"},
        {"tools/program/evidence/file_facts.cpp", "tests/tools/verbs/info_test.cpp"},
        {"tools/program/match/match_closing.cpp", "tests/tools/program/match/run_match_test.cpp"},
        {"tools/program/match/match_news.cpp", "tests/tools/program/match/run_match_test.cpp"},
        {"tools/program/match/match_opening.cpp", "tests/tools/program/match/run_match_test.cpp"},
        {"tools/program/match/match_run.cpp", "tests/tools/program/match/run_match_test.cpp"},
        {"tools/program/session/piece_sink.cpp",
         "tests/tools/program/session/picture_export_test.cpp"},
        {"tools/verbs/web.cpp", "tests/tools/web/page_test.py"},
        {"tools/view/lost_display.cpp", "tests/tools/end_to_end/window_test.cpp"},
        {"tools/view/open_surface.cpp", "tests/tools/end_to_end/window_test.cpp"},
        {"tools/view/sdl_library.cpp", "tests/tools/end_to_end/window_test.cpp"},
        {"tools/view/sdl_picture.cpp", "tests/tools/view/window_surface_test.cpp"},
        {"tools/view/surface.cpp", "tests/tools/view/live_screen_test.cpp"},
        {"tools/web/module/built_in_games.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/exports.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/json_text.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/live.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/never_compresses.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/recording.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/viewer.cpp", "tests/tools/web/page_test.py"},
        {"tools/web/module/watch.cpp", "tests/tools/web/page_test.py"},
    };
    return k_covered;
}

// Sources that have neither a test in their mirror place nor one that is named for them, and names
// that stand for nothing.
std::vector<std::string> untested(const std::set<std::string>& paths,
                                  const std::vector<Covered>& covered) {
    std::vector<std::string> missing;
    for (const std::string& path : paths) {
        const std::string folder = path.substr(0, path.find('/'));
        const bool ours =
            folder == "sim" || folder == "replay" || folder == "net" || folder == "tools";
        if (!ours || !path.ends_with(".cpp"))
            continue;
        const std::string mirror = "tests/" + path.substr(0, path.size() - 4) + "_test.cpp";
        const bool excused = std::any_of(covered.begin(), covered.end(), [&](const Covered& entry) {
            return entry.source == path && paths.count(std::string(entry.test)) != 0;
        });
        if (paths.count(mirror) == 0 && !excused)
            missing.push_back(path + " has no " + mirror);
        if (paths.count(mirror) != 0 && excused)
            missing.push_back(path + " has " + mirror + " and needs no excuse");
    }
    for (const Covered& entry : covered) {
        if (paths.count(std::string(entry.source)) == 0)
            missing.push_back(std::string(entry.source) + " is excused, but is not there");
    }
    return missing;
}

TEST(Tidy, ASourceWithoutATestIsFound) {
    const std::set<std::string> paths{"sim/a.cpp", "sim/b.cpp", "tests/sim/a_test.cpp"};
    EXPECT_EQ(untested(paths, {}).size(), 1U);
    EXPECT_TRUE(untested(paths, {{"sim/b.cpp", "tests/sim/a_test.cpp"}}).empty());
    EXPECT_EQ(untested(paths, {{"sim/b.cpp", "tests/sim/none_test.cpp"}}).size(), 1U);
    EXPECT_EQ(untested(paths, {{"sim/c.cpp", "tests/sim/a_test.cpp"}}).size(), 2U);
}

TEST(Tidy, TestsMirrorTheTree) {
    std::set<std::string> paths;
    for (const File& file : read_tree())
        paths.insert(file.path);
    for (const std::string& missing : untested(paths, covered_elsewhere()))
        ADD_FAILURE() << missing;
}

TEST(Tidy, ATypeOfASecondFileWithOneNameIsFound) {
    const File first = make_file("tools/a.hpp", "struct Outcome {\n    int code = 0;\n};\n");
    for (const char* text :
         {"struct Outcome {};\n", "class Outcome final : public Base {\n",
          "class Outcome\n    : B {", "enum class Outcome : std::uint8_t { lost };\n",
          "union Outcome {\n", "template <class Number>\nstruct Outcome {\n",
          "template <class T> class Outcome {\n", "struct [[nodiscard]] Outcome {\n"}) {
        EXPECT_EQ(shared_type_names({first, make_file("tools/room/b.cpp", text)}),
                  std::vector<std::string>{"Outcome tools/a.hpp tools/room/b.cpp"})
            << text;
    }
}

TEST(Tidy, TypesThatShareNoNameAtNamespaceScopeOfALayerArePassed) {
    const File first = make_file(
        "tools/a.hpp", "#if A\nstruct Outcome {\n};\n#else\nstruct Outcome {\n};\n#endif\n");
    for (const char* text :
         {"struct Outcome;\n", "enum class Outcome : int;\n", "// struct Outcome {",
          "class Run {\n    struct Outcome {\n", "Outcome outcome_of() {\n",
          "template <class Outcome>\nclass Run {\n", "struct Run : Outcome {\n"}) {
        EXPECT_TRUE(shared_type_names({first, make_file("tools/b.cpp", text)}).empty()) << text;
    }
    for (const char* path : {"net/a.hpp", "tests/a.hpp", "tools/GAME.md"}) {
        EXPECT_TRUE(shared_type_names({first, make_file(path, first.lines.at(1))}).empty()) << path;
    }
}

TEST(Tidy, ATypeHasItsNameAloneInItsLayer) {
    for (const std::string& shared : shared_type_names(read_tree()))
        ADD_FAILURE() << "give the more special one a name of its own: " << shared;
}

// What the include check says, a line each.
std::string include_report(const std::vector<File>& files) {
    std::string report;
    for (const MissingInclude& missing : missing_includes(files)) {
        report += missing.path + ":" + std::to_string(missing.finding.line) + ": " +
                  missing.finding.message + "\n";
    }
    return report;
}

std::string include_report(const std::vector<Snippet>& snippets) {
    std::vector<File> files;
    for (const Snippet& snippet : snippets)
        files.push_back(make_file(snippet.path, snippet.text));
    return include_report(files);
}

TEST(Tidy, AForgottenIncludeIsFound) {
    for (const IncludeCase& entry : include_canaries()) {
        const std::string report = include_report(entry.files);
        EXPECT_NE(report.find(entry.expected), std::string::npos)
            << "expected: " << entry.expected << "\nfound: " << report
            << "in: " << entry.files.back().text;
        EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 1) << report;
    }
}

TEST(Tidy, NamesThatNeedNoIncludeArePassed) {
    for (const std::vector<Snippet>& files : include_near_misses())
        EXPECT_EQ(include_report(files), "") << files.back().text;
}

TEST(Tidy, EveryFileIncludesWhatItUses) {
    const std::string report = include_report(read_tree());
    EXPECT_TRUE(report.empty()) << report;
}

}  // namespace
}  // namespace tandem::tidy
