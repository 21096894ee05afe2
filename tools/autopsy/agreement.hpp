// SPDX-License-Identifier: MIT
// Finds where along the time line two recordings hold one history, and at which of the states that
// both hold they agree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/tools/autopsy/tick_buckets.hpp>

namespace tandem::tools::autopsy {

enum class Agreement : std::uint8_t { unknown, equal, differ };

// The ticks of a bucket, counted by the agreement of their chains.
struct AgreementBucket {
    std::uint32_t equal = 0;
    std::uint32_t differ = 0;
    std::uint32_t unknown = 0;  // ticks that one of the two does not tell

    friend bool operator==(const AgreementBucket&, const AgreementBucket&) = default;
};

// The chains after the steps of all ticks.
struct ChainLane {
    std::vector<AgreementBucket> buckets;
    std::optional<bool> starts_equal;        // the chains before the first tick that both hold
    std::optional<std::uint64_t> parted_at;  // the first tick whose chain differs
};

// A chain holds all history before it, so from the first that differs on all differ, also if few
// bits of one happen to be equal. `parted_at` is that tick if the verdict knows it better than the
// bits of each tick do.
ChainLane read_chain_lane(const replay::Replay& first, const replay::Replay& second,
                          const TickBuckets& buckets, std::optional<std::uint64_t> parted_at,
                          const replay::Progress& progress = nullptr);
// Returns the lane of one recording that is compared with the simulation here, whose verdict is
// this. `is_known` is false if the verdict does not say.
ChainLane chain_lane_of(const TickBuckets& buckets, std::optional<std::uint64_t> parted_at,
                        bool is_known);

// A state that both hold.
struct StateAgreement {
    std::uint64_t ticks_done = 0;
    Agreement agreement = Agreement::unknown;
};

// Returns all such states, by ticks done. If `chains` are equal before them, the states are
// equal; of the others as many are compared as have `bytes_max` bytes together.
std::vector<StateAgreement> compare_stored_states(const replay::Replay& first,
                                                  const replay::Replay& second,
                                                  const ChainLane& chains, std::uint64_t bytes_max);

// Returns the first of the states behind `parted_at` from which on all are equal; nothing if the
// last one differs or was not compared.
std::optional<std::uint64_t> healed_from(const std::vector<StateAgreement>& states,
                                         std::uint64_t parted_at);

}  // namespace tandem::tools::autopsy
