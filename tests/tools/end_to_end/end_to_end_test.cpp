// SPDX-License-Identifier: MIT
// Where programs, folders and demos are found, and matches put together.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <unistd.h>

namespace tandem::end_to_end {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_debian_folder = "/usr/share/games/doom";

std::optional<std::string> if_exists(const fs::path& path) {
    return fs::exists(path) ? std::optional(path.string()) : std::nullopt;
}

// "tandem: ", where the line begins so and one of the command's words is that program; else empty.
std::string prefix_of(const std::string& line, const Arguments& command) {
    for (const std::string& word : command) {
        const std::string prefix = fs::path(word).filename().string() + ": ";
        if (fs::path(word).has_parent_path() && line.starts_with(prefix)) {
            return prefix;
        }
    }
    return "";
}

// As the shell's ulimit says it.
Arguments with_limit(const std::string& limit, const Arguments& command) {
    return Arguments{"/bin/sh", "-c", "ulimit " + limit + " && exec \"$@\"", "sh"} + command;
}

}  // namespace

Arguments tandem(const Arguments& arguments) { return Arguments{TANDEM_PROGRAM} + arguments; }
Arguments strange_a(const Arguments& arguments) { return Arguments{STRANGE_A_PROGRAM} + arguments; }
Arguments strange_b(const Arguments& arguments) { return Arguments{STRANGE_B_PROGRAM} + arguments; }

Arguments alone(const Arguments& arguments) { return Arguments{ALONE_PROGRAM} + arguments; }
Arguments with_file_blocks_max(int blocks, const Arguments& command) {
    return with_limit("-f " + std::to_string(blocks), command);
}
Arguments with_memory_max(int kibibytes, const Arguments& command) {
    return with_limit("-v " + std::to_string(kibibytes), command);
}

EndToEnd::EndToEnd() {
    std::string name = (fs::temp_directory_path() / "tandem-test-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    // The secrets of matches are not to lie in the folder of whoever runs the tests.
    ::setenv("XDG_STATE_HOME", state_folder().c_str(), 1);
}

EndToEnd::~EndToEnd() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

Outcome EndToEnd::expect(int exit_code, const Arguments& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
    if (exit_code == 0) {
        EXPECT_EQ(outcome.err, "") << outcome;
    }
    return outcome;
}

Json EndToEnd::report(int exit_code, Arguments arguments) const {
    arguments.insert(arguments.begin(), "--json");
    const Outcome outcome = expect(exit_code, arguments);
    // The verb is the first word that is no global option; a match's verbs are not asked here.
    const auto game = std::find(arguments.begin(), arguments.end(), "--game");
    const std::string verb = game == arguments.end() ? arguments[1] : *(game + 2);
    const std::vector<Json> lines = json_lines(outcome.out, verb);
    EXPECT_EQ(lines.size(), 1U) << outcome;
    return lines.empty() ? Json::object() : lines.back();
}

std::string EndToEnd::record_bots(std::string_view name, std::uint64_t ticks,
                                  const Arguments& more) const {
    std::string file = path(name);
    expect(0, Arguments{"--game", "duel", "record", "--ticks", std::to_string(ticks), "-o", file} +
                  more);
    return file;
}

bool EndToEnd::wait_for_ticks(const std::string& file, std::uint64_t ticks) const {
    return wait_until([&] {
        const Outcome info = run({"--json", "info", file});
        return info.exit_code == 0 && json_lines(info.out, "info").back()["ticks"] >= ticks;
    });
}

std::vector<Json> json_lines(const std::string& out, const std::string& verb) {
    std::vector<Json> lines;
    for (std::size_t at = 0; at < out.size();) {
        const std::size_t end = out.find('\n', at);
        EXPECT_NE(end, std::string::npos) << "the last line has no end: " << out;
        const std::string line = out.substr(at, end - at);
        at = end == std::string::npos ? out.size() : end + 1;
        const Json object = Json::parse(line, nullptr, false);
        EXPECT_TRUE(object.is_object()) << line;
        if (object.is_object()) {
            EXPECT_EQ(object.value("schema", 0), 1) << line;
            EXPECT_EQ(object.value("verb", ""), verb) << line;
            lines.push_back(object);
        }
    }
    return lines;
}

void expect_one_sentence(const Outcome& outcome) {
    EXPECT_FALSE(prefix_of(outcome.err, outcome.command).empty()) << outcome;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome;
    EXPECT_TRUE(outcome.err.ends_with("\n")) << outcome;
}

void expect_nothing_twice(const Outcome& outcome) {
    std::set<std::string> lines;
    std::istringstream err(outcome.err);
    for (std::string line; std::getline(err, line);) {
        line.erase(0, prefix_of(line, outcome.command).size());
        EXPECT_TRUE(lines.insert(line).second) << "twice: " << line << "\n" << outcome;
    }
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, std::string_view content) {
    std::ofstream file(path, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    EXPECT_TRUE(file.flush().good()) << path;
}

std::optional<std::string> debian_wad(std::string_view name) {
    return if_exists(fs::path(k_debian_folder) / name);
}

std::optional<std::string> source_of(const Demo& demo) {
    if (const char* data = std::getenv("TANDEM_DATA"); data != nullptr && *data != '\0') {
        const auto file = if_exists(fs::path(data) / "doom" / (std::string(demo.name) + ".lmp"));
        if (file) {
            return "lmp:" + *file;
        }
    }
    const auto wad = debian_wad(demo.wad);
    return wad ? std::optional("lmp:" + *wad + "#" + demo.lump) : std::nullopt;
}

std::string no_demo_reason(const Demo& demo) {
    return "no real input: TANDEM_DATA has no doom/" + std::string(demo.name) + ".lmp, and " +
           k_debian_folder + " has no " + demo.wad;
}

}  // namespace tandem::end_to_end
