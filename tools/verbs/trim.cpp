// SPDX-License-Identifier: MIT
// The verb trim writes a part of a recording as a recording of its own.
#include <optional>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;
using replay::TickRange;
using replay::TrimReport;

Result<TrimReport> write_part_with(const Replay& file, const TickRange& range,
                                   const std::optional<RegisteredGame>& game,
                                   const Arguments& arguments, Context& context) {
    auto opened = open_whole_output(arguments.text("--output"), arguments.flag("--force"));
    TANDEM_TRY(opened);
    Progress progress(context.console.err(), context.console.may_redraw(), "trimming", "tick",
                      std::nullopt);
    std::uint64_t done = 0;
    const auto each_tick = [&](std::uint64_t) {
        if (++done % k_ticks_between_looks != 0) {
            return true;
        }
        progress.update(done, steady_now());
        return pending_signal() == 0;
    };
    const auto factory = game ? std::function<sim::AnySimulation()>(game->make) : nullptr;
    auto report = replay::trim(file, range, factory, **opened, each_tick);
    progress.finish();
    TANDEM_TRY(report);
    if (!report->is_interrupted) {
        TANDEM_TRY((*opened)->close());
    }
    return report;
}

// Writes the part. Ticks that a simulation contradicts can be copied all the same, between places
// where no simulation is needed.
Result<TrimReport> write_part(const Replay& file, const TickRange& range,
                              const Arguments& arguments, Context& context) {
    const std::string path = arguments.text("FILE");
    auto written = write_part_with(file, range, game_if_any(file, context), arguments, context);
    if (written || written.error().code != ErrorCode::divergence) {
        return written;
    }
    auto copied = write_part_with(file, range, std::nullopt, arguments, context);
    if (!copied && copied.error().code == ErrorCode::no_simulation) {
        Error contradicted = written.error().within(path);
        contradicted.message += "; nor can the ticks be copied as they were recorded, " +
                                copied.error().place + ": " + copied.error().message;
        return contradicted;
    }
    TANDEM_TRY(copied);
    context.console.print_note(written.error().within(path).text() +
                               "; the ticks were copied as they were recorded");
    return copied;
}

int report_part(const Replay& file, const TickRange& range, const TrimReport& report,
                const Arguments& arguments, Context& context) {
    const std::string output = arguments.text("--output");
    const std::string checked =
        report.is_simulated ? "simulated again and compared" : "copied as they were recorded";
    context.console.print("wrote " + count_text(report.ticks, "tick") + " of " +
                          escaped(file.header().game) + ", " + std::to_string(range.from) +
                          " to before " + std::to_string(range.to) + ", into " + escaped(output) +
                          " (" + count_text(report.bytes, "byte") + "), chain " +
                          hash_text(report.hashes.chain.value) + "; " + checked);
    if (!report.is_confirmed) {
        context.console.print_note(unconfirmed_text(file));
    }
    if (const std::string plants = plants_text(file, range.to);
        report.is_simulated && !plants.empty()) {
        context.console.print_note(plants);
    }
    if (report.states_left_out != 0) {
        context.console.print_note(count_text(report.states_left_out, "stored state") +
                                   " of the source cannot be used and was left out");
    }
    const JsonObject facts{{"file", output},
                           {"source", arguments.text("FILE")},
                           {"game", file.header().game},
                           {"ticks", report.ticks},
                           {"first_tick", range.from},
                           {"players", file.header().setup.slots},
                           {"chain", hash_text(report.hashes.chain.value)},
                           {"bytes", report.bytes},
                           {"simulated", report.is_simulated},
                           {"states_left_out", report.states_left_out},
                           {"end", end_name(report.end)},
                           {"confirmed", report.is_confirmed}};
    if (file.flaw()) {
        return context.fail(*file.flaw(), facts);
    }
    context.console.report(facts);
    return 0;
}

Result<int> run_trim(const Arguments& arguments, Context& context) {
    const std::string output = arguments.text("--output");
    const std::string path = arguments.text("FILE");
    if (output.empty()) {
        return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
    }
    const auto file = open_replay(path, context);
    TANDEM_TRY(file);
    const auto range = tick_range(arguments, *file);
    TANDEM_TRY(range);
    TANDEM_TRY(check_output("--output", output, {}, {path}));
    const SignalGuard signals;
    const auto written = write_part(*file, *range, arguments, context);
    TANDEM_TRY(written);
    if (written->is_interrupted) {
        context.console.print_note("interrupted; nothing was written");
        return exit_code_of_signal(pending_signal());
    }
    return report_part(*file, *range, *written, arguments, context);
}

}  // namespace

Verb trim_verb() {
    return {
        .name = "trim",
        .sentence = "Write a part of a recording as a file of its own, with its chain",
        .example = "trim a.tandem --from 600 --to 1200 -o part.tandem",
        .options = {{.names = {"FILE"},
                     .sentence = "File to take it from",
                     .value = Path{},
                     .is_required = true},
                    from_option("First tick to take; -600: the 600th from the end"),
                    to_option("First tick no longer taken; -600: the 600th from the end"),
                    {.names = {"-o", "--output"},
                     .value_name = "FILE",
                     .sentence = "File to write, never one that is read",
                     .value = Path{}},
                    {.names = {"--force"}, .sentence = "Replace the file if it exists"}},
        .run = &reported<&run_trim>,
    };
}

}  // namespace tandem::tools
