// SPDX-License-Identifier: MIT
// Buckets of a time line as paths of a picture: a column for each bucket, 100 high.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/tools/autopsy/agreement.hpp>
#include <tandem/tools/autopsy/input_lanes.hpp>

namespace tandem::tools::autopsy {

// The values that a lane has on either side, from the least to the largest.
class LaneScale {
public:
    // `field` must outlive it.
    LaneScale(const InputLane& lane, const InputField& field);

    // From 0, the least, to 100; 50 where all are one.
    std::uint32_t level(std::uint64_t raw) const;
    // Raw bits; both 0 where nobody took part.
    std::uint64_t least() const { return least_; }
    std::uint64_t most() const { return most_; }

private:
    const sim::SchemaNode* node_;
    std::uint64_t least_ = 0;
    std::uint64_t most_ = 0;
};

// From the least to the largest value of each bucket; of a field without numbers, how many of its
// ticks brought a change. Where the player took no part there is nothing.
std::string lane_path(const LaneSide& side, const InputField& field, const LaneScale& scale,
                      const TickBuckets& buckets);
// Where the player took no part, although the recording `span` has the ticks.
std::string absent_path(const LaneSide& side, const TickBuckets& buckets, TickSpan span);
// The buckets in which something differs, so many ticks of each.
std::string marked_path(const std::vector<std::uint32_t>& counts);

// Which buckets hold a tick with which agreement. One in which some are equal and some differ, the
// one with the bad tick, counts as one that differs.
std::string agreement_path(const std::vector<AgreementBucket>& buckets, Agreement agreement);

}  // namespace tandem::tools::autopsy
