// SPDX-License-Identifier: MIT
// The lab's golden tables as a program without GoogleTest, so that it can be built for any target:
// those that need no recordings, sessions or network. Exit code 1 where anything differs, 2 for
// wrong arguments.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/claims/table.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

constexpr const char* k_usage =
    "usage: tandem_lab_tables FOLDER [--plant]\n"
    "Makes the lab's tables and compares each with FOLDER/SECTION.txt. --plant changes one digit\n"
    "of what was made, to see that the comparison notices.\n";

struct Line {
    std::size_t number = 0;  // from 1
    std::string text;
};
using Lines = std::vector<Line>;

Lines numbered(const std::vector<std::string>& texts) {
    Lines lines;
    for (const std::string& text : texts) {
        lines.push_back({lines.size() + 1, text});
    }
    return lines;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

sim::Result<std::vector<Table>> run_claims(const Request&) {
    return std::vector<Table>{claims_table(portable_claims(), false)};
}

sim::Result<std::vector<Table>> run_repaired_loops(const Request&) {
    Request repaired;
    repaired.repaired = true;
    return loops_section(repaired);
}

Lines whole(const Lines& lines) { return lines; }

// The paragraphs of these claims, which begin with an id, "C22"; neither the title nor the notes,
// which begin with the count of all claims.
Lines paragraphs(const Lines& lines) {
    std::set<std::string_view> ids;
    for (const Claim& claim : portable_claims()) {
        ids.insert(claim.id);
    }
    Lines chosen;
    bool is_chosen = false;
    for (const Line& line : lines) {
        const std::string_view text = line.text;
        if (!text.empty() && is_digit(text[0])) {
            break;
        }
        const std::string_view word = text.substr(0, text.find(' '));
        if (word.size() == 3 && word[0] == 'C' && is_digit(word[1]) && is_digit(word[2])) {
            is_chosen = ids.count(word) != 0;
        }
        if (is_chosen) {
            chosen.push_back(line);
        }
    }
    return chosen;
}

struct GoldenSection {
    std::string_view name;
    sim::Result<std::vector<Table>> (*run)(const Request&);
    Lines (*compared)(const Lines&);  // that part of a text which this program makes
};

constexpr std::array<GoldenSection, 12> k_sections{{{"loops", loops_section, whole},
                                                    {"loops_repaired", run_repaired_loops, whole},
                                                    {"numbers", numbers_section, whole},
                                                    {"physics", physics_section, whole},
                                                    {"stall", stall_section, whole},
                                                    {"refresh", refresh_section, whole},
                                                    {"quality", quality_section, whole},
                                                    {"events", events_section, whole},
                                                    {"throttled", throttled_section, whole},
                                                    {"gap", gap_section, whole},
                                                    {"inventory", inventory_section, whole},
                                                    {"claims", run_claims, paragraphs}}};

// The golden tables of the sections that need recordings or sessions.
constexpr std::array<std::string_view, 2> k_not_made_here{"lockstep", "replay"};

std::optional<Lines> read_lines(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (std::string text; std::getline(file, text);) {
        texts.push_back(text);
    }
    return numbered(texts);
}

// In the middle, where the figures are.
void plant(Lines& lines) {
    for (std::size_t i = lines.size() / 2; i < lines.size(); ++i) {
        std::string& text = lines[i].text;
        const auto digit = std::find_if(text.rbegin(), text.rend(), is_digit);
        if (digit != text.rend()) {
            *digit = *digit == '9' ? '8' : static_cast<char>(*digit + 1);
            return;
        }
    }
}

std::string shown(const Lines& lines, std::size_t i) {
    return i < lines.size() ? "'" + lines[i].text + "'" : "no more lines";
}

// What differs first, or nothing.
std::string difference(const Lines& golden, const Lines& here) {
    if (golden.empty()) {
        return "the golden file holds nothing to compare";
    }
    for (std::size_t i = 0; i < std::max(golden.size(), here.size()); ++i) {
        if (i >= golden.size() || i >= here.size() || golden[i].text != here[i].text) {
            const std::size_t number =
                i < golden.size() ? golden[i].number : golden.back().number + 1;
            return "line " + std::to_string(number) + ": golden " + shown(golden, i) + ", here " +
                   shown(here, i);
        }
    }
    return "";
}

std::string difference(const GoldenSection& section, const std::string& folder, bool is_planted) {
    const std::string path = folder + "/" + std::string(section.name) + ".txt";
    const auto golden = read_lines(path);
    if (!golden) {
        return "cannot read " + path;
    }
    const auto tables = section.run({});
    if (!tables) {
        return tables.error().text();
    }
    Lines here = section.compared(numbered(text_lines(*tables)));
    if (is_planted) {
        plant(here);
    }
    return difference(section.compared(*golden), here);
}

// The golden tables that this program neither makes nor leaves to others, so that a new section is
// not forgotten here.
std::vector<std::string> forgotten(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string name = entry->path().stem().string();
        const bool is_made = std::any_of(k_sections.begin(), k_sections.end(),
                                         [&](const auto& section) { return section.name == name; });
        const bool is_left = std::find(k_not_made_here.begin(), k_not_made_here.end(), name) !=
                             k_not_made_here.end();
        if (entry->path().extension() == ".txt" && !is_made && !is_left) {
            names.push_back(name);
        }
    }
    if (failure) {
        names.push_back(folder + " (" + failure.message() + ")");
    }
    return names;
}

int compare_tables(const std::string& folder, bool is_planted) {
    std::size_t equal = 0;
    for (const GoldenSection& section : k_sections) {
        const bool is_first = &section == &k_sections.front();
        const std::string found = difference(section, folder, is_planted && is_first);
        equal += found.empty() ? 1U : 0U;
        std::printf("%s %s%s%s\n", found.empty() ? "equal  " : "DIFFERS",
                    std::string(section.name).c_str(), found.empty() ? "" : ": ", found.c_str());
        std::fflush(stdout);
    }
    const std::vector<std::string> names = forgotten(folder);
    for (const std::string& name : names) {
        std::printf("DIFFERS %s: this program does not make it; add it to k_sections\n",
                    name.c_str());
    }
    const std::size_t all = k_sections.size() + names.size();
    std::printf("tables %zu equal of %zu\n", equal, all);
    return equal == all ? 0 : 1;
}

}  // namespace
}  // namespace tandem::tools::lab

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool is_planted = words.size() == 2 && words[1] == "--plant";
    if (words.empty() || words[0].starts_with('-') || (words.size() > 1 && !is_planted)) {
        std::fputs(tandem::tools::lab::k_usage, stderr);
        return 2;
    }
    return tandem::tools::lab::compare_tables(words[0], is_planted);
}
