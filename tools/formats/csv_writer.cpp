// SPDX-License-Identifier: MIT
// The format is RFC 4180, except that lines end as everywhere here.
#include <tandem/tools/formats/table_writer.hpp>

namespace tandem::tools {
namespace {

using sim::Result;

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) {
        return cell;
    }
    std::string text = "\"";
    for (const char letter : cell) {
        text += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return text + "\"";
}

class CsvWriter final : public TableWriter {
public:
    CsvWriter(const TickTable& table, Sink sink) : table_(table), sink_(std::move(sink)) {}

    Result<void> begin() override {
        std::string line = "tick";
        for (const FieldColumn& column : table_.columns) {
            line += "," + quoted(column.name);
        }
        return sink_(line + "\n");
    }

    Result<void> row(const Row& row) override {
        std::string line = std::to_string(row.tick);
        for (const FieldColumn& column : table_.columns) {
            const auto part = cell_of(column, row, table_.file.header());
            const auto text = part ? part_text(*part) : std::string();
            if (!text) {
                return sim::Error{sim::ErrorCode::usage, "--field " + column.name,
                                  "this is no single value; name a field within it, or write "
                                  "--format jsonl"};
            }
            line += "," + quoted(*text);
        }
        return sink_(line + "\n");
    }

private:
    const TickTable& table_;
    Sink sink_;
};

}  // namespace

std::unique_ptr<TableWriter> make_csv_writer(const TickTable& table, Sink sink) {
    return std::make_unique<CsvWriter>(table, std::move(sink));
}

}  // namespace tandem::tools
