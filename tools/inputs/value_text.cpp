// SPDX-License-Identifier: MIT
// Parses integers exactly and fixed point by integer arithmetic; only sim::Unportable fields go
// through a double.
#include <tandem/tools/inputs/value_text.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>

#include <tandem/sim/math/decimal.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::tools {
namespace {

using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

Error expected(const std::string& what, std::string_view text);
Bytes little_endian(std::uint64_t value, std::size_t width);
template <class Integer>
std::optional<Integer> whole_number(std::string_view text);
Result<Bytes> parse_unsigned(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_signed(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_fixed(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_angle(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_floating(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_enumeration(const SchemaNode& node, std::string_view text);
Result<Bytes> parse_boolean(std::string_view text);
Result<Bytes> parse_bits(const SchemaNode& node, std::string_view text);

// Puts a value together from cells by path. A cell that has not been used in the end names no
// field.
class Assembler {
public:
    Assembler(const sim::Schema& schema, const std::vector<FieldCell>& cells, ByteView base) {
        for (const auto& [path, text] : cells) {
            if (!text.empty()) {
                cells_[path] = {text, false};
            }
        }
        if (!base.empty()) {
            for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), base)) {
                // An optional's flag and the number it holds share a path: the flag comes first.
                auto& slots = base_[leaf.path];
                slots.push_back(base.subspan(leaf.offset, leaf.bytes));
            }
        }
    }

    Result<Bytes> finish(const sim::Schema& schema);

private:
    struct Given {
        std::string text;
        bool used = false;
    };

    void fail(const std::string& path, const std::string& message);
    static std::string unknown_field(const sim::Schema& schema, const std::string& path);
    const std::string* cell(const std::string& path);

    // True if the field or anything within it is given.
    bool is_given(const std::string& path) const;

    // The base bytes of the next leaf with this path.
    std::optional<ByteView> read_base(const std::string& path);
    void value(const SchemaNode& node, const std::string& path);
    void elements(const SchemaNode& node, const std::string& path, std::uint64_t count);
    void columns(const SchemaNode& node, const std::string& path);

    // The number after the highest index among the given elements.
    std::uint64_t given_length(const std::string& path) const;
    std::uint64_t length(const SchemaNode& node, const std::string& path);

    // Refuses a map: its keys would have to be sorted as the game sorts them, which no schema
    // knows.
    void keyed(const SchemaNode& node, const std::string& path);
    void optional(const SchemaNode& node, const std::string& path);

    // Reads a variant: "2" chooses an alternative whose fields follow below the same path; "2:text"
    // gives a plain one at once.
    void variant(const SchemaNode& node, const std::string& path);
    void leaf(const SchemaNode& node, const std::string& path);

    // Nobody writes a longer list by hand; this keeps a typing error from filling the memory.
    static constexpr std::uint64_t k_list_length_max = 65'536;

    std::map<std::string, Given> cells_;
    std::map<std::string, std::vector<ByteView>> base_;
    Bytes out_;
    std::optional<Error> error_;
};

}  // namespace

Result<Bytes> parse_leaf(const SchemaNode& node, std::string_view text) {
    switch (node.kind) {
        case FieldKind::boolean:
            return parse_boolean(text);
        case FieldKind::unsigned_integer:
            return parse_unsigned(node, text);
        case FieldKind::signed_integer:
            return parse_signed(node, text);
        case FieldKind::fixed:
            return parse_fixed(node, text);
        case FieldKind::angle:
            return parse_angle(node, text);
        case FieldKind::floating:
            return parse_floating(node, text);
        case FieldKind::enumeration:
            return parse_enumeration(node, text);
        case FieldKind::bits:
            return parse_bits(node, text);
        case FieldKind::text: {
            Bytes bytes;
            sim::append_block(bytes, sim::as_bytes(text));
            return bytes;
        }
        case FieldKind::structure:
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::columns:
            break;
    }
    return expected("a plain field, not " + sim::type_text(node), text);
}

Result<Bytes> assemble_value(const sim::Schema& schema, const std::vector<FieldCell>& cells,
                             ByteView base) {
    return Assembler(schema, cells, base).finish(schema);
}

std::vector<std::string> writable_paths(const sim::Schema& schema) {
    std::vector<std::string> paths;
    sim::walk_fields(schema.root(), [&](const SchemaNode& field, const std::string& path) {
        const FieldShape shape = sim::shape_of(field.kind);
        const bool is_choice = shape == FieldShape::variant;  // written as "2" or "2:text"
        if (is_choice || shape == FieldShape::number || shape == FieldShape::text ||
            shape == FieldShape::bits) {
            paths.push_back(path);
        }
        return !is_choice && field.kind != FieldKind::map;
    });
    return paths;
}

std::string setting_text(const sim::Leaf& leaf, sim::ByteView options) {
    return leaf.path + "=" + sim::leaf_text(*leaf.node, options.subspan(leaf.offset, leaf.bytes));
}

std::string options_text(const sim::Schema& schema, sim::ByteView options) {
    std::string text;
    if (options.empty()) {
        return text;
    }
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), options)) {
        text += (text.empty() ? "" : " ") + setting_text(leaf, options);
    }
    return text;
}

Result<Bytes> parse_options(const sim::GameInfo& game, const std::vector<std::string>& settings) {
    std::vector<FieldCell> cells;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size()) {
            const std::string all = options_text(game.options_schema, game.default_options);
            return Error{ErrorCode::usage, "--option " + setting,
                         all.empty() ? "this game has no options"
                                     : "expected KEY=VALUE, such as --option " +
                                           all.substr(0, all.find(' '))};
        }
        const std::string key = setting.substr(0, equals);
        if (std::any_of(cells.begin(), cells.end(),
                        [&](const FieldCell& cell) { return cell.path == key; })) {
            return Error{ErrorCode::usage, "--option " + key, "given twice; say it once"};
        }
        cells.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
    }
    auto bytes = assemble_value(game.options_schema, cells, game.default_options);
    if (!bytes) {
        return Error{ErrorCode::usage, "--option " + bytes.error().place, bytes.error().message};
    }
    return bytes;
}

namespace {

Error expected(const std::string& what, std::string_view text) {
    return {ErrorCode::usage, "", "expected " + what + ", found '" + std::string(text) + "'"};
}

Bytes little_endian(std::uint64_t value, std::size_t width) {
    Bytes bytes;
    sim::append_le(bytes, value);
    bytes.resize(width);
    return bytes;
}

template <class Integer>
std::optional<Integer> whole_number(std::string_view text) {
    Integer value{};
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = is_hex ? text.substr(2) : text;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
    if (digits.empty() || failure != std::errc() || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return value;
}

Result<Bytes> parse_unsigned(const SchemaNode& node, std::string_view text) {
    const unsigned bits = node.width_bytes * 8U;
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - bits);
    const auto value = whole_number<std::uint64_t>(text);
    if (!value || *value > largest) {
        return expected("a whole number from 0 to " + std::to_string(largest), text);
    }
    return little_endian(*value, node.width_bytes);
}

Result<Bytes> parse_signed(const SchemaNode& node, std::string_view text) {
    const unsigned bits = node.width_bytes * 8U;
    const auto largest = static_cast<std::int64_t>(~std::uint64_t{0} >> (65 - bits));
    const auto value = whole_number<std::int64_t>(text.starts_with("+") ? text.substr(1) : text);
    if (!value || *value > largest || *value < -largest - 1) {
        return expected("a whole number from " + std::to_string(-largest - 1) + " to " +
                            std::to_string(largest),
                        text);
    }
    return little_endian(static_cast<std::uint64_t>(*value), node.width_bytes);
}

Result<Bytes> parse_fixed(const SchemaNode& node, std::string_view text) {
    const bool is_negative = text.starts_with("-");
    const std::string_view magnitude = is_negative ? text.substr(1) : text;
    const std::uint64_t largest = ~std::uint64_t{0} >> (65U - node.width_bytes * 8U);
    const auto raw = sim::parse_decimal(magnitude, node.fraction_bits, largest);
    if (!raw) {
        return expected("a decimal number such as -12.5 that fits " + sim::type_text(node), text);
    }
    return little_endian(is_negative ? ~*raw + 1 : *raw, node.width_bytes);
}

// Reads degrees; 360 is a whole turn and the same as 0.
Result<Bytes> parse_angle(const SchemaNode& node, std::string_view text) {
    constexpr int k_fraction_bits = 32;
    constexpr std::uint64_t k_turn = std::uint64_t{360} << k_fraction_bits;
    std::string_view number = text;
    if (number.ends_with(" deg")) {
        number.remove_suffix(4);
    }
    const bool is_negative = number.starts_with("-");
    auto degrees =
        sim::parse_decimal(is_negative ? number.substr(1) : number, k_fraction_bits, k_turn);
    if (!degrees) {
        return expected("an angle in degrees from -360 to 360", text);
    }
    // This is long division by 360 degrees, one bit of the turn at a time, then rounded to nearest.
    std::uint64_t rest = *degrees % k_turn;
    std::uint64_t raw = 0;
    for (unsigned bit = 0; bit < node.width_bytes * 8U; ++bit) {
        rest *= 2;
        raw = raw * 2 + (rest >= k_turn ? 1 : 0);
        rest = rest >= k_turn ? rest - k_turn : rest;
    }
    raw += rest * 2 >= k_turn ? 1 : 0;
    return little_endian(is_negative ? ~raw + 1 : raw, node.width_bytes);
}

Result<Bytes> parse_floating(const SchemaNode& node, std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0') {
        return expected("a number", text);
    }
    // The library of emscripten 3.1.6 has no std::bit_cast.
    if (node.width_bytes == sizeof(float)) {
        return little_endian(__builtin_bit_cast(std::uint32_t, static_cast<float>(value)),
                             sizeof(float));
    }
    return little_endian(__builtin_bit_cast(std::uint64_t, value), sizeof(double));
}

Result<Bytes> parse_enumeration(const SchemaNode& node, std::string_view text) {
    std::string names;
    for (const auto& [number, label] : node.labels) {
        if (label == text) {
            return little_endian(static_cast<std::uint64_t>(number), node.width_bytes);
        }
        names += (names.empty() ? "" : ", ") + label;
    }
    auto number = node.is_signed ? parse_signed(node, text) : parse_unsigned(node, text);
    if (!number && !names.empty()) {
        return expected("one of " + names, text);
    }
    return number;
}

Result<Bytes> parse_boolean(std::string_view text) {
    if (text == "1" || text == "true") {
        return Bytes{std::byte{1}};
    }
    if (text == "0" || text == "false") {
        return Bytes{std::byte{0}};
    }
    return expected("true or false", text);
}

// Reads bits, the highest first, as sim::leaf_text prints it.
Result<Bytes> parse_bits(const SchemaNode& node, std::string_view text) {
    if (text.size() != node.count || text.find_first_not_of("01") != std::string_view::npos) {
        return expected(std::to_string(node.count) + " digits 0 or 1", text);
    }
    Bytes bytes(static_cast<std::size_t>((node.count + 7) / 8));
    for (std::size_t bit = 0; bit < text.size(); ++bit) {
        if (text[text.size() - 1 - bit] == '1') {
            bytes[bit / 8] |= static_cast<std::byte>(1U << (bit % 8));
        }
    }
    return bytes;
}

Result<Bytes> Assembler::finish(const sim::Schema& schema) {
    value(schema.root(), "");
    for (const auto& [path, cell] : cells_) {
        if (!cell.used && !error_) {
            fail(path, unknown_field(schema, path));
        }
    }
    return error_ ? Result<Bytes>(*error_) : Result<Bytes>(std::move(out_));
}

void Assembler::fail(const std::string& path, const std::string& message) {
    if (!error_) {
        error_ = Error{ErrorCode::usage, path, message};
    }
}

std::string Assembler::unknown_field(const sim::Schema& schema, const std::string& path) {
    std::string names;
    for (const std::string& name : writable_paths(schema)) {
        names += (names.empty() ? "" : ", ") + name;
    }
    return "there is no field '" + path + "' here; " +
           (names.empty() ? "this game has none at all" : "there is " + names);
}

const std::string* Assembler::cell(const std::string& path) {
    const auto found = cells_.find(path);
    if (found == cells_.end()) {
        return nullptr;
    }
    found->second.used = true;
    return &found->second.text;
}

bool Assembler::is_given(const std::string& path) const {
    if (cells_.contains(path)) {
        return true;
    }
    return std::any_of(cells_.begin(), cells_.end(), [&](const auto& entry) {
        return entry.first.starts_with(path) && entry.first.size() > path.size() &&
               (entry.first[path.size()] == '.' || entry.first[path.size()] == '[');
    });
}

std::optional<ByteView> Assembler::read_base(const std::string& path) {
    const auto found = base_.find(path);
    if (found == base_.end() || found->second.empty()) {
        return std::nullopt;
    }
    const ByteView bytes = found->second.front();
    found->second.erase(found->second.begin());
    return bytes;
}

void Assembler::value(const SchemaNode& node, const std::string& path) {
    switch (sim::shape_of(node.kind)) {
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
            leaf(node, path);
            break;
        case FieldShape::structure:
            for (const SchemaNode& child : node.children) {
                value(child, sim::field_path(path, child.name));
            }
            break;
        case FieldShape::array:
            elements(node, path, node.count);
            break;
        case FieldShape::list:
            elements(node, path, length(node, path));
            break;
        case FieldShape::columns:
            columns(node, path);
            break;
        case FieldShape::keyed:
            keyed(node, path);
            break;
        case FieldShape::optional:
            optional(node, path);
            break;
        case FieldShape::variant:
            variant(node, path);
            break;
    }
}

void Assembler::elements(const SchemaNode& node, const std::string& path, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count && !error_; ++i) {
        value(node.children[0], path + "[" + std::to_string(i) + "]");
    }
}

void Assembler::columns(const SchemaNode& node, const std::string& path) {
    const std::uint64_t count = length(node, path);
    for (const SchemaNode& child : node.children) {
        for (std::uint64_t i = 0; i < count && !error_; ++i) {
            value(child, path + "[" + std::to_string(i) + "]." + child.name);
        }
    }
}

std::uint64_t Assembler::given_length(const std::string& path) const {
    std::uint64_t count = 0;
    const std::string prefix = path + "[";
    for (const auto& [name, cell] : cells_) {
        if (name.starts_with(prefix)) {
            const std::string_view rest = std::string_view(name).substr(prefix.size());
            const auto index = whole_number<std::uint32_t>(rest.substr(0, rest.find(']')));
            count = std::max(count, index ? std::uint64_t{*index} + 1 : 0);
        }
    }
    return count;
}

std::uint64_t Assembler::length(const SchemaNode& node, const std::string& path) {
    const bool is_commands = node.kind == FieldKind::commands;
    const std::uint64_t most = is_commands ? node.count : k_list_length_max;
    std::uint64_t count = given_length(path);
    const std::string size_path = path + ".size";
    const auto base = read_base(size_path);
    if (const std::string* text = cell(size_path)) {
        const auto given = whole_number<std::uint64_t>(*text);
        if (!given || *given > most || *given < count) {
            fail(size_path,
                 expected("a length from " + std::to_string(count) + " to " + std::to_string(most),
                          *text)
                     .message);
            return 0;
        }
        count = *given;
    } else if (base && count == 0) {
        count = is_commands ? sim::load_le<std::uint16_t>(base->data())
                            : sim::load_le<std::uint32_t>(base->data());
    }
    if (count > most) {
        fail(path, "there may be at most " + std::to_string(most) + " elements");
        return 0;
    }
    sim::append(out_, little_endian(count, is_commands ? 2 : 4));
    return count;
}

void Assembler::keyed(const SchemaNode& node, const std::string& path) {
    if (node.kind != FieldKind::map) {
        return elements(node, path, length(node, path));
    }
    if (is_given(path)) {
        fail(path, "a map cannot be written as text");
    }
    sim::append(out_, little_endian(0, 4));
}

void Assembler::optional(const SchemaNode& node, const std::string& path) {
    const auto base = read_base(path);
    const auto found = cells_.find(path);
    const bool is_none = found != cells_.end() && found->second.text == "none";
    const bool is_some_word = found != cells_.end() && found->second.text == "some";
    if (is_none || is_some_word) {
        found->second.used = true;
    }
    const bool is_there = !is_none && (is_given(path) || (base && (*base)[0] != std::byte{0}));
    sim::append_flag(out_, is_there);
    if (is_there) {
        if (is_some_word) {
            cells_.erase(found);
        }
        value(node.children[0], path);
    }
}

void Assembler::variant(const SchemaNode& node, const std::string& path) {
    const auto base = read_base(path);
    std::uint64_t choice = base ? std::to_integer<std::uint64_t>((*base)[0]) : 0;
    if (const std::string* given = cell(path)) {
        const std::string text = *given;
        const std::size_t colon = text.find(':');
        const auto number = whole_number<std::uint64_t>(text.substr(0, colon));
        if (!number || *number >= node.children.size()) {
            fail(path,
                 expected("an alternative from 0 to " + std::to_string(node.children.size() - 1),
                          text)
                     .message);
            return;
        }
        choice = *number;
        cells_.erase(path);
        if (colon != std::string::npos) {
            cells_[path] = {text.substr(colon + 1), false};
        }
    }
    out_.push_back(static_cast<std::byte>(choice));
    value(node.children[static_cast<std::size_t>(choice)], path);
}

void Assembler::leaf(const SchemaNode& node, const std::string& path) {
    const auto base = read_base(path);
    if (const std::string* text = cell(path)) {
        const auto bytes = parse_leaf(node, *text);
        if (!bytes) {
            fail(path, bytes.error().message);
        } else {
            sim::append(out_, *bytes);
        }
    } else if (base) {
        sim::append(out_, *base);
    } else {
        out_.resize(out_.size() + static_cast<std::size_t>(sim::size_range(node).bytes_min));
    }
}

}  // namespace
}  // namespace tandem::tools
