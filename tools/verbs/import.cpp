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

Result<TickRate> parse_rate(const std::string& text);
Result<sim::SchemaNode> parse_input(const Arguments& arguments);
Result<RawStream> parse_stream(const Arguments& arguments);

// The ticks that are imported; the stream has them.
struct ImportedTicks {
    std::uint64_t count = 0;
    bool is_all = true;
    std::uint64_t dropped_bytes = 0;  // they make no whole tick
};

Result<ImportedTicks> imported_ticks(const sim::Bytes& stream, const RawStream& raw,
                                     const Arguments& arguments);
Result<RawReport> write_imported(const sim::Bytes& stream, const RawStream& raw,
                                 const ImportedTicks& ticks, const Arguments& arguments,
                                 Context& context);
void report_imported(const RawStream& raw, const RawReport& report, std::uint64_t dropped_bytes,
                     const Arguments& arguments, Console& console);
Result<int> run_import(const Arguments& arguments, Context& context);

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

namespace {

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

Result<RawStream> parse_stream(const Arguments& arguments) {
    auto input = parse_input(arguments);
    TANDEM_TRY(input);
    const auto players = arguments.whole<std::uint32_t>("--players");
    if (!players || !arguments.has("--rate")) {
        return Error{ErrorCode::usage, players ? "--rate" : "--players", std::string(k_needed)};
    }
    const auto rate = parse_rate(arguments.text("--rate"));
    TANDEM_TRY(rate);
    const std::string output = arguments.text("--output");
    if (output.empty()) {
        return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
    }
    TANDEM_TRY(check_output("--output", output, {}, {arguments.text("STREAM")}));
    return RawStream{*players, *rate, std::move(*input)};
}

Result<ImportedTicks> imported_ticks(const sim::Bytes& stream, const RawStream& raw,
                                     const Arguments& arguments) {
    const std::uint64_t tick_bytes = sim::size_range(raw.input).bytes_max * raw.players;
    const std::uint64_t whole = stream.size() / tick_bytes;
    const std::uint64_t rest = stream.size() % tick_bytes;
    const auto wanted = arguments.whole("--ticks");
    const std::string path = arguments.text("STREAM");
    if (wanted && *wanted > whole) {
        return Error{ErrorCode::usage, "--ticks " + std::to_string(*wanted),
                     path + " has only " + count_text(whole, "tick") + " of " +
                         count_text(tick_bytes, "byte")};
    }
    if (!wanted && rest != 0 && !arguments.flag("--drop-rest")) {
        return bad_data_at(path, static_cast<std::size_t>(stream.size() - rest),
                           count_text(rest, "byte") + " are left behind " +
                               count_text(whole, "tick") + " of " + count_text(tick_bytes, "byte") +
                               "; are bytes and players right? --drop-rest leaves them out");
    }
    return ImportedTicks{wanted.value_or(whole), !wanted || *wanted == whole, wanted ? 0 : rest};
}

Result<RawReport> write_imported(const sim::Bytes& stream, const RawStream& raw,
                                 const ImportedTicks& ticks, const Arguments& arguments,
                                 Context& context) {
    auto opened = open_whole_output(arguments.text("--output"), arguments.flag("--force"));
    TANDEM_TRY(opened);
    Progress progress(context.console.err(), context.console.may_redraw(), "importing", "tick",
                      ticks.count);
    auto report = import_raw(stream, raw, ticks.count, ticks.is_all, build_text(), **opened,
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

void report_imported(const RawStream& raw, const RawReport& report, std::uint64_t dropped_bytes,
                     const Arguments& arguments, Console& console) {
    const std::string output = arguments.text("--output");
    console.print("imported " + count_text(report.ticks, "tick") + " of " +
                  count_text(raw.players, "player") + " into " + escaped(output) + " (" +
                  count_text(report.bytes, "byte") + "), chain " + hash_text(report.chain.value));
    if (dropped_bytes != 0) {
        console.print_note(count_text(dropped_bytes, "byte") +
                           " at the end make no whole tick and were left out");
    }
    console.report({{"file", output},
                    {"source", arguments.text("STREAM")},
                    {"game", std::string(k_raw_game)},
                    {"ticks", report.ticks},
                    {"players", raw.players},
                    {"chain", hash_text(report.chain.value)},
                    {"bytes", report.bytes},
                    {"dropped_bytes", dropped_bytes}});
}

Result<int> run_import(const Arguments& arguments, Context& context) {
    const auto raw = parse_stream(arguments);
    TANDEM_TRY(raw);
    const auto stream = read_named_file(arguments.text("STREAM"));
    TANDEM_TRY(stream);
    const auto ticks = imported_ticks(*stream, *raw, arguments);
    TANDEM_TRY(ticks);
    const SignalGuard signals;
    const auto report = write_imported(*stream, *raw, *ticks, arguments, context);
    TANDEM_TRY(report);
    if (report->is_interrupted) {
        return exit_code_of_signal(pending_signal());
    }
    report_imported(*raw, *report, ticks->dropped_bytes, arguments, context.console);
    return 0;
}

}  // namespace
}  // namespace tandem::tools
