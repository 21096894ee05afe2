// SPDX-License-Identifier: MIT
// What tests of matches share: two processes, two files, and what must be true of them.
#pragma once

#include <string>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {

struct MatchOutcome {
    Outcome host;
    Outcome guest;
};

// A host that listens on a port the system chose.
struct Host {
    Process process;
    std::string port;
};
// Starts it in this folder, empty: the test's own, and waits until it says which port. `program`
// goes up to the verb.
Host start_host(const Arguments& program, const Arguments& options, const std::string& folder = "");
// "127.0.0.1:PORT".
std::string address_of(const Host& host);

class MatchTest : public EndToEnd {
protected:
    std::string host_file() const { return path("host.tandem"); }
    std::string guest_file() const { return path("guest.tandem"); }

    // A match of duel, with --json on both sides. `both` goes to both sides.
    MatchOutcome play(const Arguments& host, const Arguments& guest,
                      const Arguments& both = {"--unpaced"}) const;
    // The same for programs up to the verb, without --json.
    MatchOutcome play_game(const Arguments& host_program, const Arguments& guest_program,
                           const Arguments& host, const Arguments& guest,
                           const Arguments& both = {"--unpaced"}) const;

    // Both ended well, with files that are whole, verified and identical.
    void expect_same_session(const MatchOutcome& match, std::uint64_t ticks) const;
    // The JSON object of each side.
    static Json host_line(const MatchOutcome& match);
    static Json guest_line(const MatchOutcome& match);
};

}  // namespace tandem::end_to_end
