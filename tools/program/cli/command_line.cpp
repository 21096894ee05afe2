// SPDX-License-Identifier: MIT
// Declares verbs as a command tree on CLI11, written against version 2.1.2. This is the only file
// that knows CLI11, because it takes long to compile.
#include <tandem/tools/program/cli/command_line.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>

#include <CLI/CLI.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/nearest.hpp>
#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/text/plain_word.hpp>

namespace tandem::tools {
namespace {

template <class Integer>
CLI::Validator number(Integer least, Integer most, const std::string& expected);
CLI::Validator not_empty(const std::string& expected);
std::string short_text(double value);

// Sets the bounds of each kind of value for CLI11.
struct Bounds {
    CLI::Option& option;

    void operator()(const Flag&) const {}
    void operator()(const Text&) const {}
    void operator()(const OneOf& value) const { option.check(CLI::IsMember(value.words)); }
    void operator()(const Whole& value) const {
        option.check(number(value.least, value.most,
                            "a whole number from " + std::to_string(value.least) + " to " +
                                std::to_string(value.most)));
    }
    void operator()(const Number& value) const {
        const bool is_open = value.most == std::numeric_limits<double>::max();
        option.check(number(value.least, value.most,
                            is_open ? "a number of at least " + short_text(value.least)
                                    : "a number from " + short_text(value.least) + " to " +
                                          short_text(value.most)));
    }
    void operator()(const Path& value) const {
        option.check(not_empty(value.kind == Path::Kind::folder ? "the name of a folder"
                                                                : "the name of a file"));
    }
};

// The place that CLI11 writes an option's values into.
struct Received {
    const Option* option = nullptr;
    CLI::Option* given = nullptr;
    bool flag = false;
    std::string text;
    std::vector<std::string> texts;

    // The name of the file that is meant: a file to read that is called - is standard input.
    std::string meant(const std::string& word) const;
    void give(Arguments& arguments) const;
};

void declare(CLI::App& app, Received& received);

// The whole tree of verbs. Every verb has its own values.
class Tree {
public:
    Tree(const std::vector<Verb>& verbs, const ProgramName& program)
        : verbs_(verbs), program_(program), app_("", program.name) {
        app_.add_option("--game", line_.game)
            ->type_name("NAME")
            ->check(not_empty("the name of a game"));
        app_.add_flag("--json", line_.json)->disable_flag_override();
        app_.add_flag("--quiet", line_.quiet)->disable_flag_override();
        app_.add_flag("--version", wants_version_)->disable_flag_override();
        app_.fallthrough();
        // Words after a verb that are verbs too are its arguments: lab replay, a file named play.
        app_.require_subcommand(0, 1);
        for (const Verb& verb : verbs) {
            if (verb.name != k_help_verb) {
                add(verb);
            }
        }
    }

    // Parses the arguments. CLI11 takes them in reverse order.
    sim::Result<CommandLine> parse(std::vector<std::string> arguments);

private:
    struct Branch {
        const Verb* verb = nullptr;
        CLI::App* app = nullptr;
        std::deque<Received> received;
    };

    void add(const Verb& verb);
    const Verb& verb_named(const char* name) const;
    void choose(const Verb& verb);
    const Branch* chosen_branch() const;

    // Suggests an option in place of the first one that the verb does not know.
    std::string option_hint(const std::vector<std::string>& arguments) const;

    // An error of usage. CLI11's messages sometimes have a line break.
    Error usage(std::string message) const;

    const std::vector<Verb>& verbs_;
    const ProgramName& program_;
    CLI::App app_;
    CommandLine line_;
    bool wants_version_ = false;
    std::deque<Branch> branches_;
};

std::size_t place_of_verb(const std::vector<std::string>& arguments);
std::string verb_of(const std::vector<std::string>& arguments);
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments);
std::vector<std::string> without_help(std::vector<std::string> arguments);
sim::Error unsound(const Verb& verb, const std::string& what);

// The signs that may be in names of verbs and options.
constexpr std::string_view k_signs_of_names = "-_";

sim::Result<void> check_options(const Verb& verb);

}  // namespace

sim::Result<void> check_verbs(const std::vector<Verb>& verbs) {
    std::set<std::string> taken;
    for (const Verb& verb : verbs) {
        for (const std::string& name : verb.names()) {
            if (name.starts_with('-') || !is_plain_word(name, k_signs_of_names)) {
                return unsound(verb,
                               "the name '" + name + "' is not made of letters, digits, - and _");
            }
            if (!taken.insert(name).second) {
                return unsound(verb,
                               "the name '" + name + "' is taken by another verb of this program");
            }
        }
        if (verb.sentence.empty()) {
            return unsound(verb, "it has no sentence");
        }
        if (verb.run == nullptr) {
            return unsound(verb, "it has no function");
        }
        TANDEM_TRY(check_options(verb));
    }
    return {};
}

sim::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments,
                                            const std::vector<Verb>& verbs,
                                            const ProgramName& program) {
    const std::vector<std::string> meant = without_help(with_empty_values(arguments));
    const std::string word = verb_of(meant);
    // After this word CLI11 would take every word for an argument of a verb that was not named.
    const auto end_of_options = std::find(meant.begin(), meant.end(), "--");
    if (static_cast<std::size_t>(end_of_options - meant.begin()) < place_of_verb(meant)) {
        return Error{ErrorCode::usage, "",
                     "expected a verb where '--' stands; " + program.name + " --help lists them"};
    }
    // Verbs are looked at first, since CLI11 2.1.2 does not name the word that it does not know.
    if (!word.empty() && find_verb(verbs, word) == nullptr) {
        return unknown_verb(word, verbs, program);
    }
    return Tree(verbs, program).parse(meant);
}

CommandLine peek_output_options(const std::vector<std::string>& arguments,
                                const std::vector<Verb>& verbs) {
    CommandLine line;
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    const auto has = [&](const char* flag) {
        // CLI11 takes --json=true too, and refuses every other value.
        const std::string with_value = std::string(flag) + "=";
        return std::any_of(arguments.begin(), end, [&](const std::string& word) {
            return word == flag || word.starts_with(with_value);
        });
    };
    line.json = has("--json");
    line.quiet = has("--quiet");
    line.may_take_output = std::any_of(arguments.begin(), end, [](const auto& word) {
        return word == k_standard_output || word.ends_with("=-") || word == "-o-";
    });
    line.verb = verb_of(arguments);
    if (const Verb* verb = find_verb(verbs, line.verb)) {
        line.verb = verb->name;
    }
    return line;
}

namespace {

// Checks a number. CLI11 2.1.2 lets whole numbers wrap around, reads 010 as 8, takes "nan" for a
// positive number and tells a range in 300 digits. The validator has no description, which CLI11
// would append to the type's name.
template <class Integer>
CLI::Validator number(Integer least, Integer most, const std::string& expected) {
    const auto check = [=](const std::string& text) {
        Integer value{};
        const char* const last = text.data() + text.size();
        const auto [end, failure] = std::from_chars(text.data(), last, value);
        const bool fits = failure == std::errc() && end == last && value >= least && value <= most;
        return fits ? std::string() : "expected " + expected + ", found '" + text + "'";
    };
    return CLI::Validator(check, "");
}

// Refuses an empty word, which CLI11 takes for a name.
CLI::Validator not_empty(const std::string& expected) {
    const auto check = [=](const std::string& text) {
        return text.empty() ? "expected " + expected + ", found ''" : std::string();
    };
    return CLI::Validator(check, "");
}

// The number as "0.001", without the zeros of std::to_string.
std::string short_text(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text + "0" : text;
}

std::string Received::meant(const std::string& word) const {
    const auto* path = std::get_if<Path>(&option->value);
    const bool is_input =
        option->is_argument() && path != nullptr && path->kind != Path::Kind::folder;
    if (!is_input || word != "-") {
        return word;
    }
    hold_standard_input();
    return std::string(k_standard_input);
}

void Received::give(Arguments& arguments) const {
    const std::string& name = option->names.front();
    if (std::holds_alternative<Flag>(option->value)) {
        arguments.give(name, flag ? "true" : "false");
    } else if (!option->is_repeated && given->count() > 0) {
        arguments.give(name, meant(text));
    }
    for (const std::string& one : texts) {
        arguments.give(name, meant(one));
    }
}

void declare(CLI::App& app, Received& received) {
    const Option& option = *received.option;
    std::string names;
    for (const std::string& name : option.names) {
        names += (names.empty() ? "" : ",") + name;
    }
    if (std::holds_alternative<Flag>(option.value)) {
        received.given = app.add_flag(names, received.flag)->disable_flag_override();
    } else if (option.is_repeated) {
        received.given = app.add_option(names, received.texts);
    } else {
        received.given = app.add_option(names, received.text);
    }
    CLI::Option& given = *received.given;
    if (option.is_argument()) {
        given.required(option.is_required);
    } else if (!std::holds_alternative<Flag>(option.value)) {
        // Each word of a repeated option has its own name in front.
        given.type_name(option.value_name)->allow_extra_args(false);
    }
    std::visit(Bounds{given}, option.value);
}

sim::Result<CommandLine> Tree::parse(std::vector<std::string> arguments) {
    // The form of help must be known before CLI11 has set any value.
    const bool wants_json = peek_output_options(arguments, verbs_).json;
    const std::vector<std::string> meant = arguments;
    std::reverse(arguments.begin(), arguments.end());
    try {
        app_.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        line_.json = wants_json;
        choose(verb_named(k_help_verb));
        if (const Branch* chosen = chosen_branch()) {
            line_.arguments.give("VERB", chosen->verb->name);
        }
        return line_;
    } catch (const CLI::ParseError& failure) {
        return usage(failure.what() + option_hint(meant));
    }
    const Branch* const chosen = chosen_branch();
    if (wants_version_) {
        choose(verb_named(k_version_verb));
    } else if (chosen == nullptr) {
        line_.verb = k_help_verb;
    } else {
        choose(*chosen->verb);
        for (const Received& received : chosen->received) {
            received.give(line_.arguments);
        }
    }
    return line_;
}

void Tree::add(const Verb& verb) {
    Branch& branch = branches_.emplace_back();
    branch.verb = &verb;
    branch.app = app_.add_subcommand(verb.name);
    branch.app->fallthrough();
    for (const std::string& name : verb.other_names) {
        branch.app->alias(name);
    }
    for (const Option& option : verb.options) {
        Received& received = branch.received.emplace_back();
        received.option = &option;
        declare(*branch.app, received);
    }
}

const Verb& Tree::verb_named(const char* name) const {
    const Verb* const verb = find_verb(verbs_, name);
    TANDEM_ASSERT(verb != nullptr);
    return *verb;
}

void Tree::choose(const Verb& verb) {
    line_.chosen = &verb;
    line_.verb = verb.name;
    line_.arguments = Arguments(verb.options);
}

const Tree::Branch* Tree::chosen_branch() const {
    const auto chosen = app_.get_subcommands();
    const auto found = std::find_if(branches_.begin(), branches_.end(), [&](const Branch& branch) {
        return !chosen.empty() && branch.app == chosen.front();
    });
    return found == branches_.end() ? nullptr : &*found;
}

std::string Tree::option_hint(const std::vector<std::string>& arguments) const {
    std::vector<Option> options = global_options(program_.games);
    if (const Branch* chosen = chosen_branch()) {
        options = joined({options, chosen->verb->options});
    }
    std::vector<std::string> known;
    for (const Option& option : options) {
        std::copy_if(
            option.names.begin(), option.names.end(), std::back_inserter(known),
            [&](const std::string& name) { return name.starts_with("--") && !option.is_hidden; });
    }
    for (const std::string& argument : arguments) {
        const std::string word = argument.substr(0, argument.find('='));
        if (word == "--") {
            break;
        }
        if (word.starts_with("--") && std::find(known.begin(), known.end(), word) == known.end()) {
            return sim::nearest_hint(word, known);
        }
    }
    return "";
}

Error Tree::usage(std::string message) const {
    std::replace(message.begin(), message.end(), '\n', ' ');
    const Branch* const chosen = chosen_branch();
    const std::string verb = chosen == nullptr ? "" : chosen->verb->name + " ";
    return {ErrorCode::usage, "", message + "; see " + program_.name + " " + verb + "--help"};
}

// The place of the verb, which is the first argument that is no option and no option's value. It is
// the end if there is no verb.
std::size_t place_of_verb(const std::vector<std::string>& arguments) {
    const std::vector<Option> options = global_options({});
    const auto takes_value = [&](const std::string& word) {
        return std::any_of(options.begin(), options.end(), [&](const Option& option) {
            return option.has_name(word) && !std::holds_alternative<Flag>(option.value);
        });
    };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (takes_value(arguments[i])) {
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

// Makes an empty value of its own from "--game=", because CLI11 would take the next word for the
// value.
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    bool are_options = true;
    for (const std::string& argument : arguments) {
        are_options = are_options && argument != "--";
        const bool is_empty = are_options && argument.starts_with("--") && argument.size() > 2 &&
                              argument.find('=') == argument.size() - 1;
        words.push_back(is_empty ? argument.substr(0, argument.size() - 1) : argument);
        if (is_empty) {
            words.emplace_back();
        }
    }
    return words;
}

// Turns "help record" into "record --help".
std::vector<std::string> without_help(std::vector<std::string> arguments) {
    while (verb_of(arguments) == k_help_verb) {
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(place_of_verb(arguments)));
        arguments.emplace_back("--help");
    }
    return arguments;
}

sim::Error unsound(const Verb& verb, const std::string& what) {
    return {sim::ErrorCode::internal, "verb '" + verb.name + "'", what};
}

sim::Result<void> check_options(const Verb& verb) {
    std::set<std::string> taken;
    for (const Option& option : global_options({})) {
        taken.insert(option.names.begin(), option.names.end());
    }
    for (const Option& option : verb.options) {
        if (option.names.empty()) {
            return unsound(verb, "an option of it has no name");
        }
        for (const std::string& name : option.names) {
            if (!option.is_argument() && !is_plain_word(name, k_signs_of_names)) {
                return unsound(verb, "the name '" + name +
                                         "' of its option is not made of letters, digits, - and _");
            }
            if (!taken.insert(name).second) {
                return unsound(verb, "its option " + name +
                                         " is there already, among its own or those of every verb");
            }
        }
    }
    return {};
}

}  // namespace
}  // namespace tandem::tools
