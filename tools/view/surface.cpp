// SPDX-License-Identifier: MIT
// What is the same on every surface.
#include <tandem/tools/view/surface.hpp>

#include <algorithm>

#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {

void Surface::show_last(const sim::AnySimulation& last, const std::vector<std::string>& lines) {
    const auto until = steady_now() + k_last_look;
    for (auto now = steady_now(); now < until; now = steady_now()) {
        if (wants_to_end(poll(now)) || pending_signal() != 0) {
            return;
        }
        draw({last, last, {1, 1}, lines}, now);
        wait_for_frame(until);
    }
}

bool Surface::is_quit(const std::vector<std::uint8_t>& keys) {
    return std::any_of(keys.begin(), keys.end(), [](std::uint8_t key) {
        return key == 'q' || key == static_cast<std::uint8_t>(Key::escape);
    });
}

}  // namespace tandem::tools
