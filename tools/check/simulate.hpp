// SPDX-License-Identifier: MIT
// What explain asks another build of the game, and the end of it that answers. Both ends may be
// different builds, so everything that arrives is checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// First of all messages, to the other program, in place of the conditions of check. Its answer is a
// Hello.
sim::Bytes encode_simulate_greeting();
bool is_simulate_greeting(sim::ByteView message);

// Then it is asked one question after another.
struct Question {
    // The numbers go over the wire.
    enum class Kind : std::uint8_t {
        reset,    // with a canonical setup
        restore,  // a state
        step,     // of several ticks, by their records: an answer to each, up to the first failure
        phases,   // of one tick: the number of phases, then an answer for each phase
        save,
    };
    Kind kind = Kind::save;
    std::vector<sim::Bytes> contents{};
};

struct Answer {
    bool is_failed = false;  // of a step: the game's own code failed
    sim::StateHash hash{};   // after it
    std::string text{};      // what failed, or the name of a phase
    std::uint32_t count = 0;
    sim::Bytes state{};  // of save, and at the end of a phase
};

sim::Bytes encode(const Question& question);
sim::Bytes encode(const Answer& answer);
// Error bad_data where the bytes are no such message.
sim::Result<Question> decode_question(sim::ByteView bytes);
sim::Result<Answer> decode_answer(sim::ByteView bytes);
// The longest answer of a game whose states have so many bytes.
std::uint64_t answer_bytes_max(std::uint64_t state_bytes_max);

// Of a step, more are not told.
inline constexpr std::uint32_t k_phases_max = 4'096;

// Answers over this channel, whose first message was the greeting, until the other end is gone.
// Error bad_data for nonsense.
sim::Result<void> serve_questions(const RegisteredGame& game, Channel& channel);

}  // namespace tandem::tools::check
