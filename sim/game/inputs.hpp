// SPDX-License-Identifier: MIT
// A game gets this of its players: the inputs of a tick, who is present, and the keys that a person
// holds down. Phases, by which a step names its phases, stands here too.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/types.hpp>

namespace tandem {

// The most slots of a session: presence is one bit for each slot in a 64-bit number.
inline constexpr std::uint32_t k_slots_max = 64;

// The inputs of one tick, as a view. An absent slot has a default-constructed input, which means
// idle.
template <class Input>
class Inputs {
public:
    // Bit s of `presence` says whether slot s takes part in this tick.
    Inputs(std::span<const Input> inputs, std::uint64_t presence)
        : inputs_(inputs), presence_(presence) {
        TANDEM_ASSERT(inputs.size() <= k_slots_max);
    }

    // The number of slots in the setup.
    std::size_t size() const { return inputs_.size(); }
    // The input of this slot, which must exist (asserted); idle if the slot is absent.
    const Input& operator[](std::size_t slot) const {
        TANDEM_ASSERT(slot < inputs_.size());
        return inputs_[slot];
    }
    const Input& operator[](Slot slot) const { return (*this)[std::size_t{slot.index}]; }
    // True if this slot takes part in the tick.
    bool present(Slot slot) const {
        TANDEM_ASSERT(slot.index < inputs_.size());
        return (presence_ >> slot.index & 1U) != 0;
    }
    // The presence bits of the slots: 1 if the slot is present.
    std::uint64_t presence() const { return presence_; }
    auto begin() const { return inputs_.begin(); }
    auto end() const { return inputs_.end(); }
    // All inputs, idle ones included.
    operator std::span<const Input>() const { return inputs_; }

private:
    std::span<const Input> inputs_;
    std::uint64_t presence_;
};

// A key. A printable key is its lower-case ASCII character; the others have names here.
enum class Key : std::uint8_t { escape = 27, space = 32, up = 128, down, left, right, enter, tab };

// The place where a person points with a mouse or a finger, in the game's own units. A button or a
// finger that was down for a moment only is seen once all the same.
struct Pointer {
    Vec2 at;                   // now, or where it was released
    Vec2 pressed_at;           // where it went down the last time
    bool is_down = false;      // it is held down now
    bool is_pressed = false;   // it went down since the last tick
    bool is_released = false;  // it went up since the last tick
    bool is_second = false;    // the right button, or two fingers
};

// The keys that a person holds down, and where a pointer is, for a game's input_from_keys.
class Keys {
public:
    // True if the key is held down.
    bool down(Key key) const { return down_[static_cast<std::size_t>(key)]; }
    // True if the key of this character is held down. `character` is lower-case ASCII.
    bool down(char character) const {
        return down_[static_cast<std::size_t>(static_cast<unsigned char>(character))];
    }
    // Notes that this key is held down.
    void press(Key key) { down_[static_cast<std::size_t>(key)] = true; }
    void press(char character) {
        down_[static_cast<std::size_t>(static_cast<unsigned char>(character))] = true;
    }
    // Notes that no key is held down any more.
    void release_all() { down_.reset(); }

    // The place where the person points. It is empty if there is no pointer, as in a terminal, or
    // if it is outside of the picture.
    const std::optional<Pointer>& pointer() const { return pointer_; }
    // Notes where the person points.
    void point(const Pointer& pointer) { pointer_ = pointer; }

    // The slot that the person plays.
    Slot player() const { return player_; }
    // Notes which slot the person plays.
    void set_player(Slot player) { player_ = player; }

private:
    std::bitset<256> down_;
    std::optional<Pointer> pointer_;
    Slot player_;
};

// Named phases within a step, so that a diagnosis can say which phase of the bad tick went wrong. A
// game with `step(inputs, Phases&)` calls phases("movement") when that phase has ended. This costs
// one branch while nobody listens.
class Phases {
public:
    using Listener = void (*)(void* context, std::string_view phase);  // who is called

    Phases() = default;
    // `listener` may be null and is called with `context`.
    Phases(Listener listener, void* context) : listener_(listener), context_(context) {}

    // A step calls it when this phase has ended.
    void operator()(std::string_view ended_phase) {
        if (listener_ != nullptr) {
            listener_(context_, ended_phase);
        }
    }

private:
    Listener listener_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace tandem
