// SPDX-License-Identifier: MIT
// Pictures are stretched to the width there is, so words stand beside them and signs are placed by
// per cent. A shape or a word says everything that a colour says.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>
#include <array>
#include <numeric>

#include <tandem/tools/autopsy/strip_paths.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/text/fixed_text.hpp>
#include <tandem/tools/text/mark_name.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

struct Button {
    const char* id;
    const char* words;
};
constexpr std::array<Button, 6> k_buttons{{{"whole", "Whole match"},
                                           {"around", "Around the bad tick"},
                                           {"closer", "Closer"},
                                           {"wider", "Wider"},
                                           {"earlier", "Earlier"},
                                           {"later", "Later"}}};

class TimeLineWriter {
public:
    TimeLineWriter(Markup& page, const PageFacts& facts) : page_(page), facts_(facts) {}

    void write();

private:
    std::string x_of(double tick) const;
    std::string box() const {
        return "0 0 " + std::to_string(std::max<std::uint64_t>(facts_.buckets.count(), 1)) + " 100";
    }

    void write_introduction();
    void write_controls();

    // Writes the table that the script fills with the values of a tick.
    void write_reading();

    void begin_row(const std::string& name, const std::string& words, const std::string& described,
                   const char* kind, const char* height);
    void end_row();
    void vertical(std::uint64_t tick, const char* look);
    void begin_stretched(const char* y, const char* height);
    void path(const char* look, const std::string& d);
    void write_axis();
    std::string axis_words() const;
    // Draws a small flag on the side where there is room for its words.
    void flag(const char* look, std::uint64_t tick, int y, const std::string& words);

    void write_history();
    void write_states();

    // The shape is a symbol of the fixed part.
    void sign_at(std::uint64_t tick, const std::string& sign, const std::string& title);
    void write_side(std::size_t index);
    static std::string marks_words(const RecordingFacts& side);

    void write_inputs();
    void write_lane(std::size_t index);
    std::string lane_words(const InputLane& lane, const InputField& field,
                           const LaneScale& scale) const;

    Markup& page_;
    const PageFacts& facts_;
};

}  // namespace

void write_time_line(Markup& page, const PageFacts& facts) { TimeLineWriter(page, facts).write(); }

namespace {

void TimeLineWriter::write() {
    page_.end_line();
    page_.open("section", {{"id", "time_line"}, {"aria-labelledby", "time_line_heading"}});
    page_.element("h2", "The match on a time line", {{"id", "time_line_heading"}});
    write_introduction();
    write_controls();
    page_.open("div", {{"id", "rows"}});
    write_axis();
    write_history();
    write_states();
    for (std::size_t side = 0; side < facts_.sides.size(); ++side) {
        write_side(side);
    }
    write_inputs();
    page_.close();
    write_reading();
    page_.close();
}

std::string TimeLineWriter::x_of(double tick) const {
    const TickSpan span = facts_.buckets.span();
    const double part = (tick - static_cast<double>(span.first)) /
                        static_cast<double>(std::max<std::uint64_t>(span.ticks(), 1));
    return fixed_text(std::clamp(part, 0.0, 1.0) * 100, 3) + "%";
}

void TimeLineWriter::write_introduction() {
    page_.open("p");
    page_.text(std::string("From left to right: the whole match, ") +
               count_text(facts_.buckets.span().ticks(), "tick") + ". Of each pair of strips " +
               "the upper one is ");
    page_.element("b", facts_.sides[0].name, {{"class", "name_first"}});
    if (facts_.has_second()) {
        page_.text(", the lower one is ");
        page_.element("b", facts_.sides[1].name, {{"class", "name_second"}});
    } else {
        page_.text("; what is played again here is given the same inputs");
    }
    page_.text(".");
    page_.close();
}

void TimeLineWriter::write_controls() {
    page_.open("div", {{"class", "controls needs_script"},
                       {"hidden", ""},
                       {"role", "group"},
                       {"aria-label", "What the time line shows"}});
    for (const Button& button : k_buttons) {
        if (facts_.verdict.tick || std::string_view(button.id) != "around") {
            page_.element("button", button.words, {{"type", "button"}, {"id", button.id}});
        }
    }
    page_.element("label", "Tick", {{"for", "tick"}});
    const TickSpan span = facts_.buckets.span();
    page_.leaf("input", {{"type", "number"},
                         {"id", "tick"},
                         {"min", std::to_string(span.first)},
                         {"max", std::to_string(std::max(span.end, span.first + 1) - 1)}});
    page_.element("output", "", {{"id", "shown"}});
    page_.close();
}

void TimeLineWriter::write_reading() {
    page_.open("div", {{"class", "needs_script"}, {"hidden", ""}});
    page_.element("h3", "", {{"id", "reading_heading"}, {"aria-live", "polite"}});
    page_.open("table", {{"id", "reading"}, {"aria-labelledby", "reading_heading"}});
    page_.open("thead");
    page_.open("tr");
    page_.element("th", "Input", {{"scope", "col"}});
    page_.element("th", facts_.sides[0].name, {{"scope", "col"}, {"class", "name_first"}});
    if (facts_.has_second()) {
        page_.element("th", facts_.sides[1].name, {{"scope", "col"}, {"class", "name_second"}});
    }
    page_.close();
    page_.close();
    page_.element("tbody", "");
    page_.close();
    page_.close();
}

// ---- Rows

void TimeLineWriter::begin_row(const std::string& name, const std::string& words,
                               const std::string& described, const char* kind, const char* height) {
    page_.end_line();
    page_.open("div", {{"class", std::string("row ") + kind}});
    page_.open("div", {{"class", "label"}});
    page_.element("b", name);
    page_.text(" ");
    page_.element("span", words);
    page_.close();
    page_.open("svg",
               {{"role", "img"}, {"aria-label", described}, {"width", "100%"}, {"height", height}});
}

void TimeLineWriter::end_row() {
    if (facts_.verdict.tick && facts_.verdict.is_bad) {
        vertical(*facts_.verdict.tick, "bad_line");
    }
    if (facts_.verdict.healed_tick) {
        vertical(*facts_.verdict.healed_tick, "healed_line");
    }
    page_.close();
    page_.close();
}

void TimeLineWriter::vertical(std::uint64_t tick, const char* look) {
    const std::string x = x_of(static_cast<double>(tick));
    page_.leaf("line", {{"class", look},
                        {"x1", x},
                        {"x2", x},
                        {"y1", "0"},
                        {"y2", "100%"},
                        {"data-tick", std::to_string(tick)}});
}

void TimeLineWriter::begin_stretched(const char* y, const char* height) {
    page_.open("svg", {{"class", "stretched"},
                       {"viewBox", box()},
                       {"preserveAspectRatio", "none"},
                       {"width", "100%"},
                       {"y", y},
                       {"height", height}});
}

void TimeLineWriter::path(const char* look, const std::string& d) {
    if (!d.empty()) {
        page_.leaf("path", {{"class", look}, {"d", d}});
    }
}

void TimeLineWriter::write_axis() {
    page_.open("div", {{"class", "row axis"}});
    page_.open("div", {{"class", "label"}});
    page_.element("b", "Time");
    page_.text(" ");
    page_.element("span", "and tick");
    page_.close();
    page_.open("svg", {{"role", "img"},
                       {"id", "axis"},
                       {"aria-label", axis_words()},
                       {"width", "100%"},
                       {"height", "58"}});
    if (facts_.verdict.tick && facts_.verdict.is_bad) {
        flag("bad_flag", *facts_.verdict.tick, 12,
             "\xE2\x9C\x95 first bad tick " + std::to_string(*facts_.verdict.tick));
    }
    if (facts_.verdict.healed_tick) {
        flag("healed_flag", *facts_.verdict.healed_tick, 27,
             "\xE2\x9C\x93 healed by tick " + std::to_string(*facts_.verdict.healed_tick));
    }
    constexpr int k_labels = 4;
    const TickSpan span = facts_.buckets.span();
    for (int i = 0; i <= k_labels; ++i) {
        const std::uint64_t tick =
            span.first + span.ticks() * static_cast<unsigned>(i) / static_cast<unsigned>(k_labels);
        page_.element("text", time_text(tick, facts_.rate),
                      {{"class", i % 2 == 0 ? "scale" : "scale wide_only"},
                       {"x", std::to_string(100 * i / k_labels) + "%"},
                       {"y", "42"},
                       {"text-anchor", i == 0          ? "start"
                                       : i == k_labels ? "end"
                                                       : "middle"}});
        page_.element("text", std::to_string(tick),
                      {{"class", i % 2 == 0 ? "scale" : "scale wide_only"},
                       {"x", std::to_string(100 * i / k_labels) + "%"},
                       {"y", "56"},
                       {"text-anchor", i == 0          ? "start"
                                       : i == k_labels ? "end"
                                                       : "middle"}});
    }
    page_.close();
    page_.close();
}

std::string TimeLineWriter::axis_words() const {
    const TickSpan span = facts_.buckets.span();
    std::string words = "From " + time_text(span.first, facts_.rate) + ", tick " +
                        std::to_string(span.first) + ", to " + time_text(span.end, facts_.rate) +
                        ", tick " + std::to_string(span.end);
    if (facts_.verdict.tick && facts_.verdict.is_bad) {
        words += "; the first bad tick is " + std::to_string(*facts_.verdict.tick) + ", at " +
                 time_text(*facts_.verdict.tick, facts_.rate);
    }
    if (facts_.verdict.healed_tick) {
        words += "; healed by tick " + std::to_string(*facts_.verdict.healed_tick);
    }
    return words;
}

void TimeLineWriter::flag(const char* look, std::uint64_t tick, int y, const std::string& words) {
    const TickSpan span = facts_.buckets.span();
    const bool is_late = (tick - span.first) * 2 > span.ticks();
    const std::string x = x_of(static_cast<double>(tick));
    page_.leaf("line", {{"class", std::string(look) + "_pole"},
                        {"x1", x},
                        {"x2", x},
                        {"y1", std::to_string(y - 11)},
                        {"y2", "100%"},
                        {"data-tick", std::to_string(tick)}});
    page_.element("text", words,
                  {{"class", look},
                   {"x", x},
                   {"dx", is_late ? "-6" : "6"},
                   {"y", std::to_string(y)},
                   {"text-anchor", is_late ? "end" : "start"},
                   {"data-tick", std::to_string(tick)}});
}

// ---- Hashes

void TimeLineWriter::write_history() {
    std::uint64_t equal = 0;
    std::uint64_t differ = 0;
    std::uint64_t unknown = 0;
    for (const AgreementBucket& bucket : facts_.chain.buckets) {
        equal += bucket.equal;
        differ += bucket.differ;
        unknown += bucket.unknown;
    }
    std::string words = count_text(equal, "tick") + " equal (low)";
    if (differ > 0) {
        words += ", " + count_text(differ, "tick") + " differ (high)";
    }
    if (unknown > 0) {
        words += ", " + count_text(unknown, "tick") + " that not both hold";
    }
    begin_row("History", words, "Hashes of the histories: " + words, "history", "26");
    begin_stretched("0", "100%");
    path("equal", agreement_path(facts_.chain.buckets, Agreement::equal));
    path("differ", agreement_path(facts_.chain.buckets, Agreement::differ));
    path("unknown", agreement_path(facts_.chain.buckets, Agreement::unknown));
    page_.close();
    end_row();
}

void TimeLineWriter::write_states() {
    if (facts_.states.empty()) {
        return;
    }
    std::array<std::uint64_t, 3> counts{};
    for (const StateAgreement& state : facts_.states) {
        ++counts.at(static_cast<std::size_t>(state.agreement));
    }
    std::string words = std::to_string(counts[1]) + " equal (dots)";
    if (counts[2] > 0) {
        words += ", " + std::to_string(counts[2]) + " differ (crosses)";
    }
    if (counts[0] > 0) {
        words += ", " + std::to_string(counts[0]) + " not compared";
    }
    begin_row("States", "that both hold: " + words, "States that both hold: " + words, "states",
              "20");
    for (const StateAgreement& state : facts_.states) {
        if (state.agreement != Agreement::unknown) {
            sign_at(state.ticks_done,
                    state.agreement == Agreement::equal ? "equal_state" : "differ_state",
                    "after " + count_text(state.ticks_done, "tick") +
                        (state.agreement == Agreement::equal ? ": equal" : ": differ"));
        }
    }
    end_row();
}

void TimeLineWriter::sign_at(std::uint64_t tick, const std::string& sign,
                             const std::string& title) {
    page_.open("svg", {{"x", x_of(static_cast<double>(tick))},
                       {"y", "50%"},
                       {"class", "sign_place"},
                       {"data-tick", std::to_string(tick)}});
    page_.open("use", {{"href", "#sign_" + sign}, {"class", "sign_" + sign}});
    page_.element("title", title);
    page_.close();
    page_.close();
}

void TimeLineWriter::write_side(std::size_t index) {
    const RecordingFacts& side = facts_.sides[index];
    if (side.marks.empty() && side.keyframes.empty()) {
        return;
    }
    const std::string words =
        count_text(side.keyframes.size(), "keyframe") + " (lines), " + marks_words(side);
    begin_row(side.name, words, side.name + ": " + words,
              index == 0 ? "marks of_first" : "marks of_second", "26");
    for (const std::uint64_t ticks_done : side.keyframes) {
        const std::string x = x_of(static_cast<double>(ticks_done));
        page_.leaf("line", {{"class", "keyframe"},
                            {"x1", x},
                            {"x2", x},
                            {"y1", "78%"},
                            {"y2", "100%"},
                            {"data-tick", std::to_string(ticks_done)}});
    }
    const std::size_t drawn = std::min(side.marks.size(), k_marks_drawn);
    for (std::size_t i = 0; i < drawn; ++i) {
        sign_at(side.marks[i].tick.number, mark_name(side.marks[i].kind), mark_text(side.marks[i]));
    }
    end_row();
}

std::string TimeLineWriter::marks_words(const RecordingFacts& side) {
    if (side.marks.empty()) {
        return "no marks";
    }
    std::string words;
    for (const auto kind :
         {sim::MarkKind::failed, sim::MarkKind::desync, sim::MarkKind::plant, sim::MarkKind::stall,
          sim::MarkKind::pause, sim::MarkKind::left, sim::MarkKind::returned,
          sim::MarkKind::input_delay, sim::MarkKind::note}) {
        const auto count = static_cast<std::uint64_t>(
            std::count_if(side.marks.begin(), side.marks.end(),
                          [kind](const sim::Mark& mark) { return mark.kind == kind; }));
        if (count > 0) {
            words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + mark_name(kind);
        }
    }
    if (side.marks.size() > k_marks_drawn) {
        words += "; the first " + std::to_string(k_marks_drawn) + " are drawn";
    }
    return words;
}

// ---- Inputs

void TimeLineWriter::write_inputs() {
    const std::uint64_t differ =
        std::accumulate(facts_.inputs.differ.begin(), facts_.inputs.differ.end(), std::uint64_t{0});
    if (facts_.has_second()) {
        const std::string words = differ == 0
                                      ? "equal wherever both hold them"
                                      : "differ in " + count_text(differ, "tick") + " (high)";
        begin_row("All inputs", words, "Inputs of everybody: " + words, "all_inputs", "14");
        begin_stretched("0", "100%");
        path("differ", marked_path(facts_.inputs.differ));
        page_.close();
        end_row();
    }
    for (std::size_t i = 0; i < facts_.inputs.lanes.size(); ++i) {
        write_lane(i);
    }
    std::string left_out;
    if (facts_.inputs.fields_left_out > 0) {
        left_out = count_text(facts_.inputs.fields_left_out, "field") + " of each input";
    }
    if (facts_.slots_left_out > 0) {
        left_out += (left_out.empty() ? "" : " and ") + count_text(facts_.slots_left_out, "player");
    }
    if (!left_out.empty()) {
        page_.element("p", "Without a strip here: " + left_out +
                               ". Where their inputs differ, \"All inputs\" says so.");
    }
}

void TimeLineWriter::write_lane(std::size_t index) {
    const InputLane& lane = facts_.inputs.lanes[index];
    const InputField& field = facts_.inputs.fields[lane.field];
    const LaneScale scale(lane, field);
    const std::string name = facts_.player_name(lane.slot) + ", " + field.path;
    const std::string words = lane_words(lane, field, scale);
    begin_row(name, words, name + ": " + words,
              lane.sides[1].buckets.empty() ? "lane" : "lane pair",
              lane.sides[1].buckets.empty() ? "26" : "44");
    const std::string first = lane_path(lane.sides[0], field, scale, facts_.buckets);
    const std::string absent = absent_path(lane.sides[0], facts_.buckets, facts_.sides[0].span);
    const bool is_pair = !lane.sides[1].buckets.empty();
    begin_stretched("0", is_pair ? "46%" : "100%");
    path("absent", absent);
    path("first", first);
    page_.close();
    if (is_pair) {
        begin_stretched("54%", "46%");
        path("absent", absent_path(lane.sides[1], facts_.buckets, facts_.sides[1].span));
        path("second", lane_path(lane.sides[1], field, scale, facts_.buckets));
        page_.close();
        begin_stretched("46%", "8%");
        path("differ", marked_path(lane.differ));
        page_.close();
    }
    end_row();
}

std::string TimeLineWriter::lane_words(const InputLane& lane, const InputField& field,
                                       const LaneScale& scale) const {
    std::uint64_t changes = 0;
    for (const LaneBucket& bucket : lane.sides[0].buckets) {
        changes += bucket.changes;
    }
    const std::uint64_t differ =
        std::accumulate(lane.differ.begin(), lane.differ.end(), std::uint64_t{0});
    std::string words = field.is_number ? "from " + number_text(field.node, scale.least()) +
                                              " to " + number_text(field.node, scale.most()) + ", "
                                        : "";
    words += count_text(changes, "change");
    if (!lane.sides[1].buckets.empty()) {
        words += differ == 0 ? "; both alike"
                             : "; \xE2\x9C\x95 they differ in " + count_text(differ, "tick");
    }
    return words;
}

}  // namespace
}  // namespace tandem::tools::autopsy
