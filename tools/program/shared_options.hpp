// SPDX-License-Identifier: MIT
// Options that several verbs have, as values that a verb puts together, and what they say once they
// were given.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/open_surface.hpp>

namespace tandem::tools {

// Those of every verb: --help, --game, --json, --quiet and --version.
std::vector<Option> global_options(const std::vector<std::string>& games);

// --players, which means something else to each verb.
Option players_option(std::string sentence, std::string default_text);
// The same for a session on this machine alone.
Option players_alone_option();
// Who plays, and for how long: --inputs, --ticks, --seed, --players and --option. `bot` says who
// plays where nobody is named.
std::vector<Option> playing_options(Option players, std::string bot = "bot");
// How a recording is written: --keyframe-ticks, --keyframe-bytes, --track, --sync, --keep-going.
std::vector<Option> file_options();
// --view and --fps.
std::vector<Option> view_options();
// What they say; the title and whether it may wait are the verb's.
ViewChoice view_choice(const Arguments& arguments);
// Those and the recording's: --output, --plant, --name, --force and how the file is written.
std::vector<Option> session_options(Option players);
// Those and what both sides of a match have.
std::vector<Option> match_options(Option players);

// --trace, which shows one side or all.
Option trace_option(std::string sentence);

// One list after the other.
std::vector<Option> joined(std::initializer_list<std::vector<Option>> lists);

// What session_options say.
struct SessionArguments {
    std::string output;               // empty: a dated name
    std::vector<std::string> inputs;  // [P=]SOURCE each
    std::optional<std::uint64_t> ticks;
    std::optional<std::uint64_t> seed;  // k_seed_default where not given
    std::optional<std::uint32_t> players;
    std::vector<std::string> options;  // KEY=VALUE each
    std::string plant;                 // TICK:FIELD
    std::string player_name;
    bool force = false;
    // How the file is written.
    std::optional<std::uint64_t> keyframe_ticks;
    std::optional<std::uint64_t> keyframe_bytes_per_second;
    std::uint32_t track_bits = 16;
    std::string sync;         // none, second or tick; empty: second
    bool keep_going = false;  // although the recording failed
};
inline constexpr std::uint64_t k_seed_default = 1;

// Of a verb with playing_options.
SessionArguments playing_arguments(const Arguments& arguments);
// Of a verb with session_options.
SessionArguments session_arguments(const Arguments& arguments);

}  // namespace tandem::tools
