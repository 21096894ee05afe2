// SPDX-License-Identifier: MIT
// Encoding and decoding of reliable messages: a type byte, then the fields in the order of the
// structures.
#include <tandem/net/wire/message.hpp>

#include <algorithm>
#include <string_view>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::net {
namespace {

using sim::ByteReader;

// "TNDM"
constexpr std::uint32_t k_magic = 0x4D44'4E54;

// The type byte is the position in the variant, from 1.
constexpr std::array<std::string_view, std::variant_size_v<Message>> k_names{
    "greeting", "refusal",  "hello",   "welcome", "ready", "start",  "stop",
    "end",      "absent",   "done",    "autopsy", "bye",   "back",   "present",
    "agreed",   "gone",     "hold-up", "differ",  "ask",   "pieces", "enough",
    "rejoin",   "approach", "bring",   "brought", "part"};

void write_text(Bytes& out, std::string_view text);
std::string read_text(ByteReader& reader);
Bytes read_block(ByteReader& reader, std::size_t size_max);
sim::EndReason read_end_reason(ByteReader& reader);
std::uint32_t read_slot(ByteReader& reader);
void write_slot(Bytes& out, std::uint32_t slot);
void write(Bytes& out, const Greeting& greeting);
void read(ByteReader& reader, Greeting& greeting);
void write(Bytes& out, const Refusal& refusal);
void read(ByteReader& reader, Refusal& refusal);
void write(Bytes& out, const Identity& identity);
void read_digest(ByteReader& reader, sim::Digest& digest);
void read(ByteReader& reader, Identity& identity);
void write(Bytes& out, const Hello& hello);
void read(ByteReader& reader, Hello& hello);
void write(Bytes& out, const Welcome& welcome);
void read(ByteReader& reader, Welcome& welcome);
void write(Bytes& out, const Ready& ready);
void read(ByteReader& reader, Ready& ready);
void write(Bytes& out, const Start& start);
void read(ByteReader& reader, Start& start);
template <class Ending>
void write_ending(Bytes& out, const Ending& ending);
template <class Ending>
void read_ending(ByteReader& reader, Ending& ending);
void write(Bytes& out, const Stop& stop);
void read(ByteReader& reader, Stop& stop);
void write(Bytes& out, const End& end);
void read(ByteReader& reader, End& end);
void write(Bytes& out, const Absent& absent);
void read(ByteReader& reader, Absent& absent);
void write(Bytes& out, const Done& done);
void read(ByteReader& reader, Done& done);
void write(Bytes& out, const Autopsy& autopsy);
void read(ByteReader& reader, Autopsy& autopsy);
void write(Bytes& out, const Bye& bye);
void read(ByteReader& reader, Bye& bye);
void write(Bytes& out, const Back& back);
void read(ByteReader& reader, Back& back);
template <class Kind>
void write_turn(Bytes& out, const Kind& turn);
template <class Kind>
void read_turn(ByteReader& reader, Kind& turn);
void write(Bytes& out, const Present& present);
void read(ByteReader& reader, Present& present);
void write(Bytes& out, const Agreed& agreed);
void read(ByteReader& reader, Agreed& agreed);
void write(Bytes& out, const Gone& gone);
void read(ByteReader& reader, Gone& gone);
void write(Bytes& out, const Holdup& holdup);
void read(ByteReader& reader, Holdup& holdup);
void write(Bytes& out, const Differ& differ);
void read(ByteReader& reader, Differ& differ);
void write(Bytes& out, const Ask& ask);
void read(ByteReader& reader, Ask& ask);
void write(Bytes& out, const PieceContent& content);
void read(ByteReader& reader, PieceContent& content);
void write(Bytes& out, const Pieces& pieces);
void read(ByteReader& reader, Pieces& pieces);
void write(Bytes& out, const Enough& enough);
void read(ByteReader& reader, Enough& enough);
template <class Kind>
Result<Message> decode_as(ByteReader& reader, std::uint8_t type);

using Decoder = Result<Message> (*)(ByteReader&, std::uint8_t);

template <std::size_t... indices>
constexpr std::array<Decoder, sizeof...(indices)> make_decoders(std::index_sequence<indices...>) {
    return {&decode_as<std::variant_alternative_t<indices, Message>>...};
}
constexpr auto k_decoders = make_decoders(std::make_index_sequence<std::variant_size_v<Message>>{});

}  // namespace

Bytes encode_message(const Message& message) {
    Bytes out;
    out.push_back(static_cast<std::byte>(message.index() + 1));
    std::visit([&](const auto& content) { write(out, content); }, message);
    TANDEM_ASSERT(out.size() <= k_message_bytes_max);
    return out;
}

Result<Message> decode_message(ByteView bytes) {
    ByteReader reader(bytes);
    const std::uint8_t type = reader.u8();
    if (reader.failed() || bytes.size() > k_message_bytes_max) {
        return Error{ErrorCode::bad_data, "message",
                     "it has " + std::to_string(bytes.size()) + " bytes; 1 to " +
                         std::to_string(k_message_bytes_max) + " are possible"};
    }
    if (type < 1 || type > k_decoders.size()) {
        return Error{ErrorCode::bad_data, "message, byte 0",
                     "there is no message of type " + std::to_string(type)};
    }
    return k_decoders[type - 1U](reader, type);
}

namespace {

// A text of foreign origin is cut rather than refused when we send it.
void write_text(Bytes& out, std::string_view text) {
    sim::append_text(out, sim::whole_characters(text, MessageLimits::text_bytes_max));
}

std::string read_text(ByteReader& reader) { return reader.text(MessageLimits::text_bytes_max); }

Bytes read_block(ByteReader& reader, std::size_t size_max) {
    const ByteView block = reader.block(size_max);
    return Bytes(block.begin(), block.end());
}

sim::EndReason read_end_reason(ByteReader& reader) {
    const std::uint8_t value = reader.u8();
    if (value < 1 || value > static_cast<std::uint8_t>(sim::EndReason::recording_failed)) {
        reader.fail();
    }
    return static_cast<sim::EndReason>(value);
}

std::uint32_t read_slot(ByteReader& reader) {
    const std::uint8_t slot = reader.u8();
    if (slot >= k_slots_max) {
        reader.fail();
    }
    return slot;
}

void write_slot(Bytes& out, std::uint32_t slot) {
    TANDEM_ASSERT(slot < k_slots_max);
    out.push_back(static_cast<std::byte>(slot));
}

void write(Bytes& out, const Greeting& greeting) {
    sim::append_le(out, k_magic);
    sim::append_le(out, greeting.protocol);
}

void read(ByteReader& reader, Greeting& greeting) {
    if (reader.u32() != k_magic) {
        reader.fail();
    }
    greeting.protocol = reader.u16();
    if (greeting.protocol != k_protocol_version) {
        reader.read(reader.remaining());  // another version's greeting may go on otherwise
    }
}

void write(Bytes& out, const Refusal& refusal) {
    out.push_back(static_cast<std::byte>(refusal.reason));
    write_text(out, refusal.host_value);
    write_text(out, refusal.guest_value);
}

void read(ByteReader& reader, Refusal& refusal) {
    const std::uint8_t reason = reader.u8();
    if (reason < 1 || reason > static_cast<std::uint8_t>(RefusalReason::speed)) {
        reader.fail();
    }
    refusal.reason = static_cast<RefusalReason>(reason);
    refusal.host_value = read_text(reader);
    refusal.guest_value = read_text(reader);
}

void write(Bytes& out, const Identity& identity) {
    write_text(out, identity.game);
    sim::append_le(out, identity.version);
    sim::append_le(out, identity.state_schema.value);
    sim::append_le(out, identity.input_schema.value);
    sim::append_le(out, identity.options_schema.value);
    sim::append_le(out, identity.tick_rate.ticks);
    sim::append_le(out, identity.tick_rate.seconds);
    write_text(out, identity.build);
    sim::append_flag(out, identity.program.has_value());
    if (identity.program) {
        sim::append(out, identity.program->program.bytes);
        sim::append(out, identity.program->libraries.bytes);
        write_text(out, identity.program->compiler);
    }
}

void read_digest(ByteReader& reader, sim::Digest& digest) {
    const ByteView bytes = reader.read(digest.bytes.size());
    std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
}

void read(ByteReader& reader, Identity& identity) {
    identity.game = read_text(reader);
    identity.version = reader.u32();
    identity.state_schema = sim::SchemaHash{reader.u64()};
    identity.input_schema = sim::SchemaHash{reader.u64()};
    identity.options_schema = sim::SchemaHash{reader.u64()};
    identity.tick_rate.ticks = reader.u32();
    identity.tick_rate.seconds = reader.u32();
    identity.build = read_text(reader);
    if (reader.flag()) {
        identity.program.emplace();
        read_digest(reader, identity.program->program);
        read_digest(reader, identity.program->libraries);
        identity.program->compiler = read_text(reader);
    }
}

void write(Bytes& out, const Hello& hello) {
    write(out, hello.identity);
    write_text(out, hello.player_name);
    sim::append_le(out, hello.ticks_limit);
    sim::append_flag(out, hello.claim.has_value());
    if (hello.claim) {
        write(out, *hello.claim);
    }
}

void read(ByteReader& reader, Hello& hello) {
    read(reader, hello.identity);
    hello.player_name = read_text(reader);
    hello.ticks_limit = reader.u64();
    if (reader.flag()) {
        read(reader, hello.claim.emplace());
    }
}

void write(Bytes& out, const Welcome& welcome) {
    write(out, welcome.identity);
    write_text(out, welcome.player_name);
    write_slot(out, welcome.slot);
    sim::append_block(out, welcome.setup);
    sim::append_le(out, static_cast<std::uint16_t>(welcome.asset_contents.size()));
    for (const Bytes& content : welcome.asset_contents) {
        sim::append_block(out, content);
    }
}

void read(ByteReader& reader, Welcome& welcome) {
    read(reader, welcome.identity);
    welcome.player_name = read_text(reader);
    welcome.slot = read_slot(reader);
    welcome.setup = read_block(reader, MessageLimits::setup_bytes_max);
    const std::uint16_t assets = reader.u16();
    if (assets > MessageLimits::assets_max) {
        reader.fail();
    }
    std::size_t room = MessageLimits::assets_bytes_max;
    for (std::uint16_t index = 0; index < assets && !reader.failed(); ++index) {
        welcome.asset_contents.push_back(read_block(reader, room));
        room -= welcome.asset_contents.back().size();
    }
}

void write(Bytes& out, const Ready& ready) {
    sim::append_le(out, ready.start);
    sim::append_le(out, ready.state_hash.value);
    sim::append_le(out, ready.chain.value);
}

void read(ByteReader& reader, Ready& ready) {
    ready.start = reader.u64();
    ready.state_hash = sim::StateHash{reader.u64()};
    ready.chain = sim::ChainHash{reader.u64()};
}

void write(Bytes& out, const Start& start) {
    sim::append_le(out, start.ticks_limit);
    out.push_back(static_cast<std::byte>(start.names.size()));
    for (const std::string& name : start.names) {
        write_text(out, name);
    }
    sim::append_le(out, start.way_beyond_us);
    write(out, start.secret);
    out.push_back(static_cast<std::byte>(start.open_slots));
}

void read(ByteReader& reader, Start& start) {
    start.ticks_limit = reader.u64();
    const std::uint8_t names = reader.u8();
    if (names > k_slots_max) {
        reader.fail();
    }
    for (std::uint8_t index = 0; index < names && !reader.failed(); ++index) {
        start.names.push_back(read_text(reader));
    }
    start.way_beyond_us = reader.u32();
    if (start.way_beyond_us > MessageLimits::way_us_max) {
        reader.fail();
    }
    read(reader, start.secret);
    start.open_slots = reader.u8();
    if (start.open_slots > start.names.size()) {
        reader.fail();
    }
}

// A stop and an end have these in common: the tick, and why.
template <class Ending>
void write_ending(Bytes& out, const Ending& ending) {
    sim::append_le(out, ending.tick);
    out.push_back(static_cast<std::byte>(ending.reason));
}

template <class Ending>
void read_ending(ByteReader& reader, Ending& ending) {
    ending.tick = reader.u64();
    ending.reason = read_end_reason(reader);
}

void write(Bytes& out, const Stop& stop) { write_ending(out, stop); }

void read(ByteReader& reader, Stop& stop) { read_ending(reader, stop); }

void write(Bytes& out, const End& end) {
    write_ending(out, end);
    write_slot(out, end.slot);
}

void read(ByteReader& reader, End& end) {
    read_ending(reader, end);
    end.slot = read_slot(reader);
}

void write(Bytes& out, const Absent& absent) {
    sim::append_le(out, absent.tick);
    write_slot(out, absent.slot);
    sim::append_flag(out, absent.may_return);
    write_text(out, absent.why);
}

void read(ByteReader& reader, Absent& absent) {
    absent.tick = reader.u64();
    absent.slot = read_slot(reader);
    absent.may_return = reader.flag();
    absent.why = read_text(reader);
}

void write(Bytes& out, const Done& done) {
    sim::append_le(out, done.ticks);
    sim::append_le(out, done.chain.value);
}

void read(ByteReader& reader, Done& done) {
    done.ticks = reader.u64();
    done.chain = sim::ChainHash{reader.u64()};
}

void write(Bytes& out, const Autopsy& autopsy) {
    sim::append_le(out, autopsy.ticks_done);
    sim::append_le(out, autopsy.state_hash.value);
    sim::append_le(out, autopsy.hashes.chain.value);
    sim::append_le(out, autopsy.hashes.records.value);
    sim::append_block(out, autopsy.record);
    sim::append_flag(out, autopsy.has_state);
    sim::append_le(out, autopsy.state_bytes);
    sim::append_block(out, autopsy.state);
}

void read(ByteReader& reader, Autopsy& autopsy) {
    autopsy.ticks_done = reader.u64();
    autopsy.state_hash = sim::StateHash{reader.u64()};
    autopsy.hashes.chain = sim::ChainHash{reader.u64()};
    autopsy.hashes.records = sim::RecordsHash{reader.u64()};
    autopsy.record = read_block(reader, MessageLimits::record_bytes_max);
    autopsy.has_state = reader.flag();
    autopsy.state_bytes = reader.u64();
    autopsy.state = read_block(reader, MessageLimits::evidence_bytes_max);
    if (!autopsy.state.empty() &&
        (!autopsy.has_state || autopsy.state.size() != autopsy.state_bytes)) {
        reader.fail();
    }
}

void write(Bytes& out, const Bye& bye) {
    out.push_back(static_cast<std::byte>(bye.reason));
    write_text(out, bye.why);
}

void read(ByteReader& reader, Bye& bye) {
    bye.reason = read_end_reason(reader);
    bye.why = read_text(reader);
}

void write(Bytes& out, const Back& back) {
    sim::append_le(out, back.ticks_done);
    sim::append_le(out, back.chain.value);
    sim::append_le(out, back.asked);
}

void read(ByteReader& reader, Back& back) {
    back.ticks_done = reader.u64();
    back.chain = sim::ChainHash{reader.u64()};
    back.asked = reader.u64();
}

// Writes a tick and the slot that it is about.
template <class Kind>
void write_turn(Bytes& out, const Kind& turn) {
    sim::append_le(out, turn.tick);
    write_slot(out, turn.slot);
}

template <class Kind>
void read_turn(ByteReader& reader, Kind& turn) {
    turn.tick = reader.u64();
    turn.slot = read_slot(reader);
}

void write(Bytes& out, const Present& present) {
    write_turn(out, present);
    sim::append_flag(out, present.is_bot);
}

void read(ByteReader& reader, Present& present) {
    read_turn(reader, present);
    present.is_bot = reader.flag();
}

void write(Bytes& out, const Agreed& agreed) { write_turn(out, agreed); }

void read(ByteReader& reader, Agreed& agreed) { read_turn(reader, agreed); }

void write(Bytes& out, const Gone& gone) {
    write_slot(out, gone.slot);
    write_text(out, gone.why);
}

void read(ByteReader& reader, Gone& gone) {
    gone.slot = read_slot(reader);
    gone.why = read_text(reader);
}

void write(Bytes& out, const Holdup& holdup) {
    write_slot(out, holdup.slot);
    out.push_back(static_cast<std::byte>(holdup.what));
    sim::append_flag(out, holdup.is_over);
    sim::append_le(out, holdup.ms);
}

void read(ByteReader& reader, Holdup& holdup) {
    holdup.slot = read_slot(reader);
    const std::uint8_t what = reader.u8();
    if (what > static_cast<std::uint8_t>(WaitingFor::history)) {
        reader.fail();
    }
    holdup.what = static_cast<WaitingFor>(what);
    holdup.is_over = reader.flag();
    holdup.ms = reader.u64();
}

void write(Bytes& out, const Differ& differ) {
    sim::append_le(out, differ.from);
    sim::append_le(out, static_cast<std::uint16_t>(differ.chains.size()));
    for (const sim::ChainHash chain : differ.chains) {
        sim::append_le(out, chain.value);
    }
}

void read(ByteReader& reader, Differ& differ) {
    differ.from = reader.u64();
    const std::uint16_t chains = reader.u16();
    if (chains == 0 || chains > MessageLimits::chains_max ||
        differ.from > ~std::uint64_t{0} - chains) {
        reader.fail();
    }
    for (std::uint16_t index = 0; index < chains && !reader.failed(); ++index) {
        differ.chains.push_back(sim::ChainHash{reader.u64()});
    }
}

void write(Bytes& out, const Ask& ask) {
    sim::append_le(out, ask.ticks_done);
    out.push_back(static_cast<std::byte>(ask.hashes.size()));
    for (const std::uint64_t hash : ask.hashes) {
        sim::append_le(out, hash);
    }
}

void read(ByteReader& reader, Ask& ask) {
    ask.ticks_done = reader.u64();
    const std::uint8_t hashes = reader.u8();
    if (hashes == 0 || hashes > PieceLimits::asked_max) {
        reader.fail();
    }
    for (std::uint8_t index = 0; index < hashes && !reader.failed(); ++index) {
        ask.hashes.push_back(reader.u64());
    }
}

void write(Bytes& out, const PieceContent& content) {
    out.push_back(static_cast<std::byte>(content.parts.size()));
    if (content.parts.empty()) {
        sim::append_block(out, content.bytes);
    }
    for (const Piece& part : content.parts) {
        sim::append_le(out, part.hash);
        sim::append_le(out, part.bytes);
    }
}

void read(ByteReader& reader, PieceContent& content) {
    const std::uint8_t parts = reader.u8();
    if (parts == 1 || parts > PieceLimits::parts_max) {
        reader.fail();
    } else if (parts == 0) {
        content.bytes = read_block(reader, PieceLimits::bytes_max);
    }
    for (std::uint8_t index = 0; index < parts && !reader.failed(); ++index) {
        const std::uint64_t hash = reader.u64();
        content.parts.push_back({hash, reader.u32()});
    }
}

void write(Bytes& out, const Pieces& pieces) {
    sim::append_le(out, pieces.ticks_done);
    out.push_back(static_cast<std::byte>(pieces.contents.size()));
    for (const PieceContent& content : pieces.contents) {
        write(out, content);
    }
}

void read(ByteReader& reader, Pieces& pieces) {
    pieces.ticks_done = reader.u64();
    const std::uint8_t contents = reader.u8();
    if (contents > PieceLimits::asked_max) {
        reader.fail();
    }
    for (std::uint8_t index = 0; index < contents && !reader.failed(); ++index) {
        read(reader, pieces.contents.emplace_back());
    }
}

void write(Bytes& out, const Enough& enough) { sim::append_le(out, enough.ticks_done); }

void read(ByteReader& reader, Enough& enough) { enough.ticks_done = reader.u64(); }

template <class Kind>
Result<Message> decode_as(ByteReader& reader, std::uint8_t type) {
    Kind message;
    read(reader, message);
    const std::string name(k_names[type - 1U]);
    if (reader.failed()) {
        return Error{ErrorCode::bad_data,
                     name + " message, byte " + std::to_string(reader.offset()),
                     "the message is cut, or a value is out of its bounds"};
    }
    if (!reader.at_end()) {
        return Error{ErrorCode::bad_data,
                     name + " message, byte " + std::to_string(reader.offset()),
                     std::to_string(reader.remaining()) + " bytes follow its end"};
    }
    return Message(std::move(message));
}

}  // namespace
}  // namespace tandem::net
