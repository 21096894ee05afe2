// SPDX-License-Identifier: MIT
// What a test of advice stands on: a program's output is searched for the commands that it tells to
// run next, and each is run as it stands there, where it was printed.
#pragma once

#include <string>
#include <vector>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {

// A program that has ended, and where it ran.
struct Told {
    Outcome outcome;
    std::string folder;
    std::string program;  // its path

    // All that it printed.
    std::string text() const { return outcome.out + outcome.err; }
};

// The commands behind "next: " and "again: ", each up to a remark, which a comma begins.
std::vector<std::string> commands_in(const std::string& text);

// What a command that is told must be, and what it must come to.
struct Advised {
    const char* verb;     // "explain"
    int exit_code;        // that it must end with
    const char* says;     // in what it prints
    const char* in = "";  // a folder of the situation to run it in; empty: where it was printed
    // What stands in place of a word in capitals: "PROGRAM", "THEIRS".
    const char* placeholder = "";
    std::string value{};
};

// A test's folder in which a situation comes about.
class Scene : public MatchTest {
protected:
    // A program run to its end in a folder of the scene, which is made if it is not there.
    Told told(const Arguments& command, const std::string& in = "") const;
    // A match of two programs, up to the verb, each in a folder of its own, "here" and "there": the
    // host's, then the guest's. The guest's recording is guest.tandem.
    std::vector<Told> match(const Arguments& host_program, const Arguments& guest_program,
                            const Arguments& host, const Arguments& guest,
                            const std::string& host_file = "host.tandem") const;

    // Runs the command that was told: it must be the only one. The answer is what it printed.
    Told follow(const Told& told, const Advised& advised) const;

private:
    std::string folder_of(const std::string& name) const;
};

}  // namespace tandem::end_to_end
