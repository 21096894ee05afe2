// SPDX-License-Identifier: MIT
// The bodies of the match at a fixed tick of 40 ms, in integers and in doubles: the game of the
// lockstep arms.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/lab/match/world.hpp>

namespace tandem::tools::lab::match {

inline constexpr std::uint32_t k_tick_ms = 40;
inline constexpr std::uint32_t k_tick_ns = k_tick_ms * k_ns_per_ms;
inline constexpr std::uint32_t k_ticks_per_second = 1'000 / k_tick_ms;

// The keys of a player in a tick, the bits of script.hpp; others mean nothing.
struct FixedInput {
    std::uint8_t keys = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(keys));
    }
};
FixedInput input_of_keys(const Keys& keys);
// Returns the input of the match's script for that player in this tick; any further player idles.
FixedInput input_of_script(Slot slot, std::uint64_t tick);
// Returns both players' keys; an absent one holds none.
HeldKeys keys_of(const Inputs<FixedInput>& inputs);

// The game in the lab's integers.
class FixedGame {
public:
    static constexpr std::string_view name = "lab-fixed";
    static constexpr TickRate tick_rate{k_ticks_per_second};
    static constexpr std::uint32_t players_max = k_players;
    using Input = FixedInput;
    // The generator is asked in this tick and every second after it, claim C02.
    static constexpr std::uint64_t k_draw_tick = 40;

    void reset(const Setup& setup);
    // A state that no match can reach is not played on: its integers would overflow.
    void restored() const;
    void step(Inputs<Input> inputs);
    Input bot_input(Slot slot, Random&) const { return input_of_script(slot, ticks); }
    Input input_from_keys(const Keys& keys) const { return input_of_keys(keys); }
    void draw(Canvas& canvas, const FixedGame& previous, float alpha) const;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks),
           sim::with_unit(cereal::make_nvp("bullet", car.distance), "milliunits"));
        ar(sim::with_unit(cereal::make_nvp("height", jump.height), "microunits"),
           cereal::make_nvp("velocity", jump.velocity),
           sim::with_unit(cereal::make_nvp("apex", jump.apex), "microunits"),
           cereal::make_nvp("is_in_air", jump.is_in_air));
        ar(sim::with_unit(cereal::make_nvp("spring", spring.position), "microunits"),
           cereal::make_nvp("spring_velocity", spring.velocity),
           sim::with_unit(cereal::make_nvp("spring_max", spring.farthest), "microunits"));
        ar(sim::with_unit(cereal::make_nvp("held_0", walkers[0].position), "millipx"),
           sim::with_unit(cereal::make_nvp("held_1", walkers[1].position), "millipx"),
           sim::with_unit(CEREAL_NVP(tap_ticks), "ticks"));
        ar(CEREAL_NVP(random), CEREAL_NVP(luck));
    }

    std::uint64_t ticks = 0;
    Car<Integer> car;
    Jump<Integer> jump;
    Spring<Integer> spring;
    std::array<Walker<Integer>, k_players> walkers{};
    std::uint32_t tap_ticks = 0;
    Random random;           // seeded by the setup
    std::uint32_t luck = 0;  // its last number

protected:
    bool draws_now() const;
    void move(const HeldKeys& keys);
};

// The game in doubles, with the bodies of the variable arms: claim C19's float column.
class FloatGame {
public:
    static constexpr std::string_view name = "lab-float";
    static constexpr TickRate tick_rate{k_ticks_per_second};
    static constexpr std::uint32_t players_max = k_players;
    using Input = FixedInput;

    void reset(const Setup&) { *this = FloatGame{}; }
    void restored() const { world.check(); }
    void step(Inputs<Input> inputs);
    Input bot_input(Slot slot, Random&) const { return input_of_script(slot, ticks); }
    Input input_from_keys(const Keys& keys) const { return input_of_keys(keys); }
    void draw(Canvas& canvas, const FloatGame& previous, float alpha) const;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(world));
    }

    std::uint64_t ticks = 0;
    World world;
};

// FixedGame with a planted fault, claim C02: its draws come from a generator of its own, which is
// no part of the state and whose seed nobody recorded. It bears the sound game's name, as a faulty
// build of a game would.
class WallSeededGame : public FixedGame {
public:
    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);

private:
    Random unrecorded_;
};

}  // namespace tandem::tools::lab::match
