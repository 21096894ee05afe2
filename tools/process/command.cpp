// SPDX-License-Identifier: MIT
// Asks Linux how this process was called, and where its file is.
#include <tandem/tools/process/command.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <unistd.h>

namespace tandem::tools {
namespace {

bool is_executable(const std::string& path);

}  // namespace

std::vector<std::string> own_program(const std::vector<std::string>& arguments) {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(word);
    }
    if (words.empty() ||
        !std::equal(words.begin() + 1, words.end(), arguments.begin(), arguments.end())) {
        return {};
    }
    return {"/proc/self/exe"};
}

std::vector<std::string> other_program(const std::string& text) {
    std::error_code ignored;
    if (std::filesystem::exists(text, ignored)) {
        return {std::filesystem::absolute(text).string()};
    }
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

Result<void> check_command(const std::vector<std::string>& command) {
    const auto no_start = [](const std::string& why) { return Error{ErrorCode::io, "", why}; };
    if (command.empty()) {
        return no_start("no program is named");
    }
    const std::string& program = command.front();
    std::error_code ignored;
    if (program.find('/') != program.npos) {
        if (is_executable(program)) {
            return {};
        }
        return no_start(!std::filesystem::exists(program, ignored) ? program + " does not exist"
                        : std::filesystem::is_directory(program, ignored)
                            ? program + " is a folder"
                            : program + " is not executable");
    }
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (is_executable((folder.empty() ? "." : folder) + "/" + program)) {
            return {};
        }
    }
    return no_start(program + " does not exist, neither here nor in a folder of PATH");
}

namespace {

bool is_executable(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

}  // namespace tandem::tools
