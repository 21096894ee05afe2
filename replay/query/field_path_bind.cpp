// SPDX-License-Identifier: MIT
// Turns a path's text into steps, by the schema alone. It refuses a path that no value can have.
#include <optional>

#include <tandem/replay/query/field_path.hpp>
#include <tandem/sim/schema/path_text.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

constexpr std::string_view k_size = ".size";
constexpr std::string_view k_any = "[*]";

// Returns the canonical size if every value has the same; else 0.
std::uint64_t one_size(const SchemaNode& node) {
    const sim::SizeRange size = sim::size_range(node);
    return size.bytes_min == size.bytes_max ? size.bytes_min : 0;
}

// Returns the size of the elements of a list by their kind; 0 if they differ.
std::uint64_t one_element_size(const SchemaNode& node) {
    std::uint64_t bytes = 0;
    switch (sim::shape_of(node.kind)) {
        case FieldShape::list:
        case FieldShape::keyed:
        case FieldShape::columns:
            for (const SchemaNode& child : node.children) {
                const std::uint64_t size = one_size(child);
                if (size == 0) {
                    return 0;
                }
                bytes += size;
            }
            return bytes;
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
        case FieldShape::structure:
        case FieldShape::array:
        case FieldShape::optional:
        case FieldShape::variant:
            break;
    }
    return 0;
}

struct ElementName {
    bool is_any = false;
    std::uint64_t index = 0;
};

// Takes "[17]" or "[*]" from the front of `rest`, which is then the text behind it.
std::optional<ElementName> read_element(std::string_view& rest) {
    if (rest.starts_with(k_any)) {
        rest.remove_prefix(k_any.size());
        return ElementName{true, 0};
    }
    const auto index = sim::read_index(rest);
    return index ? std::optional(ElementName{false, *index}) : std::nullopt;
}

}  // namespace

// Binds a path. Each level of the schema is one call deep, and a schema is at most 32 levels deep.
class PathBinder {
public:
    PathBinder(std::string_view path, PathDepth depth) : path_(path), depth_(depth) {}

    sim::Result<FieldPath> run(const SchemaNode& root) {
        if (const auto first = bind(root, path_)) {
            bound_.first_ = *first;
            return std::move(bound_);
        }
        return sim::no_such_field(path_, wrong_at_, choices_);
    }

private:
    using Step = FieldPath::Step;
    using Kind = FieldPath::Kind;
    using At = std::optional<std::size_t>;

    At add(Step step) {
        bound_.steps_.push_back(std::move(step));
        return bound_.steps_.size() - 1;
    }

    At add_end(const SchemaNode& node, bool is_length) {
        Step step;
        step.kind = is_length ? Kind::length : Kind::end;
        step.node = &node;
        step.bytes = one_size(node);
        step.end = bound_.ends_.size();
        bound_.ends_.push_back({&node, is_length});
        return add(std::move(step));
    }

    At bind(const SchemaNode& node, std::string_view rest) {
        if (attempts_left_ == 0) {
            return std::nullopt;
        }
        --attempts_left_;
        const FieldShape shape = sim::shape_of(node.kind);
        const bool is_choice = shape == FieldShape::optional || shape == FieldShape::variant;
        if (rest.empty() && !(is_choice && depth_ == PathDepth::content)) {
            return add_end(node, false);
        }
        switch (shape) {
            case FieldShape::structure:
                return bind_field(node, rest);
            case FieldShape::array:
            case FieldShape::list:
            case FieldShape::keyed:
            case FieldShape::columns:
                return bind_element(node, rest);
            case FieldShape::optional:
            case FieldShape::variant:
                return bind_choice(node, rest);
            case FieldShape::number:
            case FieldShape::text:
            case FieldShape::bits:
                return wrong(rest, {});
        }
        return std::nullopt;
    }

    At bind_field(const SchemaNode& node, std::string_view rest) {
        Step step;
        step.kind = Kind::field;
        step.node = &node;
        step.skips.emplace_back();
        std::vector<std::string> names;
        for (const SchemaNode& child : node.children) {
            std::string_view behind = rest;
            if (sim::read_field_name(behind, child.name, rest.size() == path_.size())) {
                return then(std::move(step), child, behind);
            }
            names.push_back(child.name);
            add_skip(step, child);
        }
        return wrong(rest, std::move(names));
    }

    // Skips a value. If all values of the node have one size, it is added to the bytes that are
    // skipped anyway.
    static void add_skip(Step& step, const SchemaNode& node) {
        if (const std::uint64_t bytes = one_size(node)) {
            step.skips.back().bytes += bytes;
            return;
        }
        step.skips.back().node = &node;
        step.skips.back().element_bytes = one_element_size(node);
        step.skips.emplace_back();
    }

    At then(Step step, const SchemaNode& child, std::string_view rest) {
        const At next = bind(child, rest);
        if (!next) {
            return std::nullopt;
        }
        step.next = {*next};
        return add(std::move(step));
    }

    At bind_element(const SchemaNode& node, std::string_view rest) {
        if (rest == k_size && node.kind != FieldKind::array) {
            return add_end(node, true);
        }
        if (node.kind == FieldKind::map) {
            return bind_key(node, rest);
        }
        std::string_view behind = rest;
        const auto name = read_element(behind);
        if (node.kind == FieldKind::array && (!name || name->index >= node.count)) {
            return wrong(rest, {"[0] to [" + std::to_string(node.count - 1) + "]"});
        }
        if (!name) {
            return wrong(rest, {"size", "[0] and so on"});
        }
        Step step;
        step.kind = node.kind == FieldKind::columns ? Kind::row : Kind::element;
        step.node = &node;
        step.is_any = name->is_any;
        step.index = name->index;
        if (step.kind == Kind::row) {
            return bind_row(std::move(step), node, behind);
        }
        step.bytes = one_size(node.children[0]);
        return then(std::move(step), node.children[0], behind);
    }

    // Binds a row. A row does not lie in one piece: its columns are its parts.
    At bind_row(Step step, const SchemaNode& node, std::string_view rest) {
        std::uint64_t before = 0;
        std::vector<std::string> names;
        for (const SchemaNode& child : node.children) {
            std::string_view behind = rest;
            const std::uint64_t bytes = one_size(child);
            if (rest.empty() || sim::read_field_name(behind, child.name, false)) {
                const At next = bind(child, behind);
                if (!next) {
                    return std::nullopt;
                }
                step.columns.push_back({before, bytes, *next});
            }
            names.push_back(child.name);
            before += bytes;
        }
        return step.columns.empty() ? wrong(rest, std::move(names)) : add(std::move(step));
    }

    // Binds a key, which may hold brackets of its own.
    At bind_key(const SchemaNode& node, std::string_view rest) {
        for (std::size_t end = rest.find(']'); rest.starts_with('[') && end != rest.npos;
             end = rest.find(']', end + 1)) {
            Step step;
            step.kind = Kind::key;
            step.node = &node;
            step.is_any = rest.substr(0, end + 1) == k_any;
            step.key = rest.substr(1, end - 1);
            step.bytes = one_size(node.children[1]);
            if (const At bound = then(std::move(step), node.children[1], rest.substr(end + 1))) {
                return bound;
            }
        }
        return wrong(rest, {"size", "[KEY]"});
    }

    At bind_choice(const SchemaNode& node, std::string_view rest) {
        Step step;
        step.kind = node.kind == FieldKind::optional ? Kind::content : Kind::alternative;
        step.node = &node;
        bool is_anywhere = false;
        for (const SchemaNode& child : node.children) {
            const At next = bind(child, rest);
            is_anywhere = is_anywhere || next;
            step.next.push_back(next.value_or(FieldPath::k_nowhere));
        }
        return is_anywhere ? add(std::move(step)) : std::nullopt;
    }

    // Notes a mistake. The one farthest to the right is told.
    At wrong(std::string_view rest, std::vector<std::string> choices) {
        const std::size_t at = path_.size() - rest.size();
        if (at >= wrong_at_) {
            wrong_at_ = at;
            choices_ = std::move(choices);
        }
        return std::nullopt;
    }

    std::string_view path_;
    PathDepth depth_;
    FieldPath bound_;
    // A key of maps within maps may end at many brackets. Binding must not cost more than a schema.
    std::uint32_t attempts_left_ = 2 * sim::SchemaLimits::nodes_max;
    std::size_t wrong_at_ = 0;
    std::vector<std::string> choices_;
};

sim::Result<FieldPath> FieldPath::bind(const SchemaNode& root, std::string_view path,
                                       PathDepth depth) {
    return PathBinder(path, depth).run(root);
}

}  // namespace tandem::replay
