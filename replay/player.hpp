// SPDX-License-Identifier: MIT
// Plays a replay: steps a simulation with the recorded inputs, jumps to any tick, and remembers
// where the simulation first left the recording. Diverged is not unreadable: playback goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// Where a simulation first left the recorded history.
struct Divergence {
    sim::Tick tick;         // the tick after whose step the states differ
    bool is_reset = false;  // already the state before `tick` differs, which is the file's first
    std::string text;       // recorded and own chain, in words

    // How many ticks were done when it showed.
    std::uint64_t ticks_done() const { return tick.number + (is_reset ? 0 : 1); }
};

// What a player may keep in memory.
struct PlayerOptions {
    // What states kept for seeking backward may take. Their spacing doubles whenever they would
    // take more.
    std::uint64_t memory_bytes = std::uint64_t{64} << 20;
    std::uint64_t spacing_ticks = 16;  // between them at first
};

class Player {
public:
    // Resets the simulation as the recording was. `replay` must outlive the player. Fails where the
    // simulation is not the file's (no_simulation), or an asset's content is missing.
    static sim::Result<Player> create(const Replay& replay, sim::AnySimulation simulation,
                                      PlayerOptions options = {});

    // One tick on; at the end an error (usage). A step that fails names its tick.
    sim::Result<void> step();
    // To the state after `ticks_done` ticks, first_tick() to end_tick() of the file, forward or
    // backward. Keyframes of the file are taken on trust up to a known divergence, so ticks that
    // were jumped over are not compared; verify compares them all, and one that cannot be used is
    // passed over.
    sim::Result<void> seek(std::uint64_t ticks_done);

    // Where it stands.
    std::uint64_t ticks_done() const { return timeline_.ticks_done(); }
    // Whether the file has no further tick.
    bool at_end() const { return ticks_done() >= replay_->end_tick(); }
    // The earliest divergence seen so far; seeking does not forget it.
    const std::optional<Divergence>& diverged_at() const { return divergence_; }
    // Of what was simulated so far.
    sim::ChainHash chain() const { return timeline_.chain(); }
    // The running game.
    const sim::AnySimulation& simulation() const { return timeline_.simulation(); }
    // The file that is played.
    const Replay& replay() const { return *replay_; }
    // Bytes of states kept for seeking backward.
    std::uint64_t memory_bytes() const { return kept_bytes_; }

private:
    struct Kept {
        std::uint64_t ticks_done = 0;
        sim::RunningHashes hashes;
        sim::Bytes state;
    };

    Player(const Replay& replay, sim::AnySimulation simulation, PlayerOptions options);
    void compare();
    void latch(Divergence divergence);
    void keep();
    void thin_out();
    const Kept* kept_before(std::uint64_t ticks_done) const;
    sim::Result<void> jump_near(std::uint64_t ticks_done);

    const Replay* replay_;
    sim::Timeline timeline_;
    PlayerOptions options_;
    std::optional<Divergence> divergence_;
    std::vector<Kept> kept_;  // by ticks_done; the first is the file's start and always stays
    std::uint64_t kept_bytes_ = 0;
};

}  // namespace tandem::replay
