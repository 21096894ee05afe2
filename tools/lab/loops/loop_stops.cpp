// SPDX-License-Identifier: MIT
// Two loops that are stopped, one by the platform's token and one by the product's.
#include <tandem/tools/lab/loops/loop_stops.hpp>

#include <chrono>

#include <tandem/sim/time/game_loop.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

constexpr TickRate k_rate(60);
constexpr Flicks k_window = seconds(2);
constexpr Flicks k_stop = seconds(1);

bool is_of_platform(StopToken token) {
    return token == StopToken::last_request || token == StopToken::request_before;
}

// Calls `stop` once, or twice, at k_stop: by a timer, or at the end of the first frame from then
// on.
template <class Stop>
class Stopper {
public:
    Stopper(Platform& game, const LoopStop& how, Stop stop)
        : game_(game), how_(how), stop_(std::move(stop)) {
        if (!how.is_inside) {
            game.set_interval(k_stop, [this] { stop_now(); });
        }
    }
    void at_end_of_frame() {
        if (how_.is_inside && !has_stopped_ && game_.now() >= k_stop) {
            stop_now();
        }
    }
    void at_begin_of_frame() { frames_after_ += has_stopped_ ? 1U : 0U; }
    std::uint64_t frames_after() const { return frames_after_; }

private:
    void stop_now() {
        has_stopped_ = true;
        for (int i = 0; i < (how_.is_twice ? 2 : 1); ++i) {
            stop_();
        }
    }

    Platform& game_;
    LoopStop how_;
    Stop stop_;
    bool has_stopped_ = false;
    std::uint64_t frames_after_ = 0;
};

std::uint64_t after_platform_token(Platform& game, const LoopStop& how) {
    Platform::Token last = 0;
    Platform::Token before = 0;
    Stopper stopper(game, how, [&] {
        game.cancel_frame(how.token == StopToken::last_request ? last : before);
    });
    Platform::FrameCallback main = [&](Flicks) {
        stopper.at_begin_of_frame();
        before = last;
        last = game.request_frame(main);
        game.update(tick_of(k_rate));
        game.render();
        stopper.at_end_of_frame();
    };
    main(game.now());
    game.run_frames();
    return stopper.frames_after();
}

// The platform goes on calling back; what counts is what the loop does then.
std::uint64_t after_run_token(Platform& game, const LoopStop& how) {
    sim::GameLoop loop({.tick_rate = k_rate});
    const LoopClock clock(game);
    const sim::RunToken before = loop.start(clock.now());
    const sim::RunToken running = loop.start(clock.now());
    Stopper stopper(game, how,
                    [&] { loop.stop(how.token == StopToken::running_run ? running : before); });
    const auto count = [&] { stopper.at_begin_of_frame(); };
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        loop.on_frame(
            running, LoopClock::nanoseconds_at(frame_time), [&] { game.update(tick_of(k_rate)); },
            [&](const sim::Pace&) {
                count();
                game.render();
                stopper.at_end_of_frame();
            });
    };
    main(game.now());
    game.run_frames();
    return stopper.frames_after();
}

}  // namespace

std::uint64_t frames_after(const LoopStop& stop) {
    const Machine normal = machine_of("normal");
    VirtualTime time;
    Game nobody;
    Platform game(normal, time, k_window, nobody);
    return is_of_platform(stop.token) ? after_platform_token(game, stop)
                                      : after_run_token(game, stop);
}

std::string stop_text(const LoopStop& stop) {
    const auto name = [&] {
        switch (stop.token) {
            case StopToken::last_request:
                return "last request";
            case StopToken::request_before:
                return "request before";
            case StopToken::running_run:
                return "sim::RunToken";
            case StopToken::run_before:
                break;
        }
        return "sim::RunToken of a run before";
    };
    return std::string(name()) + (stop.is_inside ? ", inside" : ", outside") +
           (stop.is_twice ? ", twice:" : ":");
}

std::vector<LoopStop> stale_stops() {
    return {{StopToken::request_before, false, false},
            {StopToken::request_before, true, false},
            {StopToken::run_before, false, false},
            {StopToken::run_before, true, false}};
}

std::vector<LoopStop> last_stops() {
    std::vector<LoopStop> stops;
    for (const StopToken token : {StopToken::last_request, StopToken::running_run}) {
        for (const bool is_inside : {false, true}) {
            for (const bool is_twice : {false, true}) {
                stops.push_back({token, is_inside, is_twice});
            }
        }
    }
    return stops;
}

}  // namespace tandem::tools::lab
