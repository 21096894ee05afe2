// SPDX-License-Identifier: MIT
// Where along the time line two recordings hold one history, and at which of the states that both
// hold they agree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/tools/autopsy/tick_buckets.hpp>

namespace tandem::tools::autopsy {

enum class Agreement : std::uint8_t { unknown, equal, differ };

// How many ticks of a bucket end with which chains.
struct AgreementBucket {
    std::uint32_t equal = 0;
    std::uint32_t differ = 0;
    std::uint32_t unknown = 0;  // one of the two does not say

    friend bool operator==(const AgreementBucket&, const AgreementBucket&) = default;
};

// The chains after the steps of all ticks.
struct ChainLane {
    std::vector<AgreementBucket> buckets;
    std::optional<bool> starts_equal;        // the chains before the first tick that both hold
    std::optional<std::uint64_t> parted_at;  // the first tick whose chain differs
};

// A chain holds all that was before it, so from the first that differs on all differ, also where
// few bits of one happen to be equal. `parted_at` is that tick where the verdict knows it better
// than the bits of each tick do.
ChainLane read_chain_lane(const replay::Replay& first, const replay::Replay& second,
                          const TickBuckets& buckets, std::optional<std::uint64_t> parted_at,
                          const replay::Progress& progress = nullptr);
// The same of one recording that is compared with the simulation here, whose verdict is this:
// nothing where it does not say.
ChainLane chain_lane_of(const TickBuckets& buckets, std::optional<std::uint64_t> parted_at,
                        bool is_known);

// A state that both hold.
struct StateAgreement {
    std::uint64_t ticks_done = 0;
    Agreement agreement = Agreement::unknown;
};

// All of them, by ticks done. Where `chains` are equal before, they say that the states are; of the
// others as many are compared as have `bytes_max` bytes together.
std::vector<StateAgreement> compare_stored_states(const replay::Replay& first,
                                                  const replay::Replay& second,
                                                  const ChainLane& chains, std::uint64_t bytes_max);

// The first of the states behind `parted_at` from which on all are equal; nothing where the last
// one differs or was not compared.
std::optional<std::uint64_t> healed_from(const std::vector<StateAgreement>& states,
                                         std::uint64_t parted_at);

}  // namespace tandem::tools::autopsy
