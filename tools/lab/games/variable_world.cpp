// SPDX-License-Identifier: MIT
// A frame of the variable-step world.
#include <tandem/tools/lab/games/variable_world.hpp>

#include <stdexcept>

#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {

void VariableWorld::reset(const Setup&) { *this = VariableWorld{}; }

void VariableWorld::step(Inputs<Input> inputs) {
    const Input& input = inputs[0];
    const auto length = step_of<double>(Flicks(static_cast<std::int64_t>(input.step_flicks)));
    Car<double> moved_car{car.value};
    moved_car.step(length);
    car.value = moved_car.distance;
    Walker<double> moved_walker{walker.value};
    moved_walker.step(length, (input.keys & key::k_right) != 0);
    walker.value = moved_walker.position;
    Jump<double> jump{height.value, velocity.value, 0, is_in_air};
    if ((input.keys & key::k_jump) != 0) {
        jump.leave_ground();
    }
    jump.step(length);
    height.value = jump.height;
    velocity.value = jump.velocity;
    is_in_air = jump.is_in_air;
}

void VariableWorldWithAssertion::step(Inputs<Input> inputs) {
    VariableWorld::step(inputs);
    if (walker.value > k_fence) {
        throw std::logic_error("the walker is beyond the fence");
    }
}

}  // namespace tandem::tools::lab
