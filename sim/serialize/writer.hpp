// SPDX-License-Identifier: MIT
// The first traversal behind `serialize`: it writes a state or an input as canonical bytes, into a
// buffer or into the hash.
#pragma once

#include <algorithm>
#include <limits>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/serialize/layout.hpp>
#include <tandem/sim/serialize/memory_size.hpp>

namespace tandem::sim {

class Writer : public Traversal<Writer> {
public:
    explicit Writer(ByteSink& sink) : sink_(sink) {}

    template <class T>
    void field(const char*, T& value, const char*) {
        visit(value);
    }

    template <class... Vectors>
    void columns(const Columns<Vectors...>& columns) {
        const std::size_t length = columns.length();
        write_length(length, memory_cost_of_all<Vectors...>());
        std::apply([&](const auto&... field) { (write_run(field.value.data(), length), ...); },
                   columns.fields);
    }

    // Writes one value of any serializable type.
    template <class T>
    void visit(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::boolean) {
            sink_.write(static_cast<std::uint8_t>(value ? 1 : 0));
        } else if constexpr (kind == TypeKind::integer) {
            sink_.write(static_cast<std::make_unsigned_t<T>>(value));
        } else if constexpr (kind == TypeKind::enumeration) {
            sink_.write(static_cast<std::make_unsigned_t<std::underlying_type_t<T>>>(value));
        } else if constexpr (kind == TypeKind::fixed || kind == TypeKind::angle) {
            using Raw = std::remove_cvref_t<decltype(value.raw())>;
            sink_.write(static_cast<std::make_unsigned_t<Raw>>(value.raw()));
        } else if constexpr (kind == TypeKind::unportable) {
            sink_.write(value.bits());
        } else if constexpr (kind == TypeKind::object) {
            detail::call_serialize(*this, value);
            if constexpr (detail::needs_finishing<T>) {
                memory_bytes_ += ContainerAccess::rebuilt_bytes(value);
            }
        } else {
            visit_container(value);
        }
    }

    // The memory that a Reader charges for the containers written so far: the smallest memory
    // budget with which it accepts them.
    std::uint64_t memory_bytes() const { return memory_bytes_; }

private:
    template <class T>
    void visit_container(T& value) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::text) {
            write_length<T>(value.size());
            sink_.write(value.data(), value.size());
        } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
            write_run(std::data(value), std::size(value));
        } else if constexpr (kind == TypeKind::sequence) {
            write_length<T>(value.size());
            write_sequence(value);
        } else if constexpr (kind == TypeKind::commands) {
            sink_.write(static_cast<std::uint16_t>(value.size()));
            write_run(value.begin(), value.size());
        } else if constexpr (kind == TypeKind::set) {
            write_length<T>(value.size());
            for (const auto& key : value) {
                visit_key(key);
            }
        } else if constexpr (kind == TypeKind::map) {
            write_length<T>(value.size());
            for (auto& [key, mapped] : value) {
                visit_key(key);
                visit(mapped);
            }
        } else if constexpr (kind == TypeKind::flat_map) {
            write_length<T>(value.size());
            write_run(ContainerAccess::entries(value).data(), value.size());
        } else if constexpr (kind == TypeKind::optional) {
            sink_.write(static_cast<std::uint8_t>(value.has_value() ? 1 : 0));
            if (value) {
                visit(*value);
            }
        } else if constexpr (kind == TypeKind::variant) {
            sink_.write(static_cast<std::uint8_t>(value.index()));
            std::visit([&](auto& alternative) { visit(alternative); }, value);
        } else if constexpr (kind == TypeKind::pair || kind == TypeKind::tuple) {
            std::apply([&](auto&... part) { (visit(part), ...); }, value);
        } else if constexpr (kind == TypeKind::bits) {
            write_bits(value);
        }
    }

    // Keys are const in their container, but by Cereal's convention serialize is not const. Writing
    // changes nothing.
    template <class Key>
    void visit_key(const Key& key) {
        visit(const_cast<Key&>(key));
    }

    template <class Container>
    void write_length(std::size_t length) {
        write_length(length, memory_cost<Container>());
    }
    void write_length(std::size_t length, MemoryCost cost) {
        TANDEM_ASSERT(length <= std::numeric_limits<std::uint32_t>::max());
        memory_bytes_ += cost.container_bytes + length * cost.element_bytes;
        sink_.write(static_cast<std::uint32_t>(length));
    }

    template <class Element>
    void write_run(Element* elements, std::size_t count) {
        if (layout_of<std::remove_cv_t<Element>>().block_write) {
            sink_.write(elements, count * sizeof(Element));
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                visit(elements[i]);
            }
        }
    }

    template <class Sequence>
    void write_sequence(Sequence& sequence) {
        if constexpr (detail::is_a<Sequence, std::vector>) {
            write_run(sequence.data(), sequence.size());
        } else {
            for (auto& element : sequence) {
                visit(element);
            }
        }
    }

    template <std::size_t N>
    void write_bits(const std::bitset<N>& bits) {
        for (std::size_t first = 0; first < N; first += 8) {
            std::uint8_t byte = 0;
            for (std::size_t bit = first; bit < std::min(first + 8, N); ++bit) {
                byte = static_cast<std::uint8_t>(byte | (bits[bit] ? 1U : 0U) << (bit - first));
            }
            sink_.write(byte);
        }
    }

    ByteSink& sink_;
    std::uint64_t memory_bytes_ = 0;
};

// Writes `value` to `sink` and returns Writer::memory_bytes(). By Cereal's convention serialize is
// not const, but a Writer changes nothing.
template <class T>
std::uint64_t write_value(const T& value, ByteSink& sink) {
    Writer writer(sink);
    writer.visit(const_cast<T&>(value));
    return writer.memory_bytes();
}

namespace detail {

// Compares what is written to it with the bytes it was given; keeps nothing.
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

// True if these are the canonical bytes of a value.
template <class T>
bool is_written_as(const T& value, ByteView bytes) {
    ComparingSink sink(bytes);
    write_value(value, sink);
    return sink.is_same();
}

}  // namespace detail

// The canonical bytes of a value: the form that is saved, sent, hashed and compared.
template <class T>
Bytes canonical_bytes(const T& value) {
    Bytes bytes;
    BufferSink sink(bytes);
    write_value(value, sink);
    sink.finish();
    return bytes;
}

}  // namespace tandem::sim
