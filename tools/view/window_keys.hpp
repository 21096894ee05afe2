// SPDX-License-Identifier: MIT
// Keeps the keys of a keyboard that says when a key goes up, as a window has one.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include <tandem/sim/game/inputs.hpp>

namespace tandem::tools {

class WindowKeys {
public:
    // A key went down or up; its number is as in decode_keys.
    void set(std::uint8_t key, bool is_down) {
        down_[key] = is_down;
        if (is_down) {
            tapped_[key] = true;
        }
    }
    // These put a key down or up.
    void press(std::uint8_t key) { set(key, true); }
    void release(std::uint8_t key) { set(key, false); }
    // The keys go elsewhere: nobody will say that a key went up.
    void release_all() {
        down_.reset();
        tapped_.reset();
    }
    // A key that was tapped before and is up by now does not count.
    void forget_taps() { tapped_.reset(); }
    // Returns the keys that are down or were down since the last call.
    Keys extract() {
        Keys keys;
        for (std::size_t key = 0; key < down_.size(); ++key) {
            if (down_[key] || tapped_[key]) {
                keys.press(static_cast<Key>(key));
            }
        }
        tapped_.reset();
        return keys;
    }

private:
    std::bitset<256> down_;
    std::bitset<256> tapped_;
};

}  // namespace tandem::tools
