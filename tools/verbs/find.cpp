// SPDX-License-Identifier: MIT
// The verb find tells where in recordings an expression about states and inputs holds.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/find_states.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verify/file_list.hpp>
#include <tandem/tools/verify/shard.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::replay {

template <class Archive>
void serialize(Archive& ar, FoundRange& range) {
    ar(CEREAL_NVP(range.first), CEREAL_NVP(range.last), CEREAL_NVP(range.is_recorded));
}

}  // namespace tandem::replay

namespace tandem::tools {
namespace {

using replay::FindReport;
using replay::FoundRange;

constexpr std::uint64_t k_ranges_shown = 10;
// The most jobs, each of which is a process.
constexpr std::uint64_t k_jobs_max = 1'024;

// The ticks of a part. A long file is searched in parts of about so many ticks, which begin at
// keyframes. This does not depend on how many are searched at the same time.
constexpr std::uint64_t k_ticks_of_part = 16'384;
// The least bytes of a file that is looked into for parts.
constexpr std::uintmax_t k_bytes_of_parts = 16 * 1024;

// The findings in a file, or in a part of it.
struct FileFindings {
    std::string path;
    std::string game;
    FindReport report;
    std::uint64_t from = 0;  // the states that are to be asked, in the whole file
    std::uint64_t to = 0;
    std::vector<FoundRange> ranges;
    std::vector<std::string> remarks;  // about the nature of the states
    std::optional<Error> error;        // the reason why it could not be asked, or not to its end
    std::optional<Error> flaw;         // flaw of the file

    // Holds all but the path.
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(game), CEREAL_NVP(report.states_asked), CEREAL_NVP(report.states_found),
           CEREAL_NVP(report.ranges), CEREAL_NVP(report.left_tick), CEREAL_NVP(report.left_at),
           CEREAL_NVP(report.is_stopped), CEREAL_NVP(from), CEREAL_NVP(to), CEREAL_NVP(ranges),
           CEREAL_NVP(remarks), CEREAL_NVP(error), CEREAL_NVP(flaw));
    }
};

bool is_sound_findings(const FileFindings& findings) {
    const auto is_known = [](const std::optional<Error>& error) {
        return !error || sim::is_known(error->code);
    };
    return is_known(findings.report.left_at) && is_known(findings.error) &&
           is_known(findings.flaw) &&
           std::all_of(findings.ranges.begin(), findings.ranges.end(),
                       [](const FoundRange& range) { return range.first <= range.last; });
}

// The question to every file.
struct Question {
    const Arguments& arguments;
    std::string expression;
    std::uint64_t ranges_max = k_ranges_shown;
};

// A stretch of the states of one file.
struct FilePart {
    std::size_t file = 0;
    std::uint64_t from = 0;
    std::uint64_t to = ~std::uint64_t{0};
    bool is_last = true;
};

// The parts of a file that can be opened. If it cannot, the code that asks it will say so.
std::vector<FilePart> parts_of(std::size_t number, const std::string& path,
                               const Arguments& arguments, const Context& context) {
    std::vector<FilePart> parts{{number}};
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(path, ignored);
    if (ignored || bytes < k_bytes_of_parts) {
        return parts;
    }
    const auto file = open_replay(path, context, replay::OpenDepth::index);
    const auto from = file ? ticks_at(arguments, "--from", *file, file->first_tick())
                           : Result<std::uint64_t>(file.error());
    const auto to =
        file ? ticks_at(arguments, "--to", *file, file->end_tick()) : Result<std::uint64_t>(0);
    if (!from || !to) {
        return parts;
    }
    std::uint64_t begun = *from;
    for (const std::uint64_t keyframe : keyframe_ticks(*file)) {
        if (keyframe >= begun + k_ticks_of_part && keyframe + k_ticks_of_part <= *to) {
            parts.back().to = keyframe - 1;
            parts.back().is_last = false;
            parts.push_back({number, keyframe});
            begun = keyframe;
        }
    }
    return parts;
}

// Adds the next part of a file to the findings of those before it. Returns whether the search of
// the file is at its end, because of an error, or because it has as many ranges as are wanted.
bool add_part(FileFindings part, const FilePart& place, std::uint64_t ranges_max,
              FileFindings& whole) {
    const std::uint64_t asked = whole.report.states_asked + part.report.states_asked;
    std::vector<FoundRange> ranges = std::move(whole.ranges);
    for (const FoundRange& range : part.ranges) {
        const bool goes_on = !ranges.empty() && ranges.back().last + 1 == range.first &&
                             ranges.back().is_recorded == range.is_recorded;
        if (goes_on) {
            ranges.back().last = range.last;
        } else {
            ranges.push_back(range);
        }
    }
    part.game = part.game.empty() ? whole.game : part.game;
    whole = std::move(part);
    whole.ranges = std::move(ranges);
    whole.report.states_asked = asked;
    const bool may_go_on = !place.is_last && !whole.ranges.empty() &&
                           whole.ranges.back().last == place.to &&
                           whole.ranges.size() <= ranges_max;
    whole.report.is_stopped = whole.ranges.size() >= ranges_max && !may_go_on;
    if (whole.report.is_stopped) {
        whole.ranges.resize(static_cast<std::size_t>(ranges_max));
        const std::uint64_t behind = std::min(whole.ranges.back().last + 1, whole.to);
        whole.report.states_asked = std::min(asked, behind - whole.from + 1);
    }
    whole.report.ranges = whole.ranges.size();
    whole.report.states_found = 0;
    for (const FoundRange& range : whole.ranges) {
        whole.report.states_found += range.last - range.first + 1;
    }
    return place.is_last || whole.error || whole.report.is_stopped;
}

Result<void> ask_states(const Question& question, const FilePart& part, const replay::Replay& file,
                        const Context& context, const replay::Progress& progress,
                        FileFindings& findings) {
    findings.game = file.header().game;
    findings.flaw = file.flaw();
    const auto from = ticks_at(question.arguments, "--from", file, file.first_tick());
    const auto to = ticks_at(question.arguments, "--to", file, file.end_tick());
    TANDEM_TRY(from);
    TANDEM_TRY(to);
    if (*to < *from) {
        return Error{ErrorCode::usage, "--to " + std::to_string(*to),
                     "this lies before --from " + std::to_string(*from)};
    }
    findings.from = *from;
    findings.to = *to;
    const auto game = game_of(file, "", context);
    TANDEM_TRY(game);
    findings.remarks = {plants_text(file, *to), narrow_track_text(file)};
    const auto expression = replay::Expression::parse(question.expression, replay::scope_of(file));
    TANDEM_TRY(expression);
    const replay::FindOptions options{std::max(*from, part.from), std::min(*to, part.to), progress};
    if (options.from > options.to) {  // the file is damaged and ends before
        return {};
    }
    auto report =
        replay::find_states(file, game->make(), *expression, options, [&](const FoundRange& range) {
            findings.ranges.push_back(range);
            return findings.ranges.size() < question.ranges_max;
        });
    TANDEM_TRY(report);
    findings.report = std::move(*report);
    return {};
}

// Does all the work with one part of a recording and its game, in a process of its own.
void ask_part(const Question& question, const FilePart& part, const Context& context,
              const replay::Progress& progress, FileFindings& findings) {
    const auto file = open_replay(findings.path, context);
    if (!file) {
        findings.error = file.error();
    } else if (auto asked = ask_states(question, part, *file, context, progress, findings);
               !asked) {
        findings.error = asked.error().within(findings.path);
    }
}

class FindRun {
public:
    FindRun(const Arguments& arguments, Context& context)
        : arguments_(arguments),
          context_(context),
          console_(context.console),
          question_{arguments, arguments.text("EXPR"),
                    arguments.flag("--all") ? ~std::uint64_t{0}
                                            : arguments.whole("--first").value_or(k_ranges_shown)} {
    }

    Result<int> run() {
        auto files = choose_files();
        TANDEM_TRY(files);
        TANDEM_TRY(ask_all(*files));
        if (pending_signal() != 0) {
            return exit_code_of_signal(pending_signal());
        }
        if (code_ != ExitCode::ok) {
            return static_cast<int>(code_);
        }
        return static_cast<int>(states_found_ == 0 ? ExitCode::divergence : ExitCode::ok);
    }

private:
    Result<std::vector<std::string>> choose_files() {
        auto files = list_recordings(arguments_.texts("FILE-or-DIR"));
        if (!files || !arguments_.has("--shard")) {
            return files;
        }
        const auto shard = read_shard(arguments_.text("--shard"));
        TANDEM_TRY(shard);
        const Plan plan = plan_files(*files, shard->count, context_);
        report_shard(plan, *shard, console_);
        return plan.files_of(shard->index);
    }

    // Each part in a process of its own: what its game does there harms no other.
    Result<void> ask_all(const std::vector<std::string>& files) {
        std::vector<FilePart> parts;
        for (std::size_t file = 0; file < files.size() && pending_signal() == 0; ++file) {
            const auto more = parts_of(file, files[file], arguments_, context_);
            parts.insert(parts.end(), more.begin(), more.end());
        }
        Progress line(console_.err(), console_.may_redraw(), "searching", "state", std::nullopt);
        FileFindings whole;
        std::size_t file = 0;  // the first that has not been told
        TrialRun run = run_of(files, parts, line);
        run.wants = [&](std::size_t job) { return parts[job].file >= file; };
        run.on_end = [&](std::size_t job, TrialEnd end) {
            FilePart place = parts[job];
            FileFindings part = findings_of(files[place.file], std::move(end));
            if (part.report.left_at && !place.is_last) {
                // Behind a divergence it goes on with its own states, and not from a keyframe.
                place.to = FilePart().to;
                place.is_last = true;
                part = ask_again(files, place, line);
                if (pending_signal() != 0) {
                    return false;
                }
            }
            if (add_part(std::move(part), place, question_.ranges_max, whole)) {
                line.finish();
                whole.path = files[place.file];
                code_ = worse_of(code_, report(whole));
                states_found_ += whole.report.states_found;
                whole = {};
                file = place.file + 1;
            }
            return true;
        };
        return run_trials(run);
    }

    TrialRun run_of(const std::vector<std::string>& files, const std::vector<FilePart>& parts,
                    Progress& line) const {
        TrialRun run;
        run.jobs = parts.size();
        run.at_once = arguments_.whole<std::uint32_t>("--jobs").value_or(1);
        run.limits = trial_limits(arguments_);
        run.work = [&](std::size_t job, TrialLife& life) {
            FileFindings findings;
            findings.path = files[parts[job].file];
            ask_part(question_, parts[job], context_, progress_of(life), findings);
            return sim::canonical_bytes(findings);
        };
        run.on_progress = [&](std::uint64_t states) { line.update(states, steady_now()); };
        return run;
    }

    FileFindings ask_again(const std::vector<std::string>& files, const FilePart& place,
                           Progress& line) const {
        FileFindings findings;
        const std::vector<FilePart> parts{place};
        TrialRun run = run_of(files, parts, line);
        run.on_end = [&](std::size_t, TrialEnd end) {
            findings = findings_of(files[place.file], std::move(end));
            return true;
        };
        if (auto asked = run_trials(run); !asked) {
            findings.error = asked.error();
        }
        return findings;
    }

    static FileFindings findings_of(const std::string& path, TrialEnd end) {
        const std::string doing = "searching " + path;
        auto findings = end.answer ? read_message<FileFindings>(*end.answer, damaged_answer(),
                                                                is_sound_findings)
                                   : Result<FileFindings>(trial_error(doing, end));
        if (findings) {
            return std::move(findings).value();
        }
        FileFindings none;
        none.error = end.answer ? findings.error().within(doing) : findings.error();
        return none;
    }

    ExitCode report(const FileFindings& findings) {
        const std::string path = escaped(findings.path);
        const FindReport& report = findings.report;
        for (const FoundRange& range : findings.ranges) {
            const bool is_one = range.first == range.last;
            console_.print(
                path + ": after " +
                (is_one ? count_text(range.first, "tick")
                        : std::to_string(range.first) + " to " + count_text(range.last, "tick")) +
                (range.is_recorded ? "" : " (simulated; the recording went elsewhere)"));
        }
        const bool has_more = report.is_stopped && findings.ranges.size() >= question_.ranges_max;
        if (has_more) {
            console_.print_note(path + ": the first " +
                                count_text(findings.ranges.size(), "range") + "; --all finds all");
        } else if (!findings.error && findings.ranges.empty()) {
            console_.print(path + ": nowhere in " + count_text(report.states_asked, "state"));
        }
        for (const std::string& remark : findings.remarks) {
            if (!remark.empty()) {
                console_.print_note(path + ": " + remark);
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
                {"expression", question_.expression},
                {"ranges", std::move(ranges)},
                {"states_asked", report.states_asked},
                {"states_found", report.states_found},
                {"stopped", report.is_stopped},
                {"left_at", report.left_tick ? JsonValue(*report.left_tick) : JsonValue()}};
    }

    const Arguments& arguments_;
    Context& context_;
    Console& console_;
    Question question_;
    ExitCode code_ = ExitCode::ok;
    std::uint64_t states_found_ = 0;
};

Result<int> run_find(const Arguments& arguments, Context& context) {
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
                    {.names = {"--jobs"},
                     .value_name = "N",
                     .sentence = "How many parts of files are searched at the same time",
                     .default_text = "1",
                     .value = Whole{.least = 1, .most = k_jobs_max}},
                    {.names = {"--shard"},
                     .value_name = "I/N|auto",
                     .sentence = "Search only part I of N; auto asks Slurm, Kubernetes or Bazel",
                     .value = Text{.words = {"auto"}}},
                    patience_option(),
                    memory_option()},
        .sections = {{"Expressions",
                      {{"PATH",
                        "A field as state prints it: units[17].hp, units.size; units[*].hp "
                        "is of any element, input[0].forward of player 0's input"},
                       {"== != < <= > >=",
                        "Compare a PATH with a number (12, -0.5, 0xff), a "
                        "label, a text in quotes, none, or another PATH"},
                       {"and or not ( )", "Join conditions: not binds first, then and"},
                       {"changed(PATH)", "It is not as it was one tick earlier"},
                       {"present(N)", "Player N took part in the tick that led to the state"}}}},
        .run = &reported<&run_find>,
    };
}

}  // namespace tandem::tools
