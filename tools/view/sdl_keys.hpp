// SPDX-License-Identifier: MIT
// Turns SDL's keys into the numbers that decode_keys gives. A key whose letter is not Latin counts
// as the letter in its place on a US keyboard, so that W is where everybody's fingers look for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/tools/view/sdl_abi.hpp>
#include <tandem/tools/view/window_keys.hpp>

namespace tandem::tools {

class SdlKeys {
public:
    void press(const sdl::KeyboardEvent& event);
    void release(const sdl::KeyboardEvent& event);
    // Takes typed text, in UTF-8: only the keyboard's layout knows where '?' is.
    void type(const char* text);
    // The keys go elsewhere from now on.
    void release_all();

    // Returns every key typed since the last call.
    std::vector<std::uint8_t> extract_typed();
    // Returns the keys that are down or were down since the last call.
    Keys extract_held() { return held_.extract(); }

private:
    void speak();

    WindowKeys held_;
    std::vector<std::uint8_t> typed_;
    // The key that each press counted as, by scancode, whatever the layout is when it goes up.
    std::array<std::optional<std::uint8_t>, sdl::k_places> down_{};
    // The last press, unless its text has named its key.
    std::optional<std::uint8_t> unsaid_;
};

}  // namespace tandem::tools
