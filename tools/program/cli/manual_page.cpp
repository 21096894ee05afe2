// SPDX-License-Identifier: MIT
// Writes a section for the program's options, and one with a part for each verb. No date stands in
// it, so that equal sources give equal pages.
#include <tandem/tools/program/cli/manual_page.hpp>

#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/text/words_text.hpp>

namespace tandem::tools {
namespace {

// The text in roff: a dash that can be copied, no line that looks like a command.
std::string roff(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        if (escaped.empty() || escaped.back() == '\n') {
            escaped += letter == '.' || letter == '\'' ? "\\&" : "";
        }
        switch (letter) {
            case '\\':
                escaped += "\\e";
                break;
            case '-':
                escaped += "\\-";
                break;
            default:
                escaped += letter;
        }
    }
    return escaped;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

// A term, and below it what it means.
std::string tagged(const std::string& term, const std::string& meaning) {
    return ".TP\n" + term + "\n" + roff(meaning) + "\n";
}

std::string term_of(const Option& option) {
    if (option.is_argument()) {
        return italic(argument_text(option));
    }
    std::string term;
    for (const std::string& name : option.names) {
        term += (term.empty() ? "" : ", ") + bold(name);
    }
    return term + (option.value_name.empty() ? "" : " " + italic(option.value_name)) +
           (option.is_repeated ? " ..." : "");
}

std::string terms_of(const std::vector<Option>& options) {
    std::string text;
    for (const Option& option : options) {
        if (!option.is_hidden) {
            text += tagged(term_of(option), meaning_of(option));
        }
    }
    return text;
}

std::string upper_case(std::string text) {
    for (char& letter : text) {
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return text;
}

std::string part_of(const Verb& verb, const ProgramName& program) {
    std::string text = ".SS " + roff(names_text(verb, ", ")) + "\n" + bold(program.name) + " " +
                       roff(usage_of(verb)) + "\n.PP\n" + roff(verb.sentence) + ".\n";
    text += terms_of(verb.options);
    for (const HelpSection& section : verb.sections) {
        text += ".PP\n" + roff(section.title) + ":\n";
        for (const auto& [name, meaning] : section.entries) {
            text += tagged(bold(name), meaning);
        }
    }
    return text + ".PP\nExample:\n.PP\n.RS\n.nf\n" + roff(program.example(verb)) + "\n.fi\n.RE\n";
}

}  // namespace

std::string manual_page(const ProgramName& program, const std::vector<Verb>& verbs) {
    std::string text = ".\\\" Made by: " + program.name + " man\n.TH " +
                       roff(upper_case(program.name)) + " 1 \"\" \"tandem " + version_text() +
                       "\" \"User Commands\"\n"
                       ".SH NAME\n" +
                       roff(program.name) +
                       " \\- deterministic replay and lockstep simulation\n"
                       ".SH SYNOPSIS\n" +
                       bold(program.name) +
                       " [\\fIOPTIONS\\fR] \\fIVERB\\fR ...\n"
                       ".SH DESCRIPTION\n"
                       "Records deterministic simulations, plays them back, simulates them again "
                       "to compare every tick,\nruns them in lockstep between machines, and names "
                       "the tick and the field where two histories\npart.\n"
                       ".PP\n"
                       "Data goes to standard output, everything else to standard error.\n"
                       "Games in this program: " +
                       roff(words_text(program.games, ", ")) +
                       ".\n"
                       ".SH OPTIONS\n"
                       "Every verb has these; they may stand before or after it.\n" +
                       terms_of(global_options(program.games)) + ".SH VERBS\n";
    for (const Verb& verb : verbs) {
        text += part_of(verb, program);
    }
    return text + ".SH EXIT STATUS\n" + roff(exit_codes_text());
}

}  // namespace tandem::tools
