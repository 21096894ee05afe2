// SPDX-License-Identifier: MIT
// A rule that a macro of the build decides: both builds are sound, and they are not the same game.
#pragma once

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

#ifdef TANDEM_MISBEHAVING_OTHER_RULES
inline constexpr std::uint64_t k_bonus = 3;
#else
inline constexpr std::uint64_t k_bonus = 2;
#endif

struct RulesByMacro : BaseOf<RulesByMacro> {
    static constexpr std::string_view name = "rules_by_macro";
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += inputs[0].amount > 200 ? k_bonus : 0;
    }
};

}  // namespace tandem::misbehaving
