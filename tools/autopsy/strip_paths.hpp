// SPDX-License-Identifier: MIT
// Draws buckets of a time line as paths of a picture: a column for each bucket, 100 high.
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

    // Returns a height from 0, the least value, to 100; 50 if all values are the same.
    std::uint32_t level(std::uint64_t raw) const;
    // The bounds in raw bits; both are 0 if nobody took part.
    std::uint64_t least() const { return least_; }
    std::uint64_t most() const { return most_; }

private:
    const sim::SchemaNode* node_;
    std::uint64_t least_ = 0;
    std::uint64_t most_ = 0;
};

// Returns the path from the least to the largest value of each bucket; for a field without numbers,
// the number of its ticks that brought a change. It is empty where the player took no part.
std::string lane_path(const LaneSide& side, const InputField& field, const LaneScale& scale,
                      const TickBuckets& buckets);
// Returns the path of the buckets in which the player took no part, although the recording `span`
// has the ticks.
std::string absent_path(const LaneSide& side, const TickBuckets& buckets, TickSpan span);
// Returns the path of the buckets in which something differs; `counts` has such ticks of each.
std::string marked_path(const std::vector<std::uint32_t>& counts);

// Returns the path of the buckets that hold a tick with this agreement. A bucket in which some are
// equal and some differ, the one with the bad tick, counts as different.
std::string agreement_path(const std::vector<AgreementBucket>& buckets, Agreement agreement);

}  // namespace tandem::tools::autopsy
