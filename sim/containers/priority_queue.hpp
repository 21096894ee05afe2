// SPDX-License-Identifier: MIT
// What is to come, the most urgent first. The heap is ours, so that no standard library decides who
// leaves first among equals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/fwd.hpp>

namespace tandem {

// The least by Less leaves first, and equal ones in the order in which they entered. After
// reserve() nothing is allocated up to that size. Canonical form: `values` and `orders` as the heap
// holds them and the number the `next` one to enter gets. The order in which values leave depends
// on the values and on when each entered; the bytes depend on all pushes and pops since the queue
// was last empty, and on nothing else: the same calls give the same bytes on every machine, also
// where a restore came between, but queues that will give the same may differ in them.
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

    // The next to leave; there must be one (asserted).
    const T& top() const {
        TANDEM_ASSERT(!empty());
        return values_.front();
    }

    // Behind its equals.
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

    // Takes out the next to leave; there must be one (asserted).
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
    // No game pushes so often; who claims to have done it is numbered anew at the next push.
    static constexpr std::uint64_t k_next_max = std::uint64_t{1} << 63;
    static std::size_t parent_of(std::size_t at) { return (at - 1) / k_children; }

    // No two compare alike, because no two entered at once. (In hostile bytes two may have: then
    // they leave as the heap has them, and every state on the way can be restored.)
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
    // From 0, in the order that they have.
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

    std::uint64_t settled_bytes() const { return 0; }
    std::string_view settle() {
        if (orders_.size() != size()) {
            return "a queue with more values than orders or fewer";
        }
        if (empty() && next_ != 0) {
            return "an empty queue that counts on";
        }
        if (next_ > k_next_max) {
            return "a queue that has counted too far";
        }
        for (std::size_t i = 0; i < size(); ++i) {
            if (orders_[i] >= next_) {
                return "a queue with an order that is yet to be given";
            }
            if (i != 0 && is_before(i, parent_of(i))) {
                return "a queue in which something stands before what is to leave first";
            }
        }
        return "";
    }

    std::vector<T> values_;
    std::vector<std::uint64_t> orders_;
    std::uint64_t next_ = 0;
};

}  // namespace tandem
