// SPDX-License-Identifier: MIT
// A game that must not be drawn where its session goes on.
#pragma once

#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/game.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {

// A game whose draw moves what its step uses too.
struct Smoky : BrokenBase {
    static constexpr std::string_view name = "smoky";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        random = Random{setup.seed};
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += random.below(6U);
    }
    void draw(Canvas&, const Smoky&, float) const { static_cast<void>(random.below(6U)); }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(random));
    }
    mutable Random random{};
};

}  // namespace tandem::test
