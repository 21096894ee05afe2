// SPDX-License-Identifier: MIT
// Reads ticks. Numbers with a minus count back from the end of the file, in every option.
#include <tandem/tools/program/session/tick_options.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

#include <tandem/tools/program/session/branch.hpp>

namespace tandem::tools {
namespace {

Error refused(const std::string& option, const std::string& text, const std::string& message) {
    return {ErrorCode::usage, option + " " + text, message};
}

// Reads `text` as a number of the file's; a negative one counts from its end.
Result<std::uint64_t> place_of(const std::string& option, const std::string& text,
                               const replay::Replay& file, const std::string& holds) {
    const bool is_negative = text.starts_with("-");
    std::uint64_t number = 0;
    const char* begin = text.data() + (is_negative ? 1 : 0);
    const auto [last, failure] = std::from_chars(begin, text.data() + text.size(), number);
    if (failure != std::errc() || last != text.data() + text.size()) {
        return refused(option, text, "expected a whole number such as 600 or -600");
    }
    const std::uint64_t end = file.end_tick();
    const std::uint64_t place = is_negative ? end - std::min(number, end) : number;
    const bool is_inside = place >= file.first_tick() && place <= file.end_tick();
    if (!is_inside || (is_negative && number > end)) {
        return refused(option, text, holds);
    }
    return place;
}

Option tick_option(std::string name, std::string sentence, std::string default_text) {
    return {.names = {std::move(name)},
            .value_name = "T",
            .sentence = std::move(sentence),
            .default_text = std::move(default_text),
            .value = Text{}};
}

}  // namespace

Option from_option(std::string sentence) {
    return tick_option("--from", std::move(sentence), "the file's first");
}
Option to_option(std::string sentence) {
    return tick_option("--to", std::move(sentence), "the file's end");
}
Option at_option(std::string sentence) {
    return tick_option("--at", std::move(sentence), "the end");
}

Result<replay::TickRange> tick_range(const Arguments& arguments, const replay::Replay& file) {
    replay::TickRange range{file.first_tick(), file.end_tick()};
    const std::string holds = ticks_held_text(file);
    if (arguments.has("--from")) {
        const auto from = place_of("--from", arguments.text("--from"), file, holds);
        TANDEM_TRY(from);
        range.from = *from;
    }
    if (arguments.has("--to")) {
        const auto to = place_of("--to", arguments.text("--to"), file, holds);
        TANDEM_TRY(to);
        range.to = *to;
    }
    if (range.to < range.from) {
        return refused(
            "--to", std::to_string(range.to),
            "this lies before the start at tick " + std::to_string(range.from) + "; " + holds);
    }
    if (range.to == range.from && (arguments.has("--from") || arguments.has("--to"))) {
        return refused(arguments.has("--from") ? "--from" : "--to", std::to_string(range.from),
                       "so there is no tick to take; " + holds);
    }
    return range;
}

Result<std::uint64_t> ticks_at(const Arguments& arguments, const replay::Replay& file) {
    return ticks_at(arguments, "--at", file, file.end_tick());
}

Result<std::uint64_t> ticks_at(const Arguments& arguments, const std::string& option,
                               const replay::Replay& file, std::uint64_t otherwise) {
    if (!arguments.has(option)) {
        return otherwise;
    }
    return place_of(option, arguments.text(option), file,
                    "the file has the states after " + std::to_string(file.first_tick()) + " to " +
                        std::to_string(file.end_tick()) + " ticks");
}

}  // namespace tandem::tools
