// SPDX-License-Identifier: MIT
// The messages of check and a companion in another process. Both may be different builds, so
// everything that arrives is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::tools::check {

// The number is raised whenever a message changes.
inline constexpr std::string_view k_protocol = "tandem companion 2";

// The first of all messages, to the companion: the conditions under which it is to play.
struct Conditions {
    std::optional<std::byte> stack_pattern{};
    std::optional<std::uint64_t> heap_seed{};  // shuffles the heap
    bool is_asked = false;  // it answers what explain asks (simulate.hpp), and obeys no orders
    std::string protocol{k_protocol};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(protocol), CEREAL_NVP(stack_pattern), CEREAL_NVP(heap_seed),
           CEREAL_NVP(is_asked));
    }
};

// The companion's answer, which says who it is.
struct Hello {
    std::string game;
    std::uint32_t version = 0;
    sim::SchemaHash state_schema;
    sim::SchemaHash input_schema;
    sim::SchemaHash options_schema;
    std::string build;
    bool heap_is_filled = false;
    std::string protocol{k_protocol};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(protocol), CEREAL_NVP(game), CEREAL_NVP(version),
           CEREAL_NVP(state_schema.value), CEREAL_NVP(input_schema.value),
           CEREAL_NVP(options_schema.value), CEREAL_NVP(build), CEREAL_NVP(heap_is_filled));
    }
};
Hello hello_of(const sim::GameInfo& game, bool heap_is_filled);

// An order to the companion: a reset, or the step of one tick. With each comes its result in the
// game. A message holds one or more orders.
struct CompanionOrder {
    bool is_reset = false;
    sim::Bytes content;      // canonical setup, or record
    bool is_failed = false;  // the game could not do it
    sim::StateHash expected;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(is_reset), CEREAL_NVP(is_failed), CEREAL_NVP(expected.value),
           CEREAL_NVP(content));
    }
};

// The answer to each order. After the first that is not `same` it awaits a reset.
struct CompanionVerdict {
    enum class Kind : std::uint8_t { same, differs, only_companion_failed, only_game_failed };
    Kind kind = Kind::same;
    // The companion's state with `differs`, the text with only_companion_failed; else empty.
    sim::Bytes content;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(kind), CEREAL_NVP(content));
    }
};

sim::Bytes encode(const Conditions& conditions);
sim::Bytes encode(const Hello& hello);
sim::Bytes encode(const std::vector<CompanionOrder>& orders);
sim::Bytes encode(const CompanionVerdict& verdict);

// Reads a message. Error bad_data if the bytes are no such message.
sim::Result<Conditions> decode_conditions(sim::ByteView bytes);
sim::Result<Hello> decode_hello(sim::ByteView bytes);
sim::Result<std::vector<CompanionOrder>> decode_orders(sim::ByteView bytes);
sim::Result<CompanionVerdict> decode_verdict(sim::ByteView bytes);

// The most bytes of a companion's failure; longer texts are cut.
inline constexpr std::size_t k_failure_bytes_max = 4096;
// The most bytes of a greeting (conditions or hello).
inline constexpr std::uint64_t k_greeting_bytes_max = 8192;
// The longest verdict on a game whose states have so many bytes.
std::uint64_t verdict_bytes_max(std::uint64_t state_bytes_max);

}  // namespace tandem::tools::check
