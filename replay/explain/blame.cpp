// SPDX-License-Identifier: MIT
// Searches for the deciding input. Each trial halves the differing inputs among which it is.
#include <tandem/replay/explain/blame.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// Returns all places at which an input differs, by ticks. A tick that only one of the two has
// differs in every slot.
std::vector<InputPlace> differing_places(const InputSheet& good, const InputSheet& bad) {
    std::vector<InputPlace> places;
    const std::uint32_t common = std::min(good.ticks(), bad.ticks());
    for (std::uint32_t tick = 0; tick < common; ++tick) {
        for (std::uint32_t slot = 0; slot < good.slots(); ++slot) {
            if (good.input({tick, slot}) != bad.input({tick, slot})) {
                places.push_back({tick, slot});
            }
        }
    }
    return places;
}

}  // namespace

sim::Result<Blame> blame(const InputSheet& good, const InputSheet& bad, const PlayTrial& play) {
    TANDEM_ASSERT(good.slots() == bad.slots());
    const auto places = differing_places(good, bad);
    Blame blame;
    blame.differing = places.size();
    // Plays the good session with the first `count` differing inputs of the bad one.
    const auto fails_with = [&](std::size_t count) -> sim::Result<bool> {
        InputSheet mixed = good;
        for (std::size_t i = 0; i < count; ++i) {
            mixed.set_input(places[i], bad.input(places[i]));
        }
        ++blame.trials;
        const auto outcome = play(mixed.records());
        return outcome ? sim::Result<bool>(outcome->fails) : sim::Result<bool>(outcome.error());
    };
    const auto none = fails_with(0);
    const auto all = fails_with(places.size());
    TANDEM_TRY(none);
    TANDEM_TRY(all);
    if (*none || !*all) {
        return Error{ErrorCode::usage, "",
                     *none ? "the good recording comes to the bad end as well"
                           : "the good recording with all differing inputs of the bad one does not "
                             "come to the bad end: what decides is no input of a common tick"};
    }
    std::size_t good_with = 0;
    std::size_t bad_with = places.size();
    while (bad_with - good_with > 1) {
        const std::size_t middle = good_with + (bad_with - good_with) / 2;
        const auto fails = fails_with(middle);
        TANDEM_TRY(fails);
        (*fails ? bad_with : good_with) = middle;
    }
    blame.place = places[bad_with - 1];
    blame.good = good.input(blame.place);
    blame.bad = bad.input(blame.place);
    return blame;
}

}  // namespace tandem::replay
