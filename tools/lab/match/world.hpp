// SPDX-License-Identifier: MIT
// The bodies of the match with steps of any length, in a game with a variable step or with doubles.
#pragma once

#include <array>
#include <cstdint>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/serialize/unportable.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {

struct World {
    // Steps the bodies. `is_frame` is true if the step ends a frame, in which the keys were looked
    // at; it is false for a part of a frame that was cut at a whole second.
    void step(std::uint32_t dt_ns, const HeldKeys& keys, bool is_frame);
    // The spring is let go anew every second, so that it stays a number where it blows up, and the
    // shot is fired anew.
    void begin_second();
    // Throws if an integer stands at a value that no match reaches, from where a step could
    // overflow. The `restored` of games that hold this calls it.
    void check() const;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(sim::with_unit(CEREAL_NVP(bullet), "units"),
           sim::with_unit(CEREAL_NVP(bullet_float), "units"),
           sim::with_unit(CEREAL_NVP(bullet_nano), "nanounits"));
        ar(sim::with_unit(CEREAL_NVP(height), "units"), CEREAL_NVP(velocity),
           sim::with_unit(CEREAL_NVP(apex), "units"), CEREAL_NVP(is_in_air));
        ar(sim::with_unit(CEREAL_NVP(height_nano), "nanounits"), CEREAL_NVP(velocity_nano),
           sim::with_unit(CEREAL_NVP(apex_nano), "nanounits"));
        ar(CEREAL_NVP(spring), CEREAL_NVP(spring_velocity), CEREAL_NVP(spring_max));
        ar(sim::with_unit(CEREAL_NVP(held), "px"),
           sim::with_unit(CEREAL_NVP(tap_frames), "frames"));
        ar(sim::with_unit(CEREAL_NVP(shot), "px"), sim::with_unit(CEREAL_NVP(shot_float), "px"),
           sim::with_unit(CEREAL_NVP(shot_nano), "nanopx"),
           sim::with_unit(CEREAL_NVP(shot_ns), "ns"));
    }

    // The car, claims C13 to C15. The lab's integers know whole milliseconds alone, these
    // nanoseconds.
    sim::Unportable<double> bullet;
    sim::Unportable<float> bullet_float;
    std::int64_t bullet_nano = 0;
    // A jump of player 0, claim C22, in two arithmetics.
    sim::Unportable<double> height;
    sim::Unportable<double> velocity;
    sim::Unportable<double> apex;
    bool is_in_air = false;
    std::int64_t height_nano = 0;
    std::int64_t velocity_nano = 0;
    std::int64_t apex_nano = 0;
    // The spring, claim C24: its place, and the farthest it ever was.
    sim::Unportable<double> spring{1};
    sim::Unportable<double> spring_velocity;
    sim::Unportable<double> spring_max{1};
    // The way that each player walked while its key was held, claim C27.
    std::array<sim::Unportable<double>, k_players> held{};
    // The number of frames in which player 0's tap was seen, claim C26.
    std::uint32_t tap_frames = 0;
    // A shot of 1,920 px a second, claim C16, which vanishes at the end of the step in which it has
    // flown for half a second: the place, and the time of its flight.
    sim::Unportable<double> shot;
    sim::Unportable<float> shot_float;
    std::int64_t shot_nano = 0;
    std::uint32_t shot_ns = 0;

private:
    void fly(const lab::Step<double>& step, std::uint32_t dt_ns);
    void jump(const lab::Step<double>& step, bool is_pressed);
    void jump_nano(std::uint32_t dt_ns, bool is_pressed);
};

// A picture of the lab's games: the bullet on its way, the jump at its wall, the spring, and how
// far each player went. The values are for drawing only.
struct MatchPicture {
    double bullet = 0;                     // units
    double height = 0;                     // units
    double spring = 0;                     // units
    std::array<double, k_players> held{};  // px
};
MatchPicture picture_of(const World& world);

// Blends the two by alpha, 0 to 1.
void draw_picture(Canvas& canvas, const MatchPicture& before, const MatchPicture& now, float alpha);

}  // namespace tandem::tools::lab::match
