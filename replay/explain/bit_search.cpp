// SPDX-License-Identifier: MIT
// Tries single bits. A bit that gives the recorded chain at the bad tick is only a candidate.
#include <tandem/replay/explain/bit_search.hpp>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

std::byte mask_of(std::uint32_t bit) { return static_cast<std::byte>(1U << bit); }

}  // namespace

std::string flipped_bit_text(const FlippedBit& bit) {
    return "bit " + std::to_string(bit.bit) + " of " + bit.path + " flipped after " +
           sim::ticks_text(bit.ticks_done) + " (" + bit.honest + " to " + bit.flipped + ")";
}

FlippedBit describe_bit(const sim::Schema& schema, sim::ByteView state, const StateBit& place,
                        std::uint64_t ticks_done) {
    const BytePlace field = place_of_byte(schema, state, static_cast<std::size_t>(place.byte));
    sim::Bytes flipped(state.begin(), state.end());
    flipped[static_cast<std::size_t>(place.byte)] ^= mask_of(place.bit);
    FlippedBit bit{place, ticks_done, field.path, place.bit, "", "", 0, false};
    bit.bit += static_cast<std::uint32_t>(place.byte - field.offset) * k_byte_bits;
    bit.honest = field.text(state);
    bit.flipped = field.text(flipped);
    return bit;
}

std::vector<StateBit> BitSearch::try_after(std::uint64_t first, std::uint64_t count) const {
    TANDEM_ASSERT(first <= bits_after() && count <= bits_after() - first);
    std::vector<StateBit> found;
    sim::Bytes state = bad_->honest;
    for (std::uint64_t number = first; number < first + count; ++number) {
        const StateBit place{FlipMoment::after_step, number / k_byte_bits,
                             static_cast<std::uint32_t>(number % k_byte_bits)};
        state[place.byte] ^= mask_of(place.bit);
        if (wanted_(sim::state_hash(spare_->info().state_schema, state))) {
            found.push_back(place);
        }
        state[place.byte] ^= mask_of(place.bit);
    }
    return found;
}

std::vector<StateBit> BitSearch::try_before(std::uint64_t first, std::uint64_t count,
                                            const Progress& progress) const {
    TANDEM_ASSERT(first <= bits_before() && count <= bits_before() - first);
    std::vector<StateBit> found;
    Trials trials(*replay_, *spare_, *bad_);
    sim::Bytes state = bad_->before;
    for (std::uint64_t number = first; number < first + count; ++number) {
        if (progress && !progress(number - first)) {
            break;
        }
        const StateBit place{FlipMoment::before_step, number / k_byte_bits,
                             static_cast<std::uint32_t>(number % k_byte_bits)};
        state[place.byte] ^= mask_of(place.bit);
        const auto outcome = trials.outcome_from(state);
        if (outcome && wanted_(*outcome)) {
            found.push_back(place);
        }
        state[place.byte] ^= mask_of(place.bit);
    }
    return found;
}

}  // namespace tandem::replay
