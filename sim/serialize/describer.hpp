// SPDX-License-Identifier: MIT
// The third traversal behind `serialize`: it makes the schema of a type. It looks only at types, on
// a default-constructed value.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/serialize/layout.hpp>

namespace tandem::sim {

namespace detail {

// enum_labels(E) -> range of names for values 0, 1, 2, ..., found by argument-dependent lookup;
// optional.
template <class E>
concept HasEnumLabels = requires(E value) {
    std::string_view(*std::begin(enum_labels(value)));
};

}  // namespace detail

class Describer : public Traversal<Describer> {
public:
    Describer(SchemaNode& structure, std::uint32_t depth) : structure_(structure), depth_(depth) {}

    template <class T>
    void field(const char* name, T& value, const char* unit) {
        SchemaNode node = describe(value, depth_);
        node.name = name;
        node.unit = unit;
        structure_.children.push_back(std::move(node));
    }

    template <class... Vectors>
    void columns(const Columns<Vectors...>& columns) {
        SchemaNode node;
        node.kind = FieldKind::columns;
        node.name = columns.name;
        std::apply(
            [&](const auto&... field) {
                (node.children.push_back(describe_column(field, depth_ + 1)), ...);
            },
            columns.fields);
        structure_.children.push_back(std::move(node));
    }

    // `depth` counts nested structures. A type that contains itself is refused by it, and does not
    // overflow the stack.
    template <class T>
    static SchemaNode describe(T& value, std::uint32_t depth) {
        TANDEM_ASSERT(depth < SchemaLimits::depth_max && "a state type must not contain itself");
        constexpr TypeKind kind = type_kind<T>();
        SchemaNode node;
        if constexpr (kind == TypeKind::boolean) {
            node.kind = FieldKind::boolean;
            node.width_bytes = 1;
        } else if constexpr (kind == TypeKind::integer) {
            node.kind =
                std::is_signed_v<T> ? FieldKind::signed_integer : FieldKind::unsigned_integer;
            node.width_bytes = sizeof(T);
        } else if constexpr (kind == TypeKind::enumeration) {
            describe_enumeration(value, node);
        } else if constexpr (kind == TypeKind::fixed) {
            node.kind = FieldKind::fixed;
            node.width_bytes = sizeof(T);
            node.fraction_bits = static_cast<std::uint8_t>(T::fraction_bits);
        } else if constexpr (kind == TypeKind::angle) {
            node.kind = FieldKind::angle;
            node.width_bytes = sizeof(T);
        } else if constexpr (kind == TypeKind::unportable) {
            node.kind = FieldKind::floating;
            node.width_bytes = sizeof(T);
        } else if constexpr (kind == TypeKind::object) {
            Describer describer(node, depth + 1);
            detail::call_serialize(describer, value);
        } else {
            describe_container(value, node, depth + 1);
        }
        return node;
    }

    template <class T>
    static SchemaNode describe_type(std::uint32_t depth) {
        require_serializable<T>();
        if constexpr (is_serializable<T>) {
            const auto specimen = std::make_unique<Specimen<T>>();
            return describe(specimen->value, depth);
        } else {
            return {};
        }
    }

private:
    template <class Vector>
    static SchemaNode describe_column(const FieldWithUnit<Vector>& field, std::uint32_t depth) {
        SchemaNode node = describe_type<typename Vector::value_type>(depth);
        node.name = field.name;
        node.unit = field.unit;
        return node;
    }

    template <class E>
    static void describe_enumeration(E value, SchemaNode& node) {
        node.kind = FieldKind::enumeration;
        node.width_bytes = sizeof(E);
        node.is_signed = std::is_signed_v<std::underlying_type_t<E>>;
        if constexpr (detail::HasEnumLabels<E>) {
            std::int64_t number = 0;
            for (const auto& label : enum_labels(value)) {
                node.labels.emplace_back(number++, std::string(label));
            }
        }
    }

    template <class T>
    static void describe_container(T& value, SchemaNode& node, std::uint32_t depth) {
        constexpr TypeKind kind = type_kind<T>();
        if constexpr (kind == TypeKind::text) {
            node.kind = FieldKind::text;
        } else if constexpr (kind == TypeKind::array || kind == TypeKind::c_array) {
            node.kind = FieldKind::array;
            node.count = std::size(value);
            node.children.push_back(
                describe_type<std::remove_reference_t<decltype(value[0])>>(depth));
        } else if constexpr (kind == TypeKind::sequence) {
            node.kind = FieldKind::list;
            node.children.push_back(describe_type<typename T::value_type>(depth));
        } else if constexpr (kind == TypeKind::commands) {
            node.kind = FieldKind::commands;
            node.count = T::k_count_max;
            node.children.push_back(describe_type<typename T::value_type>(depth));
        } else if constexpr (kind == TypeKind::set) {
            node.kind = FieldKind::set;
            node.children.push_back(describe_type<typename T::key_type>(depth));
        } else if constexpr (kind == TypeKind::map || kind == TypeKind::flat_map) {
            node.kind = FieldKind::map;
            node.children.push_back(describe_type<typename T::key_type>(depth));
            node.children.push_back(describe_type<typename T::mapped_type>(depth));
        } else if constexpr (kind == TypeKind::optional) {
            node.kind = FieldKind::optional;
            node.children.push_back(describe_type<typename T::value_type>(depth));
        } else if constexpr (kind == TypeKind::bits) {
            node.kind = FieldKind::bits;
            node.count = value.size();
        } else {
            describe_alternatives(value, node, depth);
        }
    }

    // The parts of a pair are named first and second. The parts of a tuple and the alternatives of
    // a variant are numbered.
    template <template <class...> class Template, class... Parts>
    static void describe_alternatives(Template<Parts...>&, SchemaNode& node, std::uint32_t depth) {
        using T = Template<Parts...>;
        constexpr bool is_pair = type_kind<T>() == TypeKind::pair;
        node.kind = type_kind<T>() == TypeKind::variant ? FieldKind::variant : FieldKind::structure;
        (node.children.push_back(describe_type<Parts>(depth)), ...);
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            node.children[i].name = is_pair ? (i == 0 ? "first" : "second") : std::to_string(i);
        }
    }

    SchemaNode& structure_;
    std::uint32_t depth_;
};

// The schema of a T: what its canonical bytes mean.
template <class T>
Schema schema_of() {
    return Schema(Describer::describe_type<T>(0));
}

}  // namespace tandem::sim
