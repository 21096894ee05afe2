// SPDX-License-Identifier: MIT
// Running the program inside of the test, with games of the tests: what the installed program
// cannot show.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/tools/run.hpp>

namespace tandem::test {

struct Said {
    int code = -1;
    std::string out;
    std::string err;
};

Said run_here(const std::function<int(int, char**)>& run, std::vector<std::string> arguments);

// The program whose games these are, with verbs of its own.
template <class... Games>
Said program(std::vector<std::string> arguments, const std::vector<tools::Verb>& own_verbs = {}) {
    return run_here(
        [&](int argc, char** argv) { return tools::run<Games...>(argc, argv, own_verbs); },
        std::move(arguments));
}

// A folder of the test's own, gone afterwards.
class InFolder : public testing::Test {
protected:
    InFolder();
    ~InFolder() override;
    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    // Writes the file and gives its path.
    std::string write(const std::string& name, const std::string& content) const;

private:
    std::string folder_;
};

// What stands in the file.
std::string content_of(const std::string& file);

// Whether `text` contains `words`.
testing::AssertionResult says(const std::string& text, const std::string& words);

}  // namespace tandem::test
