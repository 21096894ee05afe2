// SPDX-License-Identifier: MIT
// The program `window_figures`: how many pictures of a crowd a window shows in a second, and where
// the time goes. It needs a display, such as Xvfb's; without one it says so and measures the rest.
//
//   window_figures [--units N] [--seconds S] [--smoke]
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/view/stage.hpp>
#include <tandem/tools/view/window_surface.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::bench {
namespace {

using std::chrono::nanoseconds;

struct Options {
    std::uint32_t units = 10'000;
    std::uint32_t seconds = 10;
};

constexpr std::uint32_t k_players = 4;
// A second picture between two ticks of 30 a second.
constexpr int k_pictures_per_tick = 2;
constexpr int k_settling_ticks = 60;  // until flocks have spread

double milliseconds(nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

double share(std::vector<nanoseconds>& times, double part) {
    std::sort(times.begin(), times.end());
    return milliseconds(
        times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))]);
}

// Bots of swarm, tick by tick.
class Crowd {
public:
    explicit Crowd(std::uint32_t units) : now_(sim::erase<games::Swarm>()), before_(now_.clone()) {
        Setup setup = test::make_setup(now_.info(), k_players);
        setup.set_options(games::Swarm::Options{units});
        is_sound_ = now_.reset(setup).has_value();
        for (int tick = 0; tick < k_settling_ticks; ++tick) {
            step();
        }
    }
    void step() {
        before_ = now_.clone();
        is_sound_ = is_sound_ && now_.step(test::bot_record(now_, ticks_)).has_value();
        ++ticks_;
    }
    tools::Picture picture(int part) const {
        return {now_, before_, {static_cast<std::uint64_t>(part + 1), k_pictures_per_tick}, lines_};
    }
    bool is_sound() const { return is_sound_; }

private:
    sim::AnySimulation now_;
    sim::AnySimulation before_;
    std::vector<std::string> lines_{"a line"};
    std::uint64_t ticks_ = 0;
    bool is_sound_ = true;
};

// Without a display: the game's ticks, and its pictures in memory.
void measure_pictures(const Options& options, std::uint32_t width, std::uint32_t height) {
    Crowd crowd(options.units);
    tools::Stage stage(width, height, 1);
    std::vector<nanoseconds> ticks;
    std::vector<nanoseconds> pictures;
    const auto end = tools::steady_now() + std::chrono::seconds(options.seconds);
    do {
        const auto begin = tools::steady_now();
        crowd.step();
        ticks.push_back(tools::steady_now() - begin);
        for (int part = 0; part < k_pictures_per_tick; ++part) {
            const auto from = tools::steady_now();
            stage.draw(crowd.picture(part));
            pictures.push_back(tools::steady_now() - from);
        }
    } while (tools::steady_now() < end);
    std::printf("%ux%u in memory: a picture p50 %.2f p99 %.2f ms; a tick with bots p50 %.2f ms\n",
                width, height, share(pictures, 0.5), share(pictures, 0.99), share(ticks, 0.5));
}

// As fast as it goes, ticks included.
bool measure_window(const Options& options) {
    tools::WindowOptions window_options;
    window_options.title = "window_figures";
    window_options.fps_max = 1'000'000;
    const auto window = tools::open_window(window_options);
    if (!window) {
        std::printf("no window: %s\n", window.error().text().c_str());
        return true;
    }
    Crowd crowd(options.units);
    std::vector<nanoseconds> pictures;
    const auto begin = tools::steady_now();
    const auto end = begin + std::chrono::seconds(options.seconds);
    do {
        crowd.step();
        for (int part = 0; part < k_pictures_per_tick; ++part) {
            const auto from = tools::steady_now();
            (*window)->poll(from);
            (*window)->draw(crowd.picture(part), from);
            pictures.push_back(tools::steady_now() - from);
        }
    } while (tools::steady_now() < end && !(*window)->is_gone());
    const double seconds = milliseconds(tools::steady_now() - begin) / 1000;
    const double reached = static_cast<double>(pictures.size()) / seconds;
    std::printf("a window: %.0f pictures a second with their ticks; one p50 %.2f p99 %.2f ms\n",
                reached, share(pictures, 0.5), share(pictures, 0.99));
    return crowd.is_sound() && !(*window)->failure();
}

int run(const Options& options) {
    std::printf("swarm, %u units, %u players of bots\n", options.units, k_players);
    measure_pictures(options, 960, 720);
    measure_pictures(options, 1920, 1080);
    return measure_window(options) ? 0 : 1;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    tandem::bench::Options options;
    for (int index = 1; index < argc; ++index) {
        const std::string_view word = argv[index];
        const std::string_view next = index + 1 < argc ? argv[index + 1] : "";
        const auto read = [&](std::uint32_t& value) {
            ++index;
            return std::from_chars(next.data(), next.data() + next.size(), value).ec == std::errc();
        };
        if (word == "--smoke") {
            options = {100, 0};
        } else if (!(word == "--units" && read(options.units)) &&
                   !(word == "--seconds" && read(options.seconds))) {
            std::fputs("window_figures [--units N] [--seconds S] [--smoke]\n", stderr);
            return 2;
        }
    }
    return tandem::bench::run(options);
}
