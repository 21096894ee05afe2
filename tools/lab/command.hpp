// SPDX-License-Identifier: MIT
// The lab's command as typed: each section decides which parts it understands, and what the values
// mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem::tools {

struct LabCommand {
    std::string section;                // empty: list the sections
    std::vector<std::string> loops;     // ids, or lists of ids
    std::vector<std::string> machines;  // names or UPDATE:RENDER, or lists of them
    std::optional<std::string> seconds;
    std::optional<std::uint32_t> refresh_hz;  // 1 to 1000
    std::optional<std::string> stall;         // AT:LENGTH in milliseconds
    bool repaired = false;
    bool real = false;
    std::vector<std::string> claims;    // ids, or lists of ids
    std::vector<std::string> articles;  // words, or lists of words
    bool csv = false;
    std::string output;  // the report's or the recordings' folder; empty if none was named
    bool force = false;
    std::vector<std::string> arms;             // the match's, or lists of them
    std::optional<std::uint32_t> repeats;      // 1 to 20
    std::string browser;                       // the program to start; empty if none was named
    std::optional<std::string> player_socket;  // this process is a machine of another's match
};

}  // namespace tandem::tools
