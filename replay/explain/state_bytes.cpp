// SPDX-License-Identifier: MIT
// Lists leaves with their places. The bytes between two of them are the key of a map.
#include <tandem/replay/explain/state_bytes.hpp>

#include <map>
#include <set>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

using sim::FieldShape;
using sim::SchemaNode;

// Goes down to the map in whose keys a byte lies. Calls nest as deep as the schema.
class KeyFinder {
public:
    KeyFinder(ByteView state, std::size_t byte) : state_(state), byte_(byte) {}

    void value(const SchemaNode& node, const std::string& path) {
        switch (sim::shape_of(node.kind)) {
            case FieldShape::structure:
                for (const SchemaNode& child : node.children) {
                    part(child, sim::field_path(path, child.name));
                }
                return;
            case FieldShape::array:
                elements(node, path, node.count);
                return;
            case FieldShape::list:
            case FieldShape::keyed:
                elements(node, path, length(node));
                return;
            case FieldShape::columns: {
                const std::uint64_t count = length(node);
                for (const SchemaNode& child : node.children) {
                    for (std::uint64_t i = 0; i < count; ++i) {
                        part(child, path + "[" + std::to_string(i) + "]." + child.name);
                    }
                }
                return;
            }
            case FieldShape::optional:
                if (length(node) != 0) {
                    part(node.children[0], path);
                }
                return;
            case FieldShape::variant:
                part(node.children[static_cast<std::size_t>(length(node))], path);
                return;
            case FieldShape::number:
            case FieldShape::text:
            case FieldShape::bits:
                return;
        }
    }
    const std::optional<BytePlace>& found() const { return found_; }

private:
    ByteView rest() const { return state_.subspan(at_); }

    std::size_t size_of(const SchemaNode& node) const {
        const auto size = sim::measure_value(node, rest());
        TANDEM_ASSERT(size.has_value());
        return *size;
    }

    std::uint64_t length(const SchemaNode& node) {
        sim::ByteReader reader(rest());
        const std::uint64_t count = sim::read_length(reader, node.kind);
        at_ += reader.offset();
        return count;
    }

    // Enters a part if it holds the byte, and else passes it over.
    void part(const SchemaNode& node, const std::string& path) {
        const std::size_t end = at_ + size_of(node);
        if (byte_ >= at_ && byte_ < end) {
            value(node, path);
        }
        at_ = end;
    }

    void elements(const SchemaNode& node, const std::string& path, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count && at_ <= byte_; ++i) {
            if (node.kind != sim::FieldKind::map) {
                part(node.children[0], path + "[" + std::to_string(i) + "]");
                continue;
            }
            const std::size_t bytes = size_of(node.children[0]);
            if (byte_ >= at_ && byte_ < at_ + bytes) {
                found_ = BytePlace{"key " + std::to_string(i) + " of " + path, &node.children[0],
                                   at_, bytes, true};
            }
            const std::string key = sim::key_text(node.children[0], rest().first(bytes));
            at_ += bytes;
            part(node.children[1], path + "[" + key + "]");
        }
    }

    ByteView state_;
    std::size_t byte_;
    std::size_t at_ = 0;
    std::optional<BytePlace> found_;
};

}  // namespace

std::string BytePlace::text(ByteView state) const {
    const ByteView value = state.subspan(offset, bytes);
    if (!is_key) {
        return sim::leaf_text(*node, value);
    }
    // The value is no key at all if a length or flag within it is flipped.
    const auto size = sim::measure_value(*node, value);
    return size && *size == bytes ? sim::key_text(*node, value) : "no key";
}

BytePlace place_of_byte(const sim::Schema& schema, ByteView state, std::size_t byte) {
    TANDEM_ASSERT(byte < state.size());
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
        if (byte >= leaf.offset && byte < leaf.offset + leaf.bytes) {
            return {leaf.path, leaf.node, leaf.offset, leaf.bytes, false};
        }
    }
    KeyFinder finder(state, byte);
    finder.value(schema.root(), "");
    TANDEM_ASSERT(finder.found().has_value());
    return *finder.found();
}

std::vector<std::size_t> bytes_of_differing_fields(const sim::Schema& schema, ByteView state,
                                                   ByteView a, ByteView b) {
    const auto text_of = [](const sim::Leaf& leaf, ByteView of) {
        return std::string(sim::as_text(of.subspan(leaf.offset, leaf.bytes)));
    };
    // An optional's flag and its content share a path.
    std::multimap<std::string, std::string> values;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), a)) {
        values.emplace(leaf.path, text_of(leaf, a));
    }
    std::set<std::string> paths;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), b)) {
        const auto found = values.find(leaf.path);
        if (found == values.end() || found->second != text_of(leaf, b)) {
            paths.insert(leaf.path);
        }
        if (found != values.end()) {
            values.erase(found);
        }
    }
    for (const auto& [path, value] : values) {
        paths.insert(path);
    }
    std::vector<std::size_t> bytes;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
        for (std::size_t i = 0; i < leaf.bytes && paths.count(leaf.path) != 0; ++i) {
            bytes.push_back(leaf.offset + i);
        }
    }
    return bytes;
}

}  // namespace tandem::replay
