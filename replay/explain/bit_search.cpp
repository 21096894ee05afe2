// SPDX-License-Identifier: MIT
// A bit that gives the recorded chain at the bad tick is only a candidate: the run that goes on
// from it must give every later chain too.
#include <tandem/replay/explain/bit_search.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/explain/run_on.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

std::byte mask_of(std::uint32_t bit) { return static_cast<std::byte>(1U << bit); }

// Goes to the state after `ticks_done` ticks, and must come there as recorded.
sim::Result<void> run_to(const Replay& replay, sim::Timeline& timeline, std::uint64_t ticks_done) {
    if (auto started = start_as_recorded(replay, timeline); !started) {
        return started;
    }
    jump_to_keyframe(replay, timeline, timeline.ticks_done(), ticks_done + 1);
    Cursor cursor(replay);
    while (timeline.ticks_done() < ticks_done) {
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            return record.error();
        }
        if (auto stepped = timeline.advance(*record); !stepped) {
            return stepped;
        }
    }
    return check_chain(cursor, ticks_done, timeline.chain());
}

}  // namespace

sim::Result<BitSearch> BitSearch::at(const Replay& replay, const sim::AnySimulation& spare,
                                     const Divergence& divergence) {
    BitSearch search(replay, spare);
    search.is_reset_ = divergence.is_reset;
    search.ticks_done_ = divergence.ticks_done();
    if (first_possible_tick(replay, search.ticks_done_) + 1 < search.ticks_done_) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "the file has " + std::to_string(replay.header().track_bits) +
                              " bits of the chain at a tick, too few to name the bad one"};
    }
    Cursor cursor(replay);
    const auto recorded = cursor.chain(search.ticks_done_);
    if (!recorded) {
        return recorded.error();
    }
    search.recorded_ = *recorded;
    sim::Timeline timeline(spare.clone());
    if (search.is_reset_) {
        if (auto started = timeline.start(replay.header().setup); !started) {
            return started.error();
        }
        search.start_ = timeline.start_value();
        search.honest_ = timeline.simulation().save();
        return search;
    }
    const sim::Tick tick{search.ticks_done_ - 1};
    if (auto there = run_to(replay, timeline, tick.number); !there) {
        return there.error();
    }
    search.hashes_before_ = timeline.hashes();
    search.before_ = timeline.simulation().save();
    const auto record = cursor.record(tick);
    if (!record) {
        return record.error();
    }
    search.record_.assign(record->begin(), record->end());
    search.record_hash_ = sim::hash_bytes(search.record_);
    if (auto stepped = timeline.advance(search.record_); !stepped) {
        return stepped.error();
    }
    search.honest_ = timeline.simulation().save();
    return search;
}

sim::RunningHashes BitSearch::hashes_with(sim::StateHash state) const {
    return is_reset_ ? sim::running_start(start_, state)
                     : sim::running_next(hashes_before_, record_hash_, state);
}

bool BitSearch::gives_the_recorded(sim::StateHash state) const {
    return recorded_.agrees(hashes_with(state).chain);
}

std::vector<StateBit> BitSearch::try_after(std::uint64_t first, std::uint64_t count) const {
    TANDEM_ASSERT(first <= bits_after() && count <= bits_after() - first);
    std::vector<StateBit> found;
    sim::Bytes state = honest_;
    for (std::uint64_t number = first; number < first + count; ++number) {
        const StateBit place{FlipMoment::after_step, number / k_bits_of_byte,
                             static_cast<std::uint32_t>(number % k_bits_of_byte)};
        state[place.byte] ^= mask_of(place.bit);
        if (gives_the_recorded(sim::StateHash{sim::hash_bytes(state)})) {
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
    sim::AnySimulation simulation = spare_->clone();
    if (!simulation.reset(replay_->header().setup)) {
        return found;
    }
    sim::Bytes state = before_;
    for (std::uint64_t number = first; number < first + count; ++number) {
        if (progress && !progress(number - first)) {
            break;
        }
        const StateBit place{FlipMoment::before_step, number / k_bits_of_byte,
                             static_cast<std::uint32_t>(number % k_bits_of_byte)};
        state[place.byte] ^= mask_of(place.bit);
        simulation.name_ticks_from(ticks_done_ - 1);
        if (simulation.restore(state) && simulation.step(record_) &&
            gives_the_recorded(simulation.state_hash())) {
            found.push_back(place);
        }
        state[place.byte] ^= mask_of(place.bit);
    }
    return found;
}

sim::Bytes BitSearch::state_with(const StateBit& place) const {
    sim::Bytes state = place.moment == FlipMoment::after_step ? honest_ : before_;
    state[place.byte] ^= mask_of(place.bit);
    return state;
}

sim::Result<std::vector<FlippedBit>> BitSearch::confirm(const std::vector<StateBit>& candidates,
                                                        const Progress& progress) const {
    std::vector<FlippedBit> confirmed;
    sim::Timeline timeline(spare_->clone());
    if (!timeline.start(replay_->header().setup)) {
        return confirmed;
    }
    for (const StateBit& place : candidates) {
        if (progress && !progress(0)) {
            break;
        }
        FlippedBit bit{place, ticks_done_, "", 0, "", "", 0, false};
        bit.ticks_done -= place.moment == FlipMoment::before_step ? 1U : 0U;
        if (!begin_with(place, timeline)) {
            continue;
        }
        const auto behind = run_on(*replay_, timeline, ticks_done_, progress);
        if (!behind) {
            return behind.error();
        }
        if (behind->agrees) {
            bit.is_confirmed = behind->is_confirmed;
            bit.ticks_agreed = behind->ticks + (place.moment == FlipMoment::after_step ? 1 : 0);
            describe(bit);
            confirmed.push_back(std::move(bit));
        }
    }
    return confirmed;
}

bool BitSearch::begin_with(const StateBit& place, sim::Timeline& timeline) const {
    const sim::Bytes state = state_with(place);
    if (place.moment == FlipMoment::before_step) {
        return timeline.jump(ticks_done_ - 1, state, hashes_before_).has_value();
    }
    const sim::StateHash hash{sim::hash_bytes(state)};
    // The game may make another state of it.
    return timeline.jump(ticks_done_, state, hashes_with(hash)) && timeline.state_hash() == hash;
}

BitSearch::Followed BitSearch::follow(const FlippedBit& bit, std::uint64_t ticks_max,
                                      const Progress& progress) const {
    Followed followed;
    sim::Timeline timeline(spare_->clone());
    if (!timeline.start(replay_->header().setup) || !begin_with(bit.place, timeline)) {
        followed.parts = true;
        return followed;
    }
    Cursor cursor(*replay_);
    const std::uint64_t end = ticks_done_ + std::min(ticks_max, replay_->end_tick() - ticks_done_);
    while (timeline.ticks_done() < end && (!progress || progress(timeline.ticks_done()))) {
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            break;
        }
        const auto agrees = timeline.advance(*record)
                                ? is_recorded_chain(cursor, timeline.ticks_done(), timeline.chain())
                                : sim::Result<bool>(false);
        if (!agrees) {
            break;  // what cannot be read says nothing
        }
        if (!*agrees) {
            followed.parts = true;
            return followed;
        }
        followed.ticks += timeline.ticks_done() > ticks_done_ ? 1U : 0U;
    }
    return followed;
}

void BitSearch::describe(FlippedBit& bit) const {
    const sim::Schema& schema = replay_->header().state_schema;
    const sim::Bytes& honest = bit.place.moment == FlipMoment::after_step ? honest_ : before_;
    const BytePlace place = place_of_byte(schema, honest, static_cast<std::size_t>(bit.place.byte));
    bit.path = place.path;
    bit.bit = static_cast<std::uint32_t>((bit.place.byte - place.offset) * k_bits_of_byte) +
              bit.place.bit;
    bit.honest = place.text(honest);
    bit.flipped = place.text(state_with(bit.place));
}

}  // namespace tandem::replay
