// SPDX-License-Identifier: MIT
// Watching a loop, on a machine as it should be or as it is.
#include <tandem/tools/lab/machine/frame_log.hpp>

#include <utility>

#include <tandem/sim/random.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

class Watcher : public Game {
public:
    void update(const Update& update) override {
        log_.updates.push_back({update.start, update.step});
    }
    void render(const Frame& frame) override {
        const std::uint64_t before = log_.pictures.empty() ? 0 : log_.pictures.back().updates;
        log_.pictures.push_back({frame.updates, frame.updates - before, frame.end});
    }
    FrameLog take() { return std::move(log_); }

private:
    FrameLog log_;
};

class UnevenTime : public VirtualTime {
public:
    explicit UnevenTime(std::uint64_t seed) : random_(seed) {}
    void work(Flicks cost) override {
        VirtualTime::work(cost + Flicks(random_.between<std::int64_t>(0, k_jitter.count())));
    }

private:
    Random random_;
};

FrameLog log_in(Time& time, const Loop& loop, const Machine& machine, Flicks window) {
    Watcher watcher;
    Platform platform(machine, time, window, watcher);
    try {
        loop.published(platform);
    } catch (const WindowEnded&) {
    }
    FrameLog log = watcher.take();
    log.tick = loop.tick;
    log.ratio = platform.report().ratio();
    return log;
}

}  // namespace

FrameLog log_loop(const Loop& loop, const Machine& machine, Flicks window,
                  std::optional<std::uint64_t> jitter_seed) {
    VirtualTime even;
    UnevenTime uneven(jitter_seed.value_or(0));
    return log_in(jitter_seed ? static_cast<Time&>(uneven) : even, loop, machine, window);
}

FrameLog log_loop_for_real(const Loop& loop, const Machine& machine, Flicks window) {
    RealTime time;
    return log_in(time, loop, machine, window);
}

std::uint8_t keys_at(Flicks time) {
    constexpr Flicks k_look = std::chrono::milliseconds(20);
    return yard_keys(Slot{0}, static_cast<std::uint64_t>(time / k_look));
}

}  // namespace tandem::tools::lab
