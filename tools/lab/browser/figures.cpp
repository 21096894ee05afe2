// SPDX-License-Identifier: MIT
// A line's first word says what it is; any other word, number or order is an error.
#include <tandem/tools/lab/browser/figures.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/words_text.hpp>

namespace tandem::tools::lab::browser {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::size_t k_text_bytes_max = 1'000;
constexpr std::size_t k_lines_max = 200;
constexpr std::size_t k_shown_bytes_max = 40;  // a wrong field is shown so far

// The bounds of a number. Tables divide by some, multiply others and run loops as long as a window.
struct NumberBounds {
    std::int64_t least = 0;
    std::int64_t most = 0;
};
constexpr std::int64_t k_second_us = 1'000'000;
constexpr NumberBounds k_window_us{1, k_second_us* k_window_most.count()};
constexpr NumberBounds k_refresh_us{1, 10 * k_second_us};
constexpr NumberBounds k_time_us{0, 3'600 * k_second_us};
constexpr NumberBounds k_sum_us{0, 86'400 * k_second_us};
constexpr NumberBounds k_count{0, 1'000'000'000};

using Fields = std::vector<std::string_view>;

Fields parted(std::string_view text, char separator);

// Takes a line's fields one by one; the first that is wrong is remembered.
class Line {
public:
    explicit Line(Fields fields) : fields_(std::move(fields)) {}

    std::string_view word() const { return fields_.front(); }
    void read(std::string_view name, std::int64_t& number, NumberBounds limits);
    void read(std::string_view name, std::string& text);
    // Takes one of these words.
    void read(std::string_view name, std::string& text, const std::vector<std::string_view>& words);
    void read_loop(std::string& id, bool& is_repaired);
    // Returns the flaw, if there is any, once everything is taken.
    std::string flaw() const;
    void refuse_word() { flaw_ = "expected another line here, found " + shown(word()); }

private:
    static std::string shown(std::string_view text);
    std::string_view next(std::string_view name);
    void check(bool is_good, const std::string& expected);

    Fields fields_;
    std::size_t next_ = 1;
    std::string_view name_;   // the name of the field taken last
    std::string_view given_;  // and what it is
    bool is_there_ = false;
    std::string flaw_;
};

// A number of one kind of lines.
template <class Record>
struct NumberField {
    std::string_view name;
    std::int64_t Record::*number;
    NumberBounds limits;
};

void read_run(Line& line, BrowserFigures& figures);
void read_hidden(Line& line, BrowserFigures& figures);
void read_claim(Line& line, BrowserFigures& figures);
std::string read_line(Line& line, BrowserFigures& figures);
Error wrong_line(std::size_t number, const std::string& flaw);

}  // namespace

Result<BrowserFigures> read_figures(std::string_view text) {
    if (text.size() > k_figures_bytes_max) {
        return Error{ErrorCode::bad_data, "the page's figures",
                     std::to_string(text.size()) + " bytes, of which at most " +
                         std::to_string(k_figures_bytes_max) + " are read"};
    }
    const Fields lines = parted(text, '\n');
    // The end of the last line leaves an empty one.
    const std::size_t count = lines.size() - 1;
    if (count > k_lines_max) {
        return wrong_line(k_lines_max + 1,
                          "expected at most " + std::to_string(k_lines_max) + " lines");
    }
    if (lines.front() != "tandem-lab\t1") {
        return wrong_line(1, "expected tandem-lab and the form 1");
    }
    if (!lines.back().empty() || count < 2 || lines[count - 1] != "end") {
        return wrong_line(lines.size(), "expected a last line 'end'");
    }
    BrowserFigures figures;
    for (std::size_t at = 1; at < count - 1; ++at) {
        Line line(parted(lines[at], '\t'));
        if (const std::string flaw = read_line(line, figures); !flaw.empty()) {
            return wrong_line(at + 1, flaw);
        }
    }
    if (figures.agent.empty() || figures.refresh_us == 0) {
        return wrong_line(count, "expected agent and refresh before the end");
    }
    return figures;
}

namespace {

Fields parted(std::string_view text, char separator) {
    Fields parts;
    for (;;) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        if (end == text.size()) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

void Line::read(std::string_view name, std::int64_t& number, NumberBounds limits) {
    const std::string_view text = next(name);
    const char* const end = text.data() + text.size();
    const auto [last, failure] = std::from_chars(text.data(), end, number);
    check(failure == std::errc() && last == end && number >= limits.least && number <= limits.most,
          "a whole number from " + std::to_string(limits.least) + " to " +
              std::to_string(limits.most));
}

void Line::read(std::string_view name, std::string& text) {
    text = next(name);
    check(text.size() <= k_text_bytes_max,
          "at most " + std::to_string(k_text_bytes_max) + " bytes");
}

void Line::read(std::string_view name, std::string& text,
                const std::vector<std::string_view>& words) {
    text = next(name);
    check(std::find(words.begin(), words.end(), text) != words.end(),
          "one of " + words_text({words.begin(), words.end()}, ", "));
}

void Line::read_loop(std::string& id, bool& is_repaired) {
    id = next("loop");
    check(id.starts_with('M') && find_loop(id) != nullptr, "one of MDN's loops");
    std::string form;
    read("form", form, {"published", "repaired"});
    is_repaired = form == "repaired";
}

std::string Line::flaw() const {
    if (flaw_.empty() && next_ < fields_.size()) {
        return "a field more than the " + std::to_string(next_ - 1) + " that it has";
    }
    return flaw_;
}

std::string Line::shown(std::string_view text) {
    return "'" + escaped(text.substr(0, k_shown_bytes_max)) + "'" +
           (text.size() > k_shown_bytes_max ? " and more" : "");
}

std::string_view Line::next(std::string_view name) {
    name_ = name;
    is_there_ = next_ < fields_.size();
    return given_ = is_there_ ? fields_[next_++] : std::string_view();
}

void Line::check(bool is_good, const std::string& expected) {
    if ((is_good && is_there_) || !flaw_.empty()) {
        return;
    }
    flaw_ = std::string(name_) + ": expected " + expected + ", found " +
            (is_there_ ? shown(given_) : "nothing");
}

void read_run(Line& line, BrowserFigures& figures) {
    static constexpr std::array<NumberField<BrowserRun>, 11> k_numbers{{
        {"window_us", &BrowserRun::window_us, k_window_us},
        {"updates", &BrowserRun::updates, k_count},
        {"frames", &BrowserRun::frames, k_count},
        {"distinct", &BrowserRun::distinct, k_count},
        {"simulated_us", &BrowserRun::simulated_us, k_time_us},
        {"busy_us", &BrowserRun::busy_us, k_time_us},
        {"worst_gap_us", &BrowserRun::worst_gap_us, k_time_us},
        {"updates_per_frame_max", &BrowserRun::updates_per_frame_max, k_count},
        {"presses", &BrowserRun::presses, k_count},
        {"latency_sum_us", &BrowserRun::latency_sum_us, k_sum_us},
        {"latency_max_us", &BrowserRun::latency_max_us, k_time_us},
    }};
    BrowserRun& run = figures.runs.emplace_back();
    line.read_loop(run.loop, run.is_repaired);
    for (const auto& field : k_numbers) {
        line.read(field.name, run.*field.number, field.limits);
    }
}

void read_hidden(Line& line, BrowserFigures& figures) {
    static constexpr std::array<NumberField<Hidden>, 5> k_numbers{{
        {"length_us", &Hidden::length_us, k_time_us},
        {"frames", &Hidden::frames, k_count},
        {"timer", &Hidden::timer, k_count},
        {"worker", &Hidden::worker, k_count},
        {"timer_gap_us", &Hidden::timer_gap_us, k_time_us},
    }};
    Hidden& hidden = figures.hidden.emplace();
    for (const auto& field : k_numbers) {
        line.read(field.name, hidden.*field.number, field.limits);
    }
}

void read_claim(Line& line, BrowserFigures& figures) {
    BrowserClaim& claim = figures.claims.emplace_back();
    line.read("claim", claim.claim, ids_of_browser_claims());
    line.read("verdict", claim.verdict, {"shown", "refuted", "undecided"});
    line.read("measured", claim.measured);
    line.read("why", claim.why);
    if (claim.why == "-") {
        claim.why.clear();
    }
}

// Takes a line and returns its flaw, if there is any.
std::string read_line(Line& line, BrowserFigures& figures) {
    const std::string_view word = line.word();
    if (word == "agent") {
        line.read("agent", figures.agent);
    } else if (word == "refresh") {
        line.read("refresh_us", figures.refresh_us, k_refresh_us);
        line.read("refresh_least_us", figures.refresh_least_us, k_time_us);
        line.read("refresh_most_us", figures.refresh_most_us, k_time_us);
    } else if (word == "run") {
        read_run(line, figures);
    } else if (word == "hidden" && !figures.hidden) {
        read_hidden(line, figures);
    } else if (word == "hidden-loop" && figures.hidden) {
        HiddenLoop& loop = figures.hidden->loops.emplace_back();
        line.read_loop(loop.loop, loop.is_repaired);
        line.read("during", loop.during, k_count);
        line.read("at_once", loop.at_once, k_count);
    } else if (word == "claim") {
        read_claim(line, figures);
    } else if (word == "fact") {
        Fact& fact = figures.facts.emplace_back();
        line.read("name", fact.name);
        line.read("text", fact.text);
    } else {
        line.refuse_word();
    }
    return line.flaw();
}

Error wrong_line(std::size_t number, const std::string& flaw) {
    return {ErrorCode::bad_data, "the page's figures, line " + std::to_string(number),
            flaw + "; load the lab's page of this program again"};
}

}  // namespace
}  // namespace tandem::tools::lab::browser
