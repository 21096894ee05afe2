// SPDX-License-Identifier: MIT
// The messages of two machines with a variable step, over the reliable channel: the keys, and
// in one arm the host's steps. Everything that arrives is checked.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::tools::lab::match {

// The number is raised whenever a note changes.
inline constexpr std::uint32_t k_note_magic = 0x324D4C54;  // "TLM2"

// Both send it first of all.
struct Greeting {
    ArmId arm = ArmId::v_naive;
    std::uint32_t seconds = 0;
    std::uint32_t presses = 0;  // so many of them follow, told ahead
    std::uint32_t magic = k_note_magic;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(magic), CEREAL_NVP(arm), CEREAL_NVP(seconds), CEREAL_NVP(presses));
    }
};
// A key of the sender's, told before the start.
struct AheadPress {
    Press press;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(press));
    }
};
// The host tells the guest that time begins.
struct Begin {};
// The keys that the sender holds from now on; told when they change.
struct KeysNow {
    std::uint8_t keys = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(keys));
    }
};
// The host tells the guest the next step of both.
struct StepOrder {
    std::uint64_t index = 0;  // counts up from 0
    Piece piece;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(index), CEREAL_NVP(piece));
    }
};
// The sender has made all of its steps.
struct Finished {};
// The sender is still there.
struct Beat {};

using Note = std::variant<Greeting, AheadPress, Begin, KeysNow, StepOrder, Finished, Beat>;

// At most so many keys are told ahead.
inline constexpr std::uint32_t k_presses_max = 16;
// The limit is a day; no run is longer, and no key goes down later.
inline constexpr std::uint32_t k_run_seconds_max = 86'400;

sim::Bytes encode(const Note& note);
// Decodes a note. The error (network) names the flaw if the bytes are no such note.
sim::Result<Note> decode_note(sim::ByteView bytes);

}  // namespace tandem::tools::lab::match
