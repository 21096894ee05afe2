// SPDX-License-Identifier: MIT
// zsh's _arguments takes a list of what may stand on the line, one text for each option.
#include <tandem/tools/program/completion.hpp>

#include <tandem/tools/program/help.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

// In a specification these end a part.
std::string zsh_escaped(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') {
            escaped += '\\';
        }
        escaped += letter;
    }
    return escaped;
}

// What follows the name of a value: a list of words, or a function that offers something.
struct ZshAction {
    const std::string& self;

    std::string operator()(const Flag&) const { return ""; }
    std::string operator()(const Text& value) const {
        if (value.words.empty()) {
            return " ";
        }
        std::vector<std::string> words;
        for (const std::string& word : plain_words(value.words)) {
            words.push_back(zsh_escaped(word));
        }
        return value.is_list           ? "_values -s , word " + spaced(words)
               : leads_to_files(value) ? " " + self + "_words_or_files " + spaced(words)
                                       : "(" + spaced(words) + ")";
    }
    std::string operator()(const OneOf& value) const {
        return "(" + spaced(plain_words(value.words)) + ")";
    }
    std::string operator()(const Whole&) const { return " "; }
    std::string operator()(const Number&) const { return " "; }
    std::string operator()(const Path& value) const {
        return value.kind == Path::Kind::folder ? "_files -/" : "_files";
    }
};

// "'(-o --output)-o+[File to write]:FILE:_files'", one for each of its names.
std::vector<std::string> zsh_specs(const Option& option, const std::string& self) {
    std::vector<std::string> specs;
    const bool is_flag = std::holds_alternative<Flag>(option.value);
    for (const std::string& name : option.names) {
        std::string spec = option.is_repeated        ? "*"
                           : option.names.size() > 1 ? "(" + spaced(option.names) + ")"
                                                     : "";
        spec += name + (is_flag ? "" : name.starts_with("--") ? "=" : "+");
        spec += "[" + zsh_escaped(option.sentence) + "]";
        if (!is_flag) {
            spec += ":" + zsh_escaped(option.value_name) + ":" +
                    std::visit(ZshAction{self}, option.value);
        }
        specs.push_back(shell_quoted(spec));
    }
    return specs;
}

std::string zsh_argument(const Option& argument, int place, const std::string& self) {
    return shell_quoted((argument.is_repeated ? "*" : std::to_string(place)) + ":" +
                        zsh_escaped(argument.names.front()) + ":" +
                        std::visit(ZshAction{self}, argument.value));
}

std::vector<std::string> zsh_specs(const std::vector<Option>& options, const std::string& self) {
    std::vector<std::string> all;
    for (const Option& option : shown_options(options)) {
        const std::vector<std::string> specs = zsh_specs(option, self);
        all.insert(all.end(), specs.begin(), specs.end());
    }
    int place = 1;
    for (const Option& argument : shown_arguments(options)) {
        all.push_back(zsh_argument(argument, place++, self));
    }
    return all;
}

// The function for words and files knows that "P=" may stand in front.
constexpr const char* k_zsh_script = R"(#compdef @PROGRAM@
# zsh completion for @PROGRAM@, made by: @PROGRAM@ completion zsh
# Load it behind compinit with: source <(@PROGRAM@ completion zsh)
# or keep it as _@PROGRAM@ in a folder of $fpath.
@SELF@_words_or_files() {
    local word ret=1
    compset -P '[0-9]*='
    if compset -P '*:'; then
        _files
        return
    fi
    for word in "$@"; do
        case $word in
        *:) compadd -S '' -- $word && ret=0 ;;
        *) compadd -- $word && ret=0 ;;
        esac
    done
    return ret
}
@SELF@() {
    local curcontext=$curcontext state line ret=1
    typeset -A opt_args
    local -a verbs every
    verbs=(
@VERBS@    )
    every=(
@EVERY@    )
    _arguments -C $every '1:verb:->verb' '*::argument:->argument' && ret=0
    case $state in
    verb) _describe -t verbs verb verbs && ret=0 ;;
    argument)
        curcontext=${curcontext%:*}-$line[1]:
        case $line[1] in
@CASES@        esac
        ;;
    esac
    return ret
}
if [ "$funcstack[1]" = @SELF@ ]; then @SELF@ "$@"; else compdef @SELF@ @QUOTED@; fi)";

}  // namespace

std::string zsh_completion(const ProgramName& program, const std::vector<Verb>& verbs) {
    const std::string self = shell_function(program);
    std::string every;
    for (const std::string& spec : zsh_specs(global_options(program.games), self)) {
        every += "        " + spec + "\n";
    }
    std::string described;
    std::string cases;
    for (const Verb& verb : verbs) {
        for (const std::string& name : verb.names()) {
            described += "        " + shell_quoted(name + ":" + zsh_escaped(verb.sentence)) + "\n";
        }
        cases += "        " + names_text(verb, "|") + ")\n            _arguments -s $every";
        for (const std::string& spec : zsh_specs(verb.options, self)) {
            cases += " \\\n                " + spec;
        }
        cases += " && ret=0\n            ;;\n";
    }
    return filled(k_zsh_script, {{"PROGRAM", program.name},
                                 {"QUOTED", shell_quoted(program.name)},
                                 {"VERBS", described},
                                 {"EVERY", every},
                                 {"CASES", cases},
                                 {"SELF", self}});
}

}  // namespace tandem::tools
