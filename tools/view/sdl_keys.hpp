// SPDX-License-Identifier: MIT
// SDL's keys as the numbers that decode_keys gives. A key whose letter is not Latin counts as what
// stands in its place on a US keyboard, so that W is where everybody's fingers look for it.
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
    // What was typed, in UTF-8: only the keyboard's layout knows where '?' is.
    void type(const char* text);
    // The keys go elsewhere.
    void release_all();

    // Every key typed since the last call.
    std::vector<std::uint8_t> take_typed();
    // What is down, and what was down since the last call.
    Keys take_held() { return held_.take(); }

private:
    void speak();

    WindowKeys held_;
    std::vector<std::uint8_t> typed_;
    // By scancode: what its press counted as, whatever the layout is when it goes up.
    std::array<std::optional<std::uint8_t>, sdl::k_places> down_{};
    // The last press, unless its text says what it was.
    std::optional<std::uint8_t> unsaid_;
};

}  // namespace tandem::tools
