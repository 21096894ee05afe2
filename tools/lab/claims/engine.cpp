// SPDX-License-Identifier: MIT
// The claims about what surrounds a game, and those that no experiment decides: C82, C84, C86, C87,
// C89 and C90.
#include <algorithm>
#include <array>

#include <tandem/replay/diff.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/erase.hpp>
#include <tandem/sim/pace_monitor.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/grey.hpp>
#include <tandem/tools/lab/games/history.hpp>
#include <tandem/tools/lab/games/yard_player.hpp>
#include <tandem/tools/lab/lockstep/virtual_match.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>
#include <tandem/tools/lab/replay/recording.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

// What half a minute in another tab is to a page.
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
Finding overloaded() { return health_of("choked", false); }
Finding asleep() { return health_of("normal", true); }
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

// ---- C86
// The book's window: a callback tells of a new size, and whoever draws asks for it.
struct Window {
    std::array<int, 2> size{600, 480};
    bool is_resized = false;
};
// Three new sizes come between two pictures in the middle of a second.
class ResizedPlayer : public YardPlayer {
public:
    ResizedPlayer(sim::TickObserver& observer, bool consumes, bool is_resized)
        : YardPlayer(&observer), consumes_(consumes), is_resized_(is_resized) {}

    void render(const Frame& frame) override {
        YardPlayer::render(frame);
        if (window_.is_resized) {
            viewport = window_.size;
            ++times_set;
            window_.is_resized = !consumes_;
        }
        if (is_resized_ && frame.number == 30) {
            for (const std::array<int, 2> size :
                 {std::array{640, 360}, std::array{800, 450}, std::array{1'024, 576}}) {
                window_ = {size, true};
            }
        }
    }

    std::array<int, 2> viewport{600, 480};
    std::uint64_t times_set = 0;

private:
    bool consumes_;
    bool is_resized_;
    Window window_;
};
struct ResizedRun {
    sim::Bytes file;
    std::vector<std::uint64_t> hashes;
    std::array<int, 2> viewport{};
    std::uint64_t times_set = 0;
};
ResizedRun run_resized(bool consumes, bool is_resized) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    ResizedPlayer player(recorder, consumes, is_resized);
    run_repaired("W3", "normal", {}, &player);
    player.end();
    return {output.bytes(), player.hashes(), player.viewport, player.times_set};
}
// Values: how often the viewport was set, its width, whether the recording is that of a window that
// kept its size.
Finding resized(bool consumes) {
    const ResizedRun kept = run_resized(consumes, false);
    const ResizedRun run = run_resized(consumes, true);
    const bool same = kept.file == run.file && kept.hashes == run.hashes;
    return {"viewport set by " + std::to_string(run.times_set) + " of the pictures, at last to " +
                std::to_string(run.viewport[0]) + " x " + std::to_string(run.viewport[1]) +
                "; recording and states " + (same ? "unchanged" : "changed"),
            {count(run.times_set), static_cast<double>(run.viewport[0]), same ? 1.0 : 0.0}};
}
Finding resize_kept() { return resized(false); }
Finding resize_consumed() { return resized(true); }
Verdict only_holds_sets_once(const Finding& fails, const Finding& holds) {
    // In all of 600 pictures but the 31 up to the one after which the sizes came.
    return shown_if(are_near(holds.values, {1, 1'024, 1}, 0) &&
                    are_near(fails.values, {569, 1'024, 1}, 0));
}

// ---- C87
// What an engine does with any game, knowing nothing of it: a match, both sides recorded, each
// recording verified and played by `player`, and the two compared.
struct EngineRun {
    bool is_hosted = false;
    bool is_verified = false;
    bool is_identical = false;
};
EngineRun run_engine(sim::AnySimulation (*game)(), sim::AnySimulation (*player)()) {
    std::array<replay::BufferOutput, 2> outputs;
    std::array<replay::Recorder, 2> recorders{replay::Recorder(outputs[0]),
                                              replay::Recorder(outputs[1])};
    VirtualMatchOptions options;
    options.observers = {recorders.data(), &recorders[1]};
    VirtualMatch match(options, [&](std::size_t) { return game(); }, {});
    match.run_until(match.run_to_start() + seconds(5));
    for (replay::Recorder& recorder : recorders) {
        static_cast<void>(recorder.flush());
    }
    const auto host = replay::Replay::parse(outputs[0].bytes());
    const auto guest = replay::Replay::parse(outputs[1].bytes());
    EngineRun run;
    if (!host || !guest) {
        return run;
    }
    run.is_hosted = match.log(0).ticks_compared > 0 && host->ticks() > 0 && guest->ticks() > 0;
    const auto verified = replay::verify(*host, player());
    run.is_verified = verified && verified->verdict == replay::VerifyVerdict::same &&
                      verified->ticks_checked == host->ticks();
    const auto compared = replay::diff(*host, *guest, player);
    run.is_identical = compared && (compared->verdict == replay::DiffVerdict::identical ||
                                    compared->verdict == replay::DiffVerdict::prefix);
    return run;
}
// Values: games hosted, verified, compared.
Finding engine_with(std::string_view how, sim::AnySimulation (*player_of_yard)(),
                    sim::AnySimulation (*player_of_grey)()) {
    std::array<double, 3> counts{};
    for (const EngineRun& run : {run_engine(sim::erase<Yard>, player_of_yard),
                                 run_engine(sim::erase<Grey>, player_of_grey)}) {
        counts[0] += run.is_hosted ? 1 : 0;
        counts[1] += run.is_verified ? 1 : 0;
        counts[2] += run.is_identical ? 1 : 0;
    }
    return {std::string(how) + ": " + decimal(counts[0], 0) + " of 2 hosted and recorded, " +
                decimal(counts[1], 0) + " played and verified, " + decimal(counts[2], 0) +
                " compared",
            {counts.begin(), counts.end()}};
}
Finding each_by_the_other() {
    return engine_with("each game's files with the other game", sim::erase<Grey>, sim::erase<Yard>);
}
Finding each_by_itself() {
    return engine_with("each game's files with its own", sim::erase<Yard>, sim::erase<Grey>);
}
Verdict only_holds_plays_both(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(holds.values, {2, 2, 2}, 0) && are_near(fails.values, {2, 0, 2}, 0));
}

}  // namespace

ClaimList engine_claims() {
    return {
        {.id = "C82",
         .articles = Article::mdn,
         .sentence = "many ticks due at once mean a sleep or an overload",
         .fails = "M2's ticks on choked, 50 s: more than ten due in every frame (sim::PaceMonitor)",
         .holds = "the same on normal, hidden for 30 s",
         .expected = "an overload from the third frame on | one frame of 600 ticks, a gap",
         .run_fails = overloaded,
         .run_holds = asleep,
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
        {.id = "C86",
         .articles = Article::lwjgl,
         .sentence = "a new size of the window is signalled once and consumed",
         .fails = "three new sizes between two pictures, and a flag that nobody takes back",
         .holds = "the flag taken back by whoever sets the viewport",
         .expected = "the viewport set in every picture | once, to the last size; the recording is "
                     "unchanged",
         .run_fails = resize_kept,
         .run_holds = resize_consumed,
         .judge = only_holds_sets_once},
        {.id = "C87",
         .articles = Article::lwjgl,
         .sentence = "one engine serves several games",
         .fails = "two games hosted and recorded, each file played by the other game",
         .holds = "each file played by its own game",
         .expected = "the other game is refused, though both were hosted | 2 hosted, recorded, "
                     "verified and compared with "
                     "one engine",
         .run_fails = each_by_the_other,
         .run_holds = each_by_itself,
         .judge = only_holds_plays_both},
        {.id = "C89",
         .articles = Article::lwjgl,
         .sentence = "waiting for the screen avoids torn pictures",
         .why_not_testable = "a torn picture is seen on a display only, and this runs without one"},
        {.id = "C90",
         .articles = Article::patterns,
         .sentence = "a program spends 90 % of its time in 10 % of its code",
         .why_not_testable = "it is a figure of speech: no program is named and no code counted"},
    };
}

}  // namespace tandem::tools::lab
