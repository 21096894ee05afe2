// SPDX-License-Identifier: MIT
// Encoding and decoding of the messages of a return.
#include <tandem/net/wire/return_messages.hpp>

#include <algorithm>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::net {
namespace {

using sim::ByteReader;

template <std::size_t N>
void read_fixed(ByteReader& reader, std::array<std::byte, N>& out) {
    const sim::ByteView bytes = reader.read(N);
    if (!reader.failed()) {
        std::copy(bytes.begin(), bytes.end(), out.begin());
    }
}

void write_given(sim::Bytes& out, const SlotGiven& given) {
    sim::append(out, given.match);
    out.push_back(static_cast<std::byte>(given.slot));
    sim::append_le(out, given.given);
    sim::append_le(out, given.generation);
}

void read_given(ByteReader& reader, SlotGiven& given) {
    read_fixed(reader, given.match);
    given.slot = reader.u8();
    given.given = reader.u32();
    given.generation = reader.u32();
    if (given.slot >= k_slots_max || given.given == 0) {
        reader.fail();
    }
}

// The ticks at which presence changes ascend, none before `from`.
void read_changes(ByteReader& reader, std::uint64_t from, std::vector<std::uint64_t>& out) {
    const std::uint16_t changes = reader.u16();
    if (changes > ReturnLimits::changes_max) {
        reader.fail();
    }
    for (std::uint16_t index = 0; index < changes && !reader.failed(); ++index) {
        out.push_back(reader.u64());
        if (out.back() < from) {
            reader.fail();
        }
        from = out.back();
    }
}

void write_state(sim::Bytes& out, const GivenState& given) {
    sim::append_le(out, given.state_hash.value);
    sim::append_le(out, given.hashes.chain.value);
    sim::append_le(out, given.hashes.records.value);
    sim::append_le(out, given.state_bytes);
    sim::append_block(out, given.record);
}

void read_state(ByteReader& reader, GivenState& given) {
    given.state_hash = sim::StateHash{reader.u64()};
    given.hashes.chain = sim::ChainHash{reader.u64()};
    given.hashes.records = sim::RecordsHash{reader.u64()};
    given.state_bytes = reader.u64();
    const sim::ByteView record = reader.block(MessageLimits::record_bytes_max);
    given.record.assign(record.begin(), record.end());
}

}  // namespace

void write(sim::Bytes& out, const SlotSecret& secret) {
    write_given(out, secret.of);
    sim::append(out, secret.secret);
}

void read(ByteReader& reader, SlotSecret& secret) {
    read_given(reader, secret.of);
    read_fixed(reader, secret.secret);
}

sim::Bytes claimed_bytes(const Claim& claim) {
    sim::Bytes out;
    write_given(out, claim.of);
    sim::append_flag(out, claim.past.has_value());
    if (claim.past) {
        sim::append_le(out, claim.past->ticks_done);
        sim::append_le(out, claim.past->chain.value);
    }
    out.push_back(static_cast<std::byte>(claim.has.size()));
    for (const std::uint64_t tick : claim.has) {
        sim::append_le(out, tick);
    }
    return out;
}

void write(sim::Bytes& out, const Claim& claim) {
    sim::append(out, claimed_bytes(claim));
    sim::append(out, claim.proof);
}

void read(ByteReader& reader, Claim& claim) {
    read_given(reader, claim.of);
    if (reader.flag()) {
        claim.past.emplace();
        claim.past->ticks_done = reader.u64();
        claim.past->chain = sim::ChainHash{reader.u64()};
    }
    const std::uint8_t slots = reader.u8();
    if (slots > k_slots_max || (slots > 0 && !claim.past)) {
        reader.fail();
    }
    for (std::uint8_t slot = 0; slot < slots && !reader.failed(); ++slot) {
        claim.has.push_back(reader.u64());
    }
    read_fixed(reader, claim.proof);
}

sim::Bytes rejoined_bytes(const Rejoin& rejoin) {
    sim::Bytes out;
    sim::append_le(out, rejoin.generation);
    sim::append_le(out, rejoin.ticks_done);
    sim::append_flag(out, rejoin.given.has_value());
    if (rejoin.given) {
        write_state(out, *rejoin.given);
    }
    sim::append_le(out, rejoin.absent_from);
    sim::append_le(out, rejoin.due);
    TANDEM_ASSERT(rejoin.presence.size() == rejoin.names.size());
    out.push_back(static_cast<std::byte>(rejoin.presence.size()));
    for (std::size_t slot = 0; slot < rejoin.presence.size(); ++slot) {
        const SlotTaking& taking = rejoin.presence[slot];
        sim::append_flag(out, taking.is_present);
        sim::append_le(out, static_cast<std::uint16_t>(taking.changes.size()));
        for (const std::uint64_t tick : taking.changes) {
            sim::append_le(out, tick);
        }
        sim::append_text(out,
                         sim::whole_characters(rejoin.names[slot], MessageLimits::text_bytes_max));
    }
    sim::append_flag(out, rejoin.end.has_value());
    if (rejoin.end) {
        sim::append_le(out, rejoin.end->tick);
        out.push_back(static_cast<std::byte>(rejoin.end->reason));
        out.push_back(static_cast<std::byte>(rejoin.end->slot));
    }
    sim::append_le(out, rejoin.way_beyond_us);
    sim::append_flag(out, rejoin.past_chain.has_value());
    if (rejoin.past_chain) {
        sim::append_le(out, rejoin.past_chain->value);
    }
    sim::append_le(out, rejoin.kept);
    sim::append_flag(out, rejoin.secret.has_value());
    if (rejoin.secret) {
        write(out, *rejoin.secret);
    }
    return out;
}

void write(sim::Bytes& out, const Rejoin& rejoin) {
    sim::append(out, rejoined_bytes(rejoin));
    sim::append(out, rejoin.proof);
}

void read(ByteReader& reader, Rejoin& rejoin) {
    rejoin.generation = reader.u32();
    rejoin.ticks_done = reader.u64();
    if (reader.flag()) {
        read_state(reader, rejoin.given.emplace());
    }
    rejoin.absent_from = reader.u64();
    rejoin.due = reader.u64();
    const std::uint8_t slots = reader.u8();
    if (slots > k_slots_max) {
        reader.fail();
    }
    for (std::uint8_t slot = 0; slot < slots && !reader.failed(); ++slot) {
        SlotTaking& taking = rejoin.presence.emplace_back();
        taking.is_present = reader.flag();
        read_changes(reader, rejoin.ticks_done, taking.changes);
        rejoin.names.push_back(reader.text(MessageLimits::text_bytes_max));
    }
    if (reader.flag()) {
        rejoin.end.emplace();
        rejoin.end->tick = reader.u64();
        rejoin.end->reason = static_cast<sim::EndReason>(reader.u8());
        rejoin.end->slot = reader.u8();
        if (rejoin.end->reason < sim::EndReason::source_ended ||
            rejoin.end->reason > sim::EndReason::recording_failed || rejoin.end->slot >= slots) {
            reader.fail();
        }
    }
    rejoin.way_beyond_us = reader.u32();
    if (rejoin.way_beyond_us > MessageLimits::way_us_max) {
        reader.fail();
    }
    if (reader.flag()) {
        rejoin.past_chain = sim::ChainHash{reader.u64()};
    }
    rejoin.kept = reader.u64();
    if (reader.flag()) {
        read(reader, rejoin.secret.emplace());
    }
    read_fixed(reader, rejoin.proof);
}

void write(sim::Bytes& out, const Approach& approach) {
    out.push_back(static_cast<std::byte>(approach.slot));
    sim::append_le(out, approach.bytes_given);
    sim::append_le(out, approach.bytes);
    sim::append_le(out, approach.ticks_behind);
}

void read(ByteReader& reader, Approach& approach) {
    approach.slot = reader.u8();
    approach.bytes_given = reader.u64();
    approach.bytes = reader.u64();
    approach.ticks_behind = reader.u64();
    if (approach.slot >= k_slots_max || approach.bytes_given > approach.bytes) {
        reader.fail();
    }
}

void write(sim::Bytes& out, const Bring& bring) { sim::append_le(out, bring.from); }

void read(ByteReader& reader, Bring& bring) { bring.from = reader.u64(); }

void write(sim::Bytes& out, const Brought& brought) {
    sim::append_le(out, brought.from);
    sim::append_le(out, static_cast<std::uint16_t>(brought.records.size()));
    for (const sim::Bytes& record : brought.records) {
        sim::append_block(out, record);
    }
}

void read(ByteReader& reader, Brought& brought) {
    brought.from = reader.u64();
    const std::uint16_t records = reader.u16();
    if (records > ReturnLimits::records_max || brought.from > ~std::uint64_t{0} - records) {
        reader.fail();
    }
    for (std::uint16_t index = 0; index < records && !reader.failed(); ++index) {
        const sim::ByteView record = reader.block(MessageLimits::record_bytes_max);
        brought.records.emplace_back(record.begin(), record.end());
    }
}

void write(sim::Bytes& out, const Part& part) {
    sim::append_flag(out, part.is_last);
    sim::append_block(out, part.bytes);
}

void read(ByteReader& reader, Part& part) {
    part.is_last = reader.flag();
    const sim::ByteView bytes = reader.block(ReturnLimits::part_bytes_max);
    part.bytes.assign(bytes.begin(), bytes.end());
    if (part.bytes.empty()) {
        reader.fail();
    }
}

}  // namespace tandem::net
