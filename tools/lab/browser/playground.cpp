// SPDX-License-Identifier: MIT
// Two loops drive the same world in two arithmetics.
#include <tandem/tools/lab/browser/playground.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab::browser {
namespace {

constexpr TickRate k_rate(50);
double between(double from, double to, double part) { return from + (to - from) * part; }

// Between the last two states, as pictures of fixed ticks are drawn; what has begun anew since is
// drawn where it is.
Scene blended(const Scene& before, const Scene& after, double part) {
    Scene scene = after;
    if (after.bullet_px >= before.bullet_px) {
        scene.bullet_px = between(before.bullet_px, after.bullet_px, part);
    }
    scene.jump = between(before.jump, after.jump, part);
    scene.spring = between(before.spring, after.spring, part);
    return scene;
}

template <class Number>
class Film : public Game {
public:
    explicit Film(double wall_thickness) : world_(wall_thickness) {}
    void update(const Update& update) override {
        before_ = world_.scene();
        world_.step(update.step);
    }
    void render(const Frame& frame) override {
        const Scene after = world_.scene();
        Scene scene = frame.blend
                          ? blended(before_, after, std::clamp(frame.blend->value(), 0.0, 1.0))
                          : after;
        scene.begin_ms = milliseconds_of(frame.begin);
        scene.end_ms = milliseconds_of(frame.end);
        scenes_.push_back(scene);
    }
    std::vector<Scene> extract() { return std::move(scenes_); }

private:
    PlaygroundWorld<Number> world_;
    Scene before_ = world_.scene();
    std::vector<Scene> scenes_;
};

template <class Number, class Loop>
std::vector<Scene> played(const Machine& machine, Flicks window, double wall_thickness,
                          Loop&& loop) {
    VirtualTime time;
    Film<Number> film(wall_thickness);
    Platform platform(machine, time, window, film);
    try {
        loop(platform);
    } catch (const WindowEnded&) {
    } catch (const TooManySteps&) {
    }
    return film.extract();
}

}  // namespace

std::vector<Scene> play_variable_step(const Machine& machine, Flicks window,
                                      double wall_thickness) {
    return played<double>(machine, window, wall_thickness, [](Platform& game) {
        Flicks last = game.now();
        Platform::FrameCallback main = [&](Flicks frame_time) {
            game.request_frame(main);
            game.update(frame_time - last);
            last = frame_time;
            game.render();
        };
        game.request_frame(main);
        game.run_frames();
    });
}

std::vector<Scene> play_fixed_tick(const Machine& machine, Flicks window, double wall_thickness) {
    return played<Integer>(machine, window, wall_thickness, [](Platform& game) {
        run_on_refresh(game, {.tick_rate = k_rate, .interpolates = true});
    });
}

}  // namespace tandem::tools::lab::browser
