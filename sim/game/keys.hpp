// SPDX-License-Identifier: MIT
// The keys a person holds down, as a game sees them in input_from_keys.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace tandem {

// Printable keys are their lower-case ASCII character; the others have names here.
enum class Key : std::uint8_t { escape = 27, space = 32, up = 128, down, left, right, enter, tab };

class Keys {
public:
    bool down(Key key) const { return down_[static_cast<std::size_t>(key)]; }
    // `character` is lower-case ASCII.
    bool down(char character) const {
        return down_[static_cast<std::size_t>(static_cast<unsigned char>(character))];
    }
    void press(Key key) { down_[static_cast<std::size_t>(key)] = true; }
    void press(char character) {
        down_[static_cast<std::size_t>(static_cast<unsigned char>(character))] = true;
    }
    void release_all() { down_.reset(); }

private:
    std::bitset<256> down_;
};

}  // namespace tandem
