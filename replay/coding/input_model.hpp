// SPDX-License-Identifier: MIT
// Predicts inputs: whether a player's input changes, which of its bytes, and to what. The model
// learns from every answer, in the same way in the encoder and in the decoder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <tandem/replay/coding/belief_table.hpp>
#include <tandem/replay/coding/mixer.hpp>
#include <tandem/replay/coding/player_row.hpp>
#include <tandem/replay/coding/toll.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

class InputModel {
public:
    // Makes a model for inputs of that many cells. `is_fixed` says that every cell is coded in
    // every row.
    InputModel(std::uint32_t slots, std::uint32_t cells, bool is_fixed, sim::Bytes idle);

    // Forgets everything: all players are present, with the idle input.
    void restart();

    // A player's last input.
    const sim::Bytes& input(std::uint32_t slot) const { return players_[slot].input; }

    // Codes which slots are present, and returns them.
    template <class Way>
    std::uint64_t code_presence(Way& way, std::uint64_t presence);

    // Codes whether a player's input differs from the last one. Returns true if it does.
    template <class Way>
    bool code_row(Way& way, std::uint32_t slot, bool is_changed);

    // Codes a byte of a row that changed, and returns it. The cells come in their order.
    template <class Way>
    std::uint8_t code_cell(Way& way, std::uint32_t slot, std::uint32_t index, CellSort sort,
                           std::uint8_t value);

    // Ends a row that changed, behind its last cell.
    void end_row(std::uint32_t slot, sim::ByteView input);

private:
    static constexpr std::size_t k_weight_sets = 128;
    static constexpr std::size_t k_row_contexts = 4;
    static constexpr std::size_t k_flag_contexts = 5;
    static constexpr std::size_t k_value_contexts = 8;

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
    Weights<k_row_contexts> row_weights_{};
    std::array<Weights<k_flag_contexts>, k_weight_sets> flag_weights_{};
    std::array<Weights<k_value_contexts>, k_weight_sets> value_weights_{};
    std::vector<Toll> tolls_;  // for each cell
    std::vector<PlayerRow> players_;
    std::uint64_t presence_ = 0;
    Belief presence_changes_;
    Belief slot_changes_;
    // The state of the row at hand:
    std::uint32_t done_ = 0;  // hash of which of its cells changed so far
    bool is_any_changed_ = false;
    std::uint32_t left_ = 0;  // the value before this one
};

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
                (slot == last && presence_ == old) ||  // else nothing would have changed
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
    const Contexts<k_row_contexts> contexts{
        fold(1, player.values_hash),
        fold(fold(2, player.nonzero_hash), run),
        fold(fold(fold(3, player.changes_hash), run), slot),
        fold(fold(fold(4, player.nonzero_hash), player.history & 3U), slot),
    };
    is_changed = code_decision(way, *table_, contexts, row_weights_, is_changed).answer;
    player.history =
        static_cast<std::uint8_t>(std::uint32_t{player.history} << 1U | (is_changed ? 1U : 0U));
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
        return {true, 0};  // else the row would not have changed
    }
    const std::uint32_t changes = player.cells[index].changes & 3U;
    const std::uint32_t here = fold(fold(5, done_), index);
    const std::uint32_t field = fold(6, index);
    const Contexts<k_flag_contexts> contexts{
        fold(fold(here, 0), old != 0 ? 1U : 0U),
        fold(fold(here, 1), player.nonzero_hash),
        fold(fold(fold(here, 2), std::min(player.run, 3U)), changes),
        fold(fold(fold(field, 0), old), rung(player.run)),
        fold(fold(fold(field, 1), left_), changes),
    };
    Weights<k_flag_contexts>& weights =
        flag_weights_[(2 * index + (is_any_changed_ ? 1U : 0U)) % k_weight_sets];
    return code_decision(way, *table_, contexts, weights, is_changed);
}

template <class Way>
std::uint32_t InputModel::code_value(Way& way, const Cell& cell, std::uint32_t index, CellSort sort,
                                     std::uint32_t old, std::uint32_t value, std::int32_t& cost) {
    const std::uint32_t end = 1U << sort.bits;
    const std::uint32_t before = cell.before & (end - 1);
    const std::uint32_t expected = (2 * old - before) & (end - 1);
    const std::array<std::uint32_t, 4> candidates{0, before, expected, old};
    const std::uint32_t field = fold(7, index);
    const std::uint32_t alike = fold(8, sort.tag);
    const Contexts<k_value_contexts> bases{
        fold(fold(fold(field, 0), old >> 4U), left_ >> 2U),
        fold(fold(fold(field, 1), done_), pace(old, before)),
        fold(field, 2),
        fold(field, 3),
        fold(alike, 0),
        fold(alike, 1),
        fold(fold(alike, 2), left_),
        fold(fold(alike, 3), old),
    };
    std::uint32_t node = 1;  // the bits so far, below a leading 1
    for (std::uint32_t bit = sort.bits; bit-- > 0;) {
        const std::uint32_t above = bit + 1;
        if (bit == 0 && node == (end | old) >> above) {
            return ((node << 1U) & (end - 1)) | (~old & 1U);  // else it would not have changed
        }
        std::uint32_t agreement = bit;
        for (const std::uint32_t candidate : candidates) {
            const bool agrees = node == (end | candidate) >> above;
            agreement = agreement * 3 + (agrees ? 1U + (candidate >> bit & 1U) : 0U);
        }
        // The distance from another value up to the lowest value that is still possible.
        const std::uint32_t least = (node << above) - end;
        const auto distance_from = [&](std::uint32_t other) {
            return bit << 9U | ((least - other) & 0x1FFU);
        };
        const Contexts<k_value_contexts> contexts{
            fold(bases[0], node),
            fold(bases[1], agreement),
            fold(bases[2], distance_from(old)),
            fold(bases[3], distance_from(expected)),
            fold(bases[4], node),
            fold(bases[5], agreement),
            fold(bases[6], node),
            fold(bases[7], node),
        };
        Weights<k_value_contexts>& weights =
            value_weights_[(2 * index + (bit >= 4 ? 1U : 0U)) % k_weight_sets];
        const Coded coded =
            code_decision(way, *table_, contexts, weights, (value >> bit & 1U) != 0);
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
