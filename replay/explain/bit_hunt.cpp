// SPDX-License-Identifier: MIT
// A bit flipped behind the step costs a hash of the state, one flipped before it a step.
#include <tandem/replay/explain/bit_hunt.hpp>

#include <algorithm>
#include <cstddef>
#include <future>
#include <optional>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_byte_bits = 8;
// So many steps are affordable for small states; of large ones the bits of fields that show the
// fault later come first, until as many bytes of states have been stepped.
constexpr std::uint64_t k_steps_max = 100'000;
constexpr std::uint64_t k_stepped_bytes_max = std::uint64_t{2} << 30;
// So many bytes can be hashed.
constexpr std::uint64_t k_hashed_bytes_max = std::uint64_t{1} << 38;
// Between two looks whether somebody wants to stop.
constexpr std::uint64_t k_hashed_bytes_between_looks = std::uint64_t{1} << 32;
// Likely bytes come first where they are at most this part of the state.
constexpr std::size_t k_unlikely_share = 8;
// At most so many ticks behind a bit are simulated.
constexpr std::uint64_t k_followed_ticks_max = 20'000;

using Bits = std::vector<FlippedBit>;

bool are_all_confirmed(const Bits& bits) {
    return std::all_of(bits.begin(), bits.end(),
                       [](const FlippedBit& bit) { return bit.is_confirmed; });
}

void append(std::vector<StateBit>& all, const std::vector<StateBit>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

class Hunter {
public:
    Hunter(const Replay& replay, const sim::AnySimulation& spare, const Divergence& divergence,
           std::uint32_t threads, const Progress& progress, const BitSearch& search)
        : replay_(replay),
          spare_(spare),
          divergence_(divergence),
          threads_(std::max<std::uint32_t>(threads, 1)),
          progress_(progress),
          search_(search) {}

    sim::Result<BitHunt> run() {
        BitHunt hunt;
        hunt.state_bytes = search_.state_after().size();
        auto bits = bits_after();
        if (bits && bits->empty()) {
            bits = search_.confirm(try_before(), progress_);
        }
        if (!bits) {
            return bits.error();
        }
        hunt.bits = std::move(bits).value();
        hunt.tried = tried_;
        hunt.untried = search_.bits_after() + search_.bits_before() - tried_;
        if (!hunt.bits.empty()) {
            hunt.behind = search_.follow(hunt.bits.front(), k_followed_ticks_max, progress_);
        }
        return hunt;
    }

private:
    bool goes_on() const { return !progress_ || progress_(0); }

    // The bits of the state behind the step that give what was recorded. One that gives a whole
    // chain leaves no room for another.
    sim::Result<Bits> bits_after() {
        const sim::ByteView state = search_.state_after();
        const std::uint64_t state_bytes = std::max<std::uint64_t>(state.size(), 1);
        const std::uint64_t bits = search_.bits_after();
        const bool is_too_large = bits > k_hashed_bytes_max / state_bytes;
        if (bits * state_bytes > k_hashed_bytes_between_looks) {
            const auto bytes = likely_bytes(state, k_hashed_bytes_max / state_bytes / k_byte_bits);
            if (is_too_large || bytes.size() <= state.size() / k_unlikely_share) {
                auto found = search_.confirm(try_bytes(bytes), progress_);
                const bool is_enough =
                    is_too_large || !found || (!found->empty() && are_all_confirmed(*found));
                if (is_enough) {
                    return found;
                }
                tried_ = 0;
            }
        }
        return all_bits_after(
            std::max<std::uint64_t>(k_hashed_bytes_between_looks / state_bytes, 1));
    }

    sim::Result<Bits> all_bits_after(std::uint64_t at_once) {
        Bits found;
        const std::uint64_t bits = search_.bits_after();
        while (tried_ < bits && goes_on() && (found.empty() || !are_all_confirmed(found))) {
            const std::uint64_t count = std::min(at_once, bits - tried_);
            const auto more = search_.confirm(try_in_threads(tried_, count), progress_);
            if (!more) {
                return more.error();
            }
            found.insert(found.end(), more->begin(), more->end());
            tried_ += count;
        }
        return found;
    }

    std::vector<StateBit> try_bytes(const std::vector<std::size_t>& bytes) {
        std::vector<StateBit> found;
        for (std::size_t i = 0; i < bytes.size() && goes_on(); ++i) {
            append(found, search_.try_after(std::uint64_t{bytes[i]} * k_byte_bits, k_byte_bits));
            tried_ += k_byte_bits;
        }
        return found;
    }

    std::vector<StateBit> try_in_threads(std::uint64_t from, std::uint64_t bits) const {
        const std::uint64_t share = bits / threads_ + 1;
        std::vector<std::future<std::vector<StateBit>>> parts;
        for (std::uint64_t first = 0; first < bits; first += share) {
            const std::uint64_t count = std::min(share, bits - first);
            parts.push_back(std::async(std::launch::async, [this, first, from, count] {
                return search_.try_after(from + first, count);
            }));
        }
        std::vector<StateBit> found;
        for (auto& part : parts) {
            append(found, part.get());
        }
        return found;
    }

    // Of the state before the step: all bits, or those of likely fields where it is too large.
    std::vector<StateBit> try_before() {
        const std::uint64_t bits = search_.bits_before();
        if (bits <= k_steps_max) {
            tried_ += bits;
            return search_.try_before(0, bits, progress_);
        }
        std::vector<StateBit> found;
        const sim::ByteView state = search_.state_before();
        const auto bytes = likely_bytes(state, k_stepped_bytes_max / state.size() / k_byte_bits);
        for (std::size_t i = 0; i < bytes.size() && goes_on(); ++i) {
            append(found, search_.try_before(std::uint64_t{bytes[i]} * k_byte_bits, k_byte_bits,
                                             progress_));
            tried_ += k_byte_bits;
        }
        return found;
    }

    // At most so many bytes of a state: those of fields that differ where the file next holds a
    // state, in a run from before the bad tick. A fault is often still seen in the field where it
    // began.
    std::vector<std::size_t> likely_bytes(sim::ByteView state, std::uint64_t bytes_max) const {
        const auto later = next_states();
        if (!later) {
            return {};
        }
        auto bytes = bytes_of_differing_fields(replay_.header().state_schema, state, later->first,
                                               later->second);
        bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), bytes_max)));
        return bytes;
    }

    // The first state that the file holds behind the bad tick, and what is simulated there.
    std::optional<std::pair<sim::Bytes, sim::Bytes>> next_states() const {
        const std::uint64_t bad = divergence_.ticks_done();
        const auto states = replay_.states();
        const auto next = std::find_if(states.begin(), states.end(), [&](const StoredState& state) {
            return state.ticks_done >= bad;
        });
        if (next == states.end()) {
            return std::nullopt;
        }
        const auto recorded = replay_.load_state(*next, spare_.info().state_bytes_max);
        sim::Timeline timeline(spare_.clone());
        if (!recorded || !start_as_recorded(replay_, timeline)) {
            return std::nullopt;
        }
        jump_to_keyframe(replay_, timeline, timeline.ticks_done(), bad);
        Cursor cursor(replay_);
        while (timeline.ticks_done() < next->ticks_done && goes_on()) {
            const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
            if (!record || !timeline.advance(*record)) {
                return std::nullopt;
            }
        }
        return std::pair(timeline.simulation().save(), recorded->bytes);
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    const Divergence& divergence_;
    std::uint32_t threads_;
    const Progress& progress_;
    const BitSearch& search_;
    std::uint64_t tried_ = 0;
};

}  // namespace

bool BitHunt::are_confirmed() const { return are_all_confirmed(bits); }

sim::Result<BitHunt> hunt_bits(const Replay& replay, const sim::AnySimulation& spare,
                               const Divergence& divergence, std::uint32_t threads,
                               const Progress& progress) {
    const auto search = BitSearch::at(replay, spare, divergence);
    return search ? Hunter(replay, spare, divergence, threads, progress, *search).run()
                  : search.error();
}

}  // namespace tandem::replay
