// SPDX-License-Identifier: MIT
// A line has whole inputs, and the parts of the state that were asked for.
#include <tandem/tools/formats/table_writer.hpp>

#include <tandem/tools/formats/value_json.hpp>

namespace tandem::tools {
namespace {

class JsonlWriter final : public TableWriter {
public:
    JsonlWriter(const TickTable& table, Sink sink) : table_(table), sink_(std::move(sink)) {}

    sim::Result<void> begin() override { return {}; }

    sim::Result<void> row(const Row& row) override {
        const replay::Header& header = table_.file.header();
        JsonArray inputs;
        for (std::uint32_t slot = 0; slot < header.setup.slots; ++slot) {
            inputs.push_back(row.inputs.present(slot)
                                 ? value_json(header.input_schema.root(), row.inputs.inputs[slot])
                                 : JsonValue());
        }
        JsonObject line{{"tick", row.tick}, {"inputs", std::move(inputs)}};
        if (!table_.columns.empty()) {
            JsonObject fields;
            for (const FieldColumn& column : table_.columns) {
                const auto part = cell_of(column, row, header);
                fields.emplace_back(column.name, part ? part_json(*part) : JsonValue());
            }
            line.emplace_back("fields", std::move(fields));
        }
        return sink_(json_line(line) + "\n");
    }

private:
    const TickTable& table_;
    Sink sink_;
};

}  // namespace

std::unique_ptr<TableWriter> make_jsonl_writer(const TickTable& table, Sink sink) {
    return std::make_unique<JsonlWriter>(table, std::move(sink));
}

}  // namespace tandem::tools
