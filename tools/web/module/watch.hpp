// SPDX-License-Identifier: MIT
// Shows a recording, or two side by side, to a person: keys and time in, pictures and facts out.
// The remote control is the terminal's.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/play/player.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/program/session/watched_player.hpp>
#include <tandem/tools/view/playback.hpp>
#include <tandem/tools/view/raster.hpp>
#include <tandem/tools/web/module/recording.hpp>

namespace tandem::tools::web {

class Watch {
public:
    // Starts with one or two recordings that can be played, which must outlive it. The error names
    // the one whose game cannot begin. A `side` below is 0 or 1, as they were given.
    static sim::Result<std::unique_ptr<Watch>> start(std::vector<const Recording*> recordings,
                                                     std::chrono::nanoseconds now);

    // Takes a key as decode_keys gives it.
    sim::Result<void> press(std::uint8_t key, std::chrono::nanoseconds now);
    // Runs the ticks that are due. The error, that of a step or of reading, names the recording;
    // after it this stands still until the next key.
    sim::Result<void> frame(std::chrono::nanoseconds now);
    // Says where it stands and what goes on.
    JsonObject facts(std::chrono::nanoseconds now) const;
    sim::Result<void> draw(std::size_t side, Raster& raster) const;
    // Returns each player's input in the tick before this place, as text.
    JsonArray inputs(std::size_t side);

    // Returns the slot that a person plays from here on; it is asked once.
    std::optional<Slot> taken_over() { return std::exchange(taken_over_, std::nullopt); }
    // Returns the place from which a session goes on here. The error says why none can.
    sim::Result<BranchPoint> branch() const;
    const RegisteredGame& game() const { return *sides_.front()->recording->game; }

private:
    struct Side {
        Side(const Recording& shown, replay::Player&& its_player);

        const Recording* recording;
        replay::Player player;
        WatchedPlayer watched;
        sim::AnySimulation previous;
        replay::Cursor cursor;  // reads inputs
        PlayersShown players;
    };

    Watch(std::vector<std::unique_ptr<Side>> sides, const PlaybackScope& scope,
          std::chrono::nanoseconds now);
    static PlaybackScope scope_of(const std::vector<std::unique_ptr<Side>>& sides);
    sim::Result<void> execute(const PlaybackOrder& order, std::chrono::nanoseconds now);
    sim::Result<void> step(const PlaybackOrder& order, std::chrono::nanoseconds now);
    sim::Result<void> step_sides(bool is_shown);
    sim::Result<void> step_back(const PlaybackOrder& order, std::chrono::nanoseconds now);
    sim::Result<void> seek(std::uint64_t ticks_done);
    sim::Result<void> stopped_by(const sim::Error& error);

    std::vector<std::unique_ptr<Side>> sides_;
    Playback playback_;
    std::uint64_t here_;  // ticks done on the common time line
    std::optional<Slot> taken_over_;
};

}  // namespace tandem::tools::web
