// SPDX-License-Identifier: MIT
// Codes and decodes records: presence first, then the players in order.
#include <tandem/replay/coding/input_coder.hpp>

#include <algorithm>
#include <string>

#include <tandem/replay/coding/value_coder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

bool begins_with(sim::ByteView bytes, sim::ByteView beginning) {
    return bytes.size() >= beginning.size() &&
           std::equal(beginning.begin(), beginning.end(), bytes.begin());
}

bool is_present(std::uint64_t presence, std::uint32_t slot) { return (presence >> slot & 1U) != 0; }

constexpr const char* k_too_long = "its records are longer than this block may be";

}  // namespace

InputEncoder::InputEncoder(const sim::Schema& input_schema, std::uint32_t slots)
    : shape_(input_schema),
      slots_(slots),
      model_(slots, shape_.cells(), shape_.is_fixed(), idle_input(input_schema)) {
    TANDEM_ASSERT(slots >= 1 && slots <= k_slots_max);
}

void InputEncoder::restart() {
    model_.restart();
    way_.restart();
}

void InputEncoder::add(sim::ByteView record) {
    sim::ByteReader reader(record);
    std::uint64_t presence = 0;
    for (std::size_t i = 0; i < sim::presence_bytes(slots_); ++i) {
        presence |= std::uint64_t{reader.u8()} << (8 * i);
    }
    TANDEM_ASSERT(!reader.failed() && (presence & ~sim::slots_mask(slots_)) == 0);
    model_.code_presence(way_, presence);
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        if (!is_present(presence, slot)) {
            continue;
        }
        // No canonical input is the beginning of another one, so this input is the last one again
        // if the rest begins with that.
        const sim::ByteView rest = record.subspan(reader.offset());
        const sim::Bytes& last = model_.input(slot);
        if (begins_with(rest, last)) {
            model_.code_row(way_, slot, false);
            reader.read(last.size());
            continue;
        }
        model_.code_row(way_, slot, true);
        ValueSource source(rest);
        ValueCoder(model_, way_, source, slot).value(shape_.root(), 0);
        model_.end_row(slot, reader.read(source.bytes()));
    }
    TANDEM_ASSERT(reader.at_end());
}

void InputEncoder::flush(sim::Bytes& out) { way_.flush(out); }

InputDecoder::InputDecoder(const sim::Schema& input_schema, std::uint32_t slots)
    : schema_(input_schema),
      shape_(input_schema),
      slots_(slots),
      model_(slots, shape_.cells(), shape_.is_fixed(), idle_input(input_schema)) {
    TANDEM_ASSERT(slots >= 1 && slots <= k_slots_max);
}

void InputDecoder::restart() { model_.restart(); }

sim::Result<void> InputDecoder::decode(sim::ByteView piece, std::uint32_t ticks,
                                       std::size_t bytes_max, DecodedInputs& out) {
    way_.begin(piece);
    if (out.offsets.empty()) {
        out.offsets.push_back(out.records.size());
    }
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        const std::size_t at = out.records.size();
        if (const char* flaw = decode_record(bytes_max, out.records); flaw != nullptr) {
            out.records.resize(at);
            return sim::Error{sim::ErrorCode::bad_data,
                              "tick " + std::to_string(tick) + " of this piece of inputs", flaw};
        }
        out.offsets.push_back(out.records.size());
    }
    if (!way_.at_end()) {
        return sim::Error{sim::ErrorCode::bad_data,
                          "tick " + std::to_string(ticks) + " of this piece of inputs",
                          "the coded bytes do not end where its last record does"};
    }
    return {};
}

const char* InputDecoder::decode_record(std::size_t bytes_max, sim::Bytes& records) {
    const std::uint64_t presence = model_.code_presence(way_, 0);
    ValueSink sink(records, bytes_max);
    sink.write(presence, sim::presence_bytes(slots_));
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        if (!is_present(presence, slot)) {
            continue;
        }
        if (!model_.code_row(way_, slot, false)) {
            sink.write(model_.input(slot));
        } else {
            const std::size_t at = records.size();
            ValueCoder(model_, way_, sink, slot).value(shape_.root(), 0);
            const sim::ByteView input = sim::ByteView(records).subspan(at);
            if (sink.is_full()) {
                return k_too_long;
            }
            if (std::equal(input.begin(), input.end(), model_.input(slot).begin(),
                           model_.input(slot).end())) {
                return "an input that is marked as changed is the same as before";
            }
            if (!shape_.is_fixed()) {
                const auto size = sim::measure_value(schema_.root(), input);
                if (!size || *size != input.size()) {
                    return "an input does not fit the input schema";
                }
            }
            model_.end_row(slot, input);
        }
        if (sink.is_full()) {
            return k_too_long;
        }
    }
    return sink.is_full() ? k_too_long : nullptr;
}

}  // namespace tandem::replay
