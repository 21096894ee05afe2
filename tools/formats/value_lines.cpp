// SPDX-License-Identifier: MIT
// It goes depth first, in canonical order, until the bounds say enough.
#include <tandem/tools/formats/value_lines.hpp>

#include <algorithm>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {
namespace {

using sim::ByteView;
using sim::FieldShape;
using sim::SchemaNode;

// So wide a column puts the values of most states below each other.
constexpr std::size_t k_path_columns = 28;

bool is_leaf(const SchemaNode& node) {
    const FieldShape shape = sim::shape_of(node.kind);
    return shape == FieldShape::number || shape == FieldShape::text || shape == FieldShape::bits;
}

class Lines {
public:
    Lines(const LineBounds& bounds, const std::function<void(const std::string&)>& say)
        : bounds_(bounds), say_(say) {}

    void length(const SchemaNode& node, ByteView bytes, const std::string& path) {
        line(path, sim::leaf_text(node, bytes));
    }

    void value(const SchemaNode& node, ByteView bytes, const std::string& path) {
        switch (sim::shape_of(node.kind)) {
            case FieldShape::number:
            case FieldShape::text:
            case FieldShape::bits:
                return leaf(node, bytes, path);
            case FieldShape::structure:
                return parts(node, bytes, path, ~std::uint64_t{0});
            case FieldShape::array:
                return elements(node, bytes, path, node.count);
            case FieldShape::list:
            case FieldShape::keyed:
            case FieldShape::columns: {
                const std::uint64_t count = *length_of(node, bytes);
                line(path + ".size", std::to_string(count));
                return elements(node, bytes, path, count);
            }
            case FieldShape::optional:
                if (bytes[0] == std::byte{0}) {
                    return line(path, "none");
                }
                if (!is_leaf(node.children[0])) {
                    line(path, "some");
                }
                return parts(node, bytes, path, 1);
            case FieldShape::variant:
                line(path, "alternative " + std::to_string(std::to_integer<int>(bytes[0])));
                return parts(node, bytes, path, 1);
        }
    }

    bool is_all() const { return is_all_; }

private:
    void line(const std::string& path, const std::string& text) {
        if (lines_ == bounds_.lines_max) {
            say_("... and more, after " + count_text(lines_, "line"));
        }
        is_all_ = is_all_ && lines_ < bounds_.lines_max;
        if (lines_++ < bounds_.lines_max) {
            const std::string name = escaped(path);
            const std::size_t columns = std::max(name.size(), k_path_columns);
            say_(name + std::string(columns - name.size() + 2, ' ') + escaped(text));
        }
    }

    void leaf(const SchemaNode& node, ByteView bytes, const std::string& path) {
        const std::string raw = sim::leaf_raw_text(node, bytes);
        line(path, sim::leaf_text(node, bytes) + (raw.empty() ? "" : "  (raw " + raw + ")"));
    }

    void parts(const SchemaNode& node, ByteView bytes, const std::string& path,
               std::uint64_t parts_max) {
        std::uint64_t shown = 0;
        each_part(node, bytes, [&](const ValuePart& part) {
            if (shown++ < parts_max) {
                value(*part.node, part.bytes, part_path(path, node, part));
            }
            return shown < parts_max && is_all_lines();
        });
    }

    void elements(const SchemaNode& node, ByteView bytes, const std::string& path,
                  std::uint64_t count) {
        if (bounds_.elements_max != 0) {
            parts(node, bytes, path, bounds_.elements_max);
        }
        if (count > bounds_.elements_max && is_all_lines()) {
            is_all_ = false;
            say_("... and " + count_text(count - bounds_.elements_max, "more element") + " of " +
                 escaped(path.empty() ? "this" : path));
        }
    }

    bool is_all_lines() const { return lines_ <= bounds_.lines_max; }

    const LineBounds& bounds_;
    const std::function<void(const std::string&)>& say_;
    std::uint64_t lines_ = 0;
    bool is_all_ = true;
};

}  // namespace

bool value_lines(const ValuePart& part, const std::string& path, const LineBounds& bounds,
                 const std::function<void(const std::string& line)>& say) {
    Lines lines(bounds, say);
    if (part.is_length) {
        lines.length(*part.node, part.bytes, path);
    } else {
        lines.value(*part.node, part.bytes, path);
    }
    return lines.is_all();
}

}  // namespace tandem::tools
