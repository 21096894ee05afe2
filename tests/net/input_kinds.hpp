// SPDX-License-Identifier: MIT
// Inputs of every kind for tests of the wire: without bytes, short, long, with values that are not
// canonical, and of changing size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::test {

inline sim::SchemaNode number_field(std::string name, std::uint8_t width_bytes) {
    sim::SchemaNode node;
    node.kind = sim::FieldKind::unsigned_integer;
    node.width_bytes = width_bytes;
    node.name = std::move(name);
    return node;
}

// A structure of so many bytes, each with any value.
inline sim::Schema pad_schema(std::size_t bytes) {
    sim::SchemaNode root;
    for (std::size_t i = 0; i < bytes; ++i) {
        root.children.push_back(number_field("byte" + std::to_string(i), 1));
    }
    return sim::Schema(root);
}

// Two flags: of 65,536 values of its bytes four are canonical.
inline sim::Schema flags_schema() {
    sim::SchemaNode root = pad_schema(2).root();
    for (sim::SchemaNode& field : root.children) {
        field.kind = sim::FieldKind::boolean;
    }
    return sim::Schema(root);
}

// A number and up to 40 orders of two bytes: 3 to 83 bytes.
inline sim::Schema orders_schema() {
    sim::SchemaNode orders;
    orders.kind = sim::FieldKind::commands;
    orders.name = "orders";
    orders.count = 40;
    orders.children = {number_field("", 2)};
    sim::SchemaNode root;
    root.children = {number_field("stance", 1), orders};
    return sim::Schema(root);
}

// One canonical input of some kind, often like the one before.
struct InputKind {
    std::string name;
    sim::Schema schema;

    sim::Bytes idle() const { return sim::Bytes(schema.size().bytes_min); }
    sim::Bytes next(const sim::Bytes& before, Random& random) const {
        sim::Bytes bytes = before;
        if (name == "orders") {
            const std::size_t orders =
                random.chance(2, 3) ? bytes.size() / 2 - 1 : random.below(std::size_t{41});
            bytes.resize(3 + 2 * orders);
            bytes[1] = static_cast<std::byte>(orders);
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                if (i != 1 && i != 2 && random.chance(1, 8)) {
                    bytes[i] = static_cast<std::byte>(random.below(256U));
                }
            }
            return bytes;
        }
        const std::uint32_t values = name == "flags" ? 2 : 256;
        const std::uint32_t share = random.below(4U);  // of the bytes that change, in thirds
        for (std::byte& byte : bytes) {
            if (random.chance(share, 3)) {
                byte = static_cast<std::byte>(random.below(values));
            }
        }
        return bytes;
    }
};

inline std::vector<InputKind> input_kinds() {
    return {{"empty", pad_schema(0)},          {"1 byte", pad_schema(1)},
            {"4 bytes", pad_schema(4)},        {"9 bytes", pad_schema(9)},
            {"1,024 bytes", pad_schema(1024)}, {"flags", flags_schema()},
            {"orders", orders_schema()}};
}

}  // namespace tandem::test
