// SPDX-License-Identifier: MIT
// What the command line asked for, as plain values: the command line library ends in
// command_line.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// What starting a session takes, alone or with others.
struct SessionArguments {
    std::string output;               // empty: a dated name
    std::vector<std::string> inputs;  // [P=]SOURCE each
    std::optional<std::uint64_t> ticks;
    std::optional<std::uint64_t> seed;  // 1 where not given
    std::optional<std::uint32_t> players;
    std::vector<std::string> options;  // KEY=VALUE each
    std::string plant;                 // TICK:FIELD
    std::string player_name;
    bool force = false;
};

struct RecordCommand {
    SessionArguments session;
    bool realtime = false;
};

struct PlayCommand {
    std::string file;
    std::uint64_t from = 0;
    std::optional<std::uint64_t> to;
    double speed = 1;
    std::string view;  // terminal, window, none; empty: terminal where there is one
};

struct HostCommand {
    SessionArguments session;
    std::uint16_t port = 0;
    std::string delay;
    std::string key_file;
    bool unpaced = false;
};

struct JoinCommand {
    SessionArguments session;
    std::string address;  // HOST[:PORT]
    std::string delay;
    std::string key_file;
    bool unpaced = false;
};

struct DiffCommand {
    std::string a;
    std::string b;
};

struct VerifyCommand {
    std::vector<std::string> paths;  // files or folders
    std::uint32_t jobs = 1;
};

struct InfoCommand {
    std::string file;
};

struct CheckCommand {
    SessionArguments session;  // no output; seed, players, options, inputs and ticks count
    std::uint64_t every = 0;   // 0: about a second
    std::uint64_t seeds = 1;
    std::vector<std::string> probes;   // names, or lists of them; empty: all
    std::vector<std::string> skipped;  // likewise; empty: none
    std::string against;               // another build of this program; empty: none
    int companion_socket = -1;         // this process is a companion of another check
};

// As typed: which of them a section understands, and what the values mean, is the lab's to say.
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
    std::optional<std::string> player_socket;  // this process is a machine of another's match
};

struct GamesCommand {};
struct VersionCommand {};
// Help, or what to do next: text for stdout, without the end of its last line.
struct HelpCommand {
    std::string text;
};

using Command =
    std::variant<RecordCommand, PlayCommand, HostCommand, JoinCommand, DiffCommand, VerifyCommand,
                 InfoCommand, CheckCommand, LabCommand, GamesCommand, VersionCommand, HelpCommand>;

struct CommandLine {
    std::string game;  // empty: not named
    bool json = false;
    bool quiet = false;
    std::string verb;  // as it stands in JSON
    Command command;
};

inline constexpr std::uint16_t k_port_default = 47000;
inline constexpr std::uint64_t k_seed_default = 1;

// How the user called this program, for examples that can be copied: with one game, --game is
// implied.
struct ProgramName {
    std::string name = "tandem";
    std::string game;  // of the examples
    bool has_one_game = false;

    // "tandem --game duel", or "race".
    std::string starting() const { return has_one_game ? name : name + " --game " + game; }
};

// Takes the arguments after the program's name apart. Every failure is an Error usage in one
// sentence.
sim::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments,
                                            const ProgramName& program);

// --json and --quiet as far as they can be seen in arguments that do not parse, so that the error
// is told as asked.
CommandLine peek_output_options(const std::vector<std::string>& arguments);

}  // namespace tandem::tools
