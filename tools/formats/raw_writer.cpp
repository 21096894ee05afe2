// SPDX-License-Identifier: MIT
// It turns a recording back into a raw stream: nothing in it says where a tick ends.
#include <tandem/tools/formats/table_writer.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

class RawWriter final : public TableWriter {
public:
    RawWriter(const TickTable& table, Sink sink) : table_(table), sink_(std::move(sink)) {}

    Result<void> begin() override {
        const sim::SizeRange size = table_.file.header().input_schema.size();
        if (size.bytes_min == size.bytes_max) {
            return {};
        }
        return Error{ErrorCode::usage, "--format raw",
                     "the inputs of " + table_.file.header().game +
                         " have no fixed size, so a raw stream of them could not be read; write "
                         "--format jsonl"};
    }

    Result<void> row(const Row& row) override {
        for (std::uint32_t slot = 0; slot < row.inputs.inputs.size(); ++slot) {
            if (!row.inputs.present(slot)) {
                return Error{ErrorCode::usage, "--format raw",
                             "player " + std::to_string(slot) + " is absent in tick " +
                                 std::to_string(row.tick) +
                                 ", which a raw stream cannot say; write --format jsonl"};
            }
            const sim::ByteView input = row.inputs.inputs[slot];
            TANDEM_TRY(sink_(sim::as_text(input)));
        }
        return {};
    }

private:
    const TickTable& table_;
    Sink sink_;
};

}  // namespace

std::unique_ptr<TableWriter> make_raw_writer(const TickTable& table, Sink sink) {
    return std::make_unique<RawWriter>(table, std::move(sink));
}

}  // namespace tandem::tools
