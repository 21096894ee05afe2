// SPDX-License-Identifier: MIT
// A map as one sorted vector. A look-up is a binary search. A loop over it and saving it go through
// one block of memory, at a fraction of what a tree of nodes costs.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/fwd.hpp>

namespace tandem {

// A key with its value in a FlatMap: for (auto& [key, value] : map).
template <class Key, class Value>
class FlatMapEntry {
public:
    FlatMapEntry() = default;
    // An entry of this key and value.
    FlatMapEntry(const Key& key, Value mapped) : key_(key), value(std::move(mapped)) {}

    // The key. It cannot be changed.
    const Key& key() const { return key_; }

    // Structured bindings need it.
    template <std::size_t k_index, class Self>
    static auto& part(Self& self) {
        if constexpr (k_index == 0) {
            return std::as_const(self.key_);
        } else {
            return self.value;
        }
    }

private:
    friend class cereal::access;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::make_nvp("key", key_), CEREAL_NVP(value));
    }
    Key key_{};

public:
    Value value{};  // behind the key, as in the canonical bytes
};

// Structured bindings call it: `for (auto& [key, value] : map)`.
template <std::size_t k_index, class Key, class Value>
auto& get(FlatMapEntry<Key, Value>& entry) {
    return FlatMapEntry<Key, Value>::template part<k_index>(entry);
}
template <std::size_t k_index, class Key, class Value>
auto& get(const FlatMapEntry<Key, Value>& entry) {
    return FlatMapEntry<Key, Value>::template part<k_index>(entry);
}

// The same for an entry that is moved from.
template <std::size_t k_index, class Key, class Value>
std::conditional_t<k_index == 0, const Key, Value>&& get(FlatMapEntry<Key, Value>&& entry) {
    return std::move(FlatMapEntry<Key, Value>::template part<k_index>(entry));
}

// Keys are unique and sorted by Less, in whatever order they were inserted: equal content gives
// equal bytes. Inserting and erasing move the entries behind. They end the life of references and
// iterators. A loop over the map must not go on after them (asserted): use erase_if to erase, and
// insert after the loop. After reserve() nothing is allocated up to that size. Canonical form: the
// one of std::map.
template <class Key, class Value, class Less = std::less<Key>>
class FlatMap {
public:
    using key_type = Key;
    using mapped_type = Value;
    using value_type = FlatMapEntry<Key, Value>;

    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    void clear() {
        entries_.clear();
        ++changes_;
    }
    void reserve(std::size_t count) {
        entries_.reserve(count);
        ++changes_;
    }

    // Goes through the entries in the order of keys. Each step asserts that the map has not
    // changed.
    template <bool k_is_const>
    class Iterator {
    public:
        using Map = std::conditional_t<k_is_const, const FlatMap, FlatMap>;
        using iterator_category = std::random_access_iterator_tag;
        using value_type = FlatMapEntry<Key, Value>;
        using difference_type = std::ptrdiff_t;
        using reference = std::conditional_t<k_is_const, const value_type&, value_type&>;
        using pointer = std::remove_reference_t<reference>*;

        Iterator() = default;
        Iterator(Map& map, std::size_t at)
            : map_(&map), at_(map.entries_.data() + at), changes_(map.changes_) {}
        operator Iterator<true>() const requires(!k_is_const) {
            return {*map_, static_cast<std::size_t>(at_ - map_->entries_.data())};
        }
        reference operator*() const { return *at_; }
        pointer operator->() const { return at_; }
        reference operator[](difference_type distance) const { return *(*this + distance); }
        Iterator& operator+=(difference_type distance) {
            TANDEM_ASSERT(changes_ == map_->changes_ && "a FlatMap changed in a loop over it");
            at_ += distance;
            return *this;
        }
        Iterator& operator-=(difference_type distance) { return *this += -distance; }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this += -1; }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        Iterator operator--(int) {
            const Iterator before = *this;
            --*this;
            return before;
        }
        friend Iterator operator+(Iterator a, difference_type distance) { return a += distance; }
        friend Iterator operator+(difference_type distance, Iterator a) { return a += distance; }
        friend Iterator operator-(Iterator a, difference_type distance) { return a -= distance; }
        friend difference_type operator-(const Iterator& a, const Iterator& b) {
            return a.at_ - b.at_;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.at_ <=> b.at_; }

    private:
        Map* map_ = nullptr;
        pointer at_ = nullptr;
        std::uint64_t changes_ = 0;
    };
    // A loop goes in the order of keys.
    auto begin() { return Iterator<false>(*this, 0); }
    auto end() { return Iterator<false>(*this, size()); }
    auto begin() const { return Iterator<true>(*this, 0); }
    auto end() const { return Iterator<true>(*this, size()); }

    // True if there is an entry with this key.
    bool contains(const Key& key) const { return find(key) != nullptr; }
    // The value of this key, or null.
    Value* find(const Key& key) {
        const auto at = position(key);
        return is_at(at, key) ? &entries_[at].value : nullptr;
    }
    const Value* find(const Key& key) const {
        const auto at = position(key);
        return is_at(at, key) ? &entries_[at].value : nullptr;
    }

    // The value of this key. A default value is inserted if there is none.
    Value& operator[](const Key& key) {
        const auto at = position(key);
        return is_at(at, key) ? entries_[at].value : insert_at(at, key, Value{});
    }
    // Inserts an entry. Returns false, and changes nothing, if the key exists already.
    bool insert(const Key& key, Value value) {
        const auto at = position(key);
        if (is_at(at, key)) {
            return false;
        }
        insert_at(at, key, std::move(value));
        return true;
    }
    // Inserts an entry, or replaces the value if the key exists already.
    void insert_or_assign(const Key& key, Value value) { (*this)[key] = std::move(value); }

    // Erases the entry with this key. Returns whether there was one.
    bool erase(const Key& key) {
        const auto at = position(key);
        if (!is_at(at, key)) {
            return false;
        }
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
        ++changes_;
        return true;
    }
    // Erases every entry for which `is_unwanted(key, value)` is true. Returns how many there were.
    template <class Predicate>
    std::size_t erase_if(Predicate&& is_unwanted) {
        const std::size_t before = entries_.size();
        const auto kept = std::remove_if(
            entries_.begin(), entries_.end(),
            [&](const value_type& entry) { return is_unwanted(entry.key(), entry.value); });
        entries_.erase(kept, entries_.end());
        ++changes_;
        return before - entries_.size();
    }

    friend bool operator==(const FlatMap& a, const FlatMap& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const value_type& x, const value_type& y) {
                              return x.key() == y.key() && x.value == y.value;
                          });
    }

private:
    friend struct sim::ContainerAccess;

    // The place of the key, or the place where it would have to be inserted.
    std::size_t position(const Key& key) const {
        const auto at = std::lower_bound(
            entries_.begin(), entries_.end(), key,
            [](const value_type& entry, const Key& wanted) { return Less{}(entry.key(), wanted); });
        return static_cast<std::size_t>(at - entries_.begin());
    }
    bool is_at(std::size_t position, const Key& key) const {
        return position < entries_.size() && !Less{}(key, entries_[position].key());
    }
    Value& insert_at(std::size_t position, const Key& key, Value value) {
        const auto at = entries_.begin() + static_cast<std::ptrdiff_t>(position);
        ++changes_;
        return entries_.emplace(at, key, std::move(value))->value;
    }

    std::vector<value_type> entries_;
    std::uint64_t changes_ = 0;  // counts changes of the memory that iterators point into
};

}  // namespace tandem

// The standard library reads these traits for structured bindings.
template <class Key, class Value>
struct std::tuple_size<tandem::FlatMapEntry<Key, Value>> : std::integral_constant<std::size_t, 2> {
};
template <std::size_t k_index, class Key, class Value>
struct std::tuple_element<k_index, tandem::FlatMapEntry<Key, Value>> {
    using type = std::conditional_t<k_index == 0, const Key, Value>;
};
