// SPDX-License-Identifier: MIT
// find: where in recordings an expression about states and inputs holds.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/find_states.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/program/marks.hpp>
#include <tandem/tools/program/tick_options.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verify/file_list.hpp>
#include <tandem/tools/verify/plan.hpp>
#include <tandem/tools/verify/shard.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::FindReport;
using replay::FoundRange;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_ranges_shown = 10;

// What came of one file.
struct FileFindings {
    std::string path;
    std::string game;
    FindReport report;
    std::vector<FoundRange> ranges;
    std::vector<std::string> remarks;  // about what the states are
    std::optional<Error> error;        // why it could not be asked, or not to its end
    std::optional<Error> flaw;         // of the file
};

// All that happens with the game of one recording.
Result<FindReport> ask_states(const replay::Replay& file, const RegisteredGame& game,
                              const std::string& text, const replay::FindOptions& options,
                              const std::function<bool(const FoundRange&)>& on_range) {
    const auto expression = replay::Expression::parse(text, replay::scope_of(file));
    return expression ? replay::find_states(file, game.make(), *expression, options, on_range)
                      : expression.error();
}

class FindRun {
public:
    FindRun(const Arguments& arguments, Context& context)
        : arguments_(arguments), context_(context), console_(context.console) {}

    Result<int> run() {
        auto files = choose_files();
        if (!files) {
            return files.error();
        }
        ranges_max_ = arguments_.flag("--all")
                          ? ~std::uint64_t{0}
                          : arguments_.whole("--first").value_or(k_ranges_shown);
        ExitCode code = ExitCode::ok;
        for (const std::string& path : *files) {
            FileFindings findings;
            findings.path = path;
            ask_file(findings);
            if (pending_signal() != 0 && findings.report.states_asked == 0) {
                break;
            }
            code = worse_of(code, tell(findings));
            states_found_ += findings.report.states_found;
        }
        if (pending_signal() != 0) {
            return exit_code_of_signal(pending_signal());
        }
        if (code != ExitCode::ok) {
            return static_cast<int>(code);
        }
        return static_cast<int>(states_found_ == 0 ? ExitCode::divergence : ExitCode::ok);
    }

private:
    Result<std::vector<std::string>> choose_files() {
        auto files = list_recordings(arguments_.texts("FILE-or-DIR"));
        if (!files || !arguments_.has("--shard")) {
            return files;
        }
        const auto shard = take_shard(arguments_.text("--shard"));
        if (!shard) {
            return shard.error();
        }
        const Plan plan = plan_files(*files, shard->count, context_);
        tell_shard(plan, *shard, console_);
        return plan.files_of(shard->index);
    }

    void ask_file(FileFindings& findings) {
        const auto file = open_replay(findings.path, context_);
        if (!file) {
            findings.error = file.error();
        } else if (auto asked = ask(*file, findings); !asked) {
            findings.error = asked.error().within(findings.path);
        }
    }

    Result<void> ask(const replay::Replay& file, FileFindings& findings) {
        findings.game = file.header().game;
        findings.flaw = file.flaw();
        const auto from = ticks_at(arguments_, "--from", file, file.first_tick());
        const auto to = ticks_at(arguments_, "--to", file, file.end_tick());
        if (!from || !to) {
            return from ? to.error() : from.error();
        }
        if (*to < *from) {
            return Error{ErrorCode::usage, "--to " + std::to_string(*to),
                         "this lies before --from " + std::to_string(*from)};
        }
        const auto game = game_of(file, "", context_);
        if (!game) {
            return game.error();
        }
        findings.remarks = {plants_text(file, *to), narrow_track_text(file)};
        Progress progress(console_.err(), console_.may_redraw(), "searching", "state",
                          *to - *from + 1);
        const auto go_on = [&](std::uint64_t states) {
            progress.update(states, steady_now());
            return pending_signal() == 0;
        };
        auto report = ask_states(file, *game, arguments_.text("EXPR"), {*from, *to, go_on},
                                 [&](const FoundRange& range) {
                                     findings.ranges.push_back(range);
                                     return findings.ranges.size() < ranges_max_;
                                 });
        if (!report) {
            return report.error();
        }
        findings.report = std::move(*report);
        return {};
    }

    ExitCode tell(const FileFindings& findings) {
        const std::string path = escaped(findings.path);
        const FindReport& report = findings.report;
        for (const FoundRange& range : findings.ranges) {
            const bool is_one = range.first == range.last;
            console_.say(
                path + ": after " +
                (is_one ? count_text(range.first, "tick")
                        : std::to_string(range.first) + " to " + count_text(range.last, "tick")) +
                (range.is_recorded ? "" : " (simulated; the recording went elsewhere)"));
        }
        const bool has_more = report.is_stopped && findings.ranges.size() >= ranges_max_;
        if (has_more) {
            console_.note(path + ": the first " + count_text(findings.ranges.size(), "range") +
                          "; --all finds all");
        } else if (!findings.error && findings.ranges.empty()) {
            console_.say(path + ": nowhere in " + count_text(report.states_asked, "state"));
        }
        for (const std::string& remark : findings.remarks) {
            if (!remark.empty()) {
                console_.note(path + ": " + remark);
            }
        }
        if (report.left_at) {
            console_.complain(report.left_at->within(path));
        }
        const auto& error = findings.error ? findings.error : findings.flaw;
        if (!error) {
            console_.report(facts_of(findings));
            return ExitCode::ok;
        }
        return static_cast<ExitCode>(context_.fail(*error, facts_of(findings)));
    }

    JsonObject facts_of(const FileFindings& findings) const {
        JsonArray ranges;
        for (const FoundRange& range : findings.ranges) {
            ranges.push_back(JsonObject{
                {"from", range.first}, {"to", range.last}, {"recorded", range.is_recorded}});
        }
        const FindReport& report = findings.report;
        return {{"file", findings.path},
                {"game", findings.game},
                {"expression", arguments_.text("EXPR")},
                {"ranges", std::move(ranges)},
                {"states_asked", report.states_asked},
                {"states_found", report.states_found},
                {"stopped", report.is_stopped},
                {"left_at", report.left_tick ? JsonValue(*report.left_tick) : JsonValue()}};
    }

    const Arguments& arguments_;
    Context& context_;
    Console& console_;
    std::uint64_t ranges_max_ = k_ranges_shown;
    std::uint64_t states_found_ = 0;
};

int run_find(const Arguments& arguments, Context& context) {
    const SignalGuard signals;
    const auto code = FindRun(arguments, context).run();
    return code ? *code : context.fail(code.error());
}

}  // namespace

Verb find_verb() {
    Option from = from_option("First state to ask, after so many ticks; -600: 600 before the end");
    Option to = to_option("Last state to ask, after so many ticks; -600: 600 before the end");
    from.default_text = "the beginning";
    to.default_text = "the end";
    return {
        .name = "find",
        .sentence = "Find where in recordings an expression about states and inputs holds",
        .example = "find 'fighters[1].health == 0' a.tandem",
        .options = {{.names = {"EXPR"},
                     .sentence = "What must hold: units.size < 10 and not changed(units[0].hp)",
                     .value = Text{},
                     .is_required = true},
                    {.names = {"FILE-or-DIR"},
                     .sentence = "Files, or folders of .tandem files",
                     .value = Path{Path::Kind::either},
                     .is_repeated = true,
                     .is_required = true},
                    std::move(from),
                    std::move(to),
                    {.names = {"--first"},
                     .value_name = "N",
                     .sentence = "Stop in each file after N ranges",
                     .default_text = std::to_string(k_ranges_shown),
                     .value = Whole{.least = 1}},
                    {.names = {"--all"}, .sentence = "Find all ranges of each file"},
                    {.names = {"--shard"},
                     .value_name = "I/N|auto",
                     .sentence = "Search only part I of N; auto asks Slurm, Kubernetes or Bazel",
                     .value = Text{.words = {"auto"}}}},
        .run = &run_find,
    };
}

}  // namespace tandem::tools
