// SPDX-License-Identifier: MIT
// What has to hold of a container that was read, beyond what its fields say.
#pragma once

#include <algorithm>
#include <string_view>

#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim::detail {

// Whether what is written are the bytes it was given; keeps nothing.
class ComparingSink final : public ByteSink {
public:
    explicit ComparingSink(ByteView expected) : expected_(expected) {}
    bool is_same() const { return is_same_ && expected_.empty(); }

private:
    void overflow(const std::byte* data, std::size_t size) override {
        is_same_ = is_same_ && size <= expected_.size() &&
                   std::equal(data, data + size, expected_.begin());
        expected_ = expected_.subspan(is_same_ ? size : 0);
    }

    ByteView expected_;
    bool is_same_ = true;
};

// Makes a container whole whose fields were read; the answer is what is wrong with them, empty
// where nothing is.
template <class Container>
std::string_view settle(Container& container) {
    return ContainerAccess::settle(container);
}

// Free slots hold nothing, or equal maps would have different bytes.
template <class T>
std::string_view settle(SlotMap<T>& map) {
    if (const std::string_view problem = ContainerAccess::settle(map); !problem.empty()) {
        return problem;
    }
    const Bytes nothing = canonical_bytes(T{});
    const bool are_empty = ContainerAccess::all_free_values(map, [&](const T& value) {
        ComparingSink sink(nothing);
        write_value(value, sink);
        return sink.is_same();
    });
    return are_empty ? "" : "a free slot that still holds something";
}

}  // namespace tandem::sim::detail
