// SPDX-License-Identifier: MIT
// The format is that of numpy.save: magic, version, the length of a header in Python's own
// notation, and the rows as packed little-endian structures (numpy/lib/format.py describes it).
#include <tandem/tools/formats/table_writer.hpp>

#include <algorithm>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::FieldKind;
using sim::Result;
using sim::SchemaNode;

// The data begins at a multiple of this.
constexpr std::size_t k_alignment = 64;

// The place and type of a column in a row.
struct Cell {
    const FieldColumn* column = nullptr;
    SchemaNode node;   // without the optional around it
    std::string type;  // NumPy's
    std::size_t bytes = 0;
    bool may_be_missing = false;  // if so, a flag stands behind it
};

std::string numbered(char kind, std::size_t bytes);
std::string type_of(const SchemaNode& node);
std::string python_text(const std::string& text);

class NpyWriter final : public TableWriter {
public:
    NpyWriter(const TickTable& table, Sink sink) : table_(table), sink_(std::move(sink)) {}

    Result<void> begin() override;
    Result<void> row(const Row& row) override;
    JsonObject description() const override;

private:
    static std::string flag_name(const Cell& cell) { return "has " + cell.column->name; }

    Result<Cell> cell_for(const FieldColumn& column) const;

    // A player who is always there needs no flag. A file says at its start who is there, and marks
    // who leaves.
    bool may_be_absent(const FieldColumn& column) const;
    std::string header() const;

    const TickTable& table_;
    Sink sink_;
    std::vector<Cell> cells_;
};

}  // namespace

std::unique_ptr<TableWriter> make_npy_writer(const TickTable& table, Sink sink) {
    return std::make_unique<NpyWriter>(table, std::move(sink));
}

namespace {

std::string numbered(char kind, std::size_t bytes) {
    return std::string(bytes == 1 ? "|" : "<") + kind + std::to_string(bytes);
}

// Returns NumPy's type for a value of this kind; empty if there is none.
std::string type_of(const SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::boolean:
            return "|b1";
        case FieldKind::unsigned_integer:
        case FieldKind::angle:
            return numbered('u', node.width_bytes);
        case FieldKind::signed_integer:
        case FieldKind::fixed:
            return numbered('i', node.width_bytes);
        case FieldKind::floating:
            return numbered('f', node.width_bytes);
        case FieldKind::enumeration:
            return numbered(node.is_signed ? 'i' : 'u', node.width_bytes);
        case FieldKind::bits:
            return "|V" + std::to_string((node.count + 7) / 8);
        case FieldKind::text:
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
    return "";
}

// Returns a text of Python's, between single quotes.
std::string python_text(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) {
        quoted +=
            letter == '\'' || letter == '\\' ? std::string("\\") + letter : std::string(1, letter);
    }
    return quoted + "'";
}

Result<void> NpyWriter::begin() {
    for (const FieldColumn& column : table_.columns) {
        auto cell = cell_for(column);
        TANDEM_TRY(cell);
        cells_.push_back(std::move(*cell));
    }
    return sink_(header());
}

Result<void> NpyWriter::row(const Row& row) {
    sim::Bytes bytes;
    sim::append_le(bytes, row.tick);
    for (const Cell& cell : cells_) {
        auto part = cell_of(*cell.column, row, table_.file.header());
        if (part && !part->is_length && part->node->kind == FieldKind::optional) {
            const ValuePart outer = *part;
            part.reset();
            each_part(*outer.node, outer.bytes, [&](const ValuePart& inner) {
                part = inner;
                part->owner = outer.owner;
                return false;
            });
        }
        if (part && part->bytes.size() != cell.bytes) {
            return Error{ErrorCode::usage, "--field " + cell.column->name,
                         "in tick " + std::to_string(row.tick) +
                             " this is a value of another type, and a NumPy array has one for "
                             "each field; write --format jsonl"};
        }
        if (!part && !cell.may_be_missing) {
            return Error{ErrorCode::usage, "--field " + cell.column->name,
                         "the player is absent in tick " + std::to_string(row.tick) +
                             ", which no mark of the file says; write --format jsonl"};
        }
        if (part) {
            sim::append(bytes, part->bytes);
        } else {
            bytes.resize(bytes.size() + cell.bytes);
        }
        if (cell.may_be_missing) {
            sim::append_flag(bytes, part.has_value());
        }
    }
    return sink_(sim::as_text(bytes));
}

JsonObject NpyWriter::description() const {
    JsonArray columns;
    for (const Cell& cell : cells_) {
        const SchemaNode& node = cell.node;
        JsonObject column{{"name", cell.column->name},
                          {"type", cell.column->field.is_length ? "length" : sim::type_text(node)}};
        if (node.kind == FieldKind::fixed) {
            column.emplace_back("fraction_bits", node.fraction_bits);
        }
        if (node.kind == FieldKind::angle) {
            column.emplace_back("turn_bits", node.width_bytes * 8U);
        }
        if (!node.unit.empty()) {
            column.emplace_back("unit", node.unit);
        }
        if (!node.labels.empty()) {
            JsonArray labels;
            for (const auto& [value, label] : node.labels) {
                labels.emplace_back(JsonObject{{"value", value}, {"label", label}});
            }
            column.emplace_back("labels", std::move(labels));
        }
        if (cell.may_be_missing) {
            column.emplace_back("present", flag_name(cell));
        }
        columns.emplace_back(std::move(column));
    }
    return {{"schema", std::uint64_t{1}}, {"rows", table_.rows}, {"columns", std::move(columns)}};
}

Result<Cell> NpyWriter::cell_for(const FieldColumn& column) const {
    Cell cell;
    cell.column = &column;
    cell.node = column.field.node;
    cell.may_be_missing = column.field.may_be_missing || may_be_absent(column);
    if (column.field.is_length) {
        cell.bytes = cell.node.kind == FieldKind::commands ? 2 : 4;
        cell.type = numbered('u', cell.bytes);
        return cell;
    }
    if (cell.node.kind == FieldKind::optional) {
        const SchemaNode content = cell.node.children[0];
        cell.node = content;
        cell.may_be_missing = true;
    }
    cell.type = type_of(cell.node);
    cell.bytes = static_cast<std::size_t>(sim::size_range(cell.node).bytes_min);
    if (cell.type.empty()) {
        return Error{ErrorCode::usage, "--field " + column.name,
                     "this is no number (" + sim::type_text(column.field.node) +
                         "), and a NumPy array holds numbers only; name the fields to write, "
                         "or write --format jsonl"};
    }
    return cell;
}

bool NpyWriter::may_be_absent(const FieldColumn& column) const {
    if (!column.player) {
        return false;
    }
    const auto marks = table_.file.marks();
    return !table_.file.header().setup.present(Slot{*column.player}) ||
           std::any_of(marks.begin(), marks.end(), [](const sim::Mark& mark) {
               return mark.kind == sim::MarkKind::left || mark.kind == sim::MarkKind::returned;
           });
}

std::string NpyWriter::header() const {
    std::string fields = "('tick', '<u8')";
    for (const Cell& cell : cells_) {
        fields += ", (" + python_text(cell.column->name) + ", '" + cell.type + "')";
        if (cell.may_be_missing) {
            fields += ", (" + python_text(flag_name(cell)) + ", '|b1')";
        }
    }
    std::string text = "{'descr': [" + fields + "], 'fortran_order': False, 'shape': (" +
                       std::to_string(table_.rows) + ",), }";
    // Version 1 has two bytes for the length of this text, version 2 four.
    constexpr std::size_t k_version_1_max = 0xFFFF - k_alignment;
    const bool is_long = text.size() > k_version_1_max;
    const std::size_t before = 8 + (is_long ? 4U : 2U);
    text.append((k_alignment - (before + text.size() + 1) % k_alignment) % k_alignment, ' ');
    text += '\n';
    sim::Bytes length;
    sim::append_le(length, static_cast<std::uint32_t>(text.size()));
    std::string begin = "\x93NUMPY";
    begin += is_long ? '\x02' : '\x01';
    begin += '\0';
    begin.append(reinterpret_cast<const char*>(length.data()), is_long ? 4 : 2);
    return begin + text;
}

}  // namespace
}  // namespace tandem::tools
