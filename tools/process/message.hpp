// SPDX-License-Identifier: MIT
// Reads messages between processes. Messages are values whose `serialize` names their fields. Bytes
// that arrive are read as hostile, as a game's state is.
#pragma once

#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

// An error may be a part of a message. Code that reads one checks is_known(error.code).
template <class Archive>
void serialize(Archive& archive, Error& error) {
    archive(CEREAL_NVP(error.code), CEREAL_NVP(error.place), CEREAL_NVP(error.message));
}
inline bool is_known(ErrorCode code) { return code <= ErrorCode::internal; }

}  // namespace tandem::sim

namespace tandem::tools {

// Reads a whole message that sim::canonical_bytes made. The error is `otherwise` if the bytes are
// no message, or no sound one. Takes not much more than 32 times their memory.
template <class T, class IsSound = bool (*)(const T&)>
sim::Result<T> read_message(
    sim::ByteView bytes, const sim::Error& otherwise,
    IsSound is_sound = [](const T&) { return true; }) {
    constexpr std::uint64_t k_memory_bytes_min = 4'096;
    constexpr std::uint64_t k_memory_bytes_per_byte = 32;
    T message{};
    const auto read = sim::read_value(
        bytes, message, k_memory_bytes_min + k_memory_bytes_per_byte * bytes.size(), "message");
    if (!read || !is_sound(message)) {
        return otherwise;
    }
    return message;
}

}  // namespace tandem::tools
