// SPDX-License-Identifier: MIT
// A verb of the program as one plain value: its name, its options and the function that does it.
// The command line, help, completion, the manual page and the tables of CLI.md are made of these
// values. A game's program adds verbs of its own with them: run<Race>(argc, argv, {best_verb()}).
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

namespace tandem::tools {

// Kinds of values of an option. The command line refuses everything that is none in one
// sentence that names the option and the value.

// No value: the option is given or not.
struct Flag {};
// Any text. `words` are what completion offers; a file's name follows one that ends with ':'. In a
// list they are separated by commas.
struct Text {
    std::vector<std::string> words = {};  // for completion
    bool is_list = false;                 // several, separated by commas
};
// One of these words and nothing else.
struct OneOf {
    std::vector<std::string> words = {};  // all that are allowed
};
// A decimal number without a sign, a point or an exponent.
struct Whole {
    std::uint64_t least = 0;                                         // allowed
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // allowed
};
// Any number.
struct Number {
    double least = 0;                                  // allowed
    double most = std::numeric_limits<double>::max();  // allowed
};
// The name of a file, a folder or either; never empty. Whether it is there is the verb's to find
// out.
struct Path {
    // What the name is of.
    enum class Kind : std::uint8_t { file, folder, either };
    Kind kind = Kind::file;  // for completion
};
// What may stand as the value of an option.
using Value = std::variant<Flag, Text, OneOf, Whole, Number, Path>;

// An option, or an argument that is known by its place: then its only name has no dash.
struct Option {
    std::vector<std::string> names = {};  // "-o", "--output"; or "FILE"
    std::string value_name = {};          // what help calls the value: "N"; empty for a flag
    std::string sentence = {};            // what it is for
    std::string default_text = {};        // what holds where it is not given, in words
    Value value = Flag{};                 // what may stand as its value
    bool is_repeated = false;             // may be given several times
    bool is_required = false;             // arguments only
    bool is_hidden = false;               // for programs; neither help nor completion show it

    // Whether it is known by its place.
    bool is_argument() const { return !names.front().starts_with('-'); }
    // Whether this is one of its names.
    bool has_name(std::string_view name) const;
};

// What was given of a verb's options. Each is asked for by one of its names. To ask for one that
// the verb does not declare, or for another kind of value than it declares, is a mistake of the
// verb's author: it ends the process with the place.
class Arguments {
public:
    Arguments() = default;
    // Of these options, of which nothing was given yet.
    explicit Arguments(const std::vector<Option>& options);

    // Whether it was given.
    bool has(std::string_view option) const { return !find(option).texts.empty(); }
    // Of a Flag.
    bool flag(std::string_view option) const;
    // Of a Text, OneOf or Path: as typed; empty where it was not given.
    std::string text(std::string_view option) const;
    // The same for an option that may be given several times.
    std::vector<std::string> texts(std::string_view option) const;
    // Of a Whole. Its bounds must fit into the type.
    template <class Integer = std::uint64_t>
    std::optional<Integer> whole(std::string_view option) const {
        const Whole& bounds = kind_of<Whole>(option);
        TANDEM_ASSERT(bounds.most <= std::uint64_t{std::numeric_limits<Integer>::max()});
        const auto value = parsed_whole(option);
        return value ? std::optional(static_cast<Integer>(*value)) : std::nullopt;
    }
    // Of a Number.
    std::optional<double> number(std::string_view option) const;

    // For whoever takes a command line apart: the value must be one that the option allows, and
    // "true" or "false" for a flag.
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

struct Verb {
    std::string name = {};                      // "record"
    std::vector<std::string> other_names = {};  // by which it can be called too
    std::string sentence = {};         // "Run a session and write it to a file", without its end
    std::string example = {};          // what stands behind the program's name: "info a.tandem"
    bool starts_a_game = false;        // the example names a game where there are several
    std::vector<Option> options = {};  // in the order of help
    int (*run)(const Arguments& arguments, Context& context) = nullptr;  // gives the exit code

    // All words by which it can be called, its name first.
    std::vector<std::string> names() const;
    // Whether it can be called by this word.
    bool has_name(std::string_view word) const;
};

// Null where no verb has this name.
const Verb* find_verb(const std::vector<Verb>& verbs, std::string_view word);
// All words by which they can be called.
std::vector<std::string> names_of(const std::vector<Verb>& verbs);

// How the user called this program, for examples that can be copied: with one game, --game is
// implied.
struct ProgramName {
    std::string name = "tandem";          // as it was called
    std::vector<std::string> games = {};  // all of this program

    // "tandem --game duel", or "race".
    std::string starting() const { return games.size() == 1 ? name : name + " --game " + games[0]; }
    // The verb's example as it can be copied.
    std::string example(const Verb& verb) const;
};

// What every verb is given besides its arguments.
struct Context {
    const Registry& registry;        // the games of this program
    const std::vector<Verb>& verbs;  // all of this program
    Console& console;                // where to speak
    std::string game = {};           // --game, or empty
    ProgramName program = {};        // for examples
    // How this process can be started again with other arguments; empty where it cannot.
    std::vector<std::string> own_program = {};

    // Tells the error, in JSON together with the facts that were found all the same, and gives its
    // exit code.
    int fail(const sim::Error& error, const JsonObject& facts = {}) const {
        console.error(error, facts);
        return static_cast<int>(exit_code_of(error.code));
    }
};

}  // namespace tandem::tools
