// SPDX-License-Identifier: MIT
// The messages between the parent of a match and its children, over their sockets.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/tools/lab/match/side.hpp>

namespace tandem::tools::lab::match {

// The order from parent to child, first and last: the match to play.
struct MatchOrder {
    SidePlan plan;
    std::uint16_t port = 0;  // the host's, for a guest
    std::uint64_t word = 0;  // the secret word of the pair (guarded_transport.hpp)
    std::string file;        // the recording's path
    bool force = false;      // overwrite an existing one

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(plan), CEREAL_NVP(port), CEREAL_NVP(word), CEREAL_NVP(file),
           CEREAL_NVP(force));
    }
};

// A message from child to parent. A host begins with its port; then comes progress, and at the end
// the report or why there is none.
struct Listening {
    std::uint16_t port = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(port));
    }
};
struct Progressing {
    std::uint32_t frames = 0;
    std::uint64_t played_ns = 0;
    std::uint32_t stalls = 0;
    std::uint64_t ticks_done = 0;  // ticks of the state
    sim::Bytes state;              // the latest; empty before the first

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(frames), CEREAL_NVP(played_ns), CEREAL_NVP(stalls), CEREAL_NVP(ticks_done),
           CEREAL_NVP(state));
    }
};
struct Reported {
    SideReport report;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(report));
    }
};
struct Failed {
    sim::Error error;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(error));
    }
};
using Answer = std::variant<Listening, Progressing, Reported, Failed>;

// No longer message passes between the two.
inline constexpr std::uint64_t k_order_bytes_max = std::uint64_t{64} << 20;

sim::Bytes encode(const MatchOrder& order);
sim::Bytes encode(const Answer& answer);
// Decodes an order. The error is internal if the bytes are no such message: both ends are the same
// program.
sim::Result<MatchOrder> decode_order(sim::ByteView bytes);
sim::Result<Answer> decode_answer(sim::ByteView bytes);

}  // namespace tandem::tools::lab::match
