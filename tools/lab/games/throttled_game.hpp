// SPDX-License-Identifier: MIT
// A game with eight milliseconds of work that may wait, done whole in one tick of eight or one
// millisecond of it in each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

enum class WorkSpread : unsigned char { in_one_tick, over_all_ticks };

class ThrottledGame : public Game {
public:
    // Further ticks with work are not kept.
    static constexpr std::size_t k_ticks_max = 1'000;

    explicit ThrottledGame(WorkSpread spread) : spread_(spread) {}

    void begin(Platform& platform) override { platform_ = &platform; }
    void update(const Update& update) override;
    void render(const Frame& frame) override;

    // Returns the shortest time between the ends of two frames in a row; zero without two.
    Flicks shortest_interval() const { return shortest_.value_or(Flicks(0)); }
    Flicks longest_interval() const { return longest_; }
    // Returns the ticks in which some of it was done.
    const std::vector<std::uint64_t>& ticks_with_work() const { return ticks_with_work_; }
    Flicks work_done() const { return work_done_; }

private:
    WorkSpread spread_;
    Platform* platform_ = nullptr;
    std::vector<std::uint64_t> ticks_with_work_;
    Flicks work_done_{};
    std::optional<Flicks> last_frame_end_;
    std::optional<Flicks> shortest_;
    Flicks longest_{};
};

}  // namespace tandem::tools::lab
