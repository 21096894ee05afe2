// SPDX-License-Identifier: MIT
// Has a switch over every reason, so that a new reason cannot be forgotten here.
#include <tandem/tools/program/evidence/session_end.hpp>

#include <cstdint>
#include <ostream>
#include <set>
#include <utility>

#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/terminal.hpp>

namespace tandem::tools {

const char* end_name(sim::EndReason reason) {
    switch (reason) {
        case sim::EndReason::source_ended:
            return "source_ended";
        case sim::EndReason::tick_limit:
            return "tick_limit";
        case sim::EndReason::finished:
            return "finished";
        case sim::EndReason::interrupted:
            return "interrupted";
        case sim::EndReason::peer_lost:
            return "peer_lost";
        case sim::EndReason::desync:
            return "desync";
        case sim::EndReason::step_failed:
            return "step_failed";
        case sim::EndReason::recording_failed:
            return "recording_failed";
    }
    return "unknown";
}

std::optional<sim::Error> first_error(const std::vector<std::optional<sim::Error>>& errors,
                                      Console& console) {
    std::optional<sim::Error> first;
    std::set<std::string> told;
    for (const auto& error : errors) {
        if (!error || !told.insert(error->text()).second) {
            continue;
        }
        if (first) {
            console.complain(*error);
        } else {
            first = error;
        }
    }
    return first;
}

std::optional<sim::Error> with_way_on(std::optional<sim::Error> error,
                                      const std::optional<sim::Error>& lost,
                                      sim::EndReason reason) {
    if (reason == sim::EndReason::recording_failed && error && lost &&
        error->text() == lost->text()) {
        error->message += "; with --keep-going the session goes on without its recording";
    }
    return error;
}

int report_end(const std::optional<sim::Error>& error,
               const std::optional<sim::Error>& missed_plant, const JsonObject& facts,
               Context& context) {
    const int signal = pending_signal();
    if (missed_plant && (error || signal != 0)) {
        context.console.complain(*missed_plant);
    }
    if (error) {
        return context.fail(*error, facts);
    }
    if (missed_plant && signal == 0) {
        return context.fail(*missed_plant, facts);
    }
    context.console.report(facts);
    return signal != 0 ? exit_code_of_signal(signal) : 0;
}

CallWatchHooks watched_calls(const Context& context,
                             std::function<int(const CutShort& cut)> finish) {
    Console& console = context.console;
    CallWatchHooks hooks;
    // The console's own thread may come back at any moment, so the hook asks only for things that
    // do not change.
    hooks.report = [&console, is_quiet = console.quiet(),
                    may_redraw = console.may_redraw()](const StuckCall& stuck) {
        if (!write_over_screen(stuck.text()) && !is_quiet) {
            console.err() << (may_redraw ? "\r\x1b[K" : "") + stuck.text() + "\n" << std::flush;
        }
    };
    hooks.end = [&context, finish = std::move(finish)](const sim::CallOfGame& call,
                                                       const std::optional<StuckCall>& stuck) {
        restore_terminal_now();
        context.console.release_notes();
        CutShort cut;
        const std::string lasted =
            stuck ? std::to_string(stuck->lasted / std::chrono::seconds(1)) + " s" : "";
        if (!stuck || pending_signal() == 0) {
            cut.reason = sim::EndReason::step_failed;
            cut.error = sim::Error{sim::ErrorCode::step_failed, "",
                                   stuck ? "the game did not come back from " + call.text() +
                                               " in " + lasted + "; look for a loop without an end"
                                         : exit_text(call)};
            cut.why = cut.error->text();
        } else {
            cut.why = "its game did not come back from " + call.text();
            context.console.print_note("ended in " + call.text() +
                                       ", which had not come back for " + lasted);
        }
        const int code = finish      ? finish(cut)
                         : cut.error ? context.fail(*cut.error)
                                     : exit_code_of_signal(pending_signal());
        context.console.flush();
        return code;
    };
    return hooks;
}

int report_no_match(const std::string& game, Context& context) {
    context.console.print("no match came about, and no file was written");
    context.console.report({{"game", game.empty() ? JsonValue() : JsonValue(game)},
                            {"ticks", std::uint64_t{0}},
                            {"players", std::uint64_t{0}},
                            {"chain", JsonValue()},
                            {"file", JsonValue()},
                            {"bytes", std::uint64_t{0}},
                            {"player", JsonValue()},
                            {"end", end_name(sim::EndReason::interrupted)}});
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

}  // namespace tandem::tools
