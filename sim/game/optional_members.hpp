// SPDX-License-Identifier: MIT
// What a game may have beyond what it must have. A member of one of these names that Tandem could
// not call would be left aside without a word, so it is a mistake like a missing one: one error,
// our sentence, the user's line.
#pragma once

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/member_names.hpp>
#include <tandem/sim/game/simulation.hpp>

namespace tandem::sim {

// One sentence for each optional part of the contract that is there and cannot be used.
template <class G>
consteval void require_optional_members() {
    using namespace detail;
    static_assert(HasBot<G> || !named::bot_input<G>,
                  "Tandem: bot_input must be public `Input bot_input(tandem::Slot slot, "
                  "tandem::Random& random) const`.");
    static_assert(HasDraw<G> || !named::draw<G>,
                  "Tandem: draw must be public `void draw(tandem::Canvas& canvas, const Game& "
                  "previous, float alpha) const`.");
    static_assert(HasFinished<G> || !named::finished<G>,
                  "Tandem: finished must be public `bool finished() const`.");
    static_assert(HasKeys<G> || !named::input_from_keys<G>,
                  "Tandem: input_from_keys must be public `Input input_from_keys(const "
                  "tandem::Keys& keys) const`.");
    static_assert(HasRestored<G> || !named::restored<G>,
                  "Tandem: restored must be public `void restored()`.");
    static_assert(HasStateBytesMax<G> || !named::state_bytes_max<G>,
                  "Tandem: state_bytes_max must be public `static constexpr std::uint64_t "
                  "state_bytes_max = ...;`.");
    static_assert(
        HasVersion<G> || !named::version<G>,
        "Tandem: version must be public `static constexpr std::uint32_t version = ...;`.");
}

}  // namespace tandem::sim
