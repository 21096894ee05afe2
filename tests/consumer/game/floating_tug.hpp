// SPDX-License-Identifier: MIT
// The game with a mistake in its step: floating point that no type of its state shows.
#pragma once

#include "tug.hpp"

struct FloatingTug : Tug {
    void step(tandem::Inputs<Input> inputs);
};
