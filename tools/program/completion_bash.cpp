// SPDX-License-Identifier: MIT
// bash calls a function with the words typed so far, '=' and ':' being words of their own. It needs
// no other package.
#include <tandem/tools/program/completion.hpp>

#include <tandem/tools/program/help.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

// The command that fills COMPREPLY for a value; empty where nothing can be offered. `self` is the
// function's name.
struct BashOffer {
    const std::string& self;

    std::string operator()(const Flag&) const { return ""; }
    std::string operator()(const Text& value) const {
        if (value.words.empty()) {
            return "";
        }
        const char* const how = value.is_list           ? "_list "
                                : leads_to_files(value) ? "_words_or_files "
                                                        : "_words ";
        return self + how + shell_quoted(spaced(plain_words(value.words)));
    }
    std::string operator()(const OneOf& value) const {
        return self + "_words " + shell_quoted(spaced(plain_words(value.words)));
    }
    std::string operator()(const Whole&) const { return ""; }
    std::string operator()(const Number&) const { return ""; }
    std::string operator()(const Path& value) const {
        return self + (value.kind == Path::Kind::folder ? "_files -d" : "_files -f");
    }
};

// "'record -o' | 'record --output'".
std::string bash_pattern(const std::string& verb, const Option& option) {
    std::string text;
    for (const std::string& name : option.names) {
        text += (text.empty() ? "" : " | ") + verb + shell_quoted(" " + name);
    }
    return text;
}

// What may stand behind each option that takes a value.
std::string bash_values(const std::string& verb, const std::vector<Option>& options,
                        const std::string& self) {
    std::string text;
    for (const Option& option : shown_options(options)) {
        if (const std::string offer = std::visit(BashOffer{self}, option.value); !offer.empty()) {
            text += "            " + bash_pattern(verb, option) + ") " + offer + " ;;\n";
        }
    }
    return text;
}

std::string bash_arguments(const Verb& verb, const std::string& self) {
    std::string text;
    int place = 0;
    for (const Option& argument : shown_arguments(verb.options)) {
        const std::string offer = std::visit(BashOffer{self}, argument.value);
        const std::string places =
            argument.is_repeated ? "' '*" : "' " + std::to_string(place) + "'";
        text += "            " + verb.name + places + ") " + offer + (offer.empty() ? "" : " ") +
                ";;\n";
        ++place;
    }
    return text;
}

std::vector<std::string> option_names(const std::vector<Option>& options) {
    std::vector<std::string> names;
    for (const Option& option : shown_options(options)) {
        names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return names;
}

constexpr const char* k_bash_script =
    R"(# bash completion for @PROGRAM@, made by: @PROGRAM@ completion bash
# Load it with: source <(@PROGRAM@ completion bash)
@SELF@_reply() {
    local reply
    COMPREPLY=()
    while IFS= read -r reply; do COMPREPLY+=("$reply"); done
}
@SELF@_words() {
    @SELF@_reply < <(compgen -W "$1" -- "$cur")
    case ${COMPREPLY-} in *:) compopt -o nospace 2>/dev/null ;; esac
}
@SELF@_list() {
    local head=
    case $cur in *,*) head=${cur%,*}, ;; esac
    @SELF@_reply < <(compgen -P "$head" -W "$1" -- "${cur##*,}")
    compopt -o nospace 2>/dev/null
}
@SELF@_files() {
    @SELF@_reply < <(compgen "$1" -- "$cur")
    compopt -o filenames 2>/dev/null
}
@SELF@_words_or_files() {
    if [ "$after_colon" = 1 ]; then @SELF@_files -f; else @SELF@_words "$1"; fi
}
# Which options may stand here, and which of them take a value.
@SELF@_options() {
    options=@OPTIONS@
    takes=@TAKES@
    case $verb in
@VERB_OPTIONS@    esac
}
@SELF@() {
    local cur=${COMP_WORDS[COMP_CWORD]} verb= option= last= after_colon=0 place=0 i word
    local options takes
    COMPREPLY=()
    @SELF@_options
    # What stands before: the verb, how many of its arguments, and an option that waits for a value.
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [ "$i" = "$COMP_CWORD" ] && [ "$word" != = ] && [ "$word" != : ]; then break; fi
        case $word in
            =) option=${option:-$last} ;;
            :) option=${option:-$last} after_colon=1 ;;
            *)
                after_colon=0
                if [ -n "$option" ]; then
                    last=$option option=
                    continue
                fi
                last=
                if [ "${word#-}" != "$word" ]; then
                    case " $takes " in *" $word "*) option=$word ;; esac
                elif [ -z "$verb" ]; then
                    verb=$word
                    @SELF@_options
                else
                    place=$((place + 1))
                fi
                ;;
        esac
    done
    case $cur in = | :) cur= ;; esac
    if [ -n "$option" ]; then
        case "$verb $option" in
@VALUES@        esac
    elif [ "${cur#-}" != "$cur" ]; then
        @SELF@_words "$options"
    elif [ -z "$verb" ]; then
        @SELF@_words @VERBS@
    else
        case "$verb $place" in
@ARGUMENTS@            *) @SELF@_words "$options" ;;
        esac
    fi
}
complete -F @SELF@ -- @QUOTED@)";

}  // namespace

std::string bash_completion(const ProgramName& program, const std::vector<Verb>& verbs) {
    const std::string self = shell_function(program);
    const std::vector<Option> global = global_options(program.games);
    std::string options;
    std::string values;
    std::string arguments;
    for (const Verb& verb : verbs) {
        options +=
            "        " + names_text(verb, " | ") + ")\n            verb=" + verb.name +
            "\n            options+=" + shell_quoted(" " + spaced(option_names(verb.options))) +
            "\n            takes+=" + shell_quoted(" " + spaced(names_with_value(verb.options))) +
            "\n            ;;\n";
        values += bash_values(verb.name, verb.options, self);
        arguments += bash_arguments(verb, self);
    }
    return filled(k_bash_script, {{"PROGRAM", program.name},
                                  {"QUOTED", shell_quoted(program.name)},
                                  {"OPTIONS", shell_quoted(spaced(option_names(global)))},
                                  {"TAKES", shell_quoted(spaced(names_with_value(global)))},
                                  {"VERB_OPTIONS", options},
                                  {"VALUES", values + bash_values("*", global, self)},
                                  {"VERBS", shell_quoted(spaced(names_of(verbs)))},
                                  {"ARGUMENTS", arguments},
                                  {"SELF", self}});
}

}  // namespace tandem::tools
