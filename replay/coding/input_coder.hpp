// SPDX-License-Identifier: MIT
// An encoder and a decoder that store the inputs of a session in few bytes. Both learn in step,
// from the beginning of an epoch on. CODING.md describes every bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tandem/replay/coding/input_model.hpp>
#include <tandem/replay/coding/input_shape.hpp>
#include <tandem/replay/coding/range_coder.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// Codes records, in pieces that are whole bytes.
class InputEncoder {
public:
    // Makes an encoder for inputs of this schema. It begins an epoch.
    InputEncoder(const sim::Schema& input_schema, std::uint32_t slots);

    // Begins an epoch. It forgets everything learnt, and all records added since the last flush.
    void restart();
    // Adds the record of one tick: presence bits, then the canonical input of each present slot.
    // The caller must see to it that the input is canonical; that it has the right size is
    // asserted.
    void add(sim::ByteView record);
    // Ends a piece: appends the coded bytes of all records added since the last flush. There are
    // none if nothing changed. The model keeps what it has learnt.
    void flush(sim::Bytes& out);

private:
    InputShape shape_;
    std::uint32_t slots_;
    InputModel model_;
    RangeEncoder way_;
};

// The records of a block of inputs, decoded and checked: their bytes, and the offset of each. There
// is one offset more than ticks.
struct DecodedInputs {
    sim::Bytes records;                // records, one after the other
    std::vector<std::size_t> offsets;  // where each record begins
};

// Decodes pieces, in their order from the beginning of their epoch.
class InputDecoder {
public:
    // Makes a decoder for inputs of this schema. It begins an epoch.
    InputDecoder(const sim::Schema& input_schema, std::uint32_t slots);

    // Begins an epoch. A decoder that failed must begin one.
    void restart();
    // Decodes the `ticks` records of a piece and appends them to `out`. It fails if no encoder
    // writes these bytes, or if `out.records` would grow beyond `bytes_max`; the records before
    // the one that failed are then in `out`. Any bytes may come.
    sim::Result<void> decode(sim::ByteView piece, std::uint32_t ticks, std::size_t bytes_max,
                             DecodedInputs& out);

private:
    // Appends one record. Returns null, or says what is wrong with the record.
    const char* decode_record(std::size_t bytes_max, sim::Bytes& records);

    sim::Schema schema_;
    InputShape shape_;
    std::uint32_t slots_;
    InputModel model_;
    RangeDecoder way_;
};

}  // namespace tandem::replay
