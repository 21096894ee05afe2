// SPDX-License-Identifier: MIT
// A game with eight milliseconds of work that may wait, done whole in one tick of eight or one
// millisecond of it in each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/throttle.hpp>
#include <tandem/tools/lab/history.hpp>

namespace tandem::tools::lab {

enum class Spread : unsigned char { in_one_tick, over_all_ticks };

class ThrottledGame : public History {
public:
    explicit ThrottledGame(Spread spread) : spread_(spread) {}

    void begin(Platform& platform) override { platform_ = &platform; }
    void update(const Update& update) override;

    // Between the ends of frames in a row.
    Flicks shortest_interval() const;
    Flicks longest_interval() const;
    // The ticks in which some of it was done.
    const std::vector<std::uint64_t>& ticks_with_work() const { return ticks_with_work_; }
    Flicks work_done() const { return work_done_; }

private:
    std::vector<Flicks> intervals() const;

    Spread spread_;
    Platform* platform_ = nullptr;
    std::vector<std::uint64_t> ticks_with_work_;
    Flicks work_done_{};
};

}  // namespace tandem::tools::lab
