// SPDX-License-Identifier: MIT
// The verb import writes any program's recorded inputs as a recording of the game `raw`.
#include <algorithm>
#include <charconv>
#include <optional>

#include <tandem/tools/formats/raw_stream.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

constexpr std::string_view k_needed =
    "say what the stream is like: --bytes-per-input N --players P --rate R";

// "60", "50/3".
Result<TickRate> parse_rate(const std::string& text) {
    std::uint32_t ticks = 0;
    std::uint32_t per_seconds = 1;
    const char* end = text.data() + text.size();
    auto read = std::from_chars(text.data(), end, ticks);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '/') {
        read = std::from_chars(read.ptr + 1, end, per_seconds);
    }
    if (read.ec != std::errc() || read.ptr != end || ticks == 0 || per_seconds == 0) {
        return Error{ErrorCode::usage, "--rate " + text,
                     "expected ticks a second, such as 60 or 600988/10000"};
    }
    const TickRate rate(ticks, per_seconds);
    if (sim::is_too_fast(rate)) {
        return Error{ErrorCode::usage, "--rate " + text,
                     "there are at most " + std::to_string(sim::SetupLimits::ticks_per_second_max) +
                         " ticks a second"};
    }
    return rate;
}

Result<sim::SchemaNode> parse_input(const Arguments& arguments) {
    const auto bytes = arguments.whole<std::uint32_t>("--bytes-per-input");
    const std::string fields = arguments.text("--fields");
    if (fields.empty()) {
        return bytes ? Result<sim::SchemaNode>(raw_input(*bytes))
                     : Error{ErrorCode::usage, "--bytes-per-input", std::string(k_needed)};
    }
    auto input = raw_input_of_fields(fields);
    if (input && bytes && sim::size_range(*input).bytes_max != *bytes) {
        return Error{ErrorCode::usage, "--fields " + fields,
                     "these are " + std::to_string(sim::size_range(*input).bytes_max) +
                         " bytes, not " + std::to_string(*bytes) + " as --bytes-per-input says"};
    }
    return input;
}

class ImportSession {
public:
    ImportSession(const Arguments& arguments, Context& context)
        : path_(arguments.text("STREAM")), arguments_(arguments), context_(context) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
    }

    Result<int> run() {
        const auto raw = parse();
        TANDEM_TRY(raw);
        const auto stream = read_named_file(path_);
        TANDEM_TRY(stream);
        const auto ticks = ticks_of(*stream, *raw);
        TANDEM_TRY(ticks);
        const SignalGuard signals;
        const auto report = write(*stream, *raw, *ticks);
        TANDEM_TRY(report);
        return report->is_interrupted ? exit_code_of_signal(pending_signal())
                                      : report_import(*raw, *report);
    }

private:
    Result<RawStream> parse() const {
        auto input = parse_input(arguments_);
        TANDEM_TRY(input);
        const auto players = arguments_.whole<std::uint32_t>("--players");
        if (!players || !arguments_.has("--rate")) {
            return Error{ErrorCode::usage, players ? "--rate" : "--players", std::string(k_needed)};
        }
        const auto rate = parse_rate(arguments_.text("--rate"));
        TANDEM_TRY(rate);
        if (output_.output.empty()) {
            return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
        }
        TANDEM_TRY(check_output("--output", output_.output, output_, {path_}));
        return RawStream{*players, *rate, std::move(*input)};
    }

    // How many ticks to take; the stream has them.
    Result<std::uint64_t> ticks_of(const sim::Bytes& stream, const RawStream& raw) {
        const std::uint64_t tick_bytes = sim::size_range(raw.input).bytes_max * raw.players;
        const std::uint64_t whole = stream.size() / tick_bytes;
        const std::uint64_t rest = stream.size() % tick_bytes;
        const auto wanted = arguments_.whole("--ticks");
        if (wanted && *wanted > whole) {
            return Error{ErrorCode::usage, "--ticks " + std::to_string(*wanted),
                         path_ + " has only " + count_text(whole, "tick") + " of " +
                             count_text(tick_bytes, "byte")};
        }
        if (!wanted && rest != 0 && !arguments_.flag("--drop-rest")) {
            return bad_data_at(path_, static_cast<std::size_t>(stream.size() - rest),
                               count_text(rest, "byte") + " are left behind " +
                                   count_text(whole, "tick") + " of " +
                                   count_text(tick_bytes, "byte") +
                                   "; are bytes and players right? --drop-rest leaves them out");
        }
        is_all_ = !wanted || *wanted == whole;
        dropped_ = wanted ? 0 : rest;
        return wanted.value_or(whole);
    }

    Result<RawReport> write(const sim::Bytes& stream, const RawStream& raw, std::uint64_t ticks) {
        auto opened = open_whole_output(output_.output, output_.force);
        TANDEM_TRY(opened);
        Progress progress(context_.console.err(), context_.console.may_redraw(), "importing",
                          "tick", ticks);
        auto report = import_raw(stream, raw, ticks, is_all_, build_text(), **opened,
                                 [&](std::uint64_t ticks_done) {
                                     if (ticks_done % k_ticks_between_looks != 0) {
                                         return true;
                                     }
                                     progress.update(ticks_done, steady_now());
                                     return pending_signal() == 0;
                                 });
        progress.finish();
        if (report && !report->is_interrupted) {
            TANDEM_TRY((*opened)->close());
        }
        return report;
    }

    int report_import(const RawStream& raw, const RawReport& report) {
        context_.console.print("imported " + count_text(report.ticks, "tick") + " of " +
                               count_text(raw.players, "player") + " into " +
                               escaped(output_.output) + " (" + count_text(report.bytes, "byte") +
                               "), chain " + hash_text(report.chain.value));
        if (dropped_ != 0) {
            context_.console.print_note(count_text(dropped_, "byte") +
                                        " at the end make no whole tick and were left out");
        }
        context_.console.report({{"file", output_.output},
                                 {"source", path_},
                                 {"game", std::string(k_raw_game)},
                                 {"ticks", report.ticks},
                                 {"players", raw.players},
                                 {"chain", hash_text(report.chain.value)},
                                 {"bytes", report.bytes},
                                 {"dropped_bytes", dropped_}});
        return 0;
    }

    std::string path_;
    const Arguments& arguments_;
    SessionArguments output_;
    Context& context_;
    bool is_all_ = true;
    std::uint64_t dropped_ = 0;
};

Result<int> run_import(const Arguments& arguments, Context& context) {
    return ImportSession(arguments, context).run();
}

}  // namespace

Verb import_verb() {
    return {
        .name = "import",
        .sentence = "Make a recording of a raw stream of any program's inputs",
        .example = "import a.bin --bytes-per-input 8 --players 2 --rate 60 -o raw",
        .options = {{.names = {"STREAM"},
                     .sentence = "Stream to read: ticks in order, players in order within a tick",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"--bytes-per-input"},
                     .value_name = "N",
                     .sentence = "Bytes that each player has in each tick",
                     .value = Whole{.least = 1, .most = sim::k_input_bytes_max}},
                    {.names = {"--players"},
                     .value_name = "P",
                     .sentence = "How many players the stream has",
                     .value = Whole{.least = 1, .most = k_slots_max}},
                    {.names = {"--rate"},
                     .value_name = "R[/S]",
                     .sentence = "Ticks in a second, or in so many seconds",
                     .value = Text{}},
                    {.names = {"--fields"},
                     .value_name = "NAME:TYPE,...",
                     .sentence = "What the bytes mean, little-endian: x:i8,y:i8,buttons:u16",
                     .default_text = "an array of bytes",
                     .value = Text{}},
                    {.names = {"--ticks"},
                     .value_name = "N",
                     .sentence = "Take only the first N ticks",
                     .value = Whole{}},
                    {.names = {"--drop-rest"},
                     .sentence = "Leave out bytes at the end that make no whole tick"},
                    {.names = {"-o", "--output"},
                     .value_name = "FILE",
                     .sentence = "File to write, never one that is read",
                     .value = Path{}},
                    {.names = {"--force"}, .sentence = "Replace the file if it exists"}},
        .run = &reported<&run_import>,
    };
}

}  // namespace tandem::tools
