// SPDX-License-Identifier: MIT
// Finds how busy each player was along a recording, for the strips below the bar. It reads in
// parts, because decoding an hour of inputs takes longer than a picture may wait.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/view/time_line.hpp>

namespace tandem::tools {

class InputStrips {
public:
    // The strips are of the ticks from the recording's first one to before `end_tick`. `replay`
    // must outlive them.
    InputStrips(const replay::Replay& replay, std::uint64_t end_tick);

    // Reads at most so many ticks more. Returns true if there are more.
    bool advance(std::uint64_t ticks);
    // The levels, as TimeLine::strips holds them.
    const std::vector<std::uint8_t>& levels() const { return levels_; }

private:
    void end_column();

    const replay::Replay& replay_;
    replay::Cursor cursor_;
    std::uint64_t next_;
    std::uint64_t end_;
    std::uint32_t column_ = 0;
    std::uint64_t seen_ = 0;              // ticks of the column
    std::vector<sim::Bytes> before_;      // the last input, by slot
    std::vector<std::uint32_t> busy_;     // ticks of the column, by slot
    std::vector<std::uint32_t> present_;  // ticks of the column, by slot
    std::vector<std::uint8_t> levels_;
};

}  // namespace tandem::tools
