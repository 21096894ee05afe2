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

// The same, and a failure that shows the whole run unless it ends with this code.
template <class... Games>
Said expect(int code, const std::vector<std::string>& arguments,
            const std::vector<tools::Verb>& own_verbs = {}) {
    const Said said = program<Games...>(arguments, own_verbs);
    EXPECT_EQ(said.code, code) << testing::PrintToString(arguments) << '\n' << said.out << said.err;
    return said;
}

// These words and more behind them.
std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more);

// A folder of the test's own, gone afterwards.
class InFolder : public testing::Test {
protected:
    InFolder();
    ~InFolder() override;
    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    // Writes the file and gives its path.
    std::string write(const std::string& name, const std::string& content) const;
    // Records a session of the game, which must succeed, and gives the file's path.
    template <class Game>
    std::string recorded(const std::string& name, const std::vector<std::string>& options) const {
        expect<Game>(0, joined({"record", "-o", path(name)}, options));
        return path(name);
    }

private:
    std::string folder_;
};

// What stands in the file.
std::string content_of(const std::string& file);

// Whether `text` contains `words`.
testing::AssertionResult says(const std::string& text, const std::string& words);

}  // namespace tandem::test
