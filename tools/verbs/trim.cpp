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

class TrimSession {
public:
    TrimSession(const Arguments& arguments, Context& context)
        : path_(arguments.text("FILE")), context_(context) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
    }

    Result<int> run(const Arguments& arguments) {
        if (output_.output.empty()) {
            return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
        }
        auto file = open_replay(path_, context_);
        TANDEM_TRY(file);
        const auto range = tick_range(arguments, *file);
        TANDEM_TRY(range);
        TANDEM_TRY(check_output("--output", output_.output, output_, {path_}));
        const SignalGuard signals;
        const auto written = write(*file, *range);
        TANDEM_TRY(written);
        if (written->is_interrupted) {
            context_.console.print_note("interrupted; nothing was written");
            return exit_code_of_signal(pending_signal());
        }
        return report(*file, *range, *written);
    }

private:
    // Writes the part. Ticks that a simulation contradicts can be copied all the same, between
    // places where no simulation is needed.
    Result<TrimReport> write(const Replay& file, const TickRange& range) {
        const auto game = game_if_any(file, context_);
        auto written = write_with(file, range, game);
        if (written || written.error().code != ErrorCode::divergence) {
            return written;
        }
        auto copied = write_with(file, range, std::nullopt);
        if (!copied && copied.error().code == ErrorCode::no_simulation) {
            Error contradicted = written.error().within(path_);
            contradicted.message += "; nor can the ticks be copied as they were recorded, " +
                                    copied.error().place + ": " + copied.error().message;
            return contradicted;
        }
        TANDEM_TRY(copied);
        context_.console.print_note(written.error().within(path_).text() +
                                    "; the ticks were copied as they were recorded");
        return copied;
    }

    Result<TrimReport> write_with(const Replay& file, const TickRange& range,
                                  const std::optional<RegisteredGame>& game) {
        auto opened = open_whole_output(output_.output, output_.force);
        TANDEM_TRY(opened);
        Progress progress(context_.console.err(), context_.console.may_redraw(), "trimming", "tick",
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

    int report(const Replay& file, const TickRange& range, const TrimReport& report) {
        const std::string checked =
            report.is_simulated ? "simulated again and compared" : "copied as they were recorded";
        context_.console.print("wrote " + count_text(report.ticks, "tick") + " of " +
                               escaped(file.header().game) + ", " + std::to_string(range.from) +
                               " to before " + std::to_string(range.to) + ", into " +
                               escaped(output_.output) + " (" + count_text(report.bytes, "byte") +
                               "), chain " + hash_text(report.hashes.chain.value) + "; " + checked);
        if (!report.is_confirmed) {
            context_.console.print_note(unconfirmed_text(file));
        }
        if (const std::string plants = plants_text(file, range.to);
            report.is_simulated && !plants.empty()) {
            context_.console.print_note(plants);
        }
        if (report.states_left_out != 0) {
            context_.console.print_note(count_text(report.states_left_out, "stored state") +
                                        " of the source cannot be used and was left out");
        }
        const JsonObject facts{{"file", output_.output},
                               {"source", path_},
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
            return context_.fail(*file.flaw(), facts);
        }
        context_.console.report(facts);
        return 0;
    }

    std::string path_;
    SessionArguments output_;
    Context& context_;
};

Result<int> run_trim(const Arguments& arguments, Context& context) {
    return TrimSession(arguments, context).run(arguments);
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
