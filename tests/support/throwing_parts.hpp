// SPDX-License-Identifier: MIT
// A game that throws in whichever of its functions the test names: what a game's own code throws
// must come back as an error, wherever the machinery calls it.
#pragma once

#include <string_view>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {

// The function that throws, until it is set to nothing again. A mutable static on purpose: the game
// itself must not know, or it could not throw in serialize.
struct Fuse {
    static inline std::string_view armed;
    static void burn(std::string_view where) {
        if (where == armed) {
            throw std::runtime_error("planned in " + std::string(where));
        }
    }
};
// Arms a function for as long as it lives.
struct Armed {
    explicit Armed(std::string_view where) { Fuse::armed = where; }
    ~Armed() { Fuse::armed = {}; }
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;
};

struct ThrowingParts : BrokenBase {
    static constexpr std::string_view name = "throwing_parts";

    struct Input {
        std::uint8_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            Fuse::burn("input");
            ar(CEREAL_NVP(amount));
        }
    };
    struct Options {
        std::uint8_t pace = 1;
        template <class Archive>
        void serialize(Archive& ar) {
            Fuse::burn("options");
            ar(CEREAL_NVP(pace));
        }
    };

    ThrowingParts() { Fuse::burn("constructor"); }
    ThrowingParts(const ThrowingParts&) = default;
    ThrowingParts& operator=(const ThrowingParts& other) {
        Fuse::burn("copy");
        ticks = other.ticks;
        total = other.total;
        return *this;
    }
    ~ThrowingParts() = default;

    void reset(const Setup& setup) {
        Fuse::burn("reset");
        BrokenBase::reset(setup);
    }
    void step(Inputs<Input> inputs, Phases& phase_ended) {
        Fuse::burn("step");
        for (const Input& input : inputs) {
            total = total * 3 + input.amount;
        }
        phase_ended("adding");
        ++ticks;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks));
        Fuse::burn("serialize");  // with half of the state written
        ar(CEREAL_NVP(total));
    }
    void restored() { Fuse::burn("restored"); }
    bool finished() const {
        Fuse::burn("finished");
        return ticks >= 1000;
    }
    Input bot_input(Slot, Random& random) const {
        Fuse::burn("bot_input");
        return {static_cast<std::uint8_t>(random.below(256U))};
    }
    Input input_from_keys(const Keys&) const {
        Fuse::burn("input_from_keys");
        return {7};
    }
    void draw(Canvas& canvas, const ThrowingParts&, float) const {
        canvas.status("drawn");
        Fuse::burn("draw");
    }
};

}  // namespace tandem::test
