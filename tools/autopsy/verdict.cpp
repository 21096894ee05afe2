// SPDX-License-Identifier: MIT
// The headline says what happened in the match; the program's findings stand below.
#include <tandem/tools/autopsy/verdict.hpp>

#include <array>
#include <cstdio>
#include <filesystem>

#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/explain_facts.hpp>

namespace tandem::tools::autopsy {
namespace {

using replay::CauseClass;
using replay::DiffReport;
using replay::DiffVerdict;
using replay::Explanation;
using replay::FaultySide;

std::string when_text(std::uint64_t tick, TickRate rate);
std::string place_of(const AutopsyVerdict& verdict, TickRate rate);
std::string culprit_of(FaultySide side, const ComparedNames& names);
std::string diff_headline(const DiffReport& report, const AutopsyVerdict& verdict, TickRate rate);
std::string explain_headline(const Explanation& explanation, const AutopsyVerdict& verdict,
                             const ComparedNames& names, TickRate rate);
std::string planted_headline(const Explanation& explanation, const AutopsyVerdict& verdict,
                             const ComparedNames& names, TickRate rate);
bool chains_part(const Explanation& explanation);
std::string moment_title(std::uint64_t ticks_done);
std::string input_title(std::uint64_t tick, std::optional<Slot> player);

}  // namespace

std::string time_text(std::uint64_t tick, TickRate rate) {
    const auto hundredths = static_cast<std::uint64_t>(
        static_cast<double>(tick) * 100 * rate.seconds / rate.ticks + 1e-6);
    std::array<char, 48> text{};
    const std::uint64_t seconds = hundredths / 100;
    if (seconds >= 3600) {
        std::snprintf(text.data(), text.size(), "%llu:%02u:%02u.%02u",
                      static_cast<unsigned long long>(seconds / 3600),
                      static_cast<unsigned>(seconds / 60 % 60), static_cast<unsigned>(seconds % 60),
                      static_cast<unsigned>(hundredths % 100));
    } else {
        std::snprintf(text.data(), text.size(), "%u:%02u.%02u", static_cast<unsigned>(seconds / 60),
                      static_cast<unsigned>(seconds % 60), static_cast<unsigned>(hundredths % 100));
    }
    return text.data();
}

ComparedNames short_names(const ComparedNames& names) {
    const auto name_of = [](const std::string& path) {
        return std::filesystem::path(path).filename().string();
    };
    const ComparedNames names_alone{name_of(names.a), name_of(names.b)};
    const bool is_clear = !names_alone.a.empty() && names_alone.a != names_alone.b;
    return is_clear ? names_alone : names;
}

AutopsyVerdict verdict_of(const DiffReport& report, const ComparedNames& names, TickRate rate) {
    AutopsyVerdict verdict;
    const ComparedNames shorts = short_names(names);
    verdict.verb = "diff";
    verdict.word = replay::verdict_text(report.verdict);
    verdict.sentence = diff_lines(report, shorts).front();
    verdict.is_bad =
        report.verdict != DiffVerdict::identical && report.verdict != DiffVerdict::prefix;
    verdict.is_confirmed = report.is_confirmed;
    verdict.is_reset = report.is_reset;
    verdict.player = report.player;
    verdict.header_lines = report.header_lines;
    verdict.notes = report.notes;
    if (verdict.is_bad && report.tick) {
        verdict.tick = report.tick->number;
        if (report.verdict != DiffVerdict::header) {
            verdict.parted_at = report.tick->number;
        }
        verdict.tick_from = report.tick_from && report.tick_from != report.tick
                                ? std::optional(report.tick_from->number)
                                : std::nullopt;
    }
    const bool is_state = report.verdict == DiffVerdict::state;
    if (!report.fields.empty() && report.tick) {
        verdict.tables.push_back({is_state ? moment_title(report.fields_ticks_done)
                                           : input_title(report.tick->number, report.player),
                                  shorts.a, shorts.b, report.fields});
    }
    if (report.verdict == DiffVerdict::inputs && report.state_tick &&
        !report.state_fields.empty()) {
        verdict.tables.push_back(
            {moment_title(report.state_tick->number + 1), shorts.a, shorts.b, report.state_fields});
    }
    verdict.headline = diff_headline(report, verdict, rate);
    return verdict;
}

AutopsyVerdict verdict_of(const Explanation& explanation, const ComparedNames& names,
                          TickRate rate) {
    AutopsyVerdict verdict;
    const ComparedNames shorts = short_names(names);
    verdict.verb = "explain";
    verdict.word = replay::cause_class_text(explanation.cause);
    verdict.sentence = verdict.word + ": " + explain_sentence(explanation, shorts);
    verdict.is_bad = explanation.has_divergence();
    verdict.is_reset = explanation.is_reset;
    verdict.player = explanation.player;
    verdict.phase = explanation.phase;
    verdict.bits = explanation.bits;
    verdict.proof = explanation.proof;
    verdict.steps = explanation.steps;
    verdict.side = explanation.side;
    verdict.is_failed_step = explanation.is_failed_step;
    if (explanation.tick) {
        verdict.tick = explanation.tick->number;
        verdict.parted_at = chains_part(explanation) ? verdict.tick : std::nullopt;
    }
    if (explanation.healed_tick) {
        verdict.healed_tick = explanation.healed_tick->number;
    }
    if (!explanation.fields.empty()) {
        const bool is_input = explanation.cause == CauseClass::inputs;
        const bool has_honest = explanation.values != replay::ValuePair::both_files;
        const ComparedNames headings = value_headings(explanation, shorts);
        verdict.tables.push_back({is_input && !has_honest
                                      ? input_title(explanation.fields_ticks_done, verdict.player)
                                      : moment_title(explanation.fields_ticks_done),
                                  headings.a, headings.b, explanation.fields});
    }
    verdict.headline = explanation.is_planted && verdict.is_bad
                           ? planted_headline(explanation, verdict, shorts, rate)
                           : explain_headline(explanation, verdict, shorts, rate);
    return verdict;
}

namespace {

// Returns "1:05.25 into the match".
std::string when_text(std::uint64_t tick, TickRate rate) {
    return time_text(tick, rate) + " into the match";
}

std::string place_of(const AutopsyVerdict& verdict, TickRate rate) {
    if (verdict.is_reset) {
        return "before the match began";
    }
    return verdict.tick ? when_text(*verdict.tick, rate) : "at a moment that is not known";
}

std::string culprit_of(FaultySide side, const ComparedNames& names) {
    switch (side) {
        case FaultySide::first:
            return names.a;
        case FaultySide::second:
            return names.b;
        case FaultySide::both:
            return "both sides";
        case FaultySide::neither:
            break;
    }
    return "one side";
}

std::string diff_headline(const DiffReport& report, const AutopsyVerdict& verdict, TickRate rate) {
    switch (report.verdict) {
        case DiffVerdict::identical:
            return "Both recordings are the same match, from the first moment to the last.";
        case DiffVerdict::prefix:
            return "Both recordings are the same match; one of them only holds more of it.";
        case DiffVerdict::header:
            return "These recordings are not of the same match.";
        case DiffVerdict::inputs:
            return "The two sides did not play the same match: " + place_of(verdict, rate) +
                   " they were given different commands" +
                   (report.player ? " for player " + std::to_string(report.player->index) : "") +
                   ".";
        case DiffVerdict::state:
            return "The two sides were given the same commands, and still saw different matches: "
                   "they part " +
                   place_of(verdict, rate) + ".";
    }
    return "";
}

std::string explain_headline(const Explanation& explanation, const AutopsyVerdict& verdict,
                             const ComparedNames& names, TickRate rate) {
    const std::string place = place_of(verdict, rate);
    const std::string who = culprit_of(explanation.side, names);
    const std::string player =
        explanation.player ? " for player " + std::to_string(explanation.player->index) : "";
    switch (explanation.cause) {
        case CauseClass::none:
            return "Nothing went wrong: " +
                   std::string(names.b.empty() ? "played again here, the match is as recorded."
                                               : "both sides saw the same match.");
        case CauseClass::setup:
            return "The two sides did not start the same match: they began with other settings.";
        case CauseClass::inputs:
            return explanation.side == FaultySide::both
                       ? "The two sides were given different commands" + player + ", first " +
                             place + "."
                       : who + " did not play the command" + player + " that it wrote down, " +
                             place + ".";
        case CauseClass::memory:
            return "One bit in the memory of " + who + " flipped by itself, " + place +
                   ". No rule of the game did it; from there on the two sides saw different "
                   "matches.";
        case CauseClass::change:
            return who + " did once what the rules of the game do not, " + place +
                   "; from there on the two sides saw different matches.";
        case CauseClass::local:
            return "The match" +
                   (explanation.side == FaultySide::first || explanation.side == FaultySide::second
                        ? " of " + who
                        : std::string()) +
                   " does not come out the same when it is played again: " + place +
                   " something decided that is no part of it, such as a clock, or memory left "
                   "over from before.";
        case CauseClass::unsaved:
            return "A saved game of " + who +
                   " lacks something that matters; after it was loaded the match went another "
                   "way, " +
                   place + ".";
        case CauseClass::build:
            return who + " was played by a program with other rules, which show first " + place +
                   ".";
        case CauseClass::recording:
            return "The recording of " + who +
                   " lacks a part of what decided its match, which shows " + place + ".";
        case CauseClass::unknown:
            if (explanation.is_failed_step) {
                return "The game of " + who + " failed, " + place + ", in a step that it gets " +
                       "through " + (names.b.empty() ? "here" : "on the other side") +
                       "; why is not proven.";
            }
            return "The two sides saw different matches from " + place +
                   " on, and why is not proven.";
    }
    return "";
}

// Returns the headline of a fault that was planted on purpose, which is said first: nobody is to
// look for it.
std::string planted_headline(const Explanation& explanation, const AutopsyVerdict& verdict,
                             const ComparedNames& names, TickRate rate) {
    const std::string planted = "This fault was planted on purpose, as a recording says itself. ";
    return explanation.cause == CauseClass::memory
               ? planted + "One bit in the memory of " + culprit_of(explanation.side, names) +
                     " was flipped, " + place_of(verdict, rate) +
                     "; from there on the two sides saw different matches."
               : planted + explain_headline(explanation, verdict, names, rate);
}

// True if the chains are equal up to the bad tick and differ from there on. Sessions that began
// otherwise differ from the start, and a file of which only a run from a keyframe differs does not.
bool chains_part(const Explanation& explanation) {
    return explanation.cause != CauseClass::setup && explanation.cause != CauseClass::recording &&
           explanation.side != FaultySide::neither && !explanation.is_failed_step;
}

std::string moment_title(std::uint64_t ticks_done) {
    return ticks_done == 0 ? "The state before the first tick"
                           : "The state after tick " + std::to_string(ticks_done - 1);
}

std::string input_title(std::uint64_t tick, std::optional<Slot> player) {
    return "The input" + (player ? " of player " + std::to_string(player->index) : std::string()) +
           " at tick " + std::to_string(tick);
}

}  // namespace
}  // namespace tandem::tools::autopsy
