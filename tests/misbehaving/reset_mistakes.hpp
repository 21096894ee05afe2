// SPDX-License-Identifier: MIT
// Mistakes about where a session begins: what reset leaves as an earlier session made it.
#pragma once

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// A reset that relies on a new object: a member of the session before goes on.
struct ForgetfulReset : Base {
    static constexpr std::string_view name = "forgetful_reset";
    void step(Inputs<Input> inputs) {
        add(inputs);
        combo = inputs[0].amount > 100 ? combo + 1 : combo;
        mix(combo);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(combo));
    }
    std::uint64_t combo = 0;
};

// The same where only a long session changes it.
struct ForgetfulLate : Base {
    static constexpr std::string_view name = "forgetful_late";
    void step(Inputs<Input> inputs) {
        add(inputs);
        is_late = is_late || ticks > 200;
        mix(is_late ? 1 : 0);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(is_late));
    }
    bool is_late = false;
};

}  // namespace tandem::misbehaving
