// SPDX-License-Identifier: MIT
// Walks a value by the steps of a bound path. field_path_bind.cpp makes the steps.
#include <tandem/replay/query/field_path.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;
using sim::SchemaNode;

ByteView behind(ByteView bytes, std::uint64_t count) {
    TANDEM_ASSERT(count <= bytes.size());
    return bytes.subspan(static_cast<std::size_t>(count));
}

ByteView first_bytes(ByteView bytes, std::uint64_t count) {
    TANDEM_ASSERT(count <= bytes.size());
    return bytes.first(static_cast<std::size_t>(count));
}

// Returns the length at the beginning of the value; the length of an array is in its schema.
std::uint64_t element_count(const SchemaNode& node, ByteView value) {
    if (node.kind == FieldKind::array) {
        return node.count;
    }
    sim::ByteReader reader(value);
    return sim::read_length(reader, node.kind);
}

}  // namespace

bool operator==(const FieldPath::Part& a, const FieldPath::Part& b) {
    return a.end == b.end &&
           std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end());
}

std::vector<FieldPath::Part> FieldPath::parts(ByteView value) const {
    std::vector<Part> found;
    visit(value, [&](const Part& part) {
        found.push_back(part);
        return true;
    });
    return found;
}

void FieldPath::walk(ByteView value, const Visitor& visitor) const { go(first_, value, visitor); }

// Goes on with a step. `rest` begins with the value at which the step stands. Returns false once
// the visitor did. Steps nest only as deep as the schema, which is bounded.
bool FieldPath::go(std::size_t at, ByteView rest, const Visitor& visitor) const {
    if (at == k_nowhere) {
        return true;
    }
    const Step& step = steps_[at];
    switch (step.kind) {
        case Kind::end: {
            const std::uint64_t size =
                step.bytes != 0 ? step.bytes : sim::measured(*step.node, rest);
            return visitor.call(visitor.context, {step.end, first_bytes(rest, size)});
        }
        case Kind::length:
            return visitor.call(visitor.context,
                                {step.end, first_bytes(rest, sim::length_bytes(step.node->kind))});
        case Kind::field:
            for (const Skip& skip : step.skips) {
                rest = behind(rest, skip.bytes);
                if (skip.node == nullptr) {
                    continue;
                }
                const std::uint64_t size =
                    skip.element_bytes != 0
                        ? sim::length_bytes(skip.node->kind) +
                              element_count(*skip.node, rest) * skip.element_bytes
                        : sim::measured(*skip.node, rest);
                rest = behind(rest, size);
            }
            return go(step.next[0], rest, visitor);
        case Kind::element:
            return go_elements(step, rest, visitor);
        case Kind::row:
            return go_rows(step, rest, visitor);
        case Kind::key:
            return go_keys(step, rest, visitor);
        case Kind::content:
            return rest[0] == std::byte{0} || go(step.next[0], behind(rest, 1), visitor);
        case Kind::alternative:
            return go(step.next[std::to_integer<std::size_t>(rest[0])], behind(rest, 1), visitor);
    }
    return true;
}

bool FieldPath::go_elements(const Step& step, ByteView rest, const Visitor& visitor) const {
    const std::uint64_t count = element_count(*step.node, rest);
    if (!step.is_any && step.index >= count) {
        return true;
    }
    rest = behind(rest, sim::length_bytes(step.node->kind));
    if (!step.is_any && step.bytes != 0) {
        return go(step.next[0], behind(rest, step.index * step.bytes), visitor);
    }
    const std::uint64_t last = step.is_any ? count : step.index + 1;
    for (std::uint64_t i = 0; i < last; ++i) {
        if ((step.is_any || i == step.index) && !go(step.next[0], rest, visitor)) {
            return false;
        }
        if (i + 1 < last) {
            const std::uint64_t size =
                step.bytes != 0 ? step.bytes : sim::measured(step.node->children[0], rest);
            rest = behind(rest, size);
        }
    }
    return true;
}

bool FieldPath::go_rows(const Step& step, ByteView rest, const Visitor& visitor) const {
    const std::uint64_t count = element_count(*step.node, rest);
    rest = behind(rest, sim::length_bytes(step.node->kind));
    const std::uint64_t first = step.is_any ? 0 : step.index;
    const std::uint64_t last = step.is_any ? count : std::min(count, step.index + 1);
    for (std::uint64_t i = first; i < last; ++i) {
        for (const Column& column : step.columns) {
            const ByteView value = behind(rest, column.before * count + i * column.bytes);
            if (!go(column.next, value, visitor)) {
                return false;
            }
        }
    }
    return true;
}

bool FieldPath::go_keys(const Step& step, ByteView rest, const Visitor& visitor) const {
    const SchemaNode& node = *step.node;
    const std::uint64_t count = element_count(node, rest);
    rest = behind(rest, sim::length_bytes(node.kind));
    for (std::uint64_t i = 0; i < count; ++i) {
        const ByteView key = sim::first_key(node, rest);
        rest = behind(rest, key.size());
        const bool is_it = step.is_any || sim::key_text(node.children[0], key) == step.key;
        if (is_it && !go(step.next[0], rest, visitor)) {
            return false;
        }
        if (is_it && !step.is_any) {
            return true;  // keys differ
        }
        rest = behind(rest, step.bytes != 0 ? step.bytes : sim::measured(node.children[1], rest));
    }
    return true;
}

}  // namespace tandem::replay
