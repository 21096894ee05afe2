// SPDX-License-Identifier: MIT
// play: a recording in front of a person, or headless for its outcome.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <tandem/replay/player.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/program/faults.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/live_screen.hpp>
#include <tandem/tools/view/progress.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {
namespace {

using replay::Player;
using replay::Replay;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// Speeds are used in steps of a thousandth.
constexpr double k_speed_min = 0.001;
constexpr double k_speed_max = 1000;
// So that the tick rate stays a rational.
constexpr std::uint32_t k_speed_parts = 1000;

struct PlayCommand {
    std::string file;
    std::uint64_t from = 0;
    std::optional<std::uint64_t> to;
    double speed = 1;
    std::string view;  // terminal, window, none; empty: terminal where there is one
};

// A player that remembers which ticks it was seen to compare with the recording: those that it
// jumped over prove nothing.
class Watched {
public:
    explicit Watched(Player& player)
        : player_(player), is_compared_(player.replay().ticks(), false) {}

    Result<void> step() {
        const std::uint64_t tick = player_.ticks_done();
        if (auto stepped = player_.step(); !stepped) {
            return stepped;
        }
        if (const std::uint64_t place = tick - player_.replay().first_tick();
            !is_compared_[place]) {
            is_compared_[place] = true;
            ++compared_;
            first_compared_ = std::min(first_compared_.value_or(tick), tick);
        }
        return {};
    }
    Result<void> seek(std::uint64_t ticks_done) { return player_.seek(ticks_done); }

    const Player& player() const { return player_; }
    std::uint64_t ticks_done() const { return player_.ticks_done(); }
    std::uint64_t compared() const { return compared_; }
    // Whether that is every tick from the file's first up to where the player stands.
    bool is_all_compared() const {
        const std::uint64_t played = player_.ticks_done() - player_.replay().first_tick();
        const auto end = is_compared_.begin() + static_cast<std::ptrdiff_t>(played);
        return std::find(is_compared_.begin(), end, false) == end;
    }
    std::optional<std::uint64_t> first_compared() const { return first_compared_; }

private:
    Player& player_;
    std::vector<bool> is_compared_;  // from the file's first tick on
    std::uint64_t compared_ = 0;
    std::optional<std::uint64_t> first_compared_;
};

// Plays in real time, with the keyboard as remote control.
class Show {
public:
    Show(Watched& watched, LiveScreen& screen, std::uint64_t to, double speed)
        : watched_(watched),
          player_(watched.player()),
          screen_(screen),
          to_(to),
          rate_(scaled(player_.simulation().setup().tick_rate, speed)),
          previous_(player_.simulation().clone()),
          pacer_(new_pacer()) {}

    // Until some time after the end, a quit key or a signal.
    Result<void> run() {
        for (;;) {
            const auto now = steady_now();
            const std::vector<std::uint8_t> keys = screen_.poll(now);
            if (pending_signal() != 0 || screen_.wants_to_end(keys)) {
                return {};
            }
            for (const std::uint8_t key : keys) {
                if (auto obeyed = obey(key); !obeyed) {
                    return obeyed;
                }
            }
            sim::Alpha alpha{1, 1};
            if (!paused_) {
                const sim::Pace pace = pacer_.advance(now);
                alpha = pace.alpha;
                if (auto stepped = step(pace.ticks); !stepped) {
                    return stepped;
                }
            }
            if (is_over(now)) {
                return {};
            }
            screen_.draw(player_.simulation(), previous_, alpha, lines(), now);
            sleep_until(now + k_frame);
        }
    }

private:
    static constexpr std::chrono::nanoseconds k_frame = std::chrono::milliseconds(16);

    // At the end the last picture stays for a moment; who pauses or seeks back stays longer.
    bool is_over(std::chrono::nanoseconds now) {
        if (paused_ || player_.ticks_done() < to_) {
            end_since_.reset();
            return false;
        }
        end_since_ = end_since_.value_or(now);
        return now - *end_since_ >= LiveScreen::k_last_look;
    }

    static TickRate scaled(TickRate rate, double speed) {
        const auto parts = static_cast<std::uint64_t>(std::lround(speed * k_speed_parts));
        const std::uint64_t ticks = std::max<std::uint64_t>(1, rate.ticks * parts);
        const std::uint64_t seconds = std::uint64_t{rate.seconds} * k_speed_parts;
        // Bounded by k_speed_max; rates of absurd precision lose their last digits at absurd
        // speeds.
        const std::uint64_t shrink = std::max(ticks, seconds) / 0xFFFF'FFFFU + 1;
        return TickRate(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, ticks / shrink)),
                        static_cast<std::uint32_t>(std::max<std::uint64_t>(1, seconds / shrink)));
    }

    sim::Pacer new_pacer() const {
        // At high speed a drawn frame holds many ticks; a quarter of a second of them is the most.
        const auto frame_ticks =
            std::max<std::uint32_t>(sim::k_ticks_per_frame_max_default,
                                    static_cast<std::uint32_t>(sim::ticks_in(1, rate_)) / 4);
        return sim::Pacer({rate_, sim::DebtPolicy::drop, frame_ticks}, steady_now());
    }

    Result<void> step(std::uint32_t ticks) {
        for (std::uint32_t i = 0; i < ticks && player_.ticks_done() < to_; ++i) {
            if (i + 1 == ticks || player_.ticks_done() + 1 == to_) {
                previous_ = player_.simulation().clone();
            }
            const bool had_diverged = player_.diverged_at().has_value();
            if (auto stepped = watched_.step(); !stepped) {
                return stepped;
            }
            if (player_.diverged_at() && !had_diverged) {
                // What the user came to see must not scroll past.
                paused_ = true;
                return {};
            }
        }
        return {};
    }

    Result<void> obey(std::uint8_t key) {
        const TickRate rate = player_.simulation().setup().tick_rate;
        const std::uint64_t jump_ticks = sim::ticks_in(1, rate);
        const std::uint64_t big_jump_ticks = sim::ticks_in(k_big_jump_seconds, rate);
        switch (static_cast<Key>(key)) {
            case Key::space:
                paused_ = !paused_;
                pacer_ = new_pacer();
                return {};
            case Key::right:
                return jump(player_.ticks_done() + jump_ticks);
            case Key::up:
                return jump(player_.ticks_done() + big_jump_ticks);
            case Key::left:
                return jump(back(jump_ticks));
            case Key::down:
                return jump(back(big_jump_ticks));
            case Key::escape:
            case Key::enter:
            case Key::tab:
                break;
        }
        if (key == '.') {
            paused_ = true;
            return step(1);
        }
        return {};
    }

    std::uint64_t back(std::uint64_t ticks) const {
        return player_.ticks_done() > ticks ? player_.ticks_done() - ticks : 0;
    }

    Result<void> jump(std::uint64_t tick) {
        const std::uint64_t target = std::clamp(tick, player_.replay().first_tick(), to_);
        if (auto sought = watched_.seek(target); !sought) {
            return sought;
        }
        previous_ = player_.simulation().clone();
        pacer_ = new_pacer();
        return {};
    }

    std::vector<std::string> lines() const {
        const auto& divergence = player_.diverged_at();
        std::string state = paused_ ? "paused" : end_since_ ? "the end" : "playing";
        if (divergence) {
            state += "   DIVERGED at tick " + std::to_string(divergence->tick.number);
        }
        const TimeBar bar{player_.replay().first_tick(), to_, player_.ticks_done(),
                          divergence ? std::optional(divergence->tick.number) : std::nullopt};
        return {time_bar_text(bar, player_.simulation().setup().tick_rate, k_bar_columns),
                state + "   space pause, arrows seek, . one tick, q quit"};
    }

    static constexpr std::uint32_t k_bar_columns = 40;
    static constexpr std::uint64_t k_big_jump_seconds = 10;

    Watched& watched_;
    const Player& player_;
    LiveScreen& screen_;
    std::uint64_t to_;
    TickRate rate_;
    sim::AnySimulation previous_;
    sim::Pacer pacer_;
    bool paused_ = false;
    std::optional<std::chrono::nanoseconds> end_since_;
};

// Step by step, with a line about it; a signal ends it early.
Result<void> step_to(Watched& watched, std::uint64_t to, const std::string& what,
                     Console& console) {
    const std::uint64_t start = watched.ticks_done();
    Progress progress(console.err(), console.may_redraw(), what, "tick", to - start);
    while (watched.ticks_done() < to && pending_signal() == 0) {
        if (watched.ticks_done() % k_ticks_between_looks == 0) {
            progress.update(watched.ticks_done() - start, steady_now());
        }
        if (auto stepped = watched.step(); !stepped) {
            return stepped;
        }
    }
    return {};
}

// The latest state that the file holds of no more ticks than these, or its start.
std::uint64_t nearest_keyframe(const Replay& file, std::uint64_t ticks_done) {
    std::uint64_t nearest = file.first_tick();
    for (const replay::StoredState& state : file.states()) {
        if (state.purpose == sim::StatePurpose::keyframe && state.ticks_done <= ticks_done) {
            nearest = std::max(nearest, state.ticks_done);
        }
    }
    return nearest;
}

// A long way is gone in sight of the user.
Result<void> go_to(Watched& watched, std::uint64_t from, Console& console) {
    const auto jumped = watched.seek(nearest_keyframe(watched.player().replay(), from));
    return jumped ? step_to(watched, from, "seeking", console) : jumped;
}

// The view that is asked for, or what there is.
Result<bool> wants_screen(const PlayCommand& command) {
    if (command.view == "window") {
        return Error{ErrorCode::usage, "--view window",
                     "this build has no window; use --view terminal or --view none"};
    }
    if (command.view == "terminal" && !has_terminal()) {
        return Error{ErrorCode::usage, "--view terminal",
                     "standard input or output is no terminal; use --view none"};
    }
    return command.view == "terminal" || (command.view.empty() && has_terminal());
}

Result<std::pair<std::uint64_t, std::uint64_t>> range_of(const PlayCommand& command,
                                                         const Replay& file) {
    const std::string holds = file.ticks() == 0
                                  ? "the file holds no whole tick"
                                  : "the file holds ticks " + std::to_string(file.first_tick()) +
                                        " to " + std::to_string(file.end_tick() - 1);
    const std::uint64_t from = std::max(command.from, file.first_tick());
    const std::uint64_t to = std::min(command.to.value_or(file.end_tick()), file.end_tick());
    if (command.from > file.end_tick()) {
        return Error{ErrorCode::usage, "--from " + std::to_string(command.from), holds};
    }
    if (to < from) {
        return Error{ErrorCode::usage, "--to " + std::to_string(command.to.value_or(to)),
                     "this lies before the start at tick " + std::to_string(from) + "; " + holds};
    }
    return std::pair(from, to);
}

std::string compared_text(const Watched& watched, const std::string& program) {
    if (const auto& divergence = watched.player().diverged_at()) {
        return "left the recording in tick " + std::to_string(divergence->tick.number);
    }
    if (watched.is_all_compared()) {
        return watched.compared() == 0 ? "no tick compared with the recording"
                                       : "every played tick compared with the recording";
    }
    const std::string hint = "; " + program + " verify compares all";
    return watched.first_compared() ? count_text(watched.compared(), "tick") + " from tick " +
                                          std::to_string(*watched.first_compared()) +
                                          " on compared with the recording" + hint
                                    : "no tick compared with the recording" + hint;
}

// By the names that its players gave.
PlayersShown players_of(const Replay& file) {
    PlayersShown players;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::player_name) {
            players.names[mark.slot] = mark.text;
        }
    }
    return players;
}

// What was played, and what stopped it before its time.
int tell(const PlayCommand& command, const Replay& file, const Watched& watched,
         const Result<void>& played, Context& context) {
    const Player& player = watched.player();
    const std::uint64_t ticks = player.ticks_done() - file.first_tick();
    const auto& divergence = player.diverged_at();
    const auto& first_compared = watched.first_compared();
    context.console.say("played " + escaped(command.file) + ", " + escaped(file.header().game) +
                        " with " + count_text(file.header().setup.slots, "player") + ", " +
                        std::to_string(ticks) + " of " + count_text(file.ticks(), "tick") +
                        ", chain " + hash_text(player.chain().value) + "; " +
                        compared_text(watched, context.program.name));
    JsonObject facts{{"file", command.file},
                     {"game", file.header().game},
                     {"ticks", ticks},
                     {"players", file.header().setup.slots},
                     {"chain", hash_text(player.chain().value)},
                     {"bytes", file.bytes()},
                     {"ticks_recorded", file.ticks()},
                     {"ticks_checked", watched.compared()},
                     {"checked_from", first_compared ? JsonValue(*first_compared) : JsonValue()},
                     {"diverged_at", divergence ? JsonValue(divergence->tick.number) : JsonValue()},
                     {"flaw", file.flaw() ? JsonValue(file.flaw()->text()) : JsonValue()},
                     {"faults", faults_json(player.simulation().faults())}};
    tell_faults(player.simulation().faults(), context.console);
    if (!played) {
        return context.fail(played.error(), facts);
    }
    if (divergence) {
        if (file.flaw()) {
            context.console.complain(*file.flaw());
        }
        return context.fail({ErrorCode::divergence,
                             command.file + ", tick " + std::to_string(divergence->tick.number),
                             "the simulation left the recording here: " + divergence->text + "; " +
                                 context.program.name + " verify says more"},
                            facts);
    }
    if (file.flaw()) {
        return context.fail(*file.flaw(), facts);
    }
    context.console.report(facts);
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

int run_play(const Arguments& arguments, Context& context) {
    const PlayCommand command{.file = arguments.text("FILE"),
                              .from = arguments.whole("--from").value_or(0),
                              .to = arguments.whole("--to"),
                              .speed = arguments.number("--speed").value_or(1),
                              .view = arguments.text("--view")};
    const auto on_screen = wants_screen(command);
    if (!on_screen) {
        return context.fail(on_screen.error());
    }
    if (command.speed > k_speed_max) {
        return context.fail({ErrorCode::usage, "--speed", "at most 1000 times real time"});
    }
    const auto file = Replay::open(command.file);
    if (!file) {
        return context.fail(file.error());
    }
    const auto game = game_of(*file, command.file, context);
    if (!game) {
        return context.fail(game.error());
    }
    const auto range = range_of(command, *file);
    if (!range) {
        return context.fail(range.error());
    }
    auto player = Player::create(*file, game->make());
    if (!player) {
        return context.fail(player.error().within(command.file));
    }
    const SignalGuard signals;
    const auto [from, to] = *range;
    Watched watched(*player);
    Result<void> played = go_to(watched, from, context.console);
    if (played && *on_screen && pending_signal() == 0) {
        auto screen = LiveScreen::open(context.console);
        if (!screen) {
            return context.fail(screen.error());
        }
        (*screen)->show_players(players_of(*file));
        played = Show(watched, **screen, to, command.speed).run();
    } else if (played) {
        played = step_to(watched, to, "playing", context.console);
    }
    return tell(command, *file, watched, played, context);
}

}  // namespace

Verb play_verb() {
    return {
        .name = "play",
        .other_names = {"replay", "watch"},
        .sentence = "Play a recorded session back",
        .example = "play a.tandem --from 600 --speed 2",
        .options =
            {{.names = {"FILE"}, .sentence = "File to play", .value = Path{}, .is_required = true},
             {.names = {"--from"},
              .value_name = "T",
              .sentence = "First tick to show",
              .default_text = "0",
              .value = Whole{}},
             {.names = {"--to"},
              .value_name = "T",
              .sentence = "First tick no longer shown",
              .value = Whole{}},
             {.names = {"--speed"},
              .value_name = "X",
              .sentence = "Times real time, 0.001 to 1000",
              .default_text = "1",
              .value = Number{.least = k_speed_min}},
             {.names = {"--view"},
              .value_name = "VIEW",
              .sentence = "terminal, window or none",
              .default_text = "terminal where there is one",
              .value = OneOf{{"terminal", "window", "none"}}}},
        .run = &run_play,
    };
}

}  // namespace tandem::tools
