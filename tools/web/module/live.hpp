// SPDX-License-Identifier: MIT
// Lets a person play on the page, against bots, and records it into memory. The browser's frames
// drive the loop; the game knows nothing of them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/time/game_loop.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/view/countdown.hpp>
#include <tandem/tools/view/pointer_latch.hpp>
#include <tandem/tools/view/raster.hpp>
#include <tandem/tools/view/window_keys.hpp>

namespace tandem::tools::web {

struct LivePlan {
    RegisteredGame game;
    Setup setup;
    Slot own;                         // the person's; bots play the others
    std::optional<BranchPoint> from;  // a recording that is continued; if empty, it begins anew
    bool counts_down = true;
};

class Live {
public:
    // Begins. The error is that of the game's beginning or of restoring the recording's state.
    static sim::Result<std::unique_ptr<Live>> begin(LivePlan plan, std::chrono::nanoseconds now);

    // A key goes down or up. A key that is down only for a moment still counts for one tick.
    void hold(std::uint8_t key, bool is_down) { keys_.set(key, is_down); }
    // Keys and pointer go elsewhere.
    void release_all() {
        keys_.release_all();
        pointer_.forget();
    }
    // Takes the place of the pointer, in pixels of the picture drawn last, y downwards.
    void point(PixelPoint at, bool is_down, bool is_second) {
        pointer_.set(at, is_down, is_second);
    }
    // The pointer left the picture: a press that is over is still told to the next tick.
    void point_away() { pointer_.leave(); }
    // The picture drawn last is gone; until the next one there is no place for a pointer.
    void forget_picture() { drawn_ = nullptr; }

    // Runs the ticks that are due. Returns true if it goes on; if not, facts() say why.
    bool frame(std::chrono::nanoseconds now);
    // Stands still, every key up, until it is resumed; not while it counts down or once it ended.
    void pause();
    void resume(std::chrono::nanoseconds now);
    // Ends the session; nothing more is recorded.
    void end(sim::EndReason reason);

    // Draws all of the raster, which must stay where it is until forget_picture(). The error is the
    // game's own, of drawing; it ends nothing.
    sim::Result<void> draw(Raster& raster);
    // Says how far it is, for the page.
    JsonObject facts(std::chrono::nanoseconds now) const;
    // Returns the recording so far; a whole file once it has ended.
    const sim::Bytes& bytes() const { return output_.bytes(); }

private:
    Live(LivePlan plan, std::chrono::nanoseconds now);
    sim::Result<void> start();
    sim::Result<void> tick();
    Keys extract_keys();
    std::optional<Pointer> pointer() const;

    LivePlan plan_;
    replay::BufferOutput output_;
    replay::Recorder recorder_;
    sim::Timeline timeline_;
    sim::AnySimulation previous_;
    sim::GameLoop loop_;
    sim::RunToken run_;
    std::optional<Countdown> countdown_;
    sim::Alpha alpha_{1, 1};
    WindowKeys keys_;
    PointerLatch<PixelPoint> pointer_;
    const Raster* drawn_ = nullptr;  // turns pixels into the game's units
    std::array<sim::Bytes, k_slots_max> inputs_;
    sim::Bytes record_;
    std::uint64_t presence_;
    std::optional<std::chrono::nanoseconds> paused_at_;
    std::chrono::nanoseconds now_;
    std::optional<sim::EndReason> ended_;
    std::optional<sim::Error> error_;
};

}  // namespace tandem::tools::web
