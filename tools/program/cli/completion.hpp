// SPDX-License-Identifier: MIT
// Answers a shell that asks how the word at the end of a command line may go on: with a verb, an
// option, a value, a file or the name of a game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The shells that can ask.
enum class Shell : std::uint8_t { bash, zsh, fish };

// A word that fits, and its meaning.
struct Offer {
    std::string word;
    std::string sentence;  // may be empty
};

// The ways in which the last word may go on.
struct Completion {
    // Files and folders are found by the shell itself.
    enum class Kind : std::uint8_t { words, unfinished_words, files, folders };
    Kind kind = Kind::words;  // no space follows an unfinished word
    std::string head;         // this much of the last word stays: "--view=", "script:"
    std::vector<Offer> offers;
};

// Completes the last word. `words` are those behind the program's name; the last one, which may be
// empty, is being typed. No word is offered that a shell would evaluate.
Completion complete(const ProgramName& program, const std::vector<Verb>& verbs,
                    const std::vector<std::string>& words);

// The completion as the shell's script reads it: the kind, the head, and a line for each offer.
// bash passes '=' and ':' as words of their own, and replaces only the text behind them.
std::string completion_lines(Shell shell, const ProgramName& program,
                             const std::vector<Verb>& verbs, const std::vector<std::string>& words);

// The script with which the shell asks.
std::string completion_script(Shell shell, const std::string& program);

}  // namespace tandem::tools
