// SPDX-License-Identifier: MIT
// Chains are read tick by tick, in the order in which both files have them.
#include <tandem/tools/autopsy/agreement.hpp>

#include <algorithm>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/replay/recording/cursor.hpp>

namespace tandem::tools::autopsy {
namespace {

using replay::Cursor;
using replay::Replay;

constexpr std::uint64_t k_chains_between_pulses = 4096;

bool holds_chain(const Replay& replay, std::uint64_t ticks_done) {
    return ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick();
}

// Compares the chains, as far as the two files tell them.
Agreement chains_after(Cursor& first, Cursor& second, std::uint64_t ticks_done) {
    if (!holds_chain(first.replay(), ticks_done) || !holds_chain(second.replay(), ticks_done)) {
        return Agreement::unknown;
    }
    const auto a = first.chain(ticks_done);
    const auto b = second.chain(ticks_done);
    if (!a || !b || std::min(a->low_bits, b->low_bits) == 0) {
        return Agreement::unknown;
    }
    return a->agrees(*b) ? Agreement::equal : Agreement::differ;
}

// Compares two stored states, and adds to `bytes` those that were read.
Agreement loaded_agreement(const Replay& first, const Replay& second,
                           const replay::CommonState& common, std::uint64_t& bytes) {
    const auto a = first.load_state(*common.a);
    const auto b = second.load_state(*common.b);
    if (!a || !b) {
        return Agreement::unknown;
    }
    bytes += a->bytes.size() + b->bytes.size();
    return a->bytes == b->bytes ? Agreement::equal : Agreement::differ;
}

void count(AgreementBucket& bucket, Agreement agreement) {
    switch (agreement) {
        case Agreement::equal:
            ++bucket.equal;
            return;
        case Agreement::differ:
            ++bucket.differ;
            return;
        case Agreement::unknown:
            ++bucket.unknown;
            return;
    }
}

}  // namespace

ChainLane read_chain_lane(const Replay& first, const Replay& second, const TickBuckets& buckets,
                          std::optional<std::uint64_t> parted_at,
                          const replay::Progress& progress) {
    ChainLane lane;
    lane.buckets.resize(buckets.count());
    lane.parted_at = parted_at;
    Cursor a(first);
    Cursor b(second);
    const std::uint64_t start = std::max(first.first_tick(), second.first_tick());
    if (const Agreement begun = chains_after(a, b, start); begun != Agreement::unknown) {
        lane.starts_equal = begun == Agreement::equal;
    }
    const TickSpan span = buckets.span();
    for (std::uint64_t tick = span.first; tick < span.end; ++tick) {
        if (progress && (tick - span.first) % k_chains_between_pulses == 0 && !progress(tick)) {
            return lane;
        }
        Agreement agreement = chains_after(a, b, tick + 1);
        const bool is_behind = lane.parted_at && tick >= *lane.parted_at;
        if (is_behind && agreement == Agreement::equal) {
            agreement = Agreement::differ;
        } else if (agreement == Agreement::differ && !lane.parted_at) {
            lane.parted_at = tick;
        }
        count(lane.buckets[buckets.of(tick)], agreement);
    }
    return lane;
}

ChainLane chain_lane_of(const TickBuckets& buckets, std::optional<std::uint64_t> parted_at,
                        bool is_known) {
    ChainLane lane;
    lane.buckets.resize(buckets.count());
    lane.parted_at = parted_at;
    const TickSpan span = buckets.span();
    for (std::uint64_t tick = span.first; tick < span.end; ++tick) {
        const bool is_behind = parted_at && tick >= *parted_at;
        count(lane.buckets[buckets.of(tick)], !is_known   ? Agreement::unknown
                                              : is_behind ? Agreement::differ
                                                          : Agreement::equal);
    }
    return lane;
}

std::vector<StateAgreement> compare_stored_states(const Replay& first, const Replay& second,
                                                  const ChainLane& chains,
                                                  std::uint64_t bytes_max) {
    std::vector<StateAgreement> states;
    std::uint64_t bytes = 0;
    for (const replay::CommonState& common : replay::common_states(first, second, 0)) {
        const bool is_before = !chains.parted_at || common.ticks_done <= *chains.parted_at;
        StateAgreement state{common.ticks_done, Agreement::equal};
        // Sessions that began otherwise have no equal state to rely on.
        if (!is_before || chains.starts_equal != true) {
            state.agreement = bytes < bytes_max ? loaded_agreement(first, second, common, bytes)
                                                : Agreement::unknown;
        }
        states.push_back(state);
    }
    return states;
}

std::optional<std::uint64_t> healed_from(const std::vector<StateAgreement>& states,
                                         std::uint64_t parted_at) {
    std::optional<std::uint64_t> healed;
    for (const StateAgreement& state : states) {
        if (state.ticks_done <= parted_at) {
            continue;
        }
        if (state.agreement != Agreement::equal) {
            healed.reset();
        } else if (!healed) {
            healed = state.ticks_done;
        }
    }
    return healed;
}

}  // namespace tandem::tools::autopsy
