// SPDX-License-Identifier: MIT
// Stand-in for the adaptive coder.
#pragma once
#include <cstdint>
#include <tandem/replay/coding/decoded_inputs.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
namespace tandem::replay {
class InputEncoder {
public:
    InputEncoder(const sim::Schema&, std::uint32_t) {}
    void restart() {}
    void add(sim::ByteView record) { sim::append(pending_, record); }
    void flush(sim::Bytes& out) { sim::append(out, pending_); pending_.clear(); }
private:
    sim::Bytes pending_;
};
class InputDecoder {
public:
    InputDecoder(const sim::Schema& schema, std::uint32_t slots) : schema_(schema), slots_(slots) {}
    void restart() {}
    sim::Result<void> decode(sim::ByteView piece, std::uint32_t ticks, std::size_t bytes_max, DecodedInputs& out) {
        for (std::uint32_t i = 0; i < ticks; ++i) {
            const auto record = sim::parse_record(schema_, slots_, piece);
            if (!record) return record.error().within("tick " + std::to_string(i));
            if (out.records.size() + record->bytes > bytes_max) return sim::Error{sim::ErrorCode::bad_data, "", "too many bytes"};
            sim::append(out.records, piece.first(record->bytes));
            out.offsets.push_back(out.records.size());
            piece = piece.subspan(record->bytes);
        }
        return piece.empty() ? sim::Result<void>() : sim::Error{sim::ErrorCode::bad_data, "", "bytes follow its last record"};
    }
private:
    sim::Schema schema_;
    std::uint32_t slots_;
};
}  // namespace tandem::replay
