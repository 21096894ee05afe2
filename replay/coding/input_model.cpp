// SPDX-License-Identifier: MIT
// Sets the model's first weights, and summarizes a row for its contexts.
#include <tandem/replay/coding/input_model.hpp>

#include <utility>

#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {
namespace {

// The weights of one kind all begin alike. The model learns little in an epoch, so their beginning
// matters more than how fast they move.
constexpr std::int32_t k_row_weight = 19'661;    // 1.2 in all contexts together
constexpr std::int32_t k_flag_weight = 15'729;   // 1.2 in all contexts together
constexpr std::int32_t k_value_weight = 14'746;  // 1.8 in all contexts together

void summarize(PlayerRow& player) {
    player.values_hash = 0;
    player.nonzero_hash = 0;
    for (const Cell& cell : player.cells) {
        player.values_hash = fold(player.values_hash, cell.value);
        player.nonzero_hash = fold(player.nonzero_hash, cell.value != 0 ? 1U : 0U);
    }
}

}  // namespace

InputModel::InputModel(std::uint32_t slots, std::uint32_t cells, bool is_fixed, sim::Bytes idle)
    : cells_(cells),
      is_fixed_(is_fixed),
      idle_(std::move(idle)),
      table_(std::make_unique<BeliefTable>()),
      tolls_(cells),
      players_(slots) {
    restart();
}

void InputModel::restart() {
    table_->restart();
    row_weights_.fill(k_row_weight);
    for (auto& weights : flag_weights_) {
        weights.fill(k_flag_weight);
    }
    for (auto& weights : value_weights_) {
        weights.fill(k_value_weight);
    }
    std::fill(tolls_.begin(), tolls_.end(), Toll());
    PlayerRow begin;
    begin.input = idle_;
    begin.cells.resize(cells_);
    summarize(begin);
    std::fill(players_.begin(), players_.end(), begin);
    presence_ = sim::slots_mask(static_cast<std::uint32_t>(players_.size()));
    presence_changes_ = {};
    slot_changes_ = {};
}

void InputModel::end_row(std::uint32_t slot, sim::ByteView input) {
    PlayerRow& player = players_[slot];
    player.input.assign(input.begin(), input.end());
    player.run = 0;
    player.changes_hash = done_;
    summarize(player);
}

}  // namespace tandem::replay
