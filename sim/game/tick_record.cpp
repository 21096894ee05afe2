// SPDX-License-Identifier: MIT
// Putting tick records together and, with every bound checked, apart.
#include <tandem/sim/game/tick_record.hpp>

#include <string>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::sim {
namespace {

template <class Input>
void write_record(std::uint64_t presence, std::span<const Input> inputs, Bytes& out) {
    const auto slots = static_cast<std::uint32_t>(inputs.size());
    TANDEM_ASSERT(slots >= 1 && slots <= k_slots_max);
    out.clear();
    const std::uint64_t bits = presence & slots_mask(slots);
    for (std::size_t i = 0; i < presence_bytes(slots); ++i) {
        out.push_back(static_cast<std::byte>(static_cast<std::uint8_t>(bits >> (8 * i))));
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if ((bits >> slot & 1U) != 0) {
            append(out, inputs[slot]);
        }
    }
}

}  // namespace

void make_record(std::uint64_t presence, std::span<const Bytes> inputs, Bytes& out) {
    write_record(presence, inputs, out);
}

void make_record(std::uint64_t presence, std::span<const ByteView> inputs, Bytes& out) {
    write_record(presence, inputs, out);
}

Bytes make_record(std::uint64_t presence, std::span<const Bytes> inputs) {
    Bytes out;
    make_record(presence, inputs, out);
    return out;
}

Result<RecordView> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes) {
    RecordView view;
    TANDEM_TRY(parse_record(input_schema, slots, bytes, view));
    return view;
}

Result<void> parse_record(const Schema& input_schema, std::uint32_t slots, ByteView bytes,
                          RecordView& view) {
    TANDEM_ASSERT(slots >= 1 && slots <= k_slots_max);
    view.presence = 0;
    ByteReader reader(bytes);
    const ByteView presence = reader.read(presence_bytes(slots));
    for (std::size_t i = 0; i < presence.size(); ++i) {
        view.presence |= static_cast<std::uint64_t>(presence[i]) << (8 * i);
    }
    // Bits of slots that do not exist must be zero, or one record would have many forms.
    if (reader.failed() || (view.presence & ~slots_mask(slots)) != 0) {
        return Error{ErrorCode::bad_data, "record byte 0",
                     "the presence bits of " + std::to_string(slots) +
                         " slots are cut or name a slot that does not exist"};
    }
    view.inputs.assign(slots, {});
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (!view.present(slot)) {
            continue;
        }
        const std::size_t at = reader.offset();
        const auto size = measure_value(input_schema.root(), bytes.subspan(at));
        if (!size) {
            return size.error().within("input of player " + std::to_string(slot) +
                                       " at record byte " + std::to_string(at));
        }
        view.inputs[slot] = reader.read(*size);
    }
    view.bytes = reader.offset();
    return {};
}

}  // namespace tandem::sim
