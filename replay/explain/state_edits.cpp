// SPDX-License-Identifier: MIT
// Notes in one walk where elements and numbers lie, and then makes the changes of those places.
#include <tandem/replay/explain/state_edits.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

std::uint64_t number_in(ByteView bytes);
sim::Bytes number_bytes(std::uint64_t value, std::size_t width);

struct Span {
    std::size_t offset = 0;
    std::size_t bytes = 0;
};

struct Number {
    const SchemaNode* node;
    std::string path;
    Span place;
};

// Elements that can be exchanged and, if a length is stored, lost and doubled. An element of
// columns has a span in each column.
struct Row {
    std::string path;
    std::optional<Span> length;
    bool can_double = false;  // keys are never twice there
    bool can_exchange = false;
    std::vector<std::vector<Span>> elements;
    std::vector<std::string> names;  // "[3]", or a map's key
};

struct Generator {
    std::string path;
    std::size_t offset = 0;
};

// Collects the places. The walk recurses as deep as the schema nests.
class Places {
public:
    explicit Places(ByteView state) : state_(state) {}

    void value(const SchemaNode& node, const std::string& path);

    std::vector<Number> numbers;
    std::vector<Row> rows;
    std::vector<Generator> generators;

private:
    std::pair<Span, std::uint64_t> read_length(const SchemaNode& node);

    // True for a tandem::Random, which its two fields show.
    static bool is_generator(const SchemaNode& node);
    void structure(const SchemaNode& node, const std::string& path);
    void elements(const SchemaNode& node, Row row, std::uint64_t count);

    // Adds the entries of a map. The values change places; the keys stay where they are.
    void entries(const SchemaNode& node, Row row, std::uint64_t count);
    void columns(const SchemaNode& node, const std::string& path);

    ByteView state_;
    std::size_t at_ = 0;
};

class EditWalk {
public:
    EditWalk(ByteView state, const EditVisitor& visit) : state_(state), visit_(visit) {}

    bool draws(const Generator& generator) const;
    bool row(const Row& row) const;
    bool number(const Number& number) const;

private:
    ByteView view(const Span& span) const { return state_.subspan(span.offset, span.bytes); }
    sim::Bytes copy(const Span& span) const;
    std::uint64_t number_at(std::size_t offset) const {
        return number_in(state_.subspan(offset, sizeof(std::uint64_t)));
    }

    bool are_unlike(const Row& row, std::size_t a, std::size_t b) const;

    // Returns the state's edit without this element, or with it twice.
    StateEdit resized(const Row& row, std::size_t element, bool is_doubled) const;
    StateEdit exchanged(const Row& row, std::size_t a, std::size_t b) const;

    ByteView state_;
    const EditVisitor& visit_;
};

// The two words of a Random, as its serialize names them.
struct GeneratorWords {
    std::array<std::uint64_t, 2> words{};
    bool is_reading = false;

    template <class... Fields>
    void operator()(Fields&&... fields) {
        std::size_t i = 0;
        ((is_reading ? fields.value = words[i] : words[i] = fields.value, ++i), ...);
    }
};

std::uint64_t next_state(std::uint64_t state, std::uint64_t stream);
std::uint64_t inverse_of(std::uint64_t odd);

}  // namespace

std::uint64_t drawn_on(std::uint64_t state, std::uint64_t stream, std::int32_t draws) {
    // A draw is state * factor + added.
    const std::uint64_t added = next_state(0, stream);
    const std::uint64_t factor = next_state(1, stream) - added;
    for (; draws > 0; --draws) {
        state = state * factor + added;
    }
    for (; draws < 0; ++draws) {
        state = (state - added) * inverse_of(factor);
    }
    return state;
}

void visit_state_edits(const sim::Schema& schema, ByteView state, const EditVisitor& visit,
                       ByteView steady) {
    Places places(state);
    places.value(schema.root(), "");
    if (!steady.empty()) {
        Places others(steady);
        others.value(schema.root(), "");
        std::map<std::string, std::size_t> lengths;
        for (const Row& row : others.rows) {
            lengths.emplace(row.path, row.elements.size());
        }
        for (Row& row : places.rows) {
            const auto length = lengths.find(row.path);
            if (length != lengths.end() && length->second == row.elements.size()) {
                row.length.reset();
            }
        }
    }
    const EditWalk walk(state, visit);
    bool goes_on = true;
    for (std::size_t i = 0; i < places.generators.size() && goes_on; ++i) {
        goes_on = walk.draws(places.generators[i]);
    }
    for (std::size_t i = 0; i < places.rows.size() && goes_on; ++i) {
        goes_on = walk.row(places.rows[i]);
    }
    for (std::size_t i = 0; i < places.numbers.size() && goes_on; ++i) {
        goes_on = walk.number(places.numbers[i]);
    }
}

void visit_unchanged_numbers(const sim::Schema& schema, ByteView before, ByteView after,
                             const EditVisitor& visit) {
    std::map<std::string, ByteView> known;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), before)) {
        if (sim::is_value(leaf.kind)) {
            known.emplace(leaf.path, before.subspan(leaf.offset, leaf.bytes));
        }
    }
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), after)) {
        const auto was = known.find(leaf.path);
        const ByteView now = after.subspan(leaf.offset, leaf.bytes);
        if (!sim::is_value(leaf.kind) || was == known.end() || was->second.size() != leaf.bytes ||
            std::ranges::equal(was->second, now)) {
            continue;
        }
        const StateEdit edit{
            leaf.path,
            leaf.path + " left at " + sim::leaf_text(*leaf.node, was->second) + " and not made " +
                sim::leaf_text(*leaf.node, now),
            {{leaf.offset, leaf.bytes, sim::Bytes(was->second.begin(), was->second.end())}}};
        if (!visit(edit)) {
            return;
        }
    }
}

sim::Bytes with_edit(ByteView state, const StateEdit& edit) {
    sim::Bytes changed;
    changed.reserve(state.size());
    std::size_t at = 0;
    const auto keep_to = [&](std::size_t end) {
        const ByteView kept = state.subspan(at, end - at);
        changed.insert(changed.end(), kept.begin(), kept.end());
        at = end;
    };
    for (const EditPiece& piece : edit.pieces) {
        TANDEM_ASSERT(piece.offset >= at && piece.removed <= state.size() - piece.offset);
        keep_to(piece.offset);
        changed.insert(changed.end(), piece.inserted.begin(), piece.inserted.end());
        at = piece.offset + piece.removed;
    }
    keep_to(state.size());
    return changed;
}

namespace {

std::uint64_t number_in(ByteView bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        value |= std::to_integer<std::uint64_t>(bytes[i]) << (k_byte_bits * i);
    }
    return value;
}

sim::Bytes number_bytes(std::uint64_t value, std::size_t width) {
    sim::Bytes bytes(width);
    for (std::size_t i = 0; i < width; ++i) {
        bytes[i] = static_cast<std::byte>(value >> (k_byte_bits * i) & 0xFFU);
    }
    return bytes;
}

void Places::value(const SchemaNode& node, const std::string& path) {
    switch (sim::shape_of(node.kind)) {
        case FieldShape::number:
            numbers.push_back({&node, path, {at_, sim::measured(node, state_.subspan(at_))}});
            at_ += numbers.back().place.bytes;
            return;
        case FieldShape::text:
        case FieldShape::bits:
            at_ += sim::measured(node, state_.subspan(at_));
            return;
        case FieldShape::structure:
            structure(node, path);
            return;
        case FieldShape::array:
            elements(node, {path, std::nullopt, false, true, {}, {}}, node.count);
            return;
        case FieldShape::list: {
            const auto [length, count] = read_length(node);
            elements(node, {path, length, true, true, {}, {}}, count);
            return;
        }
        case FieldShape::keyed: {
            const auto [length, count] = read_length(node);
            entries(node, {path, length, false, node.kind == FieldKind::map, {}, {}}, count);
            return;
        }
        case FieldShape::columns:
            columns(node, path);
            return;
        case FieldShape::optional:
            if (read_length(node).second != 0) {
                value(node.children[0], path);
            }
            return;
        case FieldShape::variant:
            value(node.children[static_cast<std::size_t>(read_length(node).second)], path);
            return;
    }
}

std::pair<Span, std::uint64_t> Places::read_length(const SchemaNode& node) {
    sim::ByteReader reader(state_.subspan(at_));
    const std::uint64_t count = sim::read_length(reader, node.kind);
    const Span span{at_, reader.offset()};
    at_ += span.bytes;
    return {span, count};
}

bool Places::is_generator(const SchemaNode& node) {
    const auto is_word = [&](std::size_t child, std::string_view name) {
        const SchemaNode& field = node.children[child];
        return field.kind == FieldKind::unsigned_integer &&
               field.width_bytes == sizeof(std::uint64_t) && field.name == name;
    };
    return node.children.size() == 2 && is_word(0, "state") && is_word(1, "stream");
}

void Places::structure(const SchemaNode& node, const std::string& path) {
    if (is_generator(node)) {
        generators.push_back({path, at_});
    }
    for (const SchemaNode& child : node.children) {
        value(child, sim::field_path(path, child.name));
    }
}

void Places::elements(const SchemaNode& node, Row row, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t from = at_;
        row.names.push_back("[" + std::to_string(i) + "]");
        value(node.children[0], row.path + row.names.back());
        row.elements.push_back({{from, at_ - from}});
    }
    rows.push_back(std::move(row));
}

void Places::entries(const SchemaNode& node, Row row, std::uint64_t count) {
    Row values = row;
    values.length.reset();
    for (std::uint64_t i = 0; i < count; ++i) {
        const ByteView key = sim::first_key(node, state_.subspan(at_));
        const std::size_t from = at_;
        row.names.push_back("[" + sim::key_text(node.children[0], key) + "]");
        at_ += key.size();
        if (node.kind == FieldKind::map) {
            value(node.children[1], row.path + row.names.back());
            values.elements.push_back({{from + key.size(), at_ - from - key.size()}});
            values.names.push_back(row.names.back());
        }
        row.elements.push_back({{from, at_ - from}});
    }
    row.can_exchange = false;
    rows.push_back(std::move(row));
    rows.push_back(std::move(values));
}

void Places::columns(const SchemaNode& node, const std::string& path) {
    const auto [length, count] = read_length(node);
    Row row{path, length, true, true, {}, {}};
    row.elements.resize(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        row.names.push_back("[" + std::to_string(i) + "]");
    }
    for (const SchemaNode& child : node.children) {
        for (std::size_t i = 0; i < row.elements.size(); ++i) {
            const std::size_t from = at_;
            value(child, path + row.names[i] + "." + child.name);
            row.elements[i].push_back({from, at_ - from});
        }
    }
    rows.push_back(std::move(row));
}

bool EditWalk::draws(const Generator& generator) const {
    const std::uint64_t now = number_at(generator.offset);
    const std::uint64_t stream = number_at(generator.offset + sizeof(std::uint64_t));
    for (std::uint32_t draws = 1; draws <= k_draws_max; ++draws) {
        const auto count = static_cast<std::int32_t>(draws);
        for (const bool is_more : {true, false}) {
            const StateEdit edit{generator.path,
                                 generator.path + " " + std::to_string(draws) +
                                     (draws == 1 ? " draw" : " draws") +
                                     (is_more ? " on" : " back"),
                                 {{generator.offset, sizeof(std::uint64_t),
                                   number_bytes(drawn_on(now, stream, is_more ? count : -count),
                                                sizeof(std::uint64_t))}}};
            if (!visit_(edit)) {
                return false;
            }
        }
    }
    return true;
}

bool EditWalk::row(const Row& row) const {
    const std::size_t count = row.elements.size();
    if (row.length) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!visit_(resized(row, i, false)) ||
                (row.can_double && !visit_(resized(row, i, true)))) {
                return false;
            }
        }
    }
    for (std::size_t i = 0; row.can_exchange && i < count; ++i) {
        const std::size_t end = count <= k_paired_elements_max ? count : std::min(i + 2, count);
        for (std::size_t other = i + 1; other < end; ++other) {
            if (are_unlike(row, i, other) && !visit_(exchanged(row, i, other))) {
                return false;
            }
        }
    }
    return true;
}

bool EditWalk::number(const Number& number) const {
    const ByteView bytes = view(number.place);
    for (const bool is_more : {true, false}) {
        const std::uint64_t one = is_more ? 1 : ~std::uint64_t{0};
        StateEdit edit{number.path,
                       "",
                       {{number.place.offset, number.place.bytes,
                         number_bytes(number_in(bytes) + one, number.place.bytes)}}};
        const ByteView other = edit.pieces[0].inserted;
        if (!sim::measure_value(*number.node, other)) {
            continue;  // it does not fit, as 2 in a flag
        }
        const std::string raw = sim::leaf_raw_text(*number.node, bytes);
        edit.text = number.path + (is_more ? " one more" : " one less") +
                    (raw.empty() ? "" : " in its raw value") + " (" +
                    sim::leaf_text(*number.node, bytes) + " to " +
                    sim::leaf_text(*number.node, other) + ")";
        if (!visit_(edit)) {
            return false;
        }
    }
    return true;
}

sim::Bytes EditWalk::copy(const Span& span) const {
    const ByteView bytes = view(span);
    return {bytes.begin(), bytes.end()};
}

bool EditWalk::are_unlike(const Row& row, std::size_t a, std::size_t b) const {
    for (std::size_t i = 0; i < row.elements[a].size(); ++i) {
        if (!std::ranges::equal(view(row.elements[a][i]), view(row.elements[b][i]))) {
            return true;
        }
    }
    return false;
}

StateEdit EditWalk::resized(const Row& row, std::size_t element, bool is_doubled) const {
    const std::string path = row.path + row.names[element];
    StateEdit edit{path, path + (is_doubled ? " doubled" : " erased"), {}};
    const std::uint64_t count = row.elements.size();
    edit.pieces.push_back({row.length->offset, row.length->bytes,
                           number_bytes(is_doubled ? count + 1 : count - 1, row.length->bytes)});
    for (const Span& span : row.elements[element]) {
        edit.pieces.push_back(is_doubled ? EditPiece{span.offset, 0, copy(span)}
                                         : EditPiece{span.offset, span.bytes, {}});
    }
    return edit;
}

StateEdit EditWalk::exchanged(const Row& row, std::size_t a, std::size_t b) const {
    StateEdit edit{row.path + row.names[a],
                   row.path + row.names[a] + " and " + row.path + row.names[b] + " exchanged",
                   {}};
    for (std::size_t i = 0; i < row.elements[a].size(); ++i) {
        const Span& first = row.elements[a][i];
        const Span& second = row.elements[b][i];
        edit.pieces.push_back({first.offset, first.bytes, copy(second)});
        edit.pieces.push_back({second.offset, second.bytes, copy(first)});
    }
    return edit;
}

std::uint64_t next_state(std::uint64_t state, std::uint64_t stream) {
    Random random;
    GeneratorWords reading{{state, stream}, true};
    random.serialize(reading);
    random.next32();
    GeneratorWords writing;
    random.serialize(writing);
    return writing.words[0];
}

// Returns the inverse of an odd number, modulo 2^64. Newton's iteration doubles the bits that are
// right, of which an odd number has three.
std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int bits = 3; bits < 64; bits *= 2) {
        inverse *= 2 - odd * inverse;
    }
    return inverse;
}

}  // namespace
}  // namespace tandem::replay
