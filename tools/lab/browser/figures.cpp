// SPDX-License-Identifier: MIT
// A line's first word says what it is; any other word, number or order is an error.
#include <tandem/tools/lab/browser/figures.hpp>

#include <algorithm>
#include <charconv>

#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab::browser {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

// A day in microseconds, and more than any count here.
constexpr std::int64_t k_number_max = 86'400'000'000;
constexpr std::size_t k_text_bytes_max = 1'000;
constexpr std::size_t k_lines_max = 200;

using Fields = std::vector<std::string_view>;

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

// Takes a line's fields one by one; after the first that is wrong all are.
class Line {
public:
    explicit Line(Fields fields) : fields_(std::move(fields)) {}

    std::string_view word() const { return fields_.front(); }
    void take(std::int64_t& number) {
        const std::string_view text = next();
        const char* const end = text.data() + text.size();
        const auto [last, failure] = std::from_chars(text.data(), end, number);
        check(failure == std::errc() && last == end && number >= 0 && number <= k_number_max);
    }
    void take(std::string& text) {
        const std::string_view given = next();
        check(given.size() <= k_text_bytes_max);
        text = given;
    }
    // One of these.
    void take(std::string& text, const std::vector<std::string_view>& words) {
        take(text);
        check(std::find(words.begin(), words.end(), text) != words.end());
    }
    void take_loop(std::string& id, bool& is_repaired) {
        take(id);
        check(id.starts_with('M') && find_loop(id) != nullptr);
        std::string form;
        take(form, {"published", "repaired"});
        is_repaired = form == "repaired";
    }
    bool is_taken() const { return is_good_ && next_ == fields_.size(); }

private:
    std::string_view next() {
        check(next_ < fields_.size());
        return is_good_ ? fields_[next_++] : std::string_view();
    }
    void check(bool is_good) { is_good_ = is_good_ && is_good; }

    Fields fields_;
    std::size_t next_ = 1;
    bool is_good_ = true;
};

void take_run(Line& line, Figures& figures) {
    BrowserRun& run = figures.runs.emplace_back();
    line.take_loop(run.loop, run.is_repaired);
    for (std::int64_t BrowserRun::*number :
         {&BrowserRun::window_us, &BrowserRun::updates, &BrowserRun::frames, &BrowserRun::distinct,
          &BrowserRun::simulated_us, &BrowserRun::busy_us, &BrowserRun::worst_gap_us,
          &BrowserRun::updates_per_frame_max, &BrowserRun::presses, &BrowserRun::latency_sum_us,
          &BrowserRun::latency_max_us}) {
        line.take(run.*number);
    }
}

void take_hidden(Line& line, Figures& figures) {
    Hidden& hidden = figures.hidden.emplace();
    for (std::int64_t Hidden::*number : {&Hidden::length_us, &Hidden::frames, &Hidden::timer,
                                         &Hidden::worker, &Hidden::timer_gap_us}) {
        line.take(hidden.*number);
    }
}

void take_claim(Line& line, Figures& figures) {
    BrowserClaim& claim = figures.claims.emplace_back();
    line.take(claim.claim, ids_of_browser_claims());
    line.take(claim.verdict, {"shown", "refuted", "undecided"});
    line.take(claim.measured);
    line.take(claim.why);
    if (claim.why == "-") {
        claim.why.clear();
    }
}

bool take_line(Line& line, Figures& figures) {
    const std::string_view word = line.word();
    if (word == "agent") {
        line.take(figures.agent);
    } else if (word == "refresh") {
        line.take(figures.refresh_us);
        line.take(figures.refresh_least_us);
        line.take(figures.refresh_most_us);
    } else if (word == "run") {
        take_run(line, figures);
    } else if (word == "hidden" && !figures.hidden) {
        take_hidden(line, figures);
    } else if (word == "hidden-loop" && figures.hidden) {
        HiddenLoop& loop = figures.hidden->loops.emplace_back();
        line.take_loop(loop.loop, loop.is_repaired);
        line.take(loop.during);
        line.take(loop.at_once);
    } else if (word == "claim") {
        take_claim(line, figures);
    } else if (word == "fact") {
        Fact& fact = figures.facts.emplace_back();
        line.take(fact.name);
        line.take(fact.text);
    } else {
        return false;
    }
    return line.is_taken();
}

Error wrong_line(std::size_t number) {
    return {ErrorCode::bad_data, "the page's figures, line " + std::to_string(number),
            "it is not one that the lab's page of this program sends; load the page again"};
}

}  // namespace

Result<Figures> read_figures(std::string_view text) {
    const Fields lines = parted(text.substr(0, k_figures_bytes_max), '\n');
    // The end of the last line leaves an empty one.
    const std::size_t count = lines.size() - 1;
    if (count < 2 || count > k_lines_max || !lines.back().empty()) {
        return wrong_line(std::min(count, k_lines_max) + 1);
    }
    if (lines.front() != "tandem-lab\t1") {
        return wrong_line(1);
    }
    if (lines[count - 1] != "end") {
        return wrong_line(count);
    }
    Figures figures;
    for (std::size_t at = 1; at < count - 1; ++at) {
        Line line(parted(lines[at], '\t'));
        if (!take_line(line, figures)) {
            return wrong_line(at + 1);
        }
    }
    if (figures.agent.empty() || figures.refresh_us == 0) {
        return wrong_line(2);
    }
    return figures;
}

}  // namespace tandem::tools::lab::browser
