// SPDX-License-Identifier: MIT
// fish takes one `complete` command for each word, with a condition: which verb stands on the line.
#include <tandem/tools/program/completion.hpp>

#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

// What stands behind an option: fish's own words for "a value, and which".
struct FishOffer {
    const std::string& self;

    std::string operator()(const Flag&) const { return ""; }
    std::string operator()(const Text& value) const {
        if (value.words.empty()) {
            return " -x";
        }
        const std::string words = spaced(plain_words(value.words));
        return " -x -a " + shell_quoted(value.is_list ? "(" + self + "_list " + words + ")"
                                        : leads_to_files(value)
                                            ? "(" + self + "_words_or_files " + words + ")"
                                            : words);
    }
    std::string operator()(const OneOf& value) const {
        return " -x -a " + shell_quoted(spaced(plain_words(value.words)));
    }
    std::string operator()(const Whole&) const { return " -x"; }
    std::string operator()(const Number&) const { return " -x"; }
    std::string operator()(const Path& value) const {
        return value.kind == Path::Kind::folder ? " -x -a '(__fish_complete_directories)'"
                                                : " -r -F";
    }
};

std::string fish_names(const Option& option) {
    std::string text;
    for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    return text;
}

std::string fish_lines(const std::vector<Option>& options, const std::string& command,
                       const std::string& self) {
    std::string text;
    for (const Option& option : shown_options(options)) {
        text += command + fish_names(option) + std::visit(FishOffer{self}, option.value) + " -d " +
                shell_quoted(option.sentence) + "\n";
    }
    // fish does not say which argument it asks for: those of all places are offered at each.
    for (const Option& argument : shown_arguments(options)) {
        const std::string offer = std::visit(FishOffer{self}, argument.value);
        const bool is_file = std::holds_alternative<Path>(argument.value);
        const std::size_t words = offer.find(" -a ");
        if (is_file || words != std::string::npos) {
            text += command + (is_file ? " -F" : offer.substr(words)) + " -d " +
                    shell_quoted(argument.sentence) + "\n";
        }
    }
    return text;
}

constexpr const char* k_fish_script =
    R"(# fish completion for @PROGRAM@, made by: @PROGRAM@ completion fish
# Load it with: @PROGRAM@ completion fish | source
function @SELF@_verb
    set -l words (commandline -opc)
    set -l is_value 0
    for word in $words[2..-1]
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch $word
            case @TAKES@
                set is_value 1
            case '-*'
            case '*'
                echo $word
                return 0
        end
    end
    return 1
end
function @SELF@_is
    contains -- (@SELF@_verb) $argv
end
function @SELF@_list
    set -l head (string match -r '^.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    printf "$head%s\n" $argv
end
function @SELF@_words_or_files
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l head (string match -r '^.*:' -- $typed)
    if test -n "$head"
        set -l begun (string replace -r '^.*:' '' -- $typed)
        __fish_complete_path $begun | string replace -r '^' -- $head
    else
        printf '%s\n' $argv
    end
end
)";

}  // namespace

std::string fish_completion(const ProgramName& program, const std::vector<Verb>& verbs) {
    const std::string self = "_" + shell_function(program);
    const std::string command = "complete -c " + shell_quoted(program.name);
    const std::vector<Option> global = global_options(program.games);
    std::string text = filled(k_fish_script, {{"PROGRAM", program.name},
                                              {"QUOTED", shell_quoted(program.name)},
                                              {"SELF", self},
                                              {"TAKES", spaced(names_with_value(global))}}) +
                       command + " -f\n" + fish_lines(global, command, self);
    for (const Verb& verb : verbs) {
        for (const std::string& name : verb.names()) {
            text += command + " -n 'not " + self + "_verb >/dev/null' -a " + name + " -d " +
                    shell_quoted(verb.sentence) + "\n";
        }
        text +=
            fish_lines(verb.options,
                       command + " -n " + shell_quoted(self + "_is " + spaced(verb.names())), self);
    }
    text.pop_back();
    return text;
}

}  // namespace tandem::tools
