// SPDX-License-Identifier: MIT
// What was asked for of the lab, as typed: which of it a section understands, and what the values
// mean, is the section's to say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem::tools {

struct LabCommand {
    std::string section;                // empty: say which there are
    std::vector<std::string> loops;     // ids, or lists of them
    std::vector<std::string> machines;  // names or UPDATE:RENDER, or lists of them
    std::optional<std::string> seconds;
    std::optional<std::uint32_t> refresh_hz;  // 1 to 1000
    std::optional<std::string> stall;         // AT:LENGTH in milliseconds
    bool repaired = false;
    bool real = false;
    std::vector<std::string> claims;    // ids, or lists of them
    std::vector<std::string> articles;  // words, or lists of them
    bool csv = false;
    std::string output;  // the report's or the recordings' folder; empty: nobody named one
    bool force = false;
    std::vector<std::string> arms;             // of the match, or lists of them
    std::optional<std::uint32_t> repeats;      // 1 to 20
    std::string browser;                       // to start; empty: nobody named one
    std::optional<std::string> player_socket;  // this process is a machine of another's match
};

}  // namespace tandem::tools
