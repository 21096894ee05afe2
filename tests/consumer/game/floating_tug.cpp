// SPDX-License-Identifier: MIT
// A step that scales by a double: what tandem_add_simulation must find.
#include "floating_tug.hpp"

void FloatingTug::step(tandem::Inputs<Input> inputs) {
    Tug::step(inputs);
    const double slack = static_cast<double>(rope.raw()) * 0.999;
    rope = tandem::Fixed::from_raw(static_cast<std::int64_t>(slack));
}
