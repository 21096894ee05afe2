// SPDX-License-Identifier: MIT
// Chooses the game of a match, and runs it.
#include <tandem/tools/program/match/run_match.hpp>

#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/match/match_run.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {

int run_match(const MatchPlan& plan, Context& context) {
    const SignalGuard signals;
    std::optional<ResumedMatch> resumed;
    std::optional<ResumedHost> going_on;
    const SecretPlace place{plan.secret_file, own_environment(), {}};
    if (plan.is_host && !plan.goes_on_with().empty()) {
        auto found = resumed_host(plan.resume.empty() ? plan.from : BranchText{plan.resume, ""},
                                  plan.anybody          ? GoingOn::with_anybody
                                  : plan.resume.empty() ? GoingOn::at_a_tick
                                                        : GoingOn::behind_all,
                                  place, context);
        if (!found) {
            return pending_signal() != 0 ? report_no_match("", context)
                                         : context.fail(found.error());
        }
        going_on = *std::move(found);
    } else if (!plan.resume.empty()) {
        auto found = resumed_match(plan.resume, place, context);
        if (!found) {
            return context.fail(found.error());
        }
        resumed = *std::move(found);
    }
    const auto game = resumed    ? Result(resumed->game)
                      : going_on ? Result(going_on->game)
                                 : choose_match_game(plan, context);
    if (!game) {
        return pending_signal() != 0 ? report_no_match("", context) : context.fail(game.error());
    }
    return MatchRun(plan, context, *game, resumed, going_on).run();
}

}  // namespace tandem::tools
