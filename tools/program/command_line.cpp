// SPDX-License-Identifier: MIT
// The command tree on CLI11, written against version 2.1.2; the only file that knows it. It takes
// long to compile.
#include <tandem/tools/program/command_line.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>

#include <CLI/CLI.hpp>

#include <tandem/tools/check/probe.hpp>
#include <tandem/tools/text/nearest.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;

std::string what_to_do_next(const ProgramName& program) {
    const std::string start = "  " + program.starting();
    const std::string name = program.name;
    return "Tandem records, replays and synchronises deterministic simulations.\n"
           "\n"
           "Try, one after the other:\n" +
           start + " record --ticks 600 -o first.tandem\n" +
           "      bots play, into a file\n"
           "  " +
           name + " play first.tandem\n" +
           "      watch it\n"
           "  " +
           name + " verify first.tandem\n" + "      simulate it again and compare every tick\n" +
           start + " host\n" + "      wait for a second player ...\n" + "  " + name +
           " join 127.0.0.1\n" +
           "      ... who joins from another terminal\n"
           "\n" +
           name + " --help lists every verb, " + name + " VERB --help explains one, " + name +
           " games lists the games.";
}

constexpr const char* k_footer =
    "Exit codes: 0 ok, 1 divergence found, 2 usage, 3 bad, cut or foreign file, 4 network,\n"
    "refusal or peer lost, 5 I/O, 6 no simulation here for this file, 70 internal, 130 Ctrl-C.\n";

const std::vector<std::string> k_verbs{"record", "play",   "replay", "watch", "host", "join",
                                       "diff",   "verify", "info",   "check", "lab",  "games"};

// No verb of CLI11's, since it takes the name of one.
constexpr const char* k_help = "help";

// As a verb stands in JSON: play has two other names.
std::string plain_verb(const std::string& verb) {
    return verb == "replay" || verb == "watch" ? "play" : verb;
}

constexpr const char* k_players_alone =
    "How many players take part (as many as the sources have, or 2)";

// Twice the fastest screens there are.
constexpr std::uint32_t k_refresh_hz_max = 1'000;
// Pairs of a match play at the same time, and more would slow each other down.
constexpr std::uint32_t k_repeats_max = 20;

// play paces in steps of a thousandth.
constexpr double k_speed_min = 0.001;

// CLI11 2.1.2 lets whole numbers wrap around, reads 010 as 8, takes "nan" for a positive number and
// tells a range in 300 digits. Without a description, which help would append to the type's name.
template <class Number>
CLI::Validator number(Number least, Number most, const std::string& expected) {
    const auto check = [=](std::string& text) {
        Number value{};
        const char* const last = text.data() + text.size();
        const auto [end, failure] = std::from_chars(text.data(), last, value);
        if (failure != std::errc() || end != last || !(value >= least && value <= most)) {
            return "expected " + expected + ", found '" + text + "'";
        }
        text = std::to_string(value);
        return std::string();
    };
    return CLI::Validator(check, "");
}

template <class Number>
CLI::Validator whole(Number least, Number most = std::numeric_limits<Number>::max()) {
    return number(least, most,
                  "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

// A name of a file; CLI11 takes an empty word for one.
CLI::Validator file_name() {
    const auto check = [](std::string& text) {
        return text.empty() ? std::string("expected the name of a file, found ''") : std::string();
    };
    return CLI::Validator(check, "");
}

// `players` is what --players says of itself.
void add_inputs(CLI::App& verb, SessionArguments& session, const std::string& players) {
    verb.add_option("--inputs", session.inputs,
                    "[P=]SOURCE: keys, bot, random, script:FILE.csv, lmp:FILE.lmp, "
                    "lmp:FILE.wad#DEMO1 or replay:FILE; may be given several times")
        ->type_name("[P=]SOURCE")
        ->allow_extra_args(false);
    verb.add_option("--ticks", session.ticks, "Stop after this many ticks")
        ->type_name("N")
        ->transform(whole<std::uint64_t>(1));
    verb.add_option("--seed", session.seed, "Seed of the session (1)")
        ->type_name("S")
        ->transform(whole<std::uint64_t>(0));
    verb.add_option("--players", session.players, players)
        ->type_name("N")
        ->transform(whole<std::uint32_t>(1));
    verb.add_option("--option", session.options, "KEY=VALUE: an option of the game")
        ->type_name("K=V")
        ->allow_extra_args(false);
}

void add_session(CLI::App& verb, SessionArguments& session, const std::string& players) {
    verb.add_option("-o,--output", session.output, "File to write (a dated name here)")
        ->type_name("FILE")
        ->check(file_name());
    add_inputs(verb, session, players);
    verb.add_option("--plant", session.plant,
                    "TICK:FIELD: flip one bit of this field after that tick, to see it found")
        ->type_name("TICK:FIELD");
    verb.add_option("--name", session.player_name, "Your name, to stand in the file")
        ->type_name("NAME");
    verb.add_flag("--force", session.force, "Replace the file if it exists");
}

template <class Match>
void add_match(CLI::App& verb, Match& match, const std::string& players) {
    add_session(verb, match.session, players);
    verb.add_option("--delay", match.delay, "Input delay in ticks, or auto (auto)")
        ->type_name("N|auto");
    verb.add_option("--key-file", match.key_file,
                    "Encrypt with the match key in this file; nobody joins without it")
        ->type_name("FILE")
        ->check(file_name());
    verb.add_flag("--unpaced", match.unpaced,
                  "Run as fast as inputs arrive instead of in real time");
}

// The whole tree. Every verb has its own values, and `chosen` is what came of it.
class Tree {
public:
    explicit Tree(const ProgramName& program)
        : program_(program), app_("Deterministic replay and lockstep simulation", program.name) {
        app_.add_option("--game", line_.game, "Game to start (a file names its own)")
            ->type_name("NAME");
        app_.add_flag("--json", line_.json, "One JSON object per line on standard output");
        app_.add_flag("--quiet", line_.quiet, "No remarks on standard error, only errors");
        app_.add_flag("--version", wants_version_, "Print version and build");
        app_.fallthrough();
        // After a verb, words that are verbs too are its arguments: lab replay, a file named play.
        app_.require_subcommand(0, 1);
        app_.footer(k_footer);
        app_.get_formatter()->column_width(34);
        add_record();
        add_play();
        add_matches();
        add_readers();
        add_check();
        add_lab();
        verb("games", "List the games", program_.name + " games", games_);
    }

    // CLI11 takes arguments in reverse order.
    sim::Result<CommandLine> parse(std::vector<std::string> arguments) {
        // What help is asked for in comes before CLI11 has set any value.
        const bool wants_json = peek_output_options(arguments).json;
        const std::vector<std::string> meant = arguments;
        std::reverse(arguments.begin(), arguments.end());
        try {
            app_.parse(std::move(arguments));
        } catch (const CLI::CallForHelp&) {
            line_.json = wants_json;
            line_.verb = k_help;
            line_.command = HelpCommand{without_last_end(help_of_chosen())};
            return line_;
        } catch (const CLI::ParseError& failure) {
            return usage(failure.what() + option_hint(meant));
        }
        if (wants_version_) {
            line_.verb = "version";
            line_.command = VersionCommand{};
            return line_;
        }
        const auto chosen = app_.get_subcommands();
        if (chosen.empty()) {
            line_.verb = k_help;
            line_.command = HelpCommand{what_to_do_next(program_)};
            return line_;
        }
        line_.verb = plain_verb(chosen.front()->get_name());
        for (const auto& [app, take] : takers_) {
            if (app == chosen.front()) {
                take();
            }
        }
        return line_;
    }

private:
    template <class Values>
    CLI::App& verb(const std::string& name, const std::string& what, const std::string& example,
                   Values& values) {
        CLI::App* app = app_.add_subcommand(name, what);
        app->fallthrough();
        app->footer("Example: " + example + "\n");
        takers_.emplace_back(app, [this, &values] { line_.command = values; });
        return *app;
    }

    void add_record() {
        CLI::App& app = verb(
            "record", "Run a session and write it to a file",
            program_.starting() + " record --inputs lmp:freedm.wad#DEMO1 -o a.tandem", record_);
        add_session(app, record_.session, k_players_alone);
        app.add_flag("--realtime", record_.realtime,
                     "Run at the game's tick rate instead of as fast as possible");
    }

    void add_play() {
        CLI::App& app = verb("play", "Play a recorded session back",
                             program_.name + " play a.tandem --from 600 --speed 2", play_);
        app.alias("replay");
        app.alias("watch");
        app.add_option("FILE", play_.file, "File to play")->required()->check(file_name());
        app.add_option("--from", play_.from, "First tick to show (0)")
            ->type_name("T")
            ->transform(whole<std::uint64_t>(0));
        app.add_option("--to", play_.to, "Stop before this tick")
            ->type_name("T")
            ->transform(whole<std::uint64_t>(0));
        app.add_option("--speed", play_.speed, "Times real time (1)")
            ->type_name("X")
            ->transform(number(k_speed_min, std::numeric_limits<double>::max(),
                               "a number of at least 0.001"));
        app.add_option("--view", play_.view, "terminal, window or none")
            ->type_name("VIEW")
            ->check(CLI::IsMember({"terminal", "window", "none"}));
    }

    void add_matches() {
        CLI::App& host =
            verb("host", "Start a match and wait for a second player",
                 program_.starting() + " host --inputs bot --ticks 2000 -o host.tandem", host_);
        host_.port = k_port_default;
        host.add_option("--port", host_.port, "UDP port to listen on (47000)")
            ->type_name("P")
            ->transform(whole<std::uint16_t>(0));
        add_match(host, host_, "How many players take part, the host included (2)");
        CLI::App& join =
            verb("join", "Take part in a match that somebody hosts",
                 program_.name + " join 127.0.0.1:47000 --inputs bot -o guest.tandem", join_);
        join.add_option("HOST[:PORT]", join_.address, "Where the host is")->required();
        add_match(join, join_, "Refuse a host of another number of players");
    }

    void add_readers() {
        CLI::App& diff = verb("diff", "Find the first difference between two recordings",
                              program_.name + " diff host.tandem guest.tandem", diff_);
        diff.add_option("A", diff_.a, "First file")->required()->check(file_name());
        diff.add_option("B", diff_.b, "Second file")->required()->check(file_name());
        CLI::App& verify = verb("verify", "Simulate recordings again and compare every hash",
                                program_.name + " verify recordings/ --jobs 4", verify_);
        verify.add_option("FILE-or-DIR", verify_.paths, "Files, or folders of .tandem files")
            ->required()
            ->check(file_name());
        verify.add_option("--jobs", verify_.jobs, "Files to verify at the same time (1)")
            ->type_name("N")
            ->transform(whole<std::uint32_t>(1));
        CLI::App& info =
            verb("info", "Say what a file holds", program_.name + " info a.tandem", info_);
        info.add_option("FILE", info_.file, "File to read")->required()->check(file_name());
    }

    void add_check() {
        CLI::App& app =
            verb("check", "Is the game deterministic? Look for what makes it diverge",
                 program_.starting() + " check --ticks 5000 --probe fresh,dirty", check_);
        add_inputs(app, check_.session, k_players_alone);
        app.add_option("--seeds", check_.seeds,
                       "Play this many seeds, each for --ticks (as many as --ticks takes)")
            ->type_name("N")
            ->transform(whole<std::uint64_t>(1));
        app.add_option("--every", check_.every,
                       "Save and restore every N ticks (about a second, a prime number)")
            ->type_name("N")
            ->transform(whole<std::uint64_t>(1));
        app.add_option("--probe", check_.probes, "Only these: " + check::probe_names())
            ->type_name("NAME[,NAME]")
            ->allow_extra_args(false);
        app.add_option("--skip", check_.skipped, "All but these")
            ->type_name("NAME[,NAME]")
            ->allow_extra_args(false);
        app.add_option("--against", check_.against,
                       "Compare with another build of this program too, for example one by "
                       "another compiler, or \"qemu-s390x PROGRAM\"")
            ->type_name("PROGRAM")
            ->check(file_name());
        // What check starts other processes with; of no use to a person.
        app.add_option("--as-companion", check_.companion_socket)->group("");
    }

    void add_lab() {
        CLI::App& app =
            verb("lab", "See what the articles on game loops claim, shown true or false",
                 program_.name + " lab loops --loop L3,G2 --machine slow,2.5:14", lab_);
        app.add_option("SECTION", lab_.section, "Which experiment; without one they are listed");
        app.add_option("--loop", lab_.loops, "Only these loops, by the id of the table: L0, G2, W3")
            ->type_name("ID[,ID]")
            ->allow_extra_args(false);
        app.add_option("--machine", lab_.machines,
                       "fast, normal, slow, floor, choked, or costs of an update and of rendering "
                       "in milliseconds")
            ->type_name("NAME|U:R")
            ->allow_extra_args(false);
        app.add_option("--seconds", lab_.seconds,
                       "How long to run (10), or each arm of the match (6, V-script 10)")
            ->type_name("S");
        app.add_option("--refresh", lab_.refresh_hz, "Refresh rate of the screen (60)")
            ->type_name("HZ")
            ->transform(whole<std::uint32_t>(1, k_refresh_hz_max));
        app.add_option(
               "--stall", lab_.stall,
               "Stand still for MS after the first picture from AT on, both in milliseconds")
            ->type_name("AT:MS");
        app.add_flag("--repaired", lab_.repaired,
                     "The repaired loops instead of those that were published");
        app.add_flag("--real", lab_.real, "On the real clock: measured, and different every time");
        app.add_option("--claim", lab_.claims, "Only these claims: C14, C17")
            ->type_name("ID[,ID]")
            ->allow_extra_args(false);
        app.add_option("--article", lab_.articles,
                       "Only claims of these articles: witters, patterns, lwjgl, mdn, implied")
            ->type_name("WORD[,WORD]")
            ->allow_extra_args(false);
        app.add_flag("--csv", lab_.csv, "Tables as CSV; as JSON with --json, one object a row");
        app.add_option("-o,--output", lab_.output,
                       "Folder for the report (lab-report), or for the recordings of a match")
            ->type_name("DIR")
            ->check(file_name());
        app.add_flag("--force", lab_.force, "Replace the report or the recordings if they exist");
        app.add_option("--arm", lab_.arms,
                       "Only these arms of the match: V-naive, F-broken (all ten, which take about "
                       "1 min 02 s)")
            ->type_name("ID[,ID]")
            ->allow_extra_args(false);
        app.add_option("--repeats", lab_.repeats, "How many pairs play each arm of the match (5)")
            ->type_name("N")
            ->transform(whole<std::uint32_t>(1, k_repeats_max));
        // What a match starts other processes with; of no use to a person.
        app.add_option("--as-player", lab_.player_socket)->group("");
    }

    std::string help_of_chosen() const {
        const auto chosen = app_.get_subcommands();
        return chosen.empty() ? app_.help() : chosen.front()->help(program_.name);
    }

    static std::string without_last_end(std::string text) {
        while (text.ends_with('\n')) {
            text.pop_back();
        }
        return text;
    }

    // What the first option that the verb does not know was probably meant to be.
    std::string option_hint(const std::vector<std::string>& arguments) const {
        std::vector<std::string> known{"--help"};
        std::vector<const CLI::App*> apps{&app_};
        for (const CLI::App* chosen : app_.get_subcommands()) {
            apps.push_back(chosen);
        }
        for (const CLI::App* app : apps) {
            for (const CLI::Option* option : app->get_options()) {
                for (const std::string& name : option->get_lnames()) {
                    known.push_back("--" + name);
                }
            }
        }
        for (const std::string& argument : arguments) {
            const std::string word = argument.substr(0, argument.find('='));
            if (word == "--") {
                break;
            }
            if (word.starts_with("--") &&
                std::find(known.begin(), known.end(), word) == known.end()) {
                return nearest_hint(word, known);
            }
        }
        return "";
    }

    // CLI11's messages sometimes have a line break.
    Error usage(std::string message) const {
        std::replace(message.begin(), message.end(), '\n', ' ');
        const auto chosen = app_.get_subcommands();
        const std::string verb = chosen.empty() ? "" : chosen.front()->get_name() + " ";
        return {ErrorCode::usage, "", message + "; see " + program_.name + " " + verb + "--help"};
    }

    const ProgramName& program_;
    CLI::App app_;
    CommandLine line_;
    bool wants_version_ = false;
    RecordCommand record_;
    PlayCommand play_;
    HostCommand host_;
    JoinCommand join_;
    DiffCommand diff_;
    VerifyCommand verify_;
    InfoCommand info_;
    CheckCommand check_;
    LabCommand lab_;
    GamesCommand games_;
    std::vector<std::pair<CLI::App*, std::function<void()>>> takers_;
};

// The first argument that is no option: the verb. Its place is the end where there is none.
std::size_t place_of_verb(const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--game") {
            ++i;
        } else if (!arguments[i].starts_with("-")) {
            return i;
        }
    }
    return arguments.size();
}

std::string verb_of(const std::vector<std::string>& arguments) {
    const std::size_t place = place_of_verb(arguments);
    return place < arguments.size() ? arguments[place] : "";
}

// "help record" is "record --help".
std::vector<std::string> without_help(std::vector<std::string> arguments) {
    if (verb_of(arguments) == k_help) {
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(place_of_verb(arguments)));
        arguments.emplace_back("--help");
    }
    return arguments;
}

}  // namespace

sim::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments,
                                            const ProgramName& program) {
    const std::vector<std::string> meant = without_help(arguments);
    const std::string verb = verb_of(meant);
    // After it CLI11 would take every word for an argument of a verb that was not named.
    const auto end_of_options = std::find(meant.begin(), meant.end(), "--");
    if (static_cast<std::size_t>(end_of_options - meant.begin()) < place_of_verb(meant)) {
        return Error{ErrorCode::usage, "",
                     "expected a verb where '--' stands; " + program.name + " --help lists them"};
    }
    // CLI11 2.1.2 does not name the word it does not know, so verbs are looked at first.
    if (!verb.empty() && std::find(k_verbs.begin(), k_verbs.end(), verb) == k_verbs.end()) {
        std::vector<std::string> words = k_verbs;
        words.emplace_back(k_help);
        return Error{ErrorCode::usage, "",
                     "there is no verb '" + verb + "'" + nearest_hint(verb, words) + "; " +
                         program.name + " --help lists them"};
    }
    return Tree(program).parse(meant);
}

CommandLine peek_output_options(const std::vector<std::string>& arguments) {
    CommandLine line;
    const auto has = [&](const char* flag) {
        return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
    };
    line.json = has("--json");
    line.quiet = has("--quiet");
    line.verb = plain_verb(verb_of(arguments));
    return line;
}

}  // namespace tandem::tools
