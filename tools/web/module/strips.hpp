// SPDX-License-Identifier: MIT
// How busy each player was along a recording, for the strips below the bar. It is read in parts,
// because decoding an hour of inputs takes longer than a picture may wait.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>

namespace tandem::tools::web {

class Strips {
public:
    static constexpr std::uint32_t k_columns = 480;

    // `replay` must outlive it.
    explicit Strips(const replay::Replay& replay);

    // Reads at most so many ticks more. Returns whether there are more.
    bool advance(std::uint64_t ticks);
    // Row by row for each slot: 0 idle, 255 another input in every tick of the column; k_absent
    // where the player took part in none of them.
    const std::vector<std::uint8_t>& levels() const { return levels_; }
    static constexpr std::uint8_t k_absent = 1;

private:
    void end_column();

    const replay::Replay& replay_;
    replay::Cursor cursor_;
    std::uint64_t next_;
    std::uint32_t column_ = 0;
    std::uint64_t seen_ = 0;              // ticks of the column
    std::vector<sim::Bytes> before_;      // the last input, by slot
    std::vector<std::uint32_t> busy_;     // ticks of the column, by slot
    std::vector<std::uint32_t> present_;  // the same
    std::vector<std::uint8_t> levels_;
};

}  // namespace tandem::tools::web
