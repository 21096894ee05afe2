// SPDX-License-Identifier: MIT
// The writer reads its script again: an input that would not come back unchanged is an error.
#include <tandem/tools/formats/table_writer.hpp>

#include <set>
#include <utility>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/inputs/value_text.hpp>

namespace tandem::tools {
namespace {

using sim::Bytes;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// Inputs that were seen to come back are not tried again; so many of them are remembered.
constexpr std::size_t k_tried_inputs_max = 65'536;

// A script is split at commas and line ends, blanks around a cell are dropped, and '#' begins a
// remark.
bool is_plain_cell(const std::string& cell) {
    return cell.find_first_of(",\r\n#") == std::string::npos && !cell.starts_with(' ') &&
           !cell.ends_with(' ') && !cell.starts_with('\t') && !cell.ends_with('\t');
}

class ScriptWriter final : public TableWriter {
public:
    ScriptWriter(const TickTable& table, Sink sink) : table_(table), sink_(std::move(sink)) {}

    Result<void> begin() override {
        if (table_.columns.empty()) {
            return Error{ErrorCode::usage, "--format inputs",
                         "the inputs of this game have no fields, so a script cannot say how many "
                         "ticks there are"};
        }
        std::string line;
        for (const FieldColumn& column : table_.columns) {
            if (!is_plain_cell(column.name)) {
                return Error{ErrorCode::usage, "--format inputs",
                             "a script cannot name the field " + escaped(column.name) +
                                 "; take --format csv"};
            }
            line += (line.empty() ? "" : ",") + column.name;
        }
        return sink_(line + "\n");
    }

    Result<void> row(const Row& row) override {
        std::string line;
        std::vector<std::vector<FieldCell>> cells(row.inputs.inputs.size());
        for (std::size_t i = 0; i < table_.columns.size(); ++i) {
            const FieldColumn& column = table_.columns[i];
            const auto part = cell_of(column, row, table_.file.header());
            const std::string cell = part ? text_of(*part) : "";
            line += (i == 0 ? "" : ",") + cell;
            cells[*column.player].push_back({column.path, cell});
        }
        for (std::uint32_t slot = 0; slot < cells.size(); ++slot) {
            if (!row.inputs.present(slot)) {
                ++absent_;
            } else {
                TANDEM_TRY(try_reading(row, slot, cells[slot]));
            }
        }
        return sink_(line + "\n");
    }

    std::vector<std::string> notes() const override {
        if (absent_ == 0) {
            return {};
        }
        return {"players are absent in " + count_text(absent_, "input") +
                "; a script cannot say that, so they are idle there, and the chain will differ"};
    }

private:
    // A label that a script would split or drop is written as its number.
    static std::string text_of(const ValuePart& part) {
        std::string text = part_text(part).value_or("");
        if (is_plain_cell(text) || part.node->kind != sim::FieldKind::enumeration) {
            return text;
        }
        return sim::leaf_raw_text(*part.node, part.bytes);
    }

    static Error refused(const Row& row, std::uint32_t slot, const std::string& what) {
        return {ErrorCode::usage, "--format inputs",
                "the input of player " + std::to_string(slot) + " in tick " +
                    std::to_string(row.tick) + " cannot be written as a script because " + what +
                    "; --format jsonl holds it, and so does the source replay:FILE"};
    }

    Result<void> try_reading(const Row& row, std::uint32_t slot,
                             const std::vector<FieldCell>& cells) {
        const sim::ByteView input = row.inputs.inputs[slot];
        Bytes bytes(input.begin(), input.end());
        if (tried_.contains(bytes)) {
            return {};
        }
        const auto read =
            assemble_value(table_.file.header().input_schema, cells, table_.idle_input);
        if (!read || *read != bytes) {
            return refused(row, slot,
                           read ? "it would be read as another one" : read.error().text());
        }
        if (tried_.size() >= k_tried_inputs_max) {
            tried_.clear();
        }
        tried_.insert(std::move(bytes));
        return {};
    }

    const TickTable& table_;
    Sink sink_;
    std::set<Bytes> tried_;
    std::uint64_t absent_ = 0;
};

}  // namespace

std::unique_ptr<TableWriter> make_script_writer(const TickTable& table, Sink sink) {
    return std::make_unique<ScriptWriter>(table, std::move(sink));
}

}  // namespace tandem::tools
