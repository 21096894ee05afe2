// SPDX-License-Identifier: MIT
// Orders that vary in number: the variable-length part of an input, bounded so that an input's size
// is bounded too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/sim/assert.hpp>

namespace tandem {

// Up to `k_max` orders of one player for one tick, in the order they were given. Holds its orders
// inline and allocates nothing. Canonical form: the count as u16, then the orders.
template <class Order, std::uint16_t k_max>
class Commands {
public:
    using value_type = Order;                            // as of any container
    static constexpr std::uint16_t k_count_max = k_max;  // orders at most

    // Appends an order; a full list is left as it is and the answer is false.
    [[nodiscard]] bool push(const Order& order) {
        if (count_ == k_max) {
            return false;
        }
        orders_[count_++] = order;
        return true;
    }
    void clear() { resize(0); }

    // Orders beyond the old count are default-constructed; those beyond the new one are reset, so
    // that equal lists are equal objects. `count` is at most k_max (asserted).
    void resize(std::size_t count) {
        TANDEM_ASSERT(count <= k_max);
        for (std::size_t i = count; i < count_; ++i) {
            orders_[i] = Order{};
        }
        count_ = static_cast<std::uint16_t>(count);
    }

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    // An order that is there (asserted).
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
