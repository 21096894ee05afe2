// SPDX-License-Identifier: MIT
// Writes a function for each shell that asks the program, and lets the shell find files.
#include <tandem/tools/program/cli/completion.hpp>

#include <string_view>

#include <tandem/tools/text/plain_word.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

constexpr std::string_view k_bash_script =
    R"(# Completion for @PROGRAM@. Load it with: source <(@PROGRAM@ completion bash)
@FUNCTION@() {
    local word=${COMP_WORDS[COMP_CWORD]} kind= head= reply
    COMPREPLY=()
    {
        IFS= read -r kind
        IFS= read -r head
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done
    } < <("$1" completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case $kind in
        unfinished) compopt -o nospace 2>/dev/null ;;
        file | directory)
            case $word in = | :) word= ;; esac
            while IFS= read -r reply; do COMPREPLY+=("$reply"); done \
                < <(compgen -A "$kind" -P "$head" -- "${word#"$head"}")
            compopt -o filenames 2>/dev/null
            ;;
    esac
}
complete -F @FUNCTION@ -- @QUOTED@)";

constexpr std::string_view k_zsh_script =
    R"(#compdef @PROGRAM@
# Completion for @PROGRAM@. Load it behind compinit with: source <(@PROGRAM@ completion zsh)
# or keep it as _@PROGRAM@ in a folder of $fpath.
@FUNCTION@() {
    local -a lines offers
    lines=("${(@f)$("${(Q)words[1]}" completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    offers=("${(@)lines[3,-1]}")
    IPREFIX+=$lines[2]
    PREFIX=${PREFIX#"$lines[2]"}
    case $lines[1] in
        file) _files ;;
        directory) _files -/ ;;
        unfinished) _describe word offers -S '' ;;
        *) _describe word offers ;;
    esac
}
if [ "$funcstack[1]" = @FUNCTION@ ]; then @FUNCTION@ "$@"; else compdef @FUNCTION@ @QUOTED@; fi)";

constexpr std::string_view k_fish_script =
    R"(# Completion for @PROGRAM@. Load it with: @PROGRAM@ completion fish | source
function _@FUNCTION@
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines ($words[1] completion fish -- $words[2..-1] "$typed" 2>/dev/null)
    set -l head "$lines[2]"
    set -l begun (string sub -s (math (string length -- "$head") + 1) -- "$typed")
    switch "$lines[1]"
        case file
            printf "$head%s\n" (__fish_complete_path "$begun")
        case directory
            printf "$head%s\n" (__fish_complete_directories "$begun")
        case '*'
            printf '%s\n' $lines[3..-1]
    end
end
complete -c @QUOTED@ -f -a '(_@FUNCTION@)')";

// The name of a shell's function: "_my_game".
std::string function_of(const std::string& program) {
    std::string name = "_" + program;
    for (char& letter : name) {
        letter = is_letter_or_digit(letter) ? letter : '_';
    }
    return name;
}

void replace_all(std::string& text, std::string_view mark, const std::string& value) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size())) {
        text.replace(at, mark.size(), value);
    }
}

}  // namespace

std::string completion_script(Shell shell, const std::string& program) {
    std::string script(shell == Shell::bash  ? k_bash_script
                       : shell == Shell::zsh ? k_zsh_script
                                             : k_fish_script);
    replace_all(script, "@FUNCTION@", function_of(program));
    replace_all(script, "@QUOTED@", shell_quoted(program));
    replace_all(script, "@PROGRAM@", program);
    return script;
}

}  // namespace tandem::tools
