// SPDX-License-Identifier: MIT
// A note is refused where it holds what its fields could and its receiver cannot use.
#include <tandem/tools/lab/match/wire.hpp>

#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Bytes;

// True where a note holds what it may.
struct NoteCheck {
    bool operator()(const Greeting& note) const {
        return note.magic == k_note_magic && static_cast<std::size_t>(note.arm) < arms().size() &&
               note.seconds > 0 && note.seconds <= k_run_seconds_max &&
               note.presses <= k_presses_max;
    }
    bool operator()(const AheadPress& note) const {
        constexpr std::uint32_t k_ms_max = k_run_seconds_max * 1'000;
        return is_of_keys(note.press.key) && note.press.down_ms < note.press.up_ms &&
               note.press.up_ms <= k_ms_max;
    }
    bool operator()(const Begin&) const { return true; }
    bool operator()(const KeysNow& note) const { return is_of_keys(note.keys); }
    bool operator()(const StepOrder& note) const {
        const Piece& piece = note.piece;
        return piece.dt_ns > 0 && piece.dt_ns <= VariableGame::k_tick_ns &&
               is_of_keys(piece.keys[0] | piece.keys[1]);
    }
    bool operator()(const Finished&) const { return true; }
    bool operator()(const Beat&) const { return true; }

private:
    static bool is_of_keys(unsigned keys) { return (keys & ~unsigned{k_all_keys}) == 0; }
};

}  // namespace

Bytes encode(const Note& note) { return sim::canonical_bytes(note); }

sim::Result<Note> decode_note(sim::ByteView bytes) {
    Note note;
    sim::Reader reader(bytes, 0);
    reader.visit(note);
    const auto read = reader.finish("wrong at");
    if (!read || !std::visit(NoteCheck(), note)) {
        return sim::Error{
            sim::ErrorCode::network, "",
            "the other side sent what is no note of the match (" + std::to_string(bytes.size()) +
                " bytes, " +
                (read ? "wrong at byte " + std::to_string(bytes.size()) : read.error().place) +
                ")"};
    }
    return note;
}

}  // namespace tandem::tools::lab::match
