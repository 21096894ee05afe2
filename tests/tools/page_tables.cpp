// SPDX-License-Identifier: MIT
// Rows are written as somebody would who fills in a table by hand.
#include <tests/tools/page_tables.hpp>

#include <algorithm>
#include <fstream>

#include <tandem/tools/program/cli/help.hpp>

namespace tandem::test {
namespace {

using tools::Option;
using tools::Verb;

// In a cell a stroke would begin the next one.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        escaped += letter == '|' ? "\\|" : std::string(1, letter);
    }
    return escaped;
}

std::string code(const std::string& text) { return "`" + cell(text) + "`"; }

std::string spelling(const Option& option) {
    return code(option.is_argument() ? argument_text(option) : spelling_of(option));
}

bool is_same(const Option& a, const Option& b) {
    return spelling_of(a) == spelling_of(b) && a.sentence == b.sentence &&
           a.default_text == b.default_text;
}

std::string ending(const Option& option) {
    return cell(option.sentence) + " | " + cell(option.default_text) +
           (option.default_text.empty() ? "|" : " |");
}

bool has(const Verb& verb, const Option& wanted) {
    return std::any_of(verb.options.begin(), verb.options.end(),
                       [&](const Option& option) { return is_same(option, wanted); });
}

}  // namespace

std::vector<std::string> verb_rows(const std::vector<Verb>& verbs) {
    std::vector<std::string> rows;
    for (const Verb& verb : verbs) {
        std::string name = verb.name;
        for (const Option& option : verb.options) {
            const bool is_shown = option.is_argument() && !option.is_hidden;
            name += is_shown ? " " + argument_text(option) : "";
        }
        std::string others;
        for (const std::string& other : verb.other_names) {
            others += (others.empty() ? " (also " : ", ") + code(other);
        }
        rows.push_back("| " + code(name) + others + (others.empty() ? "" : ")") + " | " +
                       cell(verb.sentence) + " |");
    }
    return rows;
}

std::vector<std::string> option_rows(const std::vector<Verb>& verbs) {
    std::vector<std::string> rows;
    for (std::size_t place = 0; place < verbs.size(); ++place) {
        for (const Option& option : verbs[place].options) {
            const bool is_told =
                std::any_of(verbs.begin(), verbs.begin() + static_cast<std::ptrdiff_t>(place),
                            [&](const Verb& earlier) { return has(earlier, option); });
            if (option.is_argument() || option.is_hidden || is_told) {
                continue;
            }
            std::string names;
            for (const Verb& verb : verbs) {
                names += has(verb, option) ? (names.empty() ? "" : " ") + verb.name : "";
            }
            rows.push_back("| " + spelling(option) + " | " + code(names) + " | " + ending(option));
        }
    }
    return rows;
}

std::vector<std::string> option_rows_of(const std::vector<Option>& options) {
    std::vector<std::string> rows;
    for (const Option& option : options) {
        if (!option.is_hidden) {
            rows.push_back("| " + spelling(option) + " | " + ending(option));
        }
    }
    return rows;
}

std::vector<std::string> table_of_page(const std::string& page, const std::string& head) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/" + page);
    std::vector<std::string> rows;
    bool is_inside = false;
    for (std::string line; std::getline(file, line);) {
        if (is_inside && !line.starts_with("|")) {
            break;
        }
        if (is_inside && !line.starts_with("|---")) {
            rows.push_back(line);
        }
        is_inside = is_inside || line == head;
    }
    return rows;
}

}  // namespace tandem::test
