// SPDX-License-Identifier: MIT
// Orders that vary in number: the part of an input that has no fixed length. Their number is
// bounded, so that the size of an input is bounded too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/sim/assert.hpp>

namespace tandem {

// Up to `k_max` orders of one player for one tick, in the order in which they were given. It holds
// its orders inline and allocates nothing. Canonical form: the count as u16, then the orders.
template <class Order, std::uint16_t k_max>
class Commands {
public:
    using value_type = Order;                            // the type of an element
    static constexpr std::uint16_t k_count_max = k_max;  // the most orders it holds

    // Appends an order. Returns false, and changes nothing, if the list is full.
    [[nodiscard]] bool push(const Order& order) {
        if (count_ == k_max) {
            return false;
        }
        orders_[count_++] = order;
        return true;
    }
    void clear() { resize(0); }

    // New orders are default-constructed. Removed orders are reset, so that equal lists are equal
    // objects. `count` is at most k_max (asserted).
    void resize(std::size_t count) {
        TANDEM_ASSERT(count <= k_max);
        for (std::size_t i = count; i < count_; ++i) {
            orders_[i] = Order{};
        }
        count_ = static_cast<std::uint16_t>(count);
    }

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    // The order at this index, which must exist (asserted).
    Order& operator[](std::size_t i) {
        TANDEM_ASSERT(i < count_);
        return orders_[i];
    }
    const Order& operator[](std::size_t i) const {
        TANDEM_ASSERT(i < count_);
        return orders_[i];
    }
    Order* begin() { return orders_.data(); }
    Order* end() { return orders_.data() + count_; }
    const Order* begin() const { return orders_.data(); }
    const Order* end() const { return orders_.data() + count_; }

private:
    std::array<Order, k_max> orders_{};
    std::uint16_t count_ = 0;
};

}  // namespace tandem
