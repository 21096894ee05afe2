// SPDX-License-Identifier: MIT
// Options that several verbs have, as values that a verb puts together, and their values once they
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

// The options of every verb: --help, --game, --json, --quiet and --version.
std::vector<Option> global_options(const std::vector<std::string>& games);

// The option --players, which means something else to each verb.
Option players_option(std::string sentence, std::string default_text);
// The option --players of a session on this machine alone.
Option players_alone_option();
// The options that say who plays, and for how long: --inputs, --ticks, --seed, --players and
// --option. `bot` says who plays if nobody is named.
std::vector<Option> playing_options(Option players, std::string bot = "bot");
// The options that say how a recording is written: --keyframe-ticks, --keyframe-bytes, --track,
// --sync, --keep-going.
std::vector<Option> file_options();
// The options --view and --fps.
std::vector<Option> view_options();
// The values of view_options; the verb adds the title and whether it may wait.
ViewChoice view_choice(const Arguments& arguments);
// The playing and file options, and --output, --plant, --name and --force.
std::vector<Option> session_options(Option players);
// The session options, and those that both sides of a match have.
std::vector<Option> match_options(Option players);

// The option --trace, which shows one side or all.
Option trace_option(std::string sentence);

// Joins the lists, in their order.
std::vector<Option> joined(std::initializer_list<std::vector<Option>> lists);

// The values of session_options.
struct SessionArguments {
    std::string output;               // empty: a dated name
    std::vector<std::string> inputs;  // [P=]SOURCE each
    std::optional<std::uint64_t> ticks;
    std::optional<std::uint64_t> seed;  // k_seed_default if not given
    std::optional<std::uint32_t> players;
    std::vector<std::string> options;  // KEY=VALUE each
    std::string plant;                 // TICK:FIELD
    std::string player_name;
    bool force = false;
    // The way to write the file.
    std::optional<std::uint64_t> keyframe_ticks;
    std::optional<std::uint64_t> keyframe_bytes_per_second;
    std::uint32_t track_bits = 16;
    std::string sync;         // none, second or tick; empty: second
    bool keep_going = false;  // although the recording failed
};
inline constexpr std::uint64_t k_seed_default = 1;

// The values of a verb with playing_options.
SessionArguments playing_arguments(const Arguments& arguments);
// The values of a verb with session_options.
SessionArguments session_arguments(const Arguments& arguments);

}  // namespace tandem::tools
