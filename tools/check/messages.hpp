// SPDX-License-Identifier: MIT
// What check and a companion in another process tell each other. Both may be different builds, so
// everything that arrives is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::tools::check {

// First of all messages, to the companion: under which conditions it is to play.
struct Conditions {
    std::optional<std::byte> stack_pattern;
    std::optional<std::uint64_t> heap_seed;  // shuffles the heap
};

// The companion's answer: who it is.
struct Hello {
    std::string game;
    std::uint32_t version = 0;
    sim::SchemaHash state_schema;
    sim::SchemaHash input_schema;
    sim::SchemaHash options_schema;
    std::string build;
    bool heap_is_filled = false;
};
Hello hello_of(const sim::GameInfo& game, bool heap_is_filled);

// Then the companion is told what to do, one or more orders in a message: a reset, or the step of
// one tick. With each comes what the game made of it.
struct Order {
    bool is_reset = false;
    sim::Bytes content;      // canonical setup, or record
    bool is_failed = false;  // the game could not do it
    sim::StateHash expected;
};

// What it answers to each order. After the first that is not `same` it awaits a reset.
struct Verdict {
    enum class Kind : std::uint8_t { same, differs, only_companion_failed, only_game_failed };
    Kind kind = Kind::same;
    // Of `differs` the companion's state, of only_companion_failed the text; else empty.
    sim::Bytes content;
};

sim::Bytes encode(const Conditions& conditions);
sim::Bytes encode(const Hello& hello);
void append_order(const Order& order, sim::Bytes& message);
sim::Bytes encode(const Verdict& verdict);

// Error bad_data where the bytes are not such a message.
sim::Result<Conditions> decode_conditions(sim::ByteView bytes);
sim::Result<Hello> decode_hello(sim::ByteView bytes);
sim::Result<std::vector<Order>> decode_orders(sim::ByteView bytes);
sim::Result<Verdict> decode_verdict(sim::ByteView bytes);

// What a companion's failure may say; longer texts are cut.
inline constexpr std::size_t k_failure_bytes_max = 4096;
// A greeting, conditions or hello, is shorter.
inline constexpr std::uint64_t k_greeting_bytes_max = 8192;
// The longest verdict on a game whose states have so many bytes.
std::uint64_t verdict_bytes_max(std::uint64_t state_bytes_max);

}  // namespace tandem::tools::check
