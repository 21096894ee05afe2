// SPDX-License-Identifier: MIT
// Bytes and schemas as a test writes them down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

inline Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

inline SchemaNode parent(FieldKind kind, std::vector<SchemaNode> children,
                         std::uint64_t count = 0) {
    SchemaNode node;
    node.kind = kind;
    node.children = std::move(children);
    node.count = count;
    return node;
}

}  // namespace tandem::sim
