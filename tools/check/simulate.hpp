// SPDX-License-Identifier: MIT
// The questions of explain to another build of the game, and the end that answers them. Both ends
// may be different builds, so everything that arrives is checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// A question. After conditions and hello come questions, one after another.
struct Question {
    // The kinds of questions. Their numbers go over the wire.
    enum class Kind : std::uint8_t {
        reset,    // takes a canonical setup
        restore,  // takes a state
        step,     // takes records of several ticks: an answer to each, up to the first failure
        phases,   // takes a record: the number of phases, then an answer for each phase
        save,
    };
    Kind kind = Kind::save;
    std::vector<sim::Bytes> contents{};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(kind), CEREAL_NVP(contents));
    }
};

struct Answer {
    bool is_failed = false;  // step: the game's own code failed
    sim::StateHash hash{};   // hash of the state after it
    std::string text{};      // the thing that failed, or the name of a phase
    std::uint32_t count = 0;
    sim::Bytes state{};  // answer to save, and the state at the end of a phase

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(is_failed), CEREAL_NVP(hash.value), CEREAL_NVP(text), CEREAL_NVP(count),
           CEREAL_NVP(state));
    }
};

sim::Bytes encode(const Question& question);
sim::Bytes encode(const Answer& answer);
// Reads a message. Error bad_data if the bytes are no such message.
sim::Result<Question> decode_question(sim::ByteView bytes);
sim::Result<Answer> decode_answer(sim::ByteView bytes);
// The longest answer of a game whose states have so many bytes.
std::uint64_t answer_bytes_max(std::uint64_t state_bytes_max);

// The most phases of a step; more are not told.
inline constexpr std::uint32_t k_phases_max = 4'096;

// Greets over this channel, whose first message asked for answers, and answers until the other end
// is gone. Error bad_data for nonsense.
sim::Result<void> serve_questions(const RegisteredGame& game, Channel& channel);

}  // namespace tandem::tools::check
