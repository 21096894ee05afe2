// SPDX-License-Identifier: MIT
// Tells the sentence first, which can be read alone; the rest is for a person who mends the game.
#include <tandem/tools/program/evidence/explain_facts.hpp>

#include <algorithm>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::FaultySide;

std::string place_text(const Explanation& explanation);
std::string row_text(const Explanation& explanation);
std::string culprit(const Explanation& explanation, const ComparedNames& names);
JsonValue side_json(FaultySide side);
std::string sentence_of(const Explanation& explanation, const ComparedNames& names);

// The most fields shown here, since a state may differ in every field: `diff` and the page list
// them all.
constexpr std::size_t k_later_fields_shown = 8;

std::string headings_line(const ComparedNames& headings);
void add_fields(const std::vector<sim::FieldDifference>& fields, const std::string& row,
                std::size_t shown, std::vector<std::string>& lines);
std::string reading_text(const replay::Reading& reading);
JsonArray readings_json(const std::vector<replay::Reading>& readings);
void add_later_fields(const ExplainRemarks& remarks, const ComparedNames& names,
                      std::vector<std::string>& lines);

}  // namespace

std::string explain_sentence(const Explanation& explanation, const ComparedNames& names) {
    if (!explanation.is_planted || !explanation.has_divergence()) {
        return sentence_of(explanation, names);
    }
    if (explanation.cause == CauseClass::memory) {
        return "one bit of the memory of " + culprit(explanation, names) +
               " was flipped on purpose " + place_text(explanation) +
               ", as its recording says itself";
    }
    return sentence_of(explanation, names) +
           "; a bit was flipped there on purpose, as a recording says itself";
}

ComparedNames value_headings(const Explanation& explanation, const ComparedNames& names) {
    const std::string& at_fault = explanation.side == FaultySide::second ? names.b : names.a;
    switch (explanation.values) {
        case replay::ValuePair::both_files:
            return names;
        case replay::ValuePair::simulated_and_file:
            return {"simulated here", at_fault};
        case replay::ValuePair::two_runs:
            return {"simulated here", "simulated here once more"};
        case replay::ValuePair::load:
            return {"without the load", "with it"};
        case replay::ValuePair::if_changed:
            return {"simulated here", "with what fits"};
    }
    return names;
}

ComparedNames side_headings(const ComparedNames& names) {
    return names.b.empty() ? ComparedNames{"simulated here", names.a} : names;
}

std::vector<std::string> explain_lines(const Explanation& explanation, const ComparedNames& names,
                                       const ExplainRemarks& remarks) {
    std::vector<std::string> lines{replay::cause_class_text(explanation.cause) + ": " +
                                   explain_sentence(explanation, names)};
    if (!explanation.fields.empty()) {
        lines.push_back(headings_line(value_headings(explanation, names)));
    }
    const std::size_t shown =
        explanation.readings.empty() ? explanation.fields.size() : k_later_fields_shown;
    add_fields(explanation.fields, row_text(explanation), shown, lines);
    if (!explanation.phase.empty()) {
        lines.push_back("phase: the states part in " + escaped(explanation.phase));
    }
    if (explanation.cause == CauseClass::unknown && !explanation.maker.empty() &&
        explanation.maker != explanation.own_build) {
        lines.push_back("made by: " + escaped(explanation.maker));
        lines.push_back("this is: " + escaped(explanation.own_build));
    }
    if (!explanation.proof.empty()) {
        lines.push_back("proof: " + escaped(explanation.proof));
    }
    if (explanation.cause == CauseClass::unknown) {
        for (const replay::Reading& reading : explanation.readings) {
            lines.push_back("perhaps " + replay::cause_class_text(reading.cause) + ": " +
                            escaped(reading_text(reading)));
        }
    }
    if (explanation.fields.empty()) {
        add_later_fields(remarks, names, lines);
    }
    int number = 0;
    for (const replay::EvidenceStep& step : explanation.steps) {
        lines.push_back("  " + std::to_string(++number) + ". " + step.question + "? " +
                        escaped(step.answer));
    }
    return lines;
}

JsonObject explain_facts(const Explanation& explanation, const ComparedNames& names) {
    JsonArray steps;
    for (const replay::EvidenceStep& step : explanation.steps) {
        steps.emplace_back(JsonObject{{"question", step.question}, {"answer", step.answer}});
    }
    JsonArray bits;
    for (const replay::FlippedBit& bit : explanation.bits) {
        bits.emplace_back(JsonObject{{"path", bit.path},
                                     {"bit", bit.bit},
                                     {"ticks_done", bit.ticks_done},
                                     {"honest", bit.honest},
                                     {"flipped", bit.flipped},
                                     {"ticks_agreed", bit.ticks_agreed},
                                     {"is_confirmed", bit.is_confirmed}});
    }
    const auto known = [](const std::string& text) {
        return text.empty() ? JsonValue() : JsonValue(text);
    };
    const auto number = [](const auto& value) {
        return value ? JsonValue(value->number) : JsonValue();
    };
    return {{"class", replay::cause_class_text(explanation.cause)},
            {"sentence", explain_sentence(explanation, names)},
            {"a", names.a},
            {"b", names.b.empty() ? JsonValue() : JsonValue(names.b)},
            {"side", side_json(explanation.side)},
            {"tick", number(explanation.tick)},
            {"is_reset", explanation.is_reset},
            {"player", explanation.player ? JsonValue(explanation.player->index) : JsonValue()},
            {"phase", known(explanation.phase)},
            {"fields", fields_json(explanation.fields)},
            {"fields_ticks_done", explanation.fields_ticks_done},
            {"bits", std::move(bits)},
            {"readings", readings_json(explanation.readings)},
            {"proof", explanation.proof},
            {"healed_tick", number(explanation.healed_tick)},
            {"maker", known(explanation.maker)},
            {"own_build", known(explanation.own_build)},
            {"other_program", known(explanation.other_program)},
            {"steps", std::move(steps)}};
}

std::string explain_next(const Explanation& explanation, const std::string& explaining,
                         const CheckAdvice& check) {
    // A fault that shows late does not show in a short session.
    constexpr std::uint64_t k_ticks_least = 300;
    if (explanation.cause != CauseClass::unknown && explanation.cause != CauseClass::local) {
        return "";
    }
    if (explanation.side == FaultySide::both && !explanation.other_program.empty()) {
        return "";  // only the other program can say the rest
    }
    if (explanation.cause == CauseClass::unknown && explanation.has_other_maker &&
        explanation.other_program.empty()) {
        return "next: " + explaining + " --against PROGRAM, with the one that made it";
    }
    std::uint64_t ticks =
        std::max(explanation.tick ? explanation.tick->number + 1 : 0, k_ticks_least);
    if (check.ticks_most != 0) {
        ticks = std::min(ticks, check.ticks_most);
    }
    // A fault that does not show here may show there.
    const bool is_shown_here = explanation.values == replay::ValuePair::two_runs;
    return "next: " + check.command + " --ticks " + std::to_string(ticks) + check.options +
           (check.ticks_most == 0 && check.has_ticks
                ? ", which plays other inputs than were recorded"
                : "") +
           (check.is_of_two_sides && !is_shown_here ? ", on the machine of each side" : "");
}

namespace {

std::string place_text(const Explanation& explanation) {
    if (explanation.is_reset) {
        return "before the first tick";
    }
    return explanation.tick ? "at tick " + std::to_string(explanation.tick->number) : "";
}

// Says which values stand in a row of the table.
std::string row_text(const Explanation& explanation) {
    const bool are_inputs = explanation.values == replay::ValuePair::both_files;
    if (explanation.player && explanation.tick && are_inputs) {
        return "tick " + std::to_string(explanation.tick->number) + ", input of player " +
               std::to_string(explanation.player->index);
    }
    return moment_text(explanation.fields_ticks_done);
}

// Says whose fault it is.
std::string culprit(const Explanation& explanation, const ComparedNames& names) {
    switch (explanation.side) {
        case FaultySide::first:
            return escaped(names.a);
        case FaultySide::second:
            return escaped(names.b);
        case FaultySide::both:
            return "both sides";
        case FaultySide::neither:
            break;
    }
    return "a side";
}

JsonValue side_json(FaultySide side) {
    switch (side) {
        case FaultySide::first:
            return "a";
        case FaultySide::second:
            return "b";
        case FaultySide::both:
            return "both";
        case FaultySide::neither:
            break;
    }
    return {};
}

std::string sentence_of(const Explanation& explanation, const ComparedNames& names) {
    const std::string place = place_text(explanation);
    const std::string who = culprit(explanation, names);
    switch (explanation.cause) {
        case CauseClass::none:
            return names.b.empty() ? "nothing diverges: the file is what the simulation here gives"
                                   : "nothing diverges: both files hold one history";
        case CauseClass::setup:
            return "the two sessions began with different setups, so they are not one match";
        case CauseClass::inputs:
            return explanation.side == FaultySide::both
                       ? "the two sides were given different inputs " + place
                       : who + " simulated another input than it recorded " + place;
        case CauseClass::memory:
            return "one bit of the memory of " + who + " changed by itself " + place;
        case CauseClass::change:
            return who + " did once what the rules here do not, " + place +
                   (explanation.readings.empty()
                        ? ""
                        : ": " + escaped(explanation.readings.front().text));
        case CauseClass::local:
            return who +
                   " does not reproduce itself: something beside the state, the inputs and "
                   "the setup decides " +
                   place;
        case CauseClass::unsaved:
            return who + " went on from a saved state that lacks something, and parts " + place;
        case CauseClass::build:
            return who + " was made by a program with other rules, which show first " + place;
        case CauseClass::recording:
            return who + " lacks a part of what decided its session, which shows " + place;
        case CauseClass::unknown:
            if (explanation.is_failed_step) {
                return "the session" + (names.b.empty() ? "" : " of " + who) + " failed " + place +
                       " in a step that does not fail " +
                       (names.b.empty() ? "here" : "on the other side") +
                       ", and no cause is proven";
            }
            return "the histories part " + place + ", and no cause is proven" +
                   (explanation.readings.empty() ? "" : "; what was tried and fits is told below") +
                   (explanation.has_other_maker
                        ? "; it was recorded by another program than this one, whose rules may be "
                          "others"
                        : "");
    }
    return "";
}

std::string headings_line(const ComparedNames& headings) {
    return "  (" + escaped(headings.a) + " | " + escaped(headings.b) + ")";
}

// Adds at most so many of the fields, in rows that begin with `row`.
void add_fields(const std::vector<sim::FieldDifference>& fields, const std::string& row,
                std::size_t shown, std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < std::min(fields.size(), shown); ++i) {
        lines.push_back("  " + row + "  " + sim::difference_text(fields[i]));
    }
    if (fields.size() > shown) {
        lines.push_back("  and " + count_text(fields.size() - shown, "more field"));
    }
}

// The reading in words: "at tick 489, fighters[0].shots one more after the step (46 to 47); it fits
// for 50 ticks, ...".
std::string reading_text(const replay::Reading& reading) {
    return "at tick " + std::to_string(reading.tick.number) + ", " + reading.text +
           (reading.count == 1 ? ""
                               : ", or one of " + count_text(reading.count - 1, "other") +
                                     " that lead to the same") +
           (reading.parts_tick
                ? "; it fits for " + sim::ticks_text(reading.ticks) + ", then they part again"
                : "");
}

JsonArray readings_json(const std::vector<replay::Reading>& readings) {
    JsonArray all;
    for (const replay::Reading& reading : readings) {
        all.emplace_back(
            JsonObject{{"tick", reading.tick.number},
                       {"class", replay::cause_class_text(reading.cause)},
                       {"text", reading.text},
                       {"path", reading.path.empty() ? JsonValue() : JsonValue(reading.path)},
                       {"player", reading.player ? JsonValue(reading.player->index) : JsonValue()},
                       {"count", reading.count},
                       {"ticks", reading.ticks},
                       {"parts_tick",
                        reading.parts_tick ? JsonValue(reading.parts_tick->number) : JsonValue()}});
    }
    return all;
}

void add_later_fields(const ExplainRemarks& remarks, const ComparedNames& names,
                      std::vector<std::string>& lines) {
    const std::size_t count = remarks.later_fields.size();
    if (count == 0) {
        return;
    }
    const std::string moment = moment_text(remarks.later_ticks_done);
    lines.push_back("what differs behind it, in the first states that are known of both:");
    lines.push_back(headings_line(side_headings(names)));
    for (std::size_t i = 0; i < std::min(count, k_later_fields_shown); ++i) {
        lines.push_back("  " + moment + "  " + sim::difference_text(remarks.later_fields[i]));
    }
    if (count > k_later_fields_shown) {
        lines.push_back("  and " + count_text(count - k_later_fields_shown, "more field"));
    }
}

}  // namespace
}  // namespace tandem::tools
