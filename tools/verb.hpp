// SPDX-License-Identifier: MIT
// A verb of the program as one plain value: its name, its options and the function that does it.
// The command line, help, completion, the manual page and the tables of CLI.md are made of these
// values. A game's program can add its own verbs: run<Race>(argc, argv, {best_verb()}).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::replay {
enum class CauseClass : std::uint8_t;
}

namespace tandem::tools {

// These are the kinds of values of an option. The command line refuses any other value with a
// sentence that names the option and the value.

// No value: the option is given or not.
struct Flag {};
// Any text. Completion offers `words`. A word that ends with ':' is followed by a file's name. In a
// list the words are separated by commas.
struct Text {
    std::vector<std::string> words = {};  // for completion
    bool is_list = false;                 // several words, separated by commas
};
// Exactly one of these words.
struct OneOf {
    std::vector<std::string> words = {};  // the allowed words
};
// A whole decimal number, without sign, point or exponent.
struct Whole {
    std::uint64_t least = 0;                                         // allowed
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // allowed
};
// Any number.
struct Number {
    double least = 0;                                  // allowed
    double most = std::numeric_limits<double>::max();  // allowed
};
// The name of a file, of a folder, or of either; never empty. The verb itself checks whether it
// exists.
struct Path {
    // The kinds of things that can have the name.
    enum class Kind : std::uint8_t { file, folder, either };
    Kind kind = Kind::file;  // for completion
};
// The kind of value of an option.
using Value = std::variant<Flag, Text, OneOf, Whole, Number, Path>;

// An option, or an argument without a dash in its only name, which is recognised by its place.
struct Option {
    std::vector<std::string> names = {};  // "-o", "--output"; or "FILE"
    std::string value_name = {};          // the name of the value in help: "N"; empty for a flag
    std::string sentence = {};            // its purpose
    std::string default_text = {};        // the value or behaviour if it is not given, in words
    Value value = Flag{};                 // its kind of value
    bool is_repeated = false;             // may be given several times
    bool is_required = false;             // arguments only
    bool is_hidden = false;               // for other programs; help and completion do not show it

    // True if it is an argument, recognised by its place.
    bool is_argument() const { return !names.front().starts_with('-'); }
    // True if this is a name of the option.
    bool has_name(std::string_view name) const;
};

// The options that were given to a verb. Ask for each by one of its names. It is a mistake of the
// verb's author to ask for an option, or for a kind of value, that the verb does not declare: it
// ends the process and names the place.
class Arguments {
public:
    Arguments() = default;
    // Begins without values for these options.
    explicit Arguments(const std::vector<Option>& options);

    // True if the option was given.
    bool has(std::string_view option) const { return !find(option).texts.empty(); }
    // The value of a Flag.
    bool flag(std::string_view option) const;
    // The value of a Text, OneOf or Path, as typed; empty if it was not given.
    std::string text(std::string_view option) const;
    // The same, for an option that may be given several times.
    std::vector<std::string> texts(std::string_view option) const;
    // The value of a Whole. Its bounds must fit into the type.
    template <class Integer = std::uint64_t>
    std::optional<Integer> whole(std::string_view option) const {
        const Whole& bounds = kind_of<Whole>(option);
        TANDEM_ASSERT(bounds.most <= std::uint64_t{std::numeric_limits<Integer>::max()});
        const auto value = parsed_whole(option);
        return value ? std::optional(static_cast<Integer>(*value)) : std::nullopt;
    }
    // The value of a Number.
    std::optional<double> number(std::string_view option) const;

    // The names of the options that were given exactly this value, each by its own name.
    std::vector<std::string> given_as(std::string_view value) const;

    // Sets a value; for the parser of the command line. The option must allow the value; a flag has
    // "true" or "false".
    void give(std::string_view option, std::string value);

private:
    struct Given {
        Option option;
        std::vector<std::string> texts;
    };
    std::size_t place_of(std::string_view option) const;
    const Given& find(std::string_view option) const { return given_[place_of(option)]; }
    template <class Kind>
    const Kind& kind_of(std::string_view option) const {
        const Kind* kind = std::get_if<Kind>(&find(option).option.value);
        TANDEM_ASSERT(kind != nullptr);
        return *kind;
    }
    std::optional<std::uint64_t> parsed_whole(std::string_view option) const;

    std::vector<Given> given_;
};

struct Context;

// A part of help below the options, for things that no option's sentence has room for.
struct HelpSection {
    std::string title;                                         // "Expressions"
    std::vector<std::pair<std::string, std::string>> entries;  // a word and its meaning
};

struct Verb {
    std::string name = {};                      // "record"
    std::vector<std::string> other_names = {};  // other names of the verb
    std::string sentence = {};         // "Run a session and write it to a file", without its end
    std::string example = {};          // the text behind the program's name: "info a.tandem"
    bool starts_a_game = false;        // the example names a game if the program has several
    std::vector<Option> options = {};  // in the order of help
    std::vector<HelpSection> sections = {};  // parts of help below the options
    int (*run)(const Arguments& arguments, Context& context) = nullptr;  // returns the exit code
    // Finds the cause that both recordings of a match prove. The verb explain has it, so that a
    // program without this verb does not link what it needs.
    replay::CauseClass (*cause_of)(const std::string& ours, const std::string& theirs,
                                   const RegisteredGame& game, const Context& context) = nullptr;

    // All names of the verb, its own first.
    std::vector<std::string> names() const;
    // True if this word is a name of the verb.
    bool has_name(std::string_view word) const;
};

// The verb with this name, or null.
const Verb* find_verb(const std::vector<Verb>& verbs, std::string_view word);
// All names of all verbs.
std::vector<std::string> names_of(const std::vector<Verb>& verbs);

// The name with which the user called this program, to print examples that can be copied. With one
// game, --game is not needed.
struct ProgramName {
    std::string name = "tandem";          // the name with which it was called
    std::vector<std::string> games = {};  // the games of this program

    // The beginning of a command that starts a session of this game, or of the first game if none
    // is named: "tandem --game duel", or "race".
    std::string starting(const std::string& game) const {
        return games.size() == 1 ? name : name + " --game " + game;
    }
    std::string starting() const { return starting(games[0]); }
    // The verb's example as a whole command line.
    std::string example(const Verb& verb) const;
};

// The things that every verb gets in addition to its arguments.
struct Context {
    const Registry& registry;        // the games of this program
    const std::vector<Verb>& verbs;  // the verbs of this program
    Console& console;                // for all output
    std::string game = {};           // --game, or empty
    ProgramName program = {};        // for examples
    // The words that start this program again, before other arguments; empty if that is not
    // possible.
    std::vector<std::string> own_program = {};

    // Prints the error and returns its exit code. In JSON it prints the facts that were found
    // together with the error.
    int fail(const sim::Error& error, const JsonObject& facts = {}) const {
        console.error(error, facts);
        return static_cast<int>(exit_code_of(error.code));
    }
};

// A Verb::run whose work returns its error, which is printed here. What the work has guarded is
// gone by then: a reader of the output that is lost ends the program by SIGPIPE.
template <Result<int> (*work)(const Arguments& arguments, Context& context)>
int reported(const Arguments& arguments, Context& context) {
    const auto code = work(arguments, context);
    return code ? *code : context.fail(code.error());
}

}  // namespace tandem::tools
