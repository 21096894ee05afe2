// SPDX-License-Identifier: MIT
// Standard streams are caught by their buffers, so that nothing of the program has to know.
#include <tests/tools/here.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace tandem::test {

Said run_here(const std::function<int(int, char**)>& run, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "/usr/bin/here");
    std::vector<char*> argv;
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    std::ostringstream out;
    std::ostringstream err;
    std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
    std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
    const int code = run(static_cast<int>(argv.size()), argv.data());
    std::cout.rdbuf(old_out);
    std::cerr.rdbuf(old_err);
    return {code, out.str(), err.str()};
}

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

InFolder::InFolder() {
    folder_ = (std::filesystem::temp_directory_path() / "tandem-test-XXXXXX").string();
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
}

InFolder::~InFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::string InFolder::write(const std::string& name, const std::string& content) const {
    std::ofstream file(path(name), std::ios::binary);
    file << content;
    return path(name);
}

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

testing::AssertionResult says(const std::string& text, const std::string& words) {
    if (text.find(words) != std::string::npos) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "expected '" << words << "' in: " << text;
}

}  // namespace tandem::test
