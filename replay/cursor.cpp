// SPDX-License-Identifier: MIT
// Reading a replay block by block.
#include <tandem/replay/cursor.hpp>

#include <algorithm>
#include <iterator>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint32_t k_low_bits = 16;
constexpr std::uint32_t k_chain_bits = 64;

const InputBlock& block_of(const Replay& replay, sim::Tick tick) {
    TANDEM_ASSERT(tick.number >= replay.first_tick() && tick.number < replay.end_tick());
    const auto blocks = replay.blocks();
    const auto after = std::upper_bound(
        blocks.begin(), blocks.end(), tick.number,
        [](std::uint64_t number, const InputBlock& block) { return number < block.first_tick; });
    return *std::prev(after);
}

}  // namespace

bool RecordedChain::agrees(sim::ChainHash chain) const {
    const std::uint64_t mask =
        low_bits >= k_chain_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << low_bits) - 1;
    return whole ? *whole == chain : (chain.value & mask) == low;
}

sim::Result<sim::ByteView> Cursor::record(sim::Tick tick) {
    const InputBlock& block = block_of(*replay_, tick);
    if (inputs_first_tick_ != block.first_tick) {
        inputs_first_tick_ = ~std::uint64_t{0};
        if (auto decoded = decode_inputs(block, replay_->header(), inputs_); !decoded) {
            return decoded.error();
        }
        inputs_first_tick_ = block.first_tick;
    }
    const auto i = static_cast<std::size_t>(tick.number - block.first_tick);
    const std::size_t at = inputs_.offsets[i];
    return sim::ByteView(inputs_.records).subspan(at, inputs_.offsets[i + 1] - at);
}

sim::Result<RecordedChain> Cursor::chain(std::uint64_t ticks_done) {
    if (const auto whole = replay_->hashes_at(ticks_done)) {
        return RecordedChain{whole->chain, whole->chain.value, k_chain_bits};
    }
    const InputBlock& block = block_of(*replay_, sim::Tick{ticks_done - 1});
    const auto i = static_cast<std::size_t>(ticks_done - 1 - block.first_tick);
    const auto low = sim::load_le<std::uint16_t>(block.lows.data() + i * sizeof(std::uint16_t));
    return RecordedChain{std::nullopt, low, k_low_bits};
}

}  // namespace tandem::replay
