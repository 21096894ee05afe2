// SPDX-License-Identifier: MIT
// A player that remembers which ticks it compared with the recording.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include <tandem/replay/play/player.hpp>

namespace tandem::tools {

// The ticks that were seen, as runs of ticks in a row: the memory follows how often somebody jumped
// and not how many ticks a file claims to have.
class TickSet {
public:
    void add(std::uint64_t tick);
    // The number of ticks in it.
    std::uint64_t size() const { return size_; }
    // True if every tick from `first` to before `end` is in it.
    bool holds(std::uint64_t first, std::uint64_t end) const;
    // The first tick of all.
    std::optional<std::uint64_t> first() const;

private:
    std::map<std::uint64_t, std::uint64_t> runs_;  // the first tick, and that behind the last one
    std::uint64_t size_ = 0;
};

// Counts the ticks that were compared. Ticks that it jumps over prove nothing. A narrow track
// proves nothing either: there the next whole chain compares all ticks in a row before it.
class WatchedPlayer {
public:
    // `player` must outlive it.
    explicit WatchedPlayer(replay::Player& player);

    sim::Result<void> step();
    sim::Result<void> seek(std::uint64_t ticks_done);

    replay::Player& player() { return player_; }
    const replay::Player& player() const { return player_; }
    std::uint64_t ticks_done() const { return player_.ticks_done(); }
    // The number of ticks that were compared.
    std::uint64_t compared() const { return compared_.size(); }
    // True if that is every tick from the file's first up to where the player stands.
    bool is_all_compared() const {
        return compared_.holds(player_.replay().first_tick(), player_.ticks_done());
    }
    std::optional<std::uint64_t> first_compared() const { return compared_.first(); }

private:
    bool has_whole_chain(std::uint64_t ticks_done) const;

    replay::Player& player_;
    bool has_trusted_track_;
    std::uint64_t row_from_;  // the first of the ticks in a row that were stepped last
    TickSet compared_;
};

}  // namespace tandem::tools
