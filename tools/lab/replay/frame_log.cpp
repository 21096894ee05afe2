// SPDX-License-Identifier: MIT
// Watching a loop.
#include <tandem/tools/lab/replay/frame_log.hpp>

#include <utility>

#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

struct Watcher : Game {
    void update(const Update& update) override { updates.push_back({update.start, update.step}); }

    std::vector<LoggedUpdate> updates;
};

}  // namespace

FrameLog log_loop(const Loop& loop, const Machine& machine, const RunOptions& options) {
    Watcher watcher;
    LoopReport report = run_loop(loop, machine, options, &watcher);
    return {std::move(watcher.updates), report};
}

std::uint8_t keys_at(Flicks time) {
    constexpr Flicks k_look = std::chrono::milliseconds(20);
    return yard_keys(Slot{0}, static_cast<std::uint64_t>(time / k_look));
}

}  // namespace tandem::tools::lab
