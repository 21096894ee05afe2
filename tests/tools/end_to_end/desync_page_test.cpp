// SPDX-License-Identifier: MIT
// The playbook replay/DESYNC.md: every command in it is run as it stands there, one section after
// the other in one folder, and says what the page says.
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

constexpr const char* k_page_port = "47000";

// A block of commands, and the block of what they print.
struct PageCommands {
    std::size_t line = 0;  // of the page, of the first command
    std::string commands;
    std::string output;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

// Every ```sh block with the ```text block behind it.
std::vector<PageCommands> commands_of(const std::string& page) {
    std::vector<PageCommands> found;
    std::string* block = nullptr;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page)) {
        ++number;
        if (line == "```sh") {
            found.push_back({number + 1, "", ""});
            block = &found.back().commands;
        } else if (line == "```text" && !found.empty()) {
            block = &found.back().output;
        } else if (line == "```") {
            block = nullptr;
        } else if (block != nullptr) {
            *block += line + "\n";
        }
    }
    return found;
}

// Whether a line is what the page says, whose "..." stands for anything.
bool is_like(const std::string& line, const std::string& said) {
    std::string pattern;
    for (const std::string& part :
         lines_of(std::regex_replace(said, std::regex(R"(\.\.\.)"), "\n"))) {
        pattern += (pattern.empty() ? "" : ".*") +
                   std::regex_replace(part, std::regex(R"([.^$|()\[\]{}*+?\\])"), R"(\$&)");
    }
    if (said.ends_with("...")) {
        pattern += ".*";
    }
    return std::regex_match(line, std::regex(pattern));
}

// What the commands printed that the page does not say, or the other way round; empty: nothing. A
// line "..." of the page stands for any lines.
std::string difference(const std::vector<std::string>& printed,
                       const std::vector<std::string>& said) {
    std::size_t at = 0;
    bool skips = false;
    for (const std::string& line : said) {
        if (line == "...") {
            skips = true;
            continue;
        }
        while (skips && at < printed.size() && !is_like(printed[at], line)) {
            ++at;
        }
        skips = false;
        if (at == printed.size() || !is_like(printed[at], line)) {
            return "the page says: " + line +
                   "\nit printed:    " + (at == printed.size() ? "nothing more" : printed[at]);
        }
        ++at;
    }
    return skips || at == printed.size() ? "" : "the page does not say: " + printed[at];
}

// A UDP port of this machine that nobody uses now.
std::string free_port() {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    EXPECT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), length), 0);
    EXPECT_EQ(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length), 0);
    close(socket);
    return std::to_string(ntohs(address.sin_port));
}

class DesyncPage : public EndToEnd {
protected:
    std::string printed_by(const std::string& commands) const {
        const auto program = std::filesystem::path(tandem({}).front());
        const Outcome outcome = run_command(
            {"bash", "-c",
             "PATH='" + program.parent_path().string() + "':\"$PATH\"\nexec 2>&1\n" + commands},
            folder().string());
        EXPECT_EQ(outcome.signal, 0);
        return outcome.out;
    }
};

TEST_F(DesyncPage, EveryCommandSaysWhatThePageSays) {
    const auto blocks = commands_of(read_file(TANDEM_SOURCE_DIR "/replay/DESYNC.md"));
    ASSERT_GT(blocks.size(), 10U) << "the page has fewer commands than classes";
    const std::string port = free_port();
    for (const PageCommands& block : blocks) {
        SCOPED_TRACE("replay/DESYNC.md:" + std::to_string(block.line) + ": " + block.commands);
        // Another match may be played on this machine at the default port.
        const std::string printed =
            printed_by(std::regex_replace(block.commands, std::regex(k_page_port), port));
        EXPECT_EQ(difference(lines_of(printed), lines_of(block.output)), "") << printed;
    }
}

TEST_F(DesyncPage, ACommandThatSaysAnotherThingIsSeen) {
    EXPECT_EQ(difference({"a 1", "b"}, {"a ...", "b"}), "");
    EXPECT_EQ(difference({"a", "b", "c"}, {"...", "c"}), "");
    EXPECT_EQ(difference({"a", "b", "c"}, {"a", "..."}), "");
    EXPECT_NE(difference({"a", "b"}, {"a"}), "");
    EXPECT_NE(difference({"a"}, {"a", "b"}), "");
    EXPECT_NE(difference({"a", "b"}, {"...", "c"}), "");
    EXPECT_NE(difference({"a [1]"}, {"a 1"}), "");
    EXPECT_EQ(difference({"a [1] (2)"}, {"a [1] ..."}), "");
    EXPECT_EQ(printed_by("false || echo said; echo wrong >&2"), "said\nwrong\n");
}

}  // namespace
}  // namespace tandem::end_to_end
