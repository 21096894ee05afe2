// SPDX-License-Identifier: MIT
// Every section has a heading, and every list of things says how many there are.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>

#include <tandem/sim/text.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/text/base64.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

void begin_section(Markup& page, const char* id, std::string_view heading) {
    page.end_line();
    page.open("section", {{"id", id}, {"aria-labelledby", std::string(id) + "_heading"}});
    page.element("h2", heading, {{"id", std::string(id) + "_heading"}});
}

void fact(Markup& page, std::string_view name, std::string_view value) {
    page.open("div");
    page.element("dt", name);
    page.element("dd", value);
    page.close();
}

std::string tick_text(const AutopsyVerdict& verdict) {
    if (!verdict.tick) {
        return "";
    }
    if (verdict.is_reset) {
        return "before tick " + std::to_string(*verdict.tick);
    }
    return (verdict.tick_from ? "from " + std::to_string(*verdict.tick_from) + " to " : "") +
           std::to_string(*verdict.tick);
}

std::string bits_text(const std::vector<replay::FlippedBit>& bits) {
    std::string text = "bit " + std::to_string(bits.front().bit) + " of " + bits.front().path;
    if (bits.size() > 1) {
        text += ", or one of " + count_text(bits.size() - 1, "other bit") + " that give the same";
    }
    return text;
}

void write_verdict_facts(Markup& page, const PageFacts& facts) {
    const AutopsyVerdict& verdict = facts.verdict;
    page.open("dl", {{"class", "facts"}});
    fact(page, verdict.verb == "explain" ? "Cause" : "Verdict", verdict.word);
    if (verdict.tick) {
        fact(page, "First bad tick", tick_text(verdict));
        fact(page, "Time in the match", time_text(*verdict.tick, facts.rate));
    }
    if (verdict.player) {
        const std::string name = facts.player_name(*verdict.player);
        const std::string number = std::to_string(verdict.player->index);
        fact(page, "Player", name == "player " + number ? number : number + ", " + name);
    }
    if (!verdict.phase.empty()) {
        fact(page, "Phase of the step", verdict.phase);
    }
    if (!verdict.bits.empty()) {
        fact(page, "Bit", bits_text(verdict.bits));
    }
    if (verdict.tick && verdict.is_bad && facts.has_second()) {
        fact(page, "Healed",
             verdict.healed_tick ? "by tick " + std::to_string(*verdict.healed_tick)
                                 : "not in what the recordings hold");
    }
    page.close();
}

void table_row(Markup& page, const FieldTable& table, const sim::FieldDifference& field) {
    page.open("tr", {{"data-path", field.path}});
    page.open("th", {{"scope", "row"}});
    page.text(field.path);
    if (field.more > 0) {
        page.element("span", " and " + std::to_string(field.more) + " more in this field",
                     {{"class", "more"}});
    }
    page.close();
    const auto write_value = [&page](const std::string& side, const std::string& value,
                                     const std::string& raw) {
        page.open("td", {{"data-side", side}});
        page.element("code", value, {{"class", "value"}});
        if (!raw.empty()) {
            page.open("span", {{"class", "raw"}});
            page.text("raw ");
            page.element("code", raw);
            page.close();
        }
        page.close();
    };
    write_value(table.first, field.a, field.raw_a);
    write_value(table.second, field.b, field.raw_b);
    page.close();
    page.end_line();
}

void write_table(Markup& page, const FieldTable& table, std::size_t number) {
    const std::size_t shown = std::min(table.fields.size(), k_rows_max);
    const std::string id = "table_" + std::to_string(number);
    page.element("h3", table.title, {{"id", id + "_title"}});
    page.open("div", {{"class", "filter needs_script"}, {"hidden", ""}});
    page.element("label", "Show fields whose path contains", {{"for", id + "_filter"}});
    page.leaf("input", {{"id", id + "_filter"}, {"type", "search"}, {"autocomplete", "off"}});
    page.element("output", "", {{"for", id + "_filter"}});
    page.close();
    page.open("div", {{"class", "scrolled"},
                      {"tabindex", "0"},
                      {"role", "region"},
                      {"aria-labelledby", id + "_title"}});
    page.open("table", {{"id", id}, {"class", "fields"}});
    page.open("thead");
    page.open("tr");
    page.element("th", "Field", {{"scope", "col"}});
    page.element("th", table.first, {{"scope", "col"}});
    page.element("th", table.second, {{"scope", "col"}});
    page.close();
    page.close();
    page.open("tbody");
    for (std::size_t i = 0; i < shown; ++i) {
        table_row(page, table, table.fields[i]);
    }
    page.close();
    page.close();
    page.close();
    if (shown < table.fields.size()) {
        page.element("p", "And " + count_text(table.fields.size() - shown, "more field") +
                              " that differ and are not shown here; the verb's --json lists all.");
    }
}

void mark_rows(Markup& page, const RecordingFacts& side) {
    constexpr std::size_t k_marks_max = 200;
    const std::size_t shown = std::min(side.marks.size(), k_marks_max);
    page.element("h3", side.name);
    page.open("ul");
    for (std::size_t i = 0; i < shown; ++i) {
        page.element("li", mark_text(side.marks[i]));
    }
    page.close();
    if (shown < side.marks.size()) {
        page.element("p", "And " + count_text(side.marks.size() - shown, "more mark") + ".");
    }
}

}  // namespace

void write_verdict(Markup& page, const PageFacts& facts) {
    const AutopsyVerdict& verdict = facts.verdict;
    page.open("section", {{"id", "verdict"},
                          {"class", verdict.is_bad ? "bad" : "good"},
                          {"aria-labelledby", "headline"}});
    page.element("p",
                 verdict.is_bad ? "\xE2\x9C\x95 Something went wrong" : "\xE2\x9C\x93 All is well",
                 {{"class", "sign"}});
    page.element("h1", verdict.headline, {{"id", "headline"}});
    write_verdict_facts(page, facts);
    page.open("p", {{"class", "quiet"}});
    page.text("In the words of ");
    page.element("code", "tandem " + verdict.verb);
    page.text(": ");
    page.element("span", verdict.sentence, {{"id", "sentence"}});
    page.close();
    page.close();
}

void write_pictures(Markup& page, const PageFacts& facts) {
    if (facts.pictures_words.empty()) {
        return;
    }
    begin_section(page, "pictures", "What both sides saw");
    page.element("p", facts.pictures_words);
    if (!facts.pictures.empty()) {
        page.open("div", {{"class", "pictures"}});
        for (const StatePicture& picture : facts.pictures) {
            page.open("figure");
            page.leaf("img",
                      {{"src", "data:image/png;base64," + base64_text(picture.png)},
                       {"alt", picture.caption +
                                   (picture.description.empty() ? "" : ". " + picture.description)},
                       {"width", std::to_string(picture.width)},
                       {"height", std::to_string(picture.height)}});
            page.open("figcaption");
            page.element("b", picture.caption);
            page.element("span", picture.description, {{"class", "more"}});
            page.close();
            page.close();
        }
        page.close();
    }
    page.close();
}

void write_fields(Markup& page, const PageFacts& facts) {
    begin_section(page, "fields", "What differs");
    for (const std::string& line : facts.verdict.header_lines) {
        page.element("p", line, {{"class", "line"}});
    }
    for (std::size_t i = 0; i < facts.verdict.tables.size(); ++i) {
        write_table(page, facts.verdict.tables[i], i);
    }
    if (facts.verdict.tables.empty() && facts.verdict.header_lines.empty()) {
        page.element("p", facts.verdict.is_bad ? "No field is known that differs: no state of the "
                                                 "bad tick is at hand for both sides."
                                               : "Nothing.");
    }
    page.close();
}

void write_evidence(Markup& page, const PageFacts& facts) {
    const AutopsyVerdict& verdict = facts.verdict;
    begin_section(page, "evidence", "How that is known");
    if (!verdict.proof.empty()) {
        page.open("p", {{"class", "proof"}});
        page.element("strong", "Proof: ");
        page.text(verdict.proof);
        page.close();
    }
    if (!verdict.steps.empty()) {
        page.open("ol", {{"class", "steps"}});
        for (const replay::EvidenceStep& step : verdict.steps) {
            page.open("li");
            page.element("strong", step.question + "? ");
            page.text(step.answer);
            page.close();
        }
        page.close();
    } else {
        page.open("p");
        page.text(
            "The two recordings were compared: their headers, their inputs and the hashes of "
            "their histories. Why they part is what ");
        page.element("code", "tandem explain");
        page.text(" tells of the same two files.");
        page.close();
    }
    for (const auto* notes : {&verdict.notes, &facts.notes}) {
        for (const std::string& note : *notes) {
            page.element("p", "Note: " + note, {{"class", "note"}});
        }
    }
    page.close();
}

void write_marks(Markup& page, const PageFacts& facts) {
    std::size_t count = 0;
    for (const RecordingFacts& side : facts.sides) {
        count += side.marks.size();
    }
    if (count == 0) {
        return;
    }
    begin_section(page, "marks", "What was noted on the way");
    page.open("details");
    page.element("summary", count_text(count, "mark") +
                                " of stalls, pauses, players that left and "
                                "the like");
    for (const RecordingFacts& side : facts.sides) {
        if (!side.marks.empty()) {
            mark_rows(page, side);
        }
    }
    page.close();
    page.close();
}

void write_recordings(Markup& page, const PageFacts& facts) {
    begin_section(page, "recordings", facts.has_second() ? "The two recordings" : "The recording");
    page.open("div", {{"class", "recordings"}});
    for (const RecordingFacts& side : facts.sides) {
        page.open("div");
        page.element("h3", side.name);
        page.open("dl");
        fact(page, "Game", side.game + " version " + std::to_string(side.game_version));
        fact(page, "Made by", side.build.empty() ? "not said" : side.build);
        fact(page, "Ticks",
             std::to_string(side.span.ticks()) +
                 (side.span.first > 0 ? " from tick " + std::to_string(side.span.first) : "") +
                 ", " + sim::rate_text(facts.rate) + " a second");
        fact(page, "Players", std::to_string(side.players));
        fact(page, "Seed", std::to_string(side.seed));
        fact(page, "Keyframes", std::to_string(side.keyframes.size()));
        if (!side.flaw.empty()) {
            fact(page, "Flaw", side.flaw);
        }
        page.close();
        page.close();
    }
    page.close();
    page.close();
}

}  // namespace tandem::tools::autopsy
