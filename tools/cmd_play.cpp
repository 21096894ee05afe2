// SPDX-License-Identifier: MIT
// play: a recording in front of a person, or headless for its outcome.
#include <algorithm>
#include <cmath>

#include <tandem/replay/player.hpp>
#include <tandem/sim/pacer.hpp>
#include <tandem/tools/clock.hpp>
#include <tandem/tools/context.hpp>
#include <tandem/tools/file_game.hpp>
#include <tandem/tools/live_screen.hpp>
#include <tandem/tools/progress.hpp>
#include <tandem/tools/session.hpp>
#include <tandem/tools/signals.hpp>
#include <tandem/tools/time_bar.hpp>

namespace tandem::tools {
namespace {

using replay::Player;
using replay::Replay;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr double k_speed_max = 1000;
// Speeds are used in steps of a thousandth, so that the tick rate stays a rational.
constexpr double k_speed_parts = 1000;

// Plays in real time, with the keyboard as remote control.
class Show {
public:
    Show(Player& player, LiveScreen& screen, std::uint64_t to, double speed)
        : player_(player),
          screen_(screen),
          to_(to),
          rate_(scaled(player.simulation().setup().tick_rate, speed)),
          previous_(player.simulation().clone()),
          pacer_(new_pacer()) {}

    // Until the end, a quit key or a signal.
    Result<void> run() {
        for (;;) {
            const auto now = steady_now();
            const std::vector<std::uint8_t> keys = screen_.poll(now);
            if (pending_signal() != 0 || LiveScreen::is_quit(keys)) {
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
                if (player_.ticks_done() >= to_) {
                    return {};
                }
            }
            screen_.draw(player_.simulation(), previous_, alpha, lines(), now);
            sleep_until(now + k_frame);
        }
    }

private:
    static constexpr std::chrono::nanoseconds k_frame = std::chrono::milliseconds(16);

    static TickRate scaled(TickRate rate, double speed) {
        const auto parts = static_cast<std::uint64_t>(std::lround(speed * k_speed_parts));
        const std::uint64_t ticks = std::max<std::uint64_t>(1, rate.ticks * parts);
        const std::uint64_t seconds = std::uint64_t{rate.seconds} * std::uint64_t{1000};
        // Bounded by k_speed_max; rates of absurd precision lose their last digits at absurd
        // speeds.
        const std::uint64_t shrink = std::max(ticks, seconds) / 0xFFFF'FFFFU + 1;
        return TickRate(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, ticks / shrink)),
                        static_cast<std::uint32_t>(std::max<std::uint64_t>(1, seconds / shrink)));
    }

    sim::Pacer new_pacer() const {
        // At high speed a drawn frame holds many ticks; a quarter of a second of them is the most.
        const std::uint32_t frame_ticks =
            std::max(sim::k_ticks_per_frame_max_default, rate_.ticks / rate_.seconds / 4);
        return sim::Pacer({rate_, sim::DebtPolicy::drop, frame_ticks}, steady_now());
    }

    Result<void> step(std::uint32_t ticks) {
        for (std::uint32_t i = 0; i < ticks && player_.ticks_done() < to_; ++i) {
            if (i + 1 == ticks || player_.ticks_done() + 1 == to_) {
                previous_ = player_.simulation().clone();
            }
            if (auto stepped = player_.step(); !stepped) {
                return stepped;
            }
        }
        return {};
    }

    Result<void> obey(std::uint8_t key) {
        const TickRate rate = player_.simulation().setup().tick_rate;
        const auto second = std::max<std::uint64_t>(1, rate.ticks / rate.seconds);
        constexpr std::uint64_t k_big_jump_seconds = 10;
        switch (static_cast<Key>(key)) {
            case Key::space:
                paused_ = !paused_;
                pacer_ = new_pacer();
                return {};
            case Key::right:
                return jump(player_.ticks_done() + second);
            case Key::up:
                return jump(player_.ticks_done() + second * k_big_jump_seconds);
            case Key::left:
                return jump(back(second));
            case Key::down:
                return jump(back(second * k_big_jump_seconds));
            default:
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
        if (auto sought = player_.seek(target); !sought) {
            return sought;
        }
        previous_ = player_.simulation().clone();
        pacer_ = new_pacer();
        return {};
    }

    std::vector<std::string> lines() const {
        const auto& divergence = player_.diverged_at();
        std::string state = paused_ ? "paused" : "playing";
        if (divergence) {
            state += "   DIVERGED at tick " + std::to_string(divergence->tick.number);
        }
        const TimeBar bar{player_.replay().first_tick(), to_, player_.ticks_done(),
                          divergence ? std::optional(divergence->tick.number) : std::nullopt};
        return {time_bar_text(bar, player_.simulation().setup().tick_rate, k_bar_columns),
                state + "   space pause, arrows seek, . one tick, q quit"};
    }

    static constexpr std::uint32_t k_bar_columns = 40;

    Player& player_;
    LiveScreen& screen_;
    std::uint64_t to_;
    TickRate rate_;
    sim::AnySimulation previous_;
    sim::Pacer pacer_;
    bool paused_ = false;
};

Result<void> play_headless(Player& player, std::uint64_t to, Console& console) {
    Progress progress(console.err(), stderr_is_terminal() && !console.quiet() && !console.json(),
                      "playing", "tick", to - player.ticks_done());
    const std::uint64_t start = player.ticks_done();
    constexpr std::uint64_t k_ticks_between_looks = 64;
    while (player.ticks_done() < to && pending_signal() == 0) {
        if (auto stepped = player.step(); !stepped) {
            return stepped;
        }
        if (player.ticks_done() % k_ticks_between_looks == 0) {
            progress.update(player.ticks_done() - start, steady_now());
        }
    }
    return {};
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
    const std::string holds = "the file holds ticks " + std::to_string(file.first_tick()) + " to " +
                              std::to_string(file.end_tick());
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

int tell(const PlayCommand& command, const Replay& file, const Player& player, Context& context) {
    const std::uint64_t ticks = player.ticks_done() - file.first_tick();
    const auto& divergence = player.diverged_at();
    context.console.say("played " + escaped(command.file) + ", " + escaped(file.header().game) +
                        " with " + count_text(file.header().setup.slots, "player") +
                        ", up to tick " + std::to_string(player.ticks_done()) + " of " +
                        std::to_string(file.end_tick()) + ", chain " +
                        hash_text(player.chain().value));
    JsonObject facts{
        {"file", command.file},
        {"game", file.header().game},
        {"ticks", ticks},
        {"players", file.header().setup.slots},
        {"chain", hash_text(player.chain().value)},
        {"bytes", file.bytes()},
        {"ticks_recorded", file.ticks()},
        {"diverged_at", divergence ? JsonValue(divergence->tick.number) : JsonValue()}};
    if (divergence) {
        if (file.flaw()) {
            context.console.note("tandem: " + escaped(file.flaw()->text()));
        }
        return context.fail({ErrorCode::divergence,
                             command.file + ", tick " + std::to_string(divergence->tick.number),
                             "the simulation left the recording here: " + divergence->text +
                                 "; tandem verify says more"},
                            facts);
    }
    if (file.flaw()) {
        return context.fail(*file.flaw(), facts);
    }
    context.console.report(facts);
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

}  // namespace

int cmd_play(const PlayCommand& command, Context& context) {
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
        sim::Error error = player.error();
        error.place = command.file + (error.place.empty() ? "" : ", " + error.place);
        return context.fail(error);
    }
    const SignalGuard signals;
    const auto [from, to] = *range;
    Result<void> played = player->seek(from);
    if (played && *on_screen) {
        auto screen = LiveScreen::open(context.console);
        if (!screen) {
            return context.fail(screen.error());
        }
        played = Show(*player, **screen, to, command.speed).run();
    } else if (played) {
        played = play_headless(*player, to, context.console);
    }
    return played ? tell(command, *file, *player, context) : context.fail(played.error());
}

}  // namespace tandem::tools
