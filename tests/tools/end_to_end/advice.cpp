// SPDX-License-Identifier: MIT
// Commands are run by a shell, with the program found by its name, as a person would paste them.
#include <tests/tools/end_to_end/advice.hpp>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace tandem::end_to_end {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what << " does not stand in: " << text;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

}  // namespace

std::vector<std::string> commands_in(const std::string& text) {
    std::vector<std::string> commands;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        for (const std::string before : {"next: ", "again: "}) {
            const std::size_t at = line.find(before);
            if (at != std::string::npos) {
                const std::size_t begin = at + before.size();
                commands.push_back(line.substr(begin, line.find(", ", begin) - begin));
            }
        }
    }
    return commands;
}

std::string Scene::folder_of(const std::string& name) const {
    const fs::path there = folder() / name;
    fs::create_directories(there);
    return there.string();
}

Told Scene::told(const Arguments& command, const std::string& in) const {
    const std::string where = folder_of(in);
    return {run_command(command, where), where, command.front()};
}

std::vector<Told> Scene::match(const Arguments& host_program, const Arguments& guest_program,
                               const Arguments& host, const Arguments& guest,
                               const std::string& host_file) const {
    const std::string here = folder_of("here");
    const std::string there = folder_of("there");
    Host hosting = start_host(host_program, Arguments{"-o", host_file, "--unpaced"} + host, here);
    Told join{
        run_command(guest_program +
                        Arguments{"join", address_of(hosting), "-o", "guest.tandem", "--unpaced"} +
                        guest,
                    there),
        there, guest_program.front()};
    if (contains(join.text(), "before tick 0")) {
        // There was no match, and it waits for the next guest.
        EXPECT_TRUE(hosting.process.wait_for_err("match refused")) << join.outcome;
        hosting.process.signal(SIGINT);
    }
    return {{hosting.process.wait(), here, host_program.front()}, std::move(join)};
}

Told Scene::follow(const Told& told, const Advised& advised) const {
    const auto commands = commands_in(told.text());
    EXPECT_EQ(commands.size(), 1U) << told.outcome;
    if (commands.size() != 1) {
        return told;
    }
    std::string command = commands.front();
    EXPECT_TRUE(contains(command, std::string(" ") + advised.verb)) << command;
    if (*advised.placeholder != '\0') {
        command = replaced(command, advised.placeholder, advised.value);
    }
    const fs::path program(told.program);
    EXPECT_TRUE(command.starts_with(program.filename().string() + " ")) << command;
    const char* const path = std::getenv("PATH");
    const std::string where = *advised.in == '\0' ? told.folder : folder_of(advised.in);
    Told followed{run_command({"/usr/bin/env",
                               "PATH=" + program.parent_path().string() + ":" + (path ? path : ""),
                               "/bin/sh", "-c", command},
                              where),
                  where, told.program};
    EXPECT_EQ(followed.outcome.exit_code, advised.exit_code) << followed.outcome;
    EXPECT_TRUE(contains(followed.text(), advised.says)) << "expected: " << advised.says << "\n"
                                                         << followed.outcome;
    return followed;
}

}  // namespace tandem::end_to_end
