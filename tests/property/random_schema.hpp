// SPDX-License-Identifier: MIT
// Schemas that nobody would write, with values of them. A function of the seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::test {

// A random schema by check_schema's rules and a random value of it, made side by side.
class SchemaMaker {
public:
    explicit SchemaMaker(std::uint64_t seed) : engine_(seed) {}

    sim::SchemaNode node(std::uint32_t depth) {
        sim::SchemaNode made;
        const bool is_leaf = depth >= 5 || below(3) == 0;
        made.kind = static_cast<sim::FieldKind>(is_leaf ? 1 + below(8) : 9 + below(10));
        constexpr std::uint8_t k_leaf_widths[] = {1, 2, 4, 8};
        switch (made.kind) {
            case sim::FieldKind::boolean:
                made.width_bytes = 1;
                break;
            case sim::FieldKind::angle:
            case sim::FieldKind::floating:
                made.width_bytes = k_leaf_widths[2 + below(2)];
                break;
            case sim::FieldKind::unsigned_integer:
            case sim::FieldKind::signed_integer:
            case sim::FieldKind::enumeration:
            case sim::FieldKind::fixed:
                made.width_bytes = k_leaf_widths[below(4)];
                break;
            case sim::FieldKind::array:
            case sim::FieldKind::commands:
            case sim::FieldKind::bits:
                made.count = 1 + below(4);
                break;
            default:
                break;
        }
        if (made.kind == sim::FieldKind::fixed) {
            made.fraction_bits = static_cast<std::uint8_t>(below(made.width_bytes * 8U));
        }
        add_children(made, depth);
        return made;
    }

    void value(const sim::SchemaNode& node, sim::Bytes& out) {
        switch (node.kind) {
            case sim::FieldKind::boolean:
                out.push_back(static_cast<std::byte>(below(2)));
                break;
            case sim::FieldKind::text:
                sim::append_block(out, sim::Bytes(below(4), std::byte{'t'}));
                break;
            case sim::FieldKind::structure:
                for (const sim::SchemaNode& child : node.children) {
                    value(child, out);
                }
                break;
            case sim::FieldKind::columns: {
                const auto count = put(std::uint32_t{3}, out);
                for (const sim::SchemaNode& child : node.children) {
                    for (std::uint32_t i = 0; i < count; ++i) {
                        value(child, out);
                    }
                }
                break;
            }
            case sim::FieldKind::array:
                values(node, node.count, out);
                break;
            case sim::FieldKind::list:
                values(node, put(std::uint32_t{3}, out), out);
                break;
            case sim::FieldKind::commands:
                values(node, put(static_cast<std::uint16_t>(node.count), out), out);
                break;
            case sim::FieldKind::set:
            case sim::FieldKind::map:
                // At most one key: two random ones could be equal.
                for (auto left = put(std::uint32_t{1}, out); left > 0; --left) {
                    for (const sim::SchemaNode& child : node.children) {
                        value(child, out);
                    }
                }
                break;
            case sim::FieldKind::optional:
                values(node, put(std::uint8_t{1}, out), out);
                break;
            case sim::FieldKind::variant: {
                const auto last = static_cast<std::uint8_t>(node.children.size() - 1);
                value(node.children[put(last, out)], out);
                break;
            }
            case sim::FieldKind::bits:
                sim::append_le(out,
                               static_cast<std::uint8_t>(below(std::uint64_t{1} << node.count)));
                break;
            default:
                for (int i = 0; i < node.width_bytes; ++i) {
                    out.push_back(static_cast<std::byte>(engine_()));
                }
        }
    }

private:
    std::uint64_t below(std::uint64_t n) { return engine_() % n; }

    // Appends a number of at most `most`.
    template <class Integer>
    Integer put(Integer most, sim::Bytes& out) {
        const auto number = static_cast<Integer>(below(std::uint64_t{most} + 1));
        sim::append_le(out, number);
        return number;
    }

    void values(const sim::SchemaNode& node, std::uint64_t count, sim::Bytes& out) {
        for (; count > 0; --count) {
            value(node.children[0], out);
        }
    }

    static bool has_one_size(const sim::SchemaNode& node) {
        const sim::SizeRange size = sim::size_range(node);
        return size.bytes_min == size.bytes_max;
    }

    void add_children(sim::SchemaNode& made, std::uint32_t depth) {
        std::uint64_t children = 0;
        switch (made.kind) {
            case sim::FieldKind::structure:
            case sim::FieldKind::variant:
            case sim::FieldKind::columns:
                children = 1 + below(4);
                break;
            case sim::FieldKind::map:
                children = 2;
                break;
            case sim::FieldKind::array:
            case sim::FieldKind::list:
            case sim::FieldKind::commands:
            case sim::FieldKind::set:
            case sim::FieldKind::optional:
                children = 1;
                break;
            default:
                break;
        }
        for (std::uint64_t i = 0; i < children; ++i) {
            made.children.push_back(node(depth + 1));
            while (made.kind == sim::FieldKind::columns && !has_one_size(made.children.back())) {
                made.children.back() = node(depth + 1);
            }
            made.children.back().name = "f" + std::to_string(i);
        }
    }

    std::mt19937_64 engine_;
};

}  // namespace tandem::test
