// SPDX-License-Identifier: MIT
// Plays the yard live under a loop, for any experiment about loops that needs to say that the state
// is the same, or that nothing has touched it.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/games/compare.hpp>
#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

// Plays a tick for each update, however long the loop says it is, with the script's keys of that
// tick.
class YardPlayer : public Game {
public:
    // The observer may be null and outlives the player.
    explicit YardPlayer(sim::TickObserver* observer = nullptr);
    // Takes a game with the yard's inputs.
    explicit YardPlayer(sim::AnySimulation game, sim::TickObserver* observer = nullptr);

    void update(const Update& update) override;
    void render(const Frame& frame) override;

    // The hash of the state after each tick.
    const std::vector<std::uint64_t>& hashes() const { return hashes_; }
    // The number of pictures that show another state than the one before; the first is compared
    // with the state after reset.
    std::uint64_t changes_seen() const { return changes_seen_; }
    // Ends the session, for its observer.
    void end();

private:
    sim::Timeline timeline_;
    std::vector<std::uint64_t> hashes_;
    std::uint64_t shown_ = 0;
    std::uint64_t changes_seen_ = 0;
};

}  // namespace tandem::tools::lab
