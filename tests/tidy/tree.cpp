// SPDX-License-Identifier: MIT
// One walk over the source tree that leaves out what was built.
#include <tests/tidy/tree.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace tandem::tidy {
namespace {

namespace fs = std::filesystem;

// Calls `visit` with each entry and its path from the root.
template <class Visit>
void walk(Visit&& visit) {
    const fs::path root = TANDEM_SOURCE_DIR;
    const std::set<std::string> skipped{".git", ".cache"};
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
        const std::string name = entry->path().filename().string();
        const std::string path = entry->path().lexically_relative(root).generic_string();
        const bool is_skipped =
            entry.depth() == 0 && (skipped.count(name) != 0 || name.starts_with("build"));
        if (entry->is_directory() && is_skipped) {
            entry.disable_recursion_pending();
        } else if (!is_skipped) {
            visit(*entry, path);
        }
    }
}

std::vector<File> read_files() {
    const std::set<std::string> text{".hpp", ".cpp", ".cmake", ".txt", ".sh",
                                     ".py",  ".md",  ".json",  ".in",  ".csv"};
    std::vector<File> files;
    walk([&](const fs::directory_entry& entry, const std::string& path) {
        const bool is_wanted =
            text.count(entry.path().extension().string()) != 0 || path == ".ci/run";
        if (!entry.is_regular_file() || !is_wanted ||
            entry.path().filename() == "CMakeUserPresets.json") {
            return;
        }
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string content(std::istreambuf_iterator<char>(stream), {});
        files.push_back(make_file(path, content));
    });
    return files;
}

}  // namespace

const std::vector<File>& read_tree() {
    static const std::vector<File> files = read_files();
    return files;
}

std::set<std::string> list_tree() {
    std::set<std::string> paths;
    walk([&](const fs::directory_entry&, const std::string& path) { paths.insert(path); });
    return paths;
}

}  // namespace tandem::tidy
