// SPDX-License-Identifier: MIT
// Columns that look alike and follow each other are one rectangle.
#include <tandem/tools/autopsy/strip_paths.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace tandem::tools::autopsy {
namespace {

// The extent of a column; `top` is the smaller number, as pictures count.
struct Extent {
    std::uint32_t top = 0;
    std::uint32_t bottom = 0;

    friend bool operator==(const Extent&, const Extent&) = default;
};
using ExtentOf = std::function<std::optional<Extent>(std::size_t bucket)>;

constexpr std::uint32_t k_height = 100;
// A value that does not change is still seen.
constexpr std::uint32_t k_least_thickness = 8;

std::string columns_path(std::size_t count, const ExtentOf& extent_of) {
    std::string path;
    for (std::size_t begin = 0; begin < count;) {
        const auto extent = extent_of(begin);
        std::size_t end = begin + 1;
        while (end < count && extent_of(end) == extent) {
            ++end;
        }
        if (extent) {
            path += "M" + std::to_string(begin) + "," + std::to_string(extent->top) + "H" +
                    std::to_string(end) + "V" + std::to_string(extent->bottom) + "H" +
                    std::to_string(begin) + "Z";
        }
        begin = end;
    }
    return path;
}

Extent between(std::uint32_t low, std::uint32_t high) {
    Extent extent{k_height - high, k_height - low};
    if (extent.bottom - extent.top < k_least_thickness) {
        const std::uint32_t middle =
            std::clamp((extent.top + extent.bottom) / 2, k_least_thickness / 2,
                       k_height - k_least_thickness / 2);
        extent = {middle - k_least_thickness / 2, middle + k_least_thickness / 2};
    }
    return extent;
}

Agreement shown(const AgreementBucket& bucket) {
    return bucket.differ > 0  ? Agreement::differ
           : bucket.equal > 0 ? Agreement::equal
                              : Agreement::unknown;
}

}  // namespace

LaneScale::LaneScale(const InputLane& lane, const InputField& field) : node_(&field.node) {
    bool is_first = true;
    if (!field.is_number) {
        return;
    }
    for (const LaneSide& side : lane.sides) {
        for (const LaneBucket& bucket : side.buckets) {
            if (bucket.present == 0) {
                continue;
            }
            if (is_first || order_of(*node_, bucket.least) < order_of(*node_, least_)) {
                least_ = bucket.least;
            }
            if (is_first || order_of(*node_, bucket.most) > order_of(*node_, most_)) {
                most_ = bucket.most;
            }
            is_first = false;
        }
    }
}

std::uint32_t LaneScale::level(std::uint64_t raw) const {
    const std::uint64_t low = order_of(*node_, least_);
    const std::uint64_t high = order_of(*node_, most_);
    if (low == high) {
        return k_height / 2;
    }
    const double part =
        static_cast<double>(order_of(*node_, raw) - low) / static_cast<double>(high - low);
    return static_cast<std::uint32_t>(part * k_height + 0.5);
}

std::string lane_path(const LaneSide& side, const InputField& field, const LaneScale& scale,
                      const TickBuckets& buckets) {
    return columns_path(side.buckets.size(), [&](std::size_t i) -> std::optional<Extent> {
        const LaneBucket& bucket = side.buckets[i];
        if (bucket.present == 0) {
            return std::nullopt;
        }
        if (field.is_number) {
            return between(scale.level(bucket.least), scale.level(bucket.most));
        }
        const std::uint64_t ticks = buckets.ticks_of(i).ticks();
        const auto part = static_cast<std::uint32_t>(bucket.changes * k_height / ticks);
        // A single change in a thousand ticks is still seen, and no change looks like none.
        return Extent{k_height - std::max(part, bucket.changes > 0 ? k_least_thickness * 2 : 2U),
                      k_height};
    });
}

std::string absent_path(const LaneSide& side, const TickBuckets& buckets, TickSpan span) {
    return columns_path(side.buckets.size(), [&](std::size_t i) -> std::optional<Extent> {
        const TickSpan ticks = buckets.ticks_of(i);
        const bool is_recorded = ticks.first < span.end && ticks.end > span.first;
        return is_recorded && side.buckets[i].present == 0 ? std::optional(Extent{0, k_height})
                                                           : std::nullopt;
    });
}

std::string marked_path(const std::vector<std::uint32_t>& counts) {
    return columns_path(counts.size(), [&](std::size_t i) {
        return counts[i] > 0 ? std::optional(Extent{0, k_height}) : std::nullopt;
    });
}

std::string agreement_path(const std::vector<AgreementBucket>& buckets, Agreement agreement) {
    // The shape says it too: a different part is high, an equal one is low.
    const Extent extent = agreement == Agreement::differ  ? Extent{0, k_height}
                          : agreement == Agreement::equal ? Extent{k_height / 2, k_height}
                                                          : Extent{k_height - 8, k_height};
    return columns_path(buckets.size(), [&](std::size_t i) {
        return shown(buckets[i]) == agreement ? std::optional(extent) : std::nullopt;
    });
}

}  // namespace tandem::tools::autopsy
