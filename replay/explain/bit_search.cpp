// SPDX-License-Identifier: MIT
// Tries single bits. A bit that gives the recorded chain at the bad tick is only a candidate.
#include <tandem/replay/explain/bit_search.hpp>

#include <algorithm>
#include <future>
#include <utility>

#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/replay/play/run.hpp>
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

namespace {

// At most so many bytes are hashed.
constexpr std::uint64_t k_hashed_bytes_max = std::uint64_t{1} << 38;
// So many bytes are hashed between two looks whether somebody wants to stop.
constexpr std::uint64_t k_hashed_bytes_between_looks = std::uint64_t{1} << 32;
// Likely bytes come first if they are at most this part of the state.
constexpr std::size_t k_unlikely_share = 8;

void append(std::vector<StateBit>& all, const std::vector<StateBit>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

bool goes_on(const Progress& progress) { return !progress || progress(0); }

std::vector<StateBit> try_in_threads(const BitSearch& search, std::uint64_t from,
                                     std::uint64_t bits, std::uint32_t threads) {
    const std::uint64_t share = bits / std::max<std::uint32_t>(threads, 1) + 1;
    std::vector<std::future<std::vector<StateBit>>> parts;
    for (std::uint64_t first = 0; first < bits; first += share) {
        const std::uint64_t count = std::min(share, bits - first);
        parts.push_back(std::async(std::launch::async, [&search, first, from, count] {
            return search.try_after(from + first, count);
        }));
    }
    std::vector<StateBit> found;
    for (auto& part : parts) {
        append(found, part.get());
    }
    return found;
}

}  // namespace

std::uint64_t steps_affordable(std::uint64_t state_bytes) {
    return std::min(k_steps_max, k_stepped_bytes_max / std::max<std::uint64_t>(state_bytes, 1));
}

std::vector<std::size_t> LikelyBytes::of(sim::ByteView state) {
    if (!is_known_) {
        states_ = find_states();
        is_known_ = true;
    }
    return states_ ? bytes_of_differing_fields(replay_.header().state_schema, state,
                                               states_->simulated, states_->recorded)
                   : std::vector<std::size_t>();
}

std::optional<LikelyBytes::States> LikelyBytes::find_states() const {
    const auto states = replay_.states();
    const auto next = std::find_if(states.begin(), states.end(), [&](const StoredState& state) {
        return state.ticks_done >= bad_.ticks_done;
    });
    if (next == states.end()) {
        return std::nullopt;
    }
    auto recorded = replay_.load_state(*next, spare_.info().state_bytes_max);
    auto run = Run::from_place(replay_, spare_.clone(), {bad_.ticks_done, bad_.honest, {}});
    if (!recorded || !run) {
        return std::nullopt;
    }
    while (run->ticks_done() < next->ticks_done) {
        if (!goes_on(progress_) || !run->step()) {
            return std::nullopt;
        }
    }
    return States{run->simulation().save(), std::move(recorded->bytes)};
}

BitHunt hunt_after(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                   std::uint32_t threads, const ReportBits& report, const Progress& progress) {
    const std::uint64_t state_bytes = std::max<std::uint64_t>(bad.honest.size(), 1);
    const std::uint64_t bits = search.bits_after();
    BitHunt hunt;
    const auto ended = [&] {
        hunt.untried = bits - hunt.tried;
        return hunt;
    };
    const bool is_too_large = bits > k_hashed_bytes_max / state_bytes;
    std::vector<std::uint64_t> likely_bytes;  // tried before all others
    if (bits * state_bytes > k_hashed_bytes_between_looks) {
        auto bytes = likely.of(bad.honest);
        if (is_too_large || bytes.size() <= bad.honest.size() / k_unlikely_share) {
            bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(
                bytes.size(), k_hashed_bytes_max / state_bytes / k_byte_bits)));
            std::vector<StateBit> found;
            for (std::size_t i = 0; i < bytes.size() && goes_on(progress); ++i) {
                append(found, search.try_after(std::uint64_t{bytes[i]} * k_byte_bits, k_byte_bits));
                hunt.tried += k_byte_bits;
            }
            if (report(found) || is_too_large) {
                return ended();
            }
            hunt.tried = 0;
            likely_bytes.assign(bytes.begin(), bytes.end());
            std::sort(likely_bytes.begin(), likely_bytes.end());
        }
    }
    const std::uint64_t at_once =
        std::max<std::uint64_t>(k_hashed_bytes_between_looks / state_bytes, 1);
    bool is_enough = false;
    while (hunt.tried < bits && !is_enough && goes_on(progress)) {
        const std::uint64_t count = std::min(at_once, bits - hunt.tried);
        auto found = try_in_threads(search, hunt.tried, count, threads);
        std::erase_if(found, [&](const StateBit& bit) {
            return std::binary_search(likely_bytes.begin(), likely_bytes.end(), bit.byte);
        });
        hunt.tried += count;
        is_enough = report(found);
    }
    return ended();
}

BitHunt hunt_before(const BitSearch& search, const BadTick& bad, LikelyBytes& likely,
                    const ReportBits& report, const Progress& progress) {
    BitHunt hunt;
    const std::uint64_t bits = search.bits_before();
    const std::uint64_t affordable = steps_affordable(bad.before.size());
    if (bits <= affordable) {
        hunt.tried = bits;
        report(search.try_before(0, bits, progress));
        return hunt;
    }
    auto bytes = likely.of(bad.before);
    bytes.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), affordable / k_byte_bits)));
    std::vector<StateBit> found;
    for (std::size_t i = 0; i < bytes.size() && goes_on(progress); ++i) {
        append(found,
               search.try_before(std::uint64_t{bytes[i]} * k_byte_bits, k_byte_bits, progress));
        hunt.tried += k_byte_bits;
    }
    report(found);
    hunt.untried = bits - hunt.tried;
    return hunt;
}

}  // namespace tandem::replay
