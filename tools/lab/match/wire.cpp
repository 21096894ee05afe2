// SPDX-License-Identifier: MIT
// A byte that says which note it is, then its numbers, little-endian, and nothing after them.
#include <tandem/tools/lab/match/wire.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::append_flag;
using sim::append_le;
using sim::ByteReader;
using sim::Bytes;

// Raised whenever a note changes.
constexpr std::uint32_t k_magic = 0x314D4C54;  // "TLM1"

enum class NoteKind : std::uint8_t { greeting = 1, press, begin, keys, step, finished, beat };

struct Writer {
    Bytes& out;

    void kind(NoteKind kind) const { append_le(out, static_cast<std::uint8_t>(kind)); }
    void operator()(const Greeting& note) const {
        kind(NoteKind::greeting);
        append_le(out, k_magic);
        append_le(out, static_cast<std::uint8_t>(note.arm));
        append_le(out, note.seconds);
        append_le(out, note.presses);
    }
    void operator()(const AheadPress& note) const {
        kind(NoteKind::press);
        append_le(out, note.press.down_ms);
        append_le(out, note.press.up_ms);
        append_le(out, note.press.key);
    }
    void operator()(const Begin&) const { kind(NoteKind::begin); }
    void operator()(const KeysNow& note) const {
        kind(NoteKind::keys);
        append_le(out, note.keys);
    }
    void operator()(const Step& note) const {
        kind(NoteKind::step);
        append_le(out, note.index);
        append_le(out, note.piece.dt_ns);
        for (const std::uint8_t keys : note.piece.keys) {
            append_le(out, keys);
        }
        append_flag(out, note.piece.is_frame);
    }
    void operator()(const Finished&) const { kind(NoteKind::finished); }
    void operator()(const Beat&) const { kind(NoteKind::beat); }
};

std::uint8_t read_keys(ByteReader& reader) {
    const std::uint8_t keys = reader.u8();
    if ((keys & ~k_all_keys) != 0) {
        reader.fail();
    }
    return keys;
}

Note read_greeting(ByteReader& reader) {
    Greeting note;
    const bool is_ours = reader.u32() == k_magic;
    const std::uint8_t arm = reader.u8();
    note.arm = static_cast<ArmId>(arm);
    note.seconds = reader.u32();
    note.presses = reader.u32();
    if (!is_ours || arm >= arms().size() || note.seconds == 0 || note.seconds > k_run_seconds_max ||
        note.presses > k_presses_max) {
        reader.fail();
    }
    return note;
}

Note read_press(ByteReader& reader) {
    AheadPress note;
    note.press.down_ms = reader.u32();
    note.press.up_ms = reader.u32();
    note.press.key = read_keys(reader);
    constexpr std::uint32_t k_ms_max = k_run_seconds_max * 1'000;
    if (note.press.down_ms >= note.press.up_ms || note.press.up_ms > k_ms_max) {
        reader.fail();
    }
    return note;
}

Note read_step(ByteReader& reader) {
    Step note;
    note.index = reader.u64();
    note.piece.dt_ns = reader.u32();
    for (std::uint8_t& keys : note.piece.keys) {
        keys = read_keys(reader);
    }
    note.piece.is_frame = reader.flag();
    if (note.piece.dt_ns == 0 || note.piece.dt_ns > VariableGame::k_tick_ns) {
        reader.fail();
    }
    return note;
}

Note read_note(ByteReader& reader) {
    switch (static_cast<NoteKind>(reader.u8())) {
        case NoteKind::greeting:
            return read_greeting(reader);
        case NoteKind::press:
            return read_press(reader);
        case NoteKind::begin:
            return Begin{};
        case NoteKind::keys:
            return KeysNow{read_keys(reader)};
        case NoteKind::step:
            return read_step(reader);
        case NoteKind::finished:
            return Finished{};
        case NoteKind::beat:
            return Beat{};
    }
    reader.fail();
    return Beat{};
}

}  // namespace

Bytes encode(const Note& note) {
    Bytes out;
    std::visit(Writer{out}, note);
    return out;
}

sim::Result<Note> decode_note(sim::ByteView bytes) {
    ByteReader reader(bytes);
    const Note note = read_note(reader);
    if (reader.failed() || !reader.at_end()) {
        return sim::Error{sim::ErrorCode::network, "",
                          "the other side sent what is no note of the match (" +
                              std::to_string(bytes.size()) + " bytes, wrong at byte " +
                              std::to_string(reader.offset()) + ")"};
    }
    return note;
}

}  // namespace tandem::tools::lab::match
