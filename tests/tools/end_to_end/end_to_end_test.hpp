// SPDX-License-Identifier: MIT
// What the end-to-end tests stand on: the installed program, folders of a test's own, real input.
// All end-to-end tests of the program live in this folder; each runs it as a stranger would and
// judges exit codes, output and files only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tests/tools/end_to_end/process.hpp>

namespace tandem::end_to_end {

// nlohmann's type would be printed by gtest as a container of itself.
using Json = nlohmann::json;

// The installed program `tandem`, and the test programs.
Arguments tandem(const Arguments& arguments);
Arguments strange_a(const Arguments& arguments);
Arguments strange_b(const Arguments& arguments);
// The program of one game.
Arguments alone(const Arguments& arguments);
// The same command where no file may grow beyond so many blocks of the shell's.
Arguments with_file_blocks_max(int blocks, const Arguments& command);
// And where it may have so much memory.
Arguments with_memory_max(int kibibytes, const Arguments& command);

// A test with a folder of its own that is gone afterwards.
class EndToEnd : public testing::Test {
protected:
    EndToEnd();
    ~EndToEnd() override;

    const std::filesystem::path& folder() const { return folder_; }
    // The folder of the user's state, for programs that the test runs.
    std::filesystem::path state_folder() const { return folder_ / "state"; }
    // The path of this name in the folder.
    std::string path(std::string_view name) const { return (folder_ / name).string(); }

    // Each runs the program to its end.
    Outcome run(const Arguments& arguments) const { return run_command(tandem(arguments)); }
    // Fails the test unless the program ends with this exit code, having said nothing on stderr
    // where the code is 0.
    Outcome expect(int exit_code, const Arguments& arguments) const;
    // The one JSON object of a run with --json.
    Json report(int exit_code, Arguments arguments) const;

    // A recording of bots, `ticks` long; its path.
    std::string record_bots(std::string_view name, std::uint64_t ticks,
                            const Arguments& more = {}) const;
    // Waits until a file that is being written holds so many ticks.
    bool wait_for_ticks(const std::string& file, std::uint64_t ticks) const;

private:
    std::filesystem::path folder_;
};

// Every line of a --json run as an object, each checked for "schema" and "verb".
std::vector<Json> json_lines(const std::string& out, const std::string& verb);
// One error: a single sentence on one line of stderr that begins with the program's name.
void expect_one_sentence(const Outcome& outcome);
// No line of stderr stands there twice, be it once as a fact and once as the error.
void expect_nothing_twice(const Outcome& outcome);
bool contains(std::string_view text, std::string_view part);

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view content);

// A demo of real people.
struct Demo {
    const char* name;
    std::uint32_t players;
    std::uint64_t ticks;
    const char* wad;   // of Debian's packages
    const char* lump;  // where the demo is in it
};
inline void PrintTo(const Demo& demo, std::ostream* stream) { *stream << demo.name; }
// Counts as in the README of the data, taken with a program of its own.
inline constexpr std::array<Demo, 12> k_demos{{
    {"freedm_demo1", 4, 5204, "freedm.wad", "DEMO1"},
    {"freedm_demo2", 3, 3719, "freedm.wad", "DEMO2"},
    {"freedm_demo3", 3, 2799, "freedm.wad", "DEMO3"},
    {"freedm_demo4", 3, 3623, "freedm.wad", "DEMO4"},
    {"freedoom1_demo1", 1, 1531, "freedoom1.wad", "DEMO1"},
    {"freedoom1_demo2", 1, 2763, "freedoom1.wad", "DEMO2"},
    {"freedoom1_demo3", 1, 1241, "freedoom1.wad", "DEMO3"},
    {"freedoom1_demo4", 1, 6467, "freedoom1.wad", "DEMO4"},
    {"freedoom2_demo1", 1, 1415, "freedoom2.wad", "DEMO1"},
    {"freedoom2_demo2", 1, 4785, "freedoom2.wad", "DEMO2"},
    {"freedoom2_demo3", 1, 2593, "freedoom2.wad", "DEMO3"},
    {"freedoom2_demo4", 1, 1842, "freedoom2.wad", "DEMO4"},
}};
// The demo as a source: from TANDEM_DATA, else from Debian's WAD, else nothing.
std::optional<std::string> source_of(const Demo& demo);
// Debian's WAD of this name, or nothing.
std::optional<std::string> debian_wad(std::string_view name);
// Why a test of real input does not run.
std::string no_demo_reason(const Demo& demo);

}  // namespace tandem::end_to_end
