// SPDX-License-Identifier: MIT
// Tries three new sizes of the window between two of its pictures, as C86 has them: how often a
// loop sets its viewport that takes the signal back, and one that does not.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/tools/lab/window/lab_window.hpp>

namespace tandem::tools::lab::window {

struct Resizes {
    std::uint64_t pictures = 0;  // drawn after the new sizes
    std::uint64_t signals = 0;   // new sizes that came from the display
    std::uint64_t kept = 0;      // pictures that set the viewport if nobody takes it back
    std::uint64_t consumed = 0;  // pictures that set it if it is taken back
    bool is_last_size = false;   // true if the viewport is then the last size that was asked for
};

// Tries it. The window has its old size afterwards. Nothing once it is gone.
std::optional<Resizes> try_resizes(LabWindow& window);

}  // namespace tandem::tools::lab::window
