// SPDX-License-Identifier: MIT
// Entities that come and go and are named by handles. The handle of an entity that is gone finds
// nothing, however often its place was used again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/result.hpp>

namespace tandem {

// Names an element of a SlotMap<T>. A default-constructed handle names no element.
template <class T>
struct SlotHandle {
    std::uint32_t slot = 0;        // a place in the map
    std::uint32_t generation = 0;  // how often the place was used; 0: never

    friend bool operator==(const SlotHandle&, const SlotHandle&) = default;
    // A state that holds handles needs it.
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(slot), CEREAL_NVP(generation));
    }
};

// Elements stand in numbered slots of one vector and never move to another slot. A new element
// takes the lowest free slot. Loops go in the order of slots. Three things depend only on the
// elements and on how often each slot was used: which handles are valid, which handle comes next,
// and the bytes.
//
// After reserve() nothing is allocated up to that many slots. A reference stays valid until an
// insert needs a slot more than was reserved. A handle stays valid as long as its element exists.
//
// Canonical form: a list `generations` of all slots, odd if the slot is taken, and a list `values`
// of the same length, with a default-constructed value for a free slot.
template <class T>
class SlotMap {
public:
    // The handle of its elements.
    using Handle = SlotHandle<T>;
    using value_type = T;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    void reserve(std::size_t slots) {
        generations_.reserve(slots);
        values_.reserve(slots);
        live_.reserve(words_for(slots));
    }

    // Inserts an element into the lowest free slot.
    Handle insert(T value) {
        const std::size_t slot = remove_lowest_free();
        values_[slot] = std::move(value);
        ++size_;
        return handle_at(slot);
    }
    // Erases an element and destroys its value at once. Returns whether it was there.
    bool erase(Handle handle) {
        if (!contains(handle)) {
            return false;
        }
        erase_at(handle.slot);
        return true;
    }
    // Erases every element. Handles given so far never find anything again.
    void clear() {
        for (std::size_t slot = next_live(0); slot < slots(); slot = next_live(slot + 1)) {
            erase_at(slot);
        }
    }

    // True if the element of this handle is there.
    bool contains(Handle handle) const {
        return handle.slot < slots() && generations_[handle.slot] == handle.generation &&
               is_taken(handle.generation);
    }
    // The element, or null.
    T* find(Handle handle) { return contains(handle) ? &values_[handle.slot] : nullptr; }
    const T* find(Handle handle) const {
        return contains(handle) ? &values_[handle.slot] : nullptr;
    }
    // The element of this handle, which must be there (asserted).
    T& operator[](Handle handle) {
        TANDEM_ASSERT(contains(handle));
        return values_[handle.slot];
    }
    const T& operator[](Handle handle) const {
        TANDEM_ASSERT(contains(handle));
        return values_[handle.slot];
    }
    // The handle of an element, which must be one of this map (asserted).
    Handle handle_of(const T& element) const {
        const std::ptrdiff_t slot = &element - values_.data();
        TANDEM_ASSERT(slot >= 0 && static_cast<std::size_t>(slot) < slots());
        return handle_at(static_cast<std::size_t>(slot));
    }

    // Goes in the order of slots, through the slots that existed when the loop began. A loop may
    // erase any element, also the current one, which must not be written after that. It may insert
    // elements too. The loop reaches an inserted element only if that takes a free slot further on.
    // All of this depends on the state alone.
    template <bool k_is_const>
    class Iterator {
    public:
        using Map = std::conditional_t<k_is_const, const SlotMap, SlotMap>;
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using reference = std::conditional_t<k_is_const, const T&, T&>;
        using pointer = std::remove_reference_t<reference>*;

        Iterator() = default;
        Iterator(Map& map, std::size_t slot) : map_(&map), slot_(slot), end_(map.slots()) {}
        reference operator*() const { return map_->values_[slot_]; }
        pointer operator->() const { return &map_->values_[slot_]; }
        Iterator& operator++() {
            slot_ = std::min(map_->next_live(slot_ + 1), end_);
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.slot_ == b.slot_; }

    private:
        Map* map_ = nullptr;
        std::size_t slot_ = 0;
        std::size_t end_ = 0;  // the slots when the loop began: those added later lie beyond end()
    };
    // A loop goes in the order of slots.
    auto begin() { return Iterator<false>(*this, next_live(0)); }
    auto end() { return Iterator<false>(*this, slots()); }
    auto begin() const { return Iterator<true>(*this, next_live(0)); }
    auto end() const { return Iterator<true>(*this, slots()); }

private:
    friend class cereal::access;
    friend struct sim::ContainerAccess;

    static constexpr std::size_t k_word_bits = 64;
    static std::size_t words_for(std::size_t slots) { return (slots + k_word_bits - 1) / 64; }
    static bool is_taken(std::uint32_t generation) { return generation % 2 == 1; }

    std::size_t slots() const { return generations_.size(); }
    Handle handle_at(std::size_t slot) const {
        return {static_cast<std::uint32_t>(slot), generations_[slot]};
    }
    void mark(std::size_t slot) {
        live_[slot / k_word_bits] ^= std::uint64_t{1} << (slot % k_word_bits);
    }

    // The first taken slot from `slot` on; slots() if there is none.
    std::size_t next_live(std::size_t slot) const {
        std::uint64_t mask = ~std::uint64_t{0} << (slot % k_word_bits);
        for (std::size_t word = slot / k_word_bits; word < live_.size(); ++word) {
            if (const std::uint64_t found = live_[word] & mask; found != 0) {
                return word * k_word_bits + static_cast<std::size_t>(std::countr_zero(found));
            }
            mask = ~std::uint64_t{0};
        }
        return slots();
    }

    std::size_t remove_lowest_free() {
        for (; first_free_word_ < live_.size(); ++first_free_word_) {
            std::uint64_t free = ~live_[first_free_word_];
            for (; free != 0; free &= free - 1) {
                const std::size_t slot = first_free_word_ * k_word_bits +
                                         static_cast<std::size_t>(std::countr_zero(free));
                if (slot >= slots()) {
                    return add_slot();
                }
                if (generations_[slot] != 0) {  // zero: all its generations are used up
                    ++generations_[slot];
                    mark(slot);
                    return slot;
                }
            }
        }
        return add_slot();
    }
    std::size_t add_slot() {
        const std::size_t slot = slots();
        TANDEM_ASSERT(slot < ~std::uint32_t{0});
        generations_.push_back(1);
        values_.emplace_back();
        live_.resize(words_for(slots()));
        mark(slot);
        return slot;
    }
    void erase_at(std::size_t slot) {
        values_[slot] = T{};
        ++generations_[slot];
        mark(slot);
        --size_;
        first_free_word_ = std::min(first_free_word_, slot / k_word_bits);
    }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::make_nvp("generations", generations_), cereal::make_nvp("values", values_));
    }

    std::uint64_t rebuilt_bytes() const {
        constexpr std::uint64_t k_heap_block_bytes = 32;
        return k_heap_block_bytes + words_for(slots()) * sizeof(std::uint64_t);
    }
    sim::Result<void> finish_reading() {
        if (values_.size() != slots()) {
            return sim::Error{sim::ErrorCode::bad_data, "",
                              "a slot map with more slots than values or fewer"};
        }
        live_.assign(words_for(slots()), 0);
        size_ = 0;
        first_free_word_ = 0;
        for (std::size_t slot = 0; slot < slots(); ++slot) {
            if (is_taken(generations_[slot])) {
                mark(slot);
                ++size_;
            }
        }
        return {};
    }

    std::vector<std::uint32_t> generations_;
    std::vector<T> values_;
    // Rebuilt from generations_:
    std::vector<std::uint64_t> live_;  // a bit for each taken slot
    std::size_t size_ = 0;             // how many slots are taken
    std::size_t first_free_word_ = 0;  // the first word that may have a free slot
};

}  // namespace tandem
