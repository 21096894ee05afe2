// SPDX-License-Identifier: MIT
// A priority queue: the most urgent value leaves first. The heap is our own, so that the order of
// equal values does not depend on a standard library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/result.hpp>

namespace tandem {

// The smallest value by Less leaves first. Equal values leave in the order in which they entered.
// After reserve() nothing is allocated up to that size.
//
// Canonical form: `values` and `orders` as the heap holds them, and `next`, the number that the
// next value to enter gets. The order in which values leave depends on the values and on when each
// entered. The bytes depend on all pushes and pops since the queue was last empty, and on nothing
// else. So the same calls give the same bytes on every machine, also if the state was restored
// between them. But two queues with different bytes may still give the same values in the same
// order.
template <class T, class Less = std::less<T>>
class PriorityQueue {
public:
    using value_type = T;

    std::size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    void reserve(std::size_t count) {
        values_.reserve(count);
        orders_.reserve(count);
    }
    void clear() {
        values_.clear();
        orders_.clear();
        next_ = 0;
    }

    // The value that leaves next. The queue must not be empty (asserted).
    const T& top() const {
        TANDEM_ASSERT(!empty());
        return values_.front();
    }

    // Inserts a value. It leaves after all values that are equal to it.
    void push(T value) {
        if (next_ == k_next_max) [[unlikely]] {
            number_anew();
        }
        values_.push_back(std::move(value));
        orders_.push_back(next_++);
        std::size_t at = size() - 1;
        while (at != 0 && is_before(at, parent_of(at))) {
            swap(at, parent_of(at));
            at = parent_of(at);
        }
    }

    // Removes the value that leaves next and returns it. The queue must not be empty (asserted).
    T pop() {
        TANDEM_ASSERT(!empty());
        swap(0, size() - 1);
        T taken = std::move(values_.back());
        values_.pop_back();
        orders_.pop_back();
        sink_first();
        next_ = empty() ? 0 : next_;
        return taken;
    }

private:
    friend class cereal::access;
    friend struct sim::ContainerAccess;

    // Four children lie in one or two cache lines and halve the depth of a binary heap.
    static constexpr std::size_t k_children = 4;
    // No game pushes so often. A queue whose bytes claim it is numbered anew at the next push.
    static constexpr std::uint64_t k_next_max = std::uint64_t{1} << 63;
    static std::size_t parent_of(std::size_t at) { return (at - 1) / k_children; }

    // No two values are equal here, because no two have the same order number. (In hostile bytes
    // two may have it. Then they leave in the order of the heap, and every state in between can be
    // restored.)
    bool is_before(std::size_t a, std::size_t b) const {
        if (Less{}(values_[a], values_[b])) {
            return true;
        }
        return orders_[a] < orders_[b] && !Less{}(values_[b], values_[a]);
    }
    void swap(std::size_t a, std::size_t b) {
        using std::swap;
        swap(values_[a], values_[b]);
        swap(orders_[a], orders_[b]);
    }
    // Numbers the values from 0 on and keeps their order.
    void number_anew() {
        std::vector<std::size_t> places(size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        std::stable_sort(places.begin(), places.end(),
                         [&](std::size_t a, std::size_t b) { return orders_[a] < orders_[b]; });
        next_ = 0;
        for (const std::size_t place : places) {
            orders_[place] = next_++;
        }
    }
    void sink_first() {
        std::size_t at = 0;
        while (true) {
            std::size_t first = at;
            const std::size_t children = at * k_children + 1;
            for (std::size_t i = children; i < std::min(children + k_children, size()); ++i) {
                first = is_before(i, first) ? i : first;
            }
            if (first == at) {
                return;
            }
            swap(at, first);
            at = first;
        }
    }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::make_nvp("values", values_), cereal::make_nvp("orders", orders_),
           cereal::make_nvp("next", next_));
    }

    std::uint64_t rebuilt_bytes() const { return 0; }
    sim::Result<void> finish_reading() {
        if (orders_.size() != size()) {
            return unsound("a queue with more values than orders or fewer");
        }
        if (empty() && next_ != 0) {
            return unsound("an empty queue that counts on");
        }
        if (next_ > k_next_max) {
            return unsound("a queue that has counted too far");
        }
        for (std::size_t i = 0; i < size(); ++i) {
            if (orders_[i] >= next_) {
                return unsound("a queue with an order that is yet to be given");
            }
            if (i != 0 && is_before(i, parent_of(i))) {
                return unsound("a queue in which something stands before what is to leave first");
            }
        }
        return {};
    }

    static sim::Error unsound(const char* what) { return {sim::ErrorCode::bad_data, "", what}; }

    std::vector<T> values_;
    std::vector<std::uint64_t> orders_;
    std::uint64_t next_ = 0;
};

}  // namespace tandem
