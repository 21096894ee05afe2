// SPDX-License-Identifier: MIT
// Plays a replay: steps a simulation with the recorded inputs, jumps to any tick, and remembers
// where the simulation first differs from the recording. Playback goes on after a divergence.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/replay_file.hpp>

namespace tandem::replay {

// The memory that a player may use.
struct PlayerOptions {
    // The most bytes of states that are kept for seeking backward. A quarter of them is for the
    // ticks right before the present place, so that going back tick by tick simulates every tick
    // once and not again for each step. The rest is for states of the whole file; if they would
    // take more, the distance between them doubles.
    std::uint64_t memory_bytes = std::uint64_t{64} << 20;
    std::uint64_t spacing_ticks = 16;  // the first distance between kept states
};

class Player {
public:
    // Resets the simulation with the recorded setup. `replay` must outlive the player. It fails if
    // the simulation is not the one of the file (no_simulation), or if the content of an asset is
    // missing.
    static sim::Result<Player> create(const Replay& replay, sim::AnySimulation simulation,
                                      PlayerOptions options = {});

    // Steps one tick. It is an error (usage) at the end of the file. The error of a failed step
    // names the tick.
    sim::Result<void> step();
    // Goes to the state after `ticks_done` ticks, forward or backward, from first_tick() to
    // end_tick() of the file. It trusts the keyframes of the file up to a known divergence, so
    // skipped ticks are not compared. (verify compares all of them.) A keyframe that cannot be used
    // is skipped.
    sim::Result<void> seek(std::uint64_t ticks_done);
    // Goes on with a longer reading of the same file, which a session is still writing. `longer`
    // must begin with the same ticks; otherwise it is an error (bad_data), and nothing changes. It
    // must outlive the player from now on.
    sim::Result<void> follow(const Replay& longer);

    // The number of ticks that are done at the present place.
    std::uint64_t ticks_done() const { return run_.ticks_done(); }
    // True if the file has no further tick.
    bool at_end() const { return ticks_done() >= replay().end_tick(); }
    // The earliest divergence seen so far. Seeking does not forget it.
    const std::optional<Divergence>& diverged_at() const { return run_.parted_at(); }
    // The chain at the present place.
    sim::ChainHash chain() const { return run_.chain(); }
    // Both running hashes at the present place.
    const sim::RunningHashes& hashes() const { return run_.hashes(); }
    // The running game.
    const sim::AnySimulation& simulation() const { return run_.simulation(); }
    // The file that is played.
    const Replay& replay() const { return run_.replay(); }
    // The number of bytes of states that are kept for seeking backward.
    std::uint64_t memory_bytes() const { return kept_bytes_ + near_bytes_; }

private:
    Player(const Replay& replay, sim::AnySimulation simulation, PlayerOptions options);
    sim::Result<void> compare();
    void drop_kept_from(std::uint64_t ticks_done);
    void keep();
    void thin_out();
    sim::Result<void> step_and_keep_near(std::uint64_t ticks_done);
    void keep_near();
    void drop_near_from(std::uint64_t ticks_done);
    const RunPlace* known_before(std::uint64_t ticks_done) const;
    sim::Result<void> jump_near(std::uint64_t ticks_done);

    Run run_;
    PlayerOptions options_;
    std::vector<RunPlace> kept_;  // by ticks_done; the first is the file's start and always stays
    std::uint64_t kept_bytes_ = 0;
    std::deque<RunPlace> near_;  // by ticks_done; states before a place to which a seek went back
    std::uint64_t near_bytes_ = 0;
};

}  // namespace tandem::replay
