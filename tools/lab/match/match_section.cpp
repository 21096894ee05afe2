// SPDX-License-Identifier: MIT
// Arm by arm: plays the pairs, reads their recordings, judges; and tells how far it is.

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>

#include <unistd.h>

#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/lab/match/folder.hpp>
#include <tandem/tools/lab/match/live.hpp>
#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/lab/match/tables.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

// A line on a terminal, drawn anew as long as an arm is played.
class LiveLine {
public:
    LiveLine(std::ostream& err, bool is_enabled) : err_(err), is_enabled_(is_enabled) {}
    ~LiveLine() { show(""); }
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    void show(const std::string& text) {
        if (is_enabled_ && text != shown_) {
            err_ << "\r\x1b[K" << text << std::flush;
            shown_ = text;
        }
    }

private:
    std::ostream& err_;
    bool is_enabled_;
    std::string shown_;
};

Result<void> check_free(const MatchRequest& request);
bool are_sound(const ArmResult& arm, const std::vector<PairResult>& pairs);
Result<ArmResult> play_arm(const Arm& arm, const std::string& number, const MatchRequest& request,
                           const std::string& folder, Context& context, LiveLine& line);
Result<void> play_arms(const MatchRequest& request, const std::string& folder, Context& context,
                       std::vector<ArmResult>& results);
void print_results(const std::vector<ArmResult>& results, const Folder& folder, bool csv,
                   Console& console);

}  // namespace

int run_match_section(const Arguments& arguments, Context& context) {
    const auto request = make_match_request(arguments);
    if (!request) {
        return context.fail(request.error());
    }
    const SignalGuard signals;
    if (auto free = check_free(*request); !free) {
        return context.fail(free.error());
    }
    const auto folder =
        request->folder.empty() ? Folder::temporary() : Folder::named(request->folder);
    if (!folder) {
        return context.fail(folder.error());
    }
    context.console.print_note(beginning_text(*request));
    std::vector<ArmResult> results;
    const auto done = play_arms(*request, folder->path(), context, results);
    if (!results.empty()) {
        print_results(results, *folder, arguments.flag("--csv"), context.console);
    }
    // While SIGPIPE is still ignored, which would end the program with a code of its own.
    const bool is_told = context.console.flush();
    if (pending_signal() != 0) {
        context.console.print_note("interrupted; the machines were stopped");
        return exit_code_of_signal(pending_signal());
    }
    if (!done) {
        return context.fail(done.error());
    }
    if (!is_told) {
        return context.fail(output_lost());
    }
    const bool is_as_expected = std::all_of(
        results.begin(), results.end(), [](const ArmResult& arm) { return arm.is_as_expected(); });
    return is_as_expected ? 0 : static_cast<int>(ExitCode::divergence);
}

namespace {

// No recording is replaced without --force. Better said before than after a minute.
Result<void> check_free(const MatchRequest& request) {
    if (request.folder.empty() || request.force) {
        return {};
    }
    for (const Arm* arm : request.arms) {
        for (std::uint32_t number = 1; number <= request.repeats; ++number) {
            for (const bool is_fast : {true, false}) {
                const std::string path = recording_path(request.folder, *arm, number, is_fast);
                std::error_code ignored;
                if (std::filesystem::exists(path, ignored)) {
                    return Error{
                        ErrorCode::io, escaped(path),
                        "the file exists; name another folder, or replace it with --force"};
                }
            }
        }
    }
    return {};
}

// True if the files say the same as the machines said.
bool are_sound(const ArmResult& arm, const std::vector<PairResult>& pairs) {
    const Arm& what = *arm.findings.arm;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const RecordingFindings& files = arm.recordings[i];
        const auto live = first_difference_of(what, pairs[i]);
        const bool is_same =
            live == files.states_differ_at && (live.has_value() || files.diff == "identical");
        // A generator whose seed nobody recorded is what no replay gives again.
        const bool is_exact = files.is_exact_fast && files.is_exact_slow;
        if (!is_same || is_exact != (what.fault != ArmFault::random)) {
            return false;
        }
    }
    return true;
}

Result<ArmResult> play_arm(const Arm& arm, const std::string& number, const MatchRequest& request,
                           const std::string& folder, Context& context, LiveLine& line) {
    const std::uint32_t seconds = request.seconds_of(arm);
    LiveArm live(arm, number);
    PairsHooks hooks;
    hooks.watch = [&](const std::vector<PairView>& views) {
        live.update(views);
        // In its last column a terminal may begin a new row.
        line.show(live.text(terminal_size(STDERR_FILENO).columns - 1));
    };
    // Nobody is to wait for a match that nobody will read of.
    hooks.is_interrupted = [] { return pending_signal() != 0 || stdout_reader_has_left(); };
    const auto pairs =
        play_pairs({&arm, seconds, request.repeats, request.fast_cost_ns, request.slow_cost_ns,
                    folder, request.force, context.own_program},
                   hooks);
    TANDEM_TRY(pairs);
    auto findings = findings_of(
        arm, *pairs, {seconds, delay_ticks_for(request.slow_cost_ns, request.fast_cost_ns)});
    TANDEM_TRY(findings);
    ArmResult result;
    result.findings = std::move(*findings);
    result.seconds = seconds;
    result.fast_cost_ns = request.fast_cost_ns;
    result.slow_cost_ns = request.slow_cost_ns;
    for (const PairResult& pair : *pairs) {
        auto examined = examine_recordings(arm, pair.fast_file, pair.slow_file);
        TANDEM_TRY(examined);
        result.recordings.push_back(std::move(*examined));
    }
    result.recordings_are_sound = are_sound(result, *pairs);
    return result;
}

// Adds the result of each arm as soon as it was played.
Result<void> play_arms(const MatchRequest& request, const std::string& folder, Context& context,
                       std::vector<ArmResult>& results) {
    LiveLine line(context.console.err(), context.console.may_redraw());
    for (std::size_t i = 0; i < request.arms.size(); ++i) {
        const std::string number =
            std::to_string(i + 1) + "/" + std::to_string(request.arms.size());
        auto played = play_arm(*request.arms[i], number, request, folder, context, line);
        line.show("");
        if (!played) {
            return stdout_reader_has_left() ? output_lost() : played.error();
        }
        context.console.print_note(finished_text(number, *played));
        context.console.report(arm_json(*played));
        results.push_back(std::move(*played));
        if (!context.console.flush()) {
            return output_lost();
        }
    }
    return {};
}

void print_results(const std::vector<ArmResult>& results, const Folder& folder, bool csv,
                   Console& console) {
    lab::print_tables(closing_tables(results), csv, console);
    if (!csv) {
        console.print("");
        console.print(folder.is_temporary()
                          ? "The recordings were in a temporary folder and are gone; -o DIR keeps "
                            "them for diff, play and verify."
                          : "The recordings are in " + escaped(folder.path()) +
                                ": see diff, play and verify.");
    }
}

}  // namespace
}  // namespace tandem::tools::lab::match
