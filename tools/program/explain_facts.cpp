// SPDX-License-Identifier: MIT
// The sentence comes first and can be read alone; what follows is for whoever mends it.
#include <tandem/tools/program/explain_facts.hpp>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/tools/program/differences.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {
namespace {

using replay::CauseClass;
using replay::Explanation;
using replay::FaultySide;

std::string place_text(const Explanation& explanation) {
    if (explanation.is_reset) {
        return "before the first tick";
    }
    return explanation.tick ? "at tick " + std::to_string(explanation.tick->number) : "";
}

// Which values stand in a row of the table.
std::string row_text(const Explanation& explanation) {
    if (explanation.player && explanation.tick) {
        return "tick " + std::to_string(explanation.tick->number) + ", input of player " +
               std::to_string(explanation.player->index);
    }
    return moment_text(explanation.fields_ticks_done);
}

// Whose fault it is.
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

}  // namespace

std::string explain_sentence(const Explanation& explanation, const ComparedNames& names) {
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
            return "the histories part " + place + ", and no cause is proven";
    }
    return "";
}

std::vector<std::string> explain_lines(const Explanation& explanation, const ComparedNames& names) {
    std::vector<std::string> lines{replay::cause_class_text(explanation.cause) + ": " +
                                   explain_sentence(explanation, names)};
    for (const sim::FieldDifference& field : explanation.fields) {
        lines.push_back("  " + row_text(explanation) + "  " + sim::difference_text(field));
    }
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
            {"proof", explanation.proof},
            {"healed_tick", number(explanation.healed_tick)},
            {"maker", known(explanation.maker)},
            {"own_build", known(explanation.own_build)},
            {"other_program", known(explanation.other_program)},
            {"steps", std::move(steps)}};
}

}  // namespace tandem::tools
