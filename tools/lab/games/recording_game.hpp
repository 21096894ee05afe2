// SPDX-License-Identifier: MIT
// A game that records every call, for experiments that ask when something happened.
#pragma once

#include <vector>

#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

struct RecordingGame : Game {
    void update(const Update& update) override { updates.push_back(update); }
    void render(const Frame& frame) override { frames.push_back(frame); }

    std::vector<Update> updates;
    std::vector<Frame> frames;  // those that were finished within the window
};

}  // namespace tandem::tools::lab
