// SPDX-License-Identifier: MIT
// The claims about a page that is hidden for a while: C82 and C84.
#include <algorithm>
#include <array>

#include <tandem/sim/time/pace_monitor.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

// Half a minute in another tab is such a stall to a page.
constexpr Stall k_hidden{seconds(10), seconds(30)};
constexpr Flicks k_hidden_window = seconds(50);

// ---- C82
// M2 on the product's pacer, with its monitor. Values: frames of each kind, most ticks due at once.
Finding health_of(std::string_view machine_text, bool is_hidden) {
    const Machine machine = machine_of(machine_text);
    VirtualTime time;
    Game nobody;
    Platform game(machine, time, k_hidden_window, nobody);
    if (is_hidden) {
        game.hide(k_hidden);
    }
    sim::Pacer pacer({.tick_rate = TickRate(20)}, LoopClock(game).now());
    sim::PaceMonitor monitor;
    std::array<std::uint64_t, 3> frames{};
    std::uint64_t most = 0;
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        const sim::Pace pace = pacer.advance(LoopClock::nanoseconds_at(frame_time));
        ++frames[static_cast<std::size_t>(monitor.observe(pace))];
        most = std::max(most, monitor.ticks_due());
        for (std::uint32_t i = 0; i < pace.ticks && game.is_running(); ++i) {
            game.update(tick_of(TickRate(20)));
        }
        game.render();
    };
    main(game.now());
    game.run_frames();
    const auto count = [&](sim::PaceHealth health) {
        return frames[static_cast<std::size_t>(health)];
    };
    return {"up to " + std::to_string(most) + " ticks due at once; frames: " +
                std::to_string(count(sim::PaceHealth::gap)) + " taken for a gap, " +
                std::to_string(count(sim::PaceHealth::overload)) + " for an overload",
            {static_cast<double>(count(sim::PaceHealth::gap)),
             static_cast<double>(count(sim::PaceHealth::overload)), static_cast<double>(most)}};
}
Verdict is_told_apart(const Finding& fails, const Finding& holds) {
    // Two frames are a gap until the third in a row says otherwise.
    return shown_if(fails.values[0] == 2 && fails.values[1] > fails.values[0] &&
                    fails.values[2] > 10 && are_near(holds.values, {1, 0, 600}, 0));
}

// ---- C84
// Values: ticks while the page is hidden, at once when it is shown again, in all, and whether the
// state is that of a page that was never hidden.
class HiddenPlayer : public YardPlayer {
public:
    void update(const Update& update) override {
        YardPlayer::update(update);
        during += k_hidden.at < update.start && update.start <= k_hidden.at + k_hidden.length;
    }
    std::uint64_t during = 0;
};
void add_hidden(Finding& finding, std::string_view id) {
    RunOptions options;
    options.window = k_hidden_window;
    YardPlayer shown;
    run_published(id, "normal", options, &shown);
    options.hidden = k_hidden;
    HiddenPlayer game;
    const LoopReport report = run_published(id, "normal", options, &game);
    const SameStates states = same_states({shown.hashes(), game.hashes()});
    // The first picture afterwards shows all of them.
    const std::uint64_t at_once = report.updates_per_frame_max - game.during;
    finding.text += (finding.text.empty() ? "" : "; ") + std::string(id) + ": " +
                    std::to_string(game.during) + " ticks while hidden, " +
                    std::to_string(at_once) + " at once afterwards, " +
                    (states.same ? "same" : "other") + " states";
    finding.values.insert(finding.values.end(), {count(game.during), count(at_once),
                                                 count(report.updates), states.same ? 1.0 : 0.0});
}
Finding poked_while_hidden() {
    Finding finding;
    add_hidden(finding, "M3c");
    return finding;
}
Finding timed_while_hidden() {
    Finding finding;
    add_hidden(finding, "M3a");
    add_hidden(finding, "M3b");
    return finding;
}
Verdict only_fails_sleeps(const Finding& fails, const Finding& holds) {
    constexpr double k_hidden_ticks = 600;
    constexpr double k_ticks = 999;
    // A worker's tick may fall between the page's return and its first picture.
    return shown_if(
        are_near(fails.values, {0, k_hidden_ticks, k_ticks, 1}, 0) &&
        are_near(holds.values, {k_hidden_ticks, 0, k_ticks, 1, k_hidden_ticks, 1, k_ticks, 1}, 0));
}

}  // namespace

ClaimList hidden_claims() {
    return {
        {.id = "C82",
         .articles = Article::mdn,
         .sentence = "many ticks due at once mean a sleep or an overload",
         .fails = "M2 repaired, on choked for 50 s: more than ten ticks due in every frame "
                  "(sim::PaceMonitor)",
         .holds = "the same on normal, hidden for 30 s",
         .expected = "an overload from the third frame on | one frame of 600 ticks, a gap",
         .run_fails = [] { return health_of("choked", false); },
         .run_holds = [] { return health_of("normal", true); },
         .judge = is_told_apart},
        {.id = "C84",
         .articles = Article::mdn,
         .sentence = "updates by a timer go on while the page is hidden, a poked worker sleeps",
         .fails = "M3c on normal, 50 s of which 30 hidden",
         .holds = "M3a and M3b on the same",
         .expected = "0 ticks while hidden, 600 at once afterwards | 600 and 600, at most one; the "
                     "same state at each tick",
         .run_fails = poked_while_hidden,
         .run_holds = timed_while_hidden,
         .judge = only_fails_sleeps},
    };
}

}  // namespace tandem::tools::lab
