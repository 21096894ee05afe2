// SPDX-License-Identifier: MIT
// Tells a sentence for each verdict, then the fields, then things that a reader should know about
// it.
#include <tandem/tools/program/evidence/diff_facts.hpp>

#include <algorithm>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

std::string first_difference(const DiffReport& report) {
    if (!report.tick) {
        return "";
    }
    std::string text = "tick " + std::to_string(report.tick->number);
    if (report.tick_from && report.tick_from != report.tick) {
        text = "a tick from " + std::to_string(report.tick_from->number) + " to " +
               std::to_string(report.tick->number);
    }
    if (report.player) {
        text += ", input of player " + std::to_string(report.player->index);
    }
    return text;
}

// True if there is a state to compare, which is so even if a file ends at the tick where the other
// begins.
bool has_common_tick(const DiffReport& report) {
    return std::max(report.a_first_tick, report.b_first_tick) <=
           std::min(report.a_first_tick + report.a_ticks, report.b_first_tick + report.b_ticks);
}

// Says which ticks only one file has.
std::string prefix_sentence(const DiffReport& report, const std::string& a, const std::string& b) {
    const std::uint64_t a_end = report.a_first_tick + report.a_ticks;
    const std::uint64_t b_end = report.b_first_tick + report.b_ticks;
    const std::uint64_t first = std::max(report.a_first_tick, report.b_first_tick);
    const std::string same =
        count_text(std::min(a_end, b_end) - first, "tick") +
        (std::min(a_end, b_end) - first == 1 ? " that is the same" : " that are the same");
    std::string text = a_end == b_end  ? a + " and " + b + " end with "
                       : a_end < b_end ? b + " goes on where " + a + " ends, after "
                                       : a + " goes on where " + b + " ends, after ";
    text += same;
    if (report.a_first_tick != report.b_first_tick) {
        text += "; " + (report.a_first_tick > report.b_first_tick ? a : b) +
                " begins only at tick " + std::to_string(first);
    }
    return text;
}

std::string sentence(const DiffReport& report, const ComparedNames& names) {
    const std::string a = escaped(names.a);
    const std::string b = escaped(names.b);
    switch (report.verdict) {
        case DiffVerdict::identical:
            return "the same session, " + count_text(report.a_ticks, "tick");
        case DiffVerdict::prefix:
            return prefix_sentence(report, a, b);
        case DiffVerdict::header:
            return has_common_tick(report) ? "these are not recordings of the same session"
                                           : "these recordings have no tick in common";
        case DiffVerdict::inputs:
            return "different inputs from " + first_difference(report) + " on";
        case DiffVerdict::state:
            if (report.is_reset) {
                return report.a_first_tick == report.b_first_tick
                           ? "the states differ already before the first tick"
                           : "they differ already before " + first_difference(report) + ", where " +
                                 (report.a_first_tick > report.b_first_tick ? a : b) + " begins";
            }
            return "equal inputs, but different states from " + first_difference(report) + " on";
    }
    return "";
}

JsonArray texts_json(const std::vector<std::string>& texts) {
    JsonArray array;
    for (const std::string& text : texts) {
        array.emplace_back(text);
    }
    return array;
}

}  // namespace

std::vector<std::string> diff_lines(const DiffReport& report, const ComparedNames& names) {
    std::vector<std::string> lines{replay::verdict_text(report.verdict) + ": " +
                                   sentence(report, names)};
    for (const std::string& line : report.header_lines) {
        lines.push_back("  " + escaped(line));
    }
    const auto add_fields = [&](const std::vector<sim::FieldDifference>& fields,
                                const std::string& moment) {
        for (const sim::FieldDifference& field : fields) {
            lines.push_back("  " + moment + "  " + sim::difference_text(field));
        }
    };
    if (!report.fields.empty() && report.tick) {
        lines.push_back("  (" + escaped(names.a) + " | " + escaped(names.b) + ")");
        // States may come from a later keyframe than the first difference.
        add_fields(report.fields, report.verdict == DiffVerdict::state
                                      ? moment_text(report.fields_ticks_done)
                                      : first_difference(report));
    }
    if (report.verdict == DiffVerdict::inputs && report.state_tick) {
        // Only the first such tick was looked for: later ticks may agree again.
        lines.push_back("the states first differ after tick " +
                        std::to_string(report.state_tick->number));
        add_fields(report.state_fields, moment_text(report.state_tick->number + 1));
    }
    for (const std::string& note : report.notes) {
        lines.push_back("note: " + escaped(note));
    }
    return lines;
}

JsonObject diff_facts(const DiffReport& report, const std::optional<sim::Error>& flaw,
                      const ComparedNames& names) {
    JsonObject facts{
        {"verdict", replay::verdict_text(report.verdict)},
        {"tick", report.tick ? JsonValue(report.tick->number) : JsonValue()},
        {"fields", fields_json(report.fields)},
        {"a", names.a},
        {"b", names.b},
        {"a_ticks", report.a_ticks},
        {"b_ticks", report.b_ticks},
        {"a_first_tick", report.a_first_tick},
        {"b_first_tick", report.b_first_tick},
        {"player", report.player ? JsonValue(report.player->index) : JsonValue()},
        {"is_reset", report.is_reset},
        {"is_confirmed", report.is_confirmed},
        {"fields_ticks_done", report.fields_ticks_done},
        {"state_tick", report.state_tick ? JsonValue(report.state_tick->number) : JsonValue()},
        {"state_fields", fields_json(report.state_fields)},
        {"header", texts_json(report.header_lines)},
        {"notes", texts_json(report.notes)},
        {"flaw", flaw ? JsonValue(flaw->text()) : JsonValue()},
        {"tick_from", report.tick_from ? JsonValue(report.tick_from->number) : JsonValue()}};
    return facts;
}

}  // namespace tandem::tools
