// SPDX-License-Identifier: MIT
// Two recordings of one session with inputs of every kind, for the tests of the page.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/game.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {

// Hears its inputs, whose fields are numbers with and without sign, a flag, and a list between
// them.
struct Listener {
    static constexpr std::string_view name = "listener";
    static constexpr TickRate tick_rate{50};
    static constexpr std::uint32_t players_max = 4;
    struct Input {
        std::int16_t amount = 0;
        bool is_loud = false;
        Commands<std::uint8_t, 3> orders;
        std::uint32_t tail = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount), CEREAL_NVP(is_loud), CEREAL_NVP(orders), CEREAL_NVP(tail));
        }
    };
    void reset(const Setup& setup) { total = setup.seed; }
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            total = total * 3 + static_cast<std::uint64_t>(input.amount) + input.orders.size() +
                    input.tail;
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }
    std::uint64_t total = 0;
};

// What a player gives in one tick.
struct ListenerInput {
    std::int16_t amount = 0;
    bool is_loud = false;
    std::uint8_t orders = 0;  // how many
    std::uint32_t tail = 0;
    bool is_present = true;
};
inline sim::Bytes bytes_of(const ListenerInput& input) {
    sim::Bytes bytes;
    sim::append_le(bytes, static_cast<std::uint16_t>(input.amount));
    bytes.push_back(std::byte{input.is_loud ? std::uint8_t{1} : std::uint8_t{0}});
    sim::append_le(bytes, std::uint16_t{input.orders});
    bytes.resize(bytes.size() + input.orders, std::byte{7});
    sim::append_le(bytes, input.tail);
    return bytes;
}

// Of each tick the two players' inputs.
using ListenerInputs = std::vector<std::pair<ListenerInput, ListenerInput>>;

inline Recorded record_inputs(const ListenerInputs& inputs,
                              std::optional<sim::Plant> plant = std::nullopt) {
    Recording recording;
    recording.ticks = inputs.size();
    recording.plant = std::move(plant);
    recording.options = {.block_ticks = 10, .keyframe_ticks = 20};
    recording.source = [inputs](const sim::AnySimulation&, std::uint64_t tick) {
        const auto& [a, b] = inputs[tick];
        return sim::make_record((a.is_present ? 1U : 0U) | (b.is_present ? 2U : 0U),
                                std::vector<sim::Bytes>{bytes_of(a), bytes_of(b)});
    };
    return record<Listener>(recording);
}

}  // namespace tandem::test
