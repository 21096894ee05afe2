// SPDX-License-Identifier: MIT
// A path of a schema, bound once, so that asking many states for the same field costs neither text
// nor a list of all fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// The end of a path that leads to an optional or a variant.
enum class PathDepth : std::uint8_t {
    whole,    // the optional or variant itself: its flag or choice, and its content
    content,  // the content
};

class FieldPath {
public:
    // A node that the path may lead to. There are several if a variant's alternatives share a name.
    struct End {
        const sim::SchemaNode* node = nullptr;
        bool is_length = false;  // the length of `node`, as "units.size" names it
        friend bool operator==(const End&, const End&) = default;
    };
    // A part of a value that the path led to.
    struct Part {
        std::size_t end = 0;  // its place in ends()
        sim::ByteView bytes;  // canonical
        friend bool operator==(const Part& a, const Part& b);
    };

    // Binds a path as diff and state write it, "units[17].hp", where [*] stands for every element;
    // an empty one is the whole value. If it names a row of columns, each column is a part.
    // `schema` must outlive the path. The error (usage) names the fields that there are where the
    // path goes wrong, and the nearest.
    static sim::Result<FieldPath> bind(const sim::SchemaNode& root, std::string_view path,
                                       PathDepth depth = PathDepth::whole);

    std::span<const End> ends() const { return ends_; }
    // Calls `visit` with each part of a valid value (asserted) in canonical order, until that
    // returns false. Elements that do not exist and choices that were not taken have no part.
    template <class Visit>
    void visit(sim::ByteView value, Visit&& visit) const {
        walk(value, {[](void* context, const Part& part) -> bool {
                         return (*static_cast<std::remove_reference_t<Visit>*>(context))(part);
                     },
                     &visit});
    }
    // Returns all parts.
    std::vector<Part> parts(sim::ByteView value) const;

private:
    friend class PathBinder;

    // The action of a step on the value it stands at.
    enum class Kind : std::uint8_t {
        end,          // gives it to the visitor
        field,        // enters a field of a structure
        element,      // enters an element of an array, a list or a set, by its index
        row,          // enters a row of columns, by its index
        key,          // enters the value of a key of a map
        content,      // enters the content of an optional
        alternative,  // enters an alternative of a variant: `next` has a step for each
        length,       // gives the length to the visitor
    };
    // The way to come to the end of a value.
    struct Skip {
        std::uint64_t bytes = 0;                // bytes that come first
        const sim::SchemaNode* node = nullptr;  // then a value of this node, unless it is null
        std::uint64_t element_bytes = 0;        // the size of its elements, if they have one size
    };
    // A column on the way into a row.
    struct Column {
        std::uint64_t before = 0;  // bytes of a row in the columns before it
        std::uint64_t bytes = 0;   // the size of one value
        std::size_t next = 0;
    };
    struct Step {
        Kind kind = Kind::end;
        const sim::SchemaNode* node = nullptr;
        std::size_t end = 0;      // for `end` and `length`
        bool is_any = false;      // all elements
        std::uint64_t index = 0;  // for `element` and `row`
        std::string key;          // for `key`, as a path writes it
        // The size of the value, or of an element, if it is always the same.
        std::uint64_t bytes = 0;
        std::vector<Skip> skips;        // for `field`: the parts before it
        std::vector<Column> columns;    // for `row`
        std::vector<std::size_t> next;  // steps; k_nowhere if an alternative has no such field
    };
    struct Visitor {
        bool (*call)(void* context, const Part& part);
        void* context;
    };
    static constexpr std::size_t k_nowhere = ~std::size_t{0};

    void walk(sim::ByteView value, const Visitor& visitor) const;
    bool go(std::size_t at, sim::ByteView rest, const Visitor& visitor) const;
    bool go_elements(const Step& step, sim::ByteView rest, const Visitor& visitor) const;
    bool go_rows(const Step& step, sim::ByteView rest, const Visitor& visitor) const;
    bool go_keys(const Step& step, sim::ByteView rest, const Visitor& visitor) const;

    std::vector<Step> steps_;
    std::size_t first_ = 0;
    std::vector<End> ends_;
};

}  // namespace tandem::replay
