// SPDX-License-Identifier: MIT
// Simulates in a process of its own: a game that is run again may assert, hang, or eat all memory,
// and the verb that runs it must say so.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include <tandem/replay/verify.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// What the other process may take.
struct TrialLimits {
    // A process that asks for more memory is refused it. Not held where a sanitizer is built in,
    // which reserves far more than it uses.
    std::uint64_t memory_bytes = std::uint64_t{2} << 30;
    // A process that has not got on for so long is taken to hang.
    std::chrono::seconds patience{60};
};

// The work of a verb. It prints to the console of the context that it is given, tells `progress`
// how far it is, stops where that says false, and returns the exit code.
using TrialWork = std::function<int(Context& context, const replay::Progress& progress)>;

// Does the work in a copy of this process, which must have no other thread, and prints what it
// printed. Returns its exit code. If the copy dies or hangs, the error (step_failed, exit code 1)
// says how far it was; `doing` is what it did, "explaining a.tandem". An interrupt ends it.
int run_in_trial(Context& context, const std::string& doing, const TrialWork& work,
                 const TrialLimits& limits = {});

}  // namespace tandem::tools
