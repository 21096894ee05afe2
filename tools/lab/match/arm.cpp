// SPDX-License-Identifier: MIT
// The table of arms, and choosing from it by name.
#include <tandem/tools/lab/match/arm.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/nearest.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab::match {
namespace {

// Long enough for the whole script and a few checkpoints after it; ten arms of it stay below 90
// seconds.
constexpr std::uint32_t k_seconds = 6;
// The inventory has the exact sums of ten seconds.
constexpr std::uint32_t k_seconds_script = 10;
// ceil(1100 / 40): the host's jump begins in this tick.
constexpr std::uint64_t k_dropped_tick = 28;
// A tick in which nobody does anything.
constexpr std::uint64_t k_flipped_tick = 36;
constexpr std::string_view k_broken = "F-broken";

std::vector<Arm> make_arms() {
    return {
        {ArmId::v_naive, "V-naive", "measured dt, an input counts from the next frame on", true,
         false, ArmFault::none, 0, k_seconds},
        {ArmId::v_fair, "V-fair", "measured dt, steps split where an input counts", true, false,
         ArmFault::none, 0, k_seconds},
        {ArmId::v_script, "V-script", "scripted dt, each machine's own", true, false,
         ArmFault::none, 0, k_seconds_script},
        {ArmId::v_same, "V-same", "scripted dt, the fast one's on both", true, true, ArmFault::none,
         0, k_seconds},
        {ArmId::v_hostdt, "V-hostdt", "the host's measured dt on both", true, true, ArmFault::none,
         0, k_seconds},
        {ArmId::f_float, "F-float", "fixed tick in lockstep, doubles", false, true, ArmFault::none,
         0, k_seconds},
        {ArmId::f_int, "F-int", "fixed tick in lockstep, integers", false, true, ArmFault::none, 0,
         k_seconds},
        {ArmId::f_broken_dropped, "F-broken-dropped", "F-int, an input is lost on its way", false,
         false, ArmFault::dropped, k_dropped_tick, k_seconds},
        {ArmId::f_broken_flipped, "F-broken-flipped", "F-int, a bit of an input turns over", false,
         false, ArmFault::flipped, k_flipped_tick, k_seconds},
        {ArmId::f_broken_random, "F-broken-random", "F-int, random numbers from the wall clock",
         false, false, ArmFault::random, FixedGame::k_draw_tick, k_seconds},
    };
}

}  // namespace

const std::vector<Arm>& arms() {
    static const std::vector<Arm> k_arms = make_arms();
    return k_arms;
}

const Arm& arm_of(ArmId id) {
    const auto index = static_cast<std::size_t>(id);
    TANDEM_ASSERT(index < arms().size() && arms()[index].id == id);
    return arms()[index];
}

sim::Result<std::vector<const Arm*>> choose_arms(const std::vector<std::string>& names) {
    std::vector<bool> is_chosen(arms().size(), names.empty());
    for (const std::string& name : names) {
        bool is_known = false;
        for (std::size_t i = 0; i < arms().size(); ++i) {
            const Arm& arm = arms()[i];
            if (arm.name == name || (name == k_broken && arm.fault != ArmFault::none)) {
                is_chosen[i] = true;
                is_known = true;
            }
        }
        if (!is_known) {
            std::vector<std::string> known{std::string(k_broken)};
            std::string list;
            for (const Arm& arm : arms()) {
                known.emplace_back(arm.name);
                list += (list.empty() ? "" : ", ") + std::string(arm.name);
            }
            return sim::Error{sim::ErrorCode::usage, "--arm",
                              "there is no arm '" + escaped(name) + "'" +
                                  sim::nearest_hint(name, known) + "; there is " + list};
        }
    }
    std::vector<const Arm*> chosen;
    for (std::size_t i = 0; i < arms().size(); ++i) {
        if (is_chosen[i]) {
            chosen.push_back(&arms()[i]);
        }
    }
    return chosen;
}

}  // namespace tandem::tools::lab::match
