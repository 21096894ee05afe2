// SPDX-License-Identifier: MIT
// The arms of the match, section 3 of the inventory: how a machine steps, when inputs count, and
// the result that must come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::tools::lab::match {

enum class ArmId : std::uint8_t {
    v_naive,
    v_fair,
    v_script,
    v_same,
    v_hostdt,
    f_float,
    f_int,
    f_broken_dropped,
    f_broken_flipped,
    f_broken_random,
};

enum class ArmFault : std::uint8_t {
    none,
    dropped,  // an input of the host never reaches the guest, which plays on without it
    flipped,  // a bit of one is turned over on the way
    random,   // the generator is seeded from the wall clock
};

struct Arm {
    ArmId id = ArmId::v_naive;
    std::string_view name;
    std::string_view what;     // a line about it
    bool is_variable = false;  // else a fixed tick, in lockstep
    bool expects_agreement = false;
    ArmFault fault = ArmFault::none;
    std::uint64_t fault_tick = 0;       // the first tick after which the two must differ
    std::uint32_t seconds_default = 0;  // how long it runs if nobody says otherwise
};

// Returns the arms in the order in which they run.
const std::vector<Arm>& arms();
const Arm& arm_of(ArmId id);

// Returns every arm, or those of a list of names: "V-fair", and "F-broken" for all three of that
// kind. Each comes once, in the order of arms(). The error is usage for an unknown name.
sim::Result<std::vector<const Arm*>> choose_arms(const std::vector<std::string>& names);

}  // namespace tandem::tools::lab::match
