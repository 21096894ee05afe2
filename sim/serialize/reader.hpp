// SPDX-License-Identifier: MIT
// The second traversal behind `serialize`: it reads a value from canonical bytes. The bytes may be
// hostile. A value that is accepted writes back to the same bytes. Nothing is allocated beyond what
// the present bytes and the memory budget allow.
#pragma once

#include <cstring>

#include <tandem/sim/serialize/layout.hpp>
#include <tandem/sim/serialize/reader_base.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

class Reader : public Traversal<Reader>, public ReaderBase {
public:
    // `memory_bytes_max` bounds the memory of all containers together.
    Reader(ByteView bytes, std::uint64_t memory_bytes_max) : ReaderBase(bytes, memory_bytes_max) {}

    template <class T>
    void field(const char*, T& value, const char*) {
        visit(value);
    }

    template <class... Vectors>
    void columns(const Columns<Vectors...>& columns) {
        const std::size_t length =
            get_length((layout_of<typename Vectors::value_type>().bytes_min + ...),
                       memory_cost_of_all<Vectors...>());
        std::apply([&](const auto&... field) { (get_elements(field.value, length), ...); },
                   columns.fields);
    }

    // Reads one value. After a failure every further read does nothing.
    template <class T>
    void visit(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if (failed()) {
            return;
        }
        if constexpr (kind == TypeKind::boolean) {
            value = get_flag("a bool");
        } else if constexpr (kind == TypeKind::integer) {
            value = static_cast<T>(bytes_.le<std::make_unsigned_t<T>>());
        } else if constexpr (kind == TypeKind::enumeration) {
            value = static_cast<T>(bytes_.le<std::make_unsigned_t<std::underlying_type_t<T>>>());
        } else if constexpr (kind == TypeKind::fixed || kind == TypeKind::angle) {
            using Raw = std::remove_cvref_t<decltype(value.raw())>;
            value = T::from_raw(static_cast<Raw>(bytes_.le<std::make_unsigned_t<Raw>>()));
        } else if constexpr (kind == TypeKind::unportable) {
            value = T::from_bits(bytes_.le<typename T::Bits>());
        } else if constexpr (kind == TypeKind::object) {
            detail::call_serialize(*this, value);
            if constexpr (detail::needs_finishing<T>) {
                finish_reading(value);
            }
        } else {
            visit_container(value);
        }
    }

private:
    template <class T>
    void visit_container(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::text) {
            const std::size_t length = get_length(1, memory_cost<T>());
            const ByteView raw = bytes_.read(length);
            value.resize(raw.size());
            if (!raw.empty()) {
                std::memcpy(value.data(), raw.data(), raw.size());
            }
        } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
            get_run(std::data(value), std::size(value));
        } else if constexpr (kind == TypeKind::sequence) {
            get_sequence(value);
        } else if constexpr (kind == TypeKind::commands) {
            get_commands(value);
        } else if constexpr (kind == TypeKind::set || kind == TypeKind::map) {
            get_keyed(value);
        } else if constexpr (kind == TypeKind::flat_map) {
            get_flat_map(value);
        } else if constexpr (kind == TypeKind::optional) {
            value.reset();
            if (get_flag("an optional's flag")) {
                visit(value.emplace());
            }
        } else if constexpr (kind == TypeKind::variant) {
            get_variant(value, std::make_index_sequence<std::variant_size_v<T>>());
        } else if constexpr (kind == TypeKind::pair || kind == TypeKind::tuple) {
            std::apply([&](auto&... part) { (visit(part), ...); }, value);
        } else if constexpr (kind == TypeKind::bits) {
            get_bits(value);
        }
    }

    template <class Element>
    void get_run(Element* elements, std::size_t count) {
        if (get_block(elements, sizeof(Element), count, layout_of<Element>())) {
            return;
        }
        for (std::size_t i = 0; i < count && !failed(); ++i) {
            visit(elements[i]);
        }
    }

    template <class Sequence>
    void get_sequence(Sequence& sequence) {
        using Element = typename Sequence::value_type;
        get_elements(sequence, get_length(layout_of<Element>().bytes_min, memory_cost<Sequence>()));
    }

    // Reads the elements behind a length that get_length has bounded.
    template <class Sequence>
    void get_elements(Sequence& sequence, std::size_t length) {
        if (failed()) {
            return;
        }
        if (sequence.size() > length) {
            sequence.resize(length);
        }
        if constexpr (detail::is_a<Sequence, std::vector>) {
            sequence.reserve(length);  // exactly; resize would round up
            if (layout_of<typename Sequence::value_type>().block_write) {
                sequence.resize(length);
                get_run(sequence.data(), length);
                return;
            }
        }
        // Elements are made singly, so that the containers inside an element are charged before the
        // next element is made.
        for (std::size_t i = 0; i < length && !failed(); ++i) {
            if (i == sequence.size()) {
                sequence.emplace_back();
            }
            visit(sequence[i]);
        }
    }

    template <class Commands>
    void get_commands(Commands& commands) {
        const std::size_t count = get_order_count(Commands::k_count_max);
        commands.resize(0);
        commands.resize(count);
        get_run(commands.begin(), commands.size());
    }

    // Reads a set or a map.
    template <class Container>
    void get_keyed(Container& container) {
        using Key = typename Container::key_type;
        constexpr bool is_map = detail::is_a<Container, std::map>;
        std::uint64_t bytes_min = layout_of<Key>().bytes_min;
        if constexpr (is_map) {
            bytes_min += layout_of<typename Container::mapped_type>().bytes_min;
        }
        const std::size_t length = get_length(bytes_min, memory_cost<Container>());
        container.clear();
        for (std::size_t i = 0; i < length && !failed(); ++i) {
            Key key{};
            visit(key);
            if (!require_ascending(container, key)) {
                return;
            }
            if constexpr (is_map) {
                visit(container.try_emplace(container.end(), std::move(key))->second);
            } else {
                container.emplace_hint(container.end(), std::move(key));
            }
        }
    }

    template <class Key, class Value, class Less>
    void get_flat_map(FlatMap<Key, Value, Less>& map) {
        auto& entries = ContainerAccess::entries(map);
        get_sequence(entries);
        for (std::size_t i = 1; i < entries.size() && !failed(); ++i) {
            if (!Less{}(entries[i - 1].key(), entries[i].key())) {
                fail_order();
            }
        }
    }

    template <class Container>
    void finish_reading(Container& container) {
        if (failed()) {
            return;
        }
        if (!charge(ContainerAccess::rebuilt_bytes(container))) {
            fail("slots that state_bytes_max of the game leaves no room for");
        } else if (const auto finished = ContainerAccess::finish_reading(container); !finished) {
            fail(finished.error().message);
        } else if constexpr (detail::is_a<Container, SlotMap>) {
            // A free slot must hold a default value, or equal maps would have different bytes.
            const Bytes empty = canonical_bytes(typename Container::value_type{});
            if (!ContainerAccess::all_free_values(container, [&](const auto& value) {
                    return detail::is_written_as(value, empty);
                })) {
                fail("a free slot that still holds something");
            }
        }
    }

    template <class Container, class Key>
    bool require_ascending(const Container& container, const Key& key) {
        const auto key_of = [](const auto& element) -> const Key& {
            if constexpr (detail::is_a<Container, std::map>) {
                return element.first;
            } else {
                return element;
            }
        };
        if (!failed() && !container.empty() &&
            !container.key_comp()(key_of(*container.rbegin()), key)) {
            fail_order();
        }
        return !failed();
    }

    template <class Variant, std::size_t... indices>
    void get_variant(Variant& variant, std::index_sequence<indices...>) {
        const std::size_t index = get_alternative(sizeof...(indices));
        ((index == indices ? visit(variant.template emplace<indices>()) : void()), ...);
    }

    template <std::size_t N>
    void get_bits(std::bitset<N>& bits) {
        bits.reset();
        for (std::size_t first = 0; first < N; first += 8) {
            const std::size_t used = std::min<std::size_t>(8, N - first);
            const unsigned byte = get_bits_byte(used, N);
            for (std::size_t bit = 0; bit < used; ++bit) {
                bits[first + bit] = (byte >> bit & 1U) != 0;
            }
        }
    }
};

// Reads one whole value. After a failure `value` holds what was read so far.
template <class T>
Result<void> read_value(ByteView bytes, T& value, std::uint64_t memory_bytes_max,
                        const char* what) {
    Reader reader(bytes, memory_bytes_max);
    reader.visit(value);
    return reader.finish(what);
}

}  // namespace tandem::sim
