// SPDX-License-Identifier: MIT
// Writes two columns, as wide as a terminal usually is.
#include <tandem/tools/program/cli/help.hpp>

#include <algorithm>
#include <array>

#include <tandem/sim/nearest.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>

namespace tandem::tools {
namespace {

constexpr std::size_t k_columns = 80;
// The column where the meaning of an option begins.
constexpr std::size_t k_meaning_column = 30;

// The verbs that a developer's program has and one for players lacks. A program for players links
// none of them, so that their names stand here once more; a test compares them with both lists.
constexpr std::array<std::string_view, 15> k_developers_verbs{
    "explain", "merge",  "state",  "find",  "why",         "blame",  "minimise", "trim",
    "recover", "export", "import", "check", "fake-desync", "netsim", "games"};

// An entry of one line or more: a name, and beside it a text in lines of its own.
std::string entry(const std::string& name, const std::string& text) {
    const std::string indent(k_meaning_column, ' ');
    std::string lines;
    std::string line = "  " + name;
    if (line.size() >= k_meaning_column) {
        lines = line + "\n";
        line = indent;
    }
    line.resize(k_meaning_column, ' ');
    bool is_first = true;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (!is_first && line.size() + 1 + word.size() > k_columns) {
            lines += line + "\n";
            line = indent;
            is_first = true;
        }
        line += (is_first ? "" : " ") + word;
        is_first = false;
        begin = end + 1;
    }
    return lines + line + "\n";
}

std::string entries(const std::string& title, const std::vector<Option>& options,
                    bool are_arguments) {
    std::string text;
    for (const Option& option : options) {
        if (option.is_argument() == are_arguments && !option.is_hidden) {
            text += entry(are_arguments ? argument_text(option) : spelling_of(option),
                          meaning_of(option));
        }
    }
    return text.empty() ? "" : "\n" + title + ":\n" + text;
}

std::string sections_text(const Verb& verb) {
    std::string text;
    for (const HelpSection& section : verb.sections) {
        text += "\n" + section.title + ":\n";
        for (const auto& [name, meaning] : section.entries) {
            text += entry(name, meaning);
        }
    }
    return text;
}

}  // namespace

std::string names_text(const Verb& verb, const std::string& between) {
    std::string text;
    for (const std::string& name : verb.names()) {
        text += (text.empty() ? "" : between) + name;
    }
    return text;
}

std::string argument_text(const Option& argument) {
    const std::string text = argument.names.front() + (argument.is_repeated ? "..." : "");
    return argument.is_required ? text : "[" + text + "]";
}

std::string spelling_of(const Option& option) {
    std::string text;
    for (const std::string& name : option.names) {
        text += (text.empty() ? "" : ",") + name;
    }
    text += (option.value_name.empty() ? "" : " ") + option.value_name;
    return text + (option.is_repeated ? " ..." : "");
}

std::string meaning_of(const Option& option) {
    return option.sentence + (option.default_text.empty() ? "" : " (" + option.default_text + ")");
}

std::string usage_of(const Verb& verb) {
    std::string text = verb.name + " [OPTIONS]";
    for (const Option& option : verb.options) {
        if (option.is_argument() && !option.is_hidden) {
            text += " " + argument_text(option);
        }
    }
    return text;
}

std::string exit_codes_text() {
    return "Exit codes: 0 ok, 1 divergence found, 2 usage, 3 bad, cut or foreign file,\n"
           "4 network, refusal or peer lost, 5 I/O, 6 no simulation here for this file,\n"
           "70 internal, 130 Ctrl-C.";
}

std::string what_to_do_next(const ProgramName& program, const std::vector<Verb>& verbs,
                            bool can_play) {
    const std::string start = "  " + program.starting();
    const std::string name = program.name;
    const std::string play = "Play at once, in this terminal:\n" + start +
                             " record --inputs keys\n"
                             "\n";
    // A person who types exactly this command starts a match of two people, if the game takes keys.
    const std::string keys = can_play ? " --inputs keys" : "";
    return "Tandem records, replays and synchronises deterministic simulations.\n"
           "\n" +
           (can_play ? play : "") + "Try, one after the other:\n" + start +
           " record --ticks 600 -o first.tandem\n" +
           "      bots play, into a file\n"
           "  " +
           name + " play first.tandem\n" +
           "      watch it\n"
           "  " +
           name + " verify first.tandem\n" + "      simulate it again and compare every tick\n" +
           start + " host" + keys + "\n" + "      wait for a second player ...\n" + "  " + name +
           " join 127.0.0.1" + keys + "\n" +
           "      ... who joins from another terminal\n"
           "\n" +
           name + " --help lists every verb, " + name + " VERB --help explains one" +
           (find_verb(verbs, "games") == nullptr ? "" : ", " + name + " games lists the games") +
           ".";
}

std::string program_help(const ProgramName& program, const std::vector<Verb>& verbs) {
    std::string text = "Deterministic replay and lockstep simulation\nUsage: " + program.name +
                       " [OPTIONS] VERB ...\n" +
                       entries("Options", global_options(program.games), false) + "\nVerbs:\n";
    for (const Verb& verb : verbs) {
        text += entry(names_text(verb, ", "), verb.sentence);
    }
    return text + "\n" + exit_codes_text();
}

std::string verb_help(const ProgramName& program, const Verb& verb) {
    return verb.sentence + "\nUsage: " + program.name + " " + usage_of(verb) + "\n" +
           entries("Arguments", verb.options, true) + entries("Options", verb.options, false) +
           sections_text(verb) +
           entries("Options of every verb", global_options(program.games), false) +
           "\nExample: " + program.example(verb);
}

int print_help(const std::string& text, Context& context) {
    context.console.print(text);
    context.console.report({{"text", text}});
    return 0;
}

sim::Error unknown_verb(std::string_view word, const std::vector<Verb>& verbs,
                        const ProgramName& program) {
    if (std::find(k_developers_verbs.begin(), k_developers_verbs.end(), word) !=
        k_developers_verbs.end()) {
        return {sim::ErrorCode::usage, "",
                "this program for players has no verb '" + std::string(word) +
                    "'; the developer's program of the game has it"};
    }
    return {sim::ErrorCode::usage, "",
            "there is no verb '" + std::string(word) + "'" +
                sim::nearest_hint(word, names_of(verbs)) + "; " + program.name +
                " --help lists them"};
}

}  // namespace tandem::tools
