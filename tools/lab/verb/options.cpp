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

// Returns the words that completion offers: these, and the names of a list.
template <class List, class Name>
std::vector<std::string> words_and(std::vector<std::string> words, const List& list, Name name) {
    for (const auto& each : list) {
        words.emplace_back(each.*name);
    }
    return words;
}

// Says how long a whole match takes.
std::string match_duration() {
    lab::match::MatchRequest request;
    for (const lab::match::Arm& arm : lab::match::arms()) {
        request.arms.push_back(&arm);
    }
    return duration_text(request.seconds_in_all());
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
             words_and({"all"}, lab::loops(), &lab::Loop::id)),
        list("--machine", "NAME|U:R",
             "fast, normal, slow, floor, choked, or costs of an update and of rendering in "
             "milliseconds",
             "all five", words_and({"all"}, lab::known_machines(), &lab::Machine::name)),
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
        list("--claim", "ID[,ID]", "Only these claims: C14, C17", "all",
             words_and({}, lab::claims(), &lab::Claim::id)),
        list("--article", "WORD[,WORD]",
             "Only claims of these articles: witters, patterns, lwjgl, mdn, implied", "all",
             words_and({}, lab::k_articles, &lab::ArticleName::word)),
        {.names = {"--csv"}, .sentence = "Tables as CSV; --json gives one object a row instead"},
        {.names = {"-o", "--output"},
         .value_name = "DIR",
         .sentence = "Folder for the report, or for the recordings of a match",
         .default_text = "lab-report; a match's are removed",
         .value = Path{Path::Kind::folder}},
        {.names = {"--force"}, .sentence = "Replace the report or the recordings if they exist"},
        list("--arm", "ID[,ID]", "Only these arms of the match: V-naive, F-broken",
             "all ten, which take about " + match_duration(),
             words_and({}, lab::match::arms(), &lab::match::Arm::name)),
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

}  // namespace tandem::tools
