// SPDX-License-Identifier: MIT
// Every section's options in one list; lab.cpp refuses those that a section has no use for.
#include <tandem/tools/lab/verb/options.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <tandem/tools/lab/articles.hpp>
#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

// Twice the fastest screens there are.
constexpr std::uint32_t k_refresh_hz_max = 1'000;
// Pairs of a match play at the same time, and more would slow each other down.
constexpr std::uint32_t k_repeats_max = 20;

// Returns the words that completion offers.
std::vector<std::string> loop_words() {
    std::vector<std::string> words{"all"};
    for (const lab::Loop& loop : lab::loops()) {
        words.emplace_back(loop.id);
    }
    return words;
}
std::vector<std::string> machine_words() {
    std::vector<std::string> words{"all"};
    for (const lab::Machine& machine : lab::known_machines()) {
        words.push_back(machine.name);
    }
    return words;
}
std::vector<std::string> claim_words() {
    std::vector<std::string> words;
    for (const lab::Claim& claim : lab::claims()) {
        words.emplace_back(claim.id);
    }
    return words;
}
std::vector<std::string> article_words() {
    std::vector<std::string> words;
    for (const lab::ArticleName& article : lab::k_articles) {
        words.emplace_back(article.word);
    }
    return words;
}
std::vector<std::string> arm_words() {
    std::vector<std::string> words;
    for (const lab::match::Arm& arm : lab::match::arms()) {
        words.emplace_back(arm.name);
    }
    return words;
}

// Says how long a whole match takes.
std::string match_duration() {
    const auto request = lab::match::make_match_request({});
    return duration_text(request ? request->seconds_in_all() : 0);
}

std::optional<std::string> text_if_given(const Arguments& arguments, std::string_view option) {
    return arguments.has(option) ? std::optional(arguments.text(option)) : std::nullopt;
}

// An option whose value is a list of words, and that may be given several times.
Option list(std::string name, std::string value_name, std::string sentence,
            std::string default_text, std::vector<std::string> words) {
    return {.names = {std::move(name)},
            .value_name = std::move(value_name),
            .sentence = std::move(sentence),
            .default_text = std::move(default_text),
            .value = Text{.words = std::move(words), .is_list = true},
            .is_repeated = true};
}

}  // namespace

std::vector<Option> lab_options(std::vector<std::string> sections) {
    return {
        {.names = {"SECTION"},
         .sentence = "Which experiment; without one they are listed",
         .value = Text{.words = std::move(sections)}},
        list("--loop", "ID[,ID]", "Only these loops, by the id of the table: L0, G2, W3", "all",
             loop_words()),
        list("--machine", "NAME|U:R",
             "fast, normal, slow, floor, choked, or costs of an update and of rendering in "
             "milliseconds",
             "all five", machine_words()),
        {.names = {"--seconds"},
         .value_name = "S",
         .sentence = "How long to run, or each arm of the match",
         .default_text = "10; in the match 6, V-script 10; in the window 0.55; in a browser 2",
         .value = Text{}},
        {.names = {"--refresh"},
         .value_name = "HZ",
         .sentence = "Refresh rate of the screen",
         .default_text = "60",
         .value = Whole{.least = 1, .most = k_refresh_hz_max}},
        {.names = {"--stall"},
         .value_name = "AT:MS",
         .sentence = "Stand still for MS after the first picture from AT on, both in milliseconds",
         .value = Text{}},
        {.names = {"--repaired"},
         .sentence = "The repaired loops instead of those that were published"},
        {.names = {"--real"}, .sentence = "On the real clock: measured, and different every time"},
        list("--claim", "ID[,ID]", "Only these claims: C14, C17", "all", claim_words()),
        list("--article", "WORD[,WORD]",
             "Only claims of these articles: witters, patterns, lwjgl, mdn, implied", "all",
             article_words()),
        {.names = {"--csv"}, .sentence = "Tables as CSV; --json gives one object a row instead"},
        {.names = {"-o", "--output"},
         .value_name = "DIR",
         .sentence = "Folder for the report, or for the recordings of a match",
         .default_text = "lab-report; a match's are removed",
         .value = Path{Path::Kind::folder}},
        {.names = {"--force"}, .sentence = "Replace the report or the recordings if they exist"},
        list("--arm", "ID[,ID]", "Only these arms of the match: V-naive, F-broken",
             "all ten, which take about " + match_duration(), arm_words()),
        {.names = {"--repeats"},
         .value_name = "N",
         .sentence = "How many pairs play each arm of the match",
         .default_text = "5",
         .value = Whole{.least = 1, .most = k_repeats_max}},
        {.names = {"--browser"},
         .value_name = "PROGRAM",
         .sentence = "Which browser lab browser starts; it has to take Chromium's options",
         .default_text = "Chromium or Chrome, as found",
         .value = Text{}},
        // A match starts other processes with it; it is of no use to a person.
        {.names = {"--as-player"},
         .value_name = "SOCKET",
         .sentence = "Play one machine of a match",
         .value = Text{},
         .is_hidden = true},
    };
}

LabCommand lab_command(const Arguments& arguments) {
    return {.section = arguments.text("SECTION"),
            .loops = arguments.texts("--loop"),
            .machines = arguments.texts("--machine"),
            .seconds = text_if_given(arguments, "--seconds"),
            .refresh_hz = arguments.whole<std::uint32_t>("--refresh"),
            .stall = text_if_given(arguments, "--stall"),
            .repaired = arguments.flag("--repaired"),
            .real = arguments.flag("--real"),
            .claims = arguments.texts("--claim"),
            .articles = arguments.texts("--article"),
            .csv = arguments.flag("--csv"),
            .output = arguments.text("--output"),
            .force = arguments.flag("--force"),
            .arms = arguments.texts("--arm"),
            .repeats = arguments.whole<std::uint32_t>("--repeats"),
            .browser = arguments.text("--browser"),
            .player_socket = text_if_given(arguments, "--as-player")};
}

}  // namespace tandem::tools
