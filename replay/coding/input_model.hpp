// SPDX-License-Identifier: MIT
// What is expected of inputs: whether a player's input changes, which of its bytes, and to what.
// It learns from every answer, the same in the encoder and in the decoder.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <tandem/replay/coding/belief_table.hpp>
#include <tandem/replay/coding/mixer.hpp>
#include <tandem/replay/coding/toll.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// What a byte of an input says, for contexts that all bytes of one sort share.
struct CellSort {
    std::uint32_t bits = 8;  // how many of its bits are used, the low ones
    std::uint32_t tag = 0;   // kind of field, head or not, place in its number
};

// The last values of one byte of one player's input.
struct Cell {
    std::uint8_t value = 0;   // now
    std::uint8_t before = 0;  // in the row before
    std::uint8_t changes =
        0;  // one bit for each of the last rows: whether it changed; newest lowest
};

// What is known of one player.
struct PlayerRow {
    sim::Bytes input;                // the last one, canonical
    std::vector<Cell> cells;         // its bytes, see InputShape
    std::uint32_t run = 0;           // for how many ticks it has not changed
    std::uint32_t values_hash = 0;   // of all values
    std::uint32_t nonzero_hash = 0;  // of which are not zero
    std::uint32_t changes_hash = 0;  // of which changed when it last did
};

class InputModel {
public:
    // For inputs of that many cells. `is_fixed` says that every cell is coded in every row.
    InputModel(std::uint32_t slots, std::uint32_t cells, bool is_fixed, sim::Bytes idle);

    // Forgets everything: all players are present, with the idle input.
    void restart();

    // A player's last input.
    const sim::Bytes& input(std::uint32_t slot) const { return players_[slot].input; }

    // Codes which slots are present.
    template <class Way>
    std::uint64_t code_presence(Way& way, std::uint64_t presence);

    // Codes whether a player's input differs from the last one.
    template <class Way>
    bool code_row(Way& way, std::uint32_t slot, bool is_changed);

    // Codes a byte of a row that changed. The cells come in their order.
    template <class Way>
    std::uint8_t code_cell(Way& way, std::uint32_t slot, std::uint32_t index, CellSort sort,
                           std::uint8_t value);

    // After the last cell of a row that changed.
    void end_row(std::uint32_t slot, sim::ByteView input);

private:
    static constexpr std::size_t k_weight_sets = 64;
    static constexpr std::size_t k_flag_contexts = 4;
    static constexpr std::size_t k_value_contexts = 6;

    template <class Way>
    static bool code_alone(Way& way, Belief& belief, bool answer);
    template <class Way>
    Coded code_flag(Way& way, const PlayerRow& player, std::uint32_t index, std::uint32_t old,
                    bool is_changed);
    template <class Way>
    std::uint32_t code_value(Way& way, const Cell& cell, std::uint32_t index, CellSort sort,
                             std::uint32_t old, std::uint32_t value, std::int32_t& cost);

    std::uint32_t cells_;
    bool is_fixed_;
    sim::Bytes idle_;
    std::unique_ptr<BeliefTable> table_;
    Weights<3> row_weights_{};
    std::array<Weights<k_flag_contexts>, k_weight_sets> flag_weights_{};
    std::array<Weights<k_value_contexts>, k_weight_sets> value_weights_{};
    std::vector<Toll> tolls_;  // of each cell
    std::vector<PlayerRow> players_;
    std::uint64_t presence_ = 0;
    Belief presence_changes_;
    Belief slot_changes_;
    // Of the row at hand:
    std::uint32_t done_ = 0;  // which of its cells changed so far
    bool is_any_changed_ = false;
    std::uint32_t left_ = 0;  // the value before this one
};

// A long run is told roughly: 0 to 15, then by powers of two up to 20.
constexpr std::uint32_t rung(std::uint32_t run) {
    return run < 16 ? run : std::min<std::uint32_t>(11U + std::bit_width(run), 20U);
}

// The change of a byte, by its sign and its power of two.
constexpr std::uint32_t pace(std::uint32_t value, std::uint32_t before) {
    const std::uint32_t step = (value - before) & 0xFFU;
    return step < 128 ? std::bit_width(step) : 16U + std::bit_width(256U - step);
}

template <class Way>
bool InputModel::code_alone(Way& way, Belief& belief, bool answer) {
    answer = way.code(answer, squash(stretch(belief.probability())));
    belief.learn(answer);
    return answer;
}

template <class Way>
std::uint64_t InputModel::code_presence(Way& way, std::uint64_t presence) {
    if (code_alone(way, presence_changes_, presence != presence_)) {
        const std::uint64_t last = players_.size() - 1;
        const std::uint64_t old = presence_;
        for (std::uint64_t slot = 0; slot <= last; ++slot) {
            const bool is_flipped =
                (slot == last && presence_ == old) ||  // or nothing would have changed
                code_alone(way, slot_changes_, ((presence ^ old) >> slot & 1U) != 0);
            presence_ ^= std::uint64_t{is_flipped} << slot;
        }
    }
    return presence_;
}

template <class Way>
bool InputModel::code_row(Way& way, std::uint32_t slot, bool is_changed) {
    PlayerRow& player = players_[slot];
    const std::uint32_t run = rung(player.run);
    const Contexts<3> contexts{
        fold(1, player.values_hash),
        fold(fold(2, player.nonzero_hash), run),
        fold(fold(fold(3, player.changes_hash), run), slot),
    };
    is_changed = code_decision(way, *table_, contexts, row_weights_, is_changed).answer;
    if (!is_changed) {
        player.run += player.run < 0xFFFF ? 1U : 0U;
    }
    done_ = 0;
    is_any_changed_ = false;
    left_ = 0;
    return is_changed;
}

template <class Way>
Coded InputModel::code_flag(Way& way, const PlayerRow& player, std::uint32_t index,
                            std::uint32_t old, bool is_changed) {
    if (is_fixed_ && index + 1 == cells_ && !is_any_changed_) {
        return {true, 0};  // or the row would not have changed
    }
    const Cell& cell = player.cells[index];
    const std::uint32_t here = fold(fold(4, done_), index);
    const Contexts<k_flag_contexts> contexts{
        fold(here, old != 0 ? 1U : 0U),
        fold(fold(fold(5, player.nonzero_hash), index), cell.changes & 3U),
        fold(fold(here, 2U + std::min(player.run, 3U)), pace(old, cell.before)),
        fold(fold(here, 8U + left_), old),
    };
    return code_decision(way, *table_, contexts, flag_weights_[index % k_weight_sets], is_changed);
}

template <class Way>
std::uint32_t InputModel::code_value(Way& way, const Cell& cell, std::uint32_t index, CellSort sort,
                                     std::uint32_t old, std::uint32_t value, std::int32_t& cost) {
    const std::uint32_t end = 1U << sort.bits;
    const std::uint32_t expected = (2 * old - cell.before) & (end - 1);
    const std::array<std::uint32_t, 4> candidates{0, cell.before & (end - 1), expected, old};
    const std::uint32_t field = fold(6, index);
    const Contexts<k_value_contexts> bases{
        fold(field, 0),
        fold(fold(field, 1), old),
        fold(fold(field, 2), left_),
        fold(fold(fold(field, 3), old >> 4U), left_ >> 2U),
        fold(field, 4),
        fold(7, sort.tag),
    };
    std::uint32_t node = 1;  // the bits so far, below a leading 1
    for (std::uint32_t bit = sort.bits; bit-- > 0;) {
        const std::uint32_t above = bit + 1;
        if (bit == 0 && node == (end | old) >> above) {
            return ((node << 1U) & (end - 1)) | (~old & 1U);  // or it would not have changed
        }
        std::uint32_t agreement = bit;
        for (const std::uint32_t candidate : candidates) {
            const bool agrees = node == (end | candidate) >> above;
            agreement = agreement * 3 + (agrees ? 1U + (candidate >> bit & 1U) : 0U);
        }
        const std::uint32_t distance = ((node << above) - end - old) & 0x1FFU;
        const Contexts<k_value_contexts> contexts{
            fold(bases[0], node),
            fold(bases[1], node),
            fold(bases[2], node),
            fold(bases[3], node),
            fold(bases[4], bit << 9U | distance),
            fold(bases[5], agreement),
        };
        const Coded coded =
            code_decision(way, *table_, contexts, value_weights_[index % k_weight_sets],
                          (value >> bit & 1U) != 0);
        cost += coded.cost;
        node = node << 1U | (coded.answer ? 1U : 0U);
    }
    return node - end;
}

template <class Way>
std::uint8_t InputModel::code_cell(Way& way, std::uint32_t slot, std::uint32_t index, CellSort sort,
                                   std::uint8_t value) {
    PlayerRow& player = players_[slot];
    Cell& cell = player.cells[index];
    Toll& toll = tolls_[index];
    const std::uint32_t old = cell.value & ((1U << sort.bits) - 1);
    std::uint32_t now = value;
    if (toll.is_plain()) {
        toll.count_plain();
        now = way.code_plain(now, sort.bits);
    } else {
        const Coded flag = code_flag(way, player, index, old, now != old);
        std::int32_t cost = flag.cost;
        now = flag.answer ? code_value(way, cell, index, sort, old, now, cost) : old;
        toll.pay(cost, sort.bits);
    }
    const std::uint32_t is_changed = now != old ? 1U : 0U;
    done_ = fold(done_, is_changed);
    is_any_changed_ = is_any_changed_ || is_changed != 0;
    left_ = now;
    cell.before = static_cast<std::uint8_t>(old);
    cell.value = static_cast<std::uint8_t>(now);
    cell.changes =
        static_cast<std::uint8_t>(static_cast<std::uint32_t>(cell.changes) << 1U | is_changed);
    return cell.value;
}

}  // namespace tandem::replay
