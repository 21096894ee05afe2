// SPDX-License-Identifier: MIT
// Simulates in a process of its own: a game that is run again may assert, hang, or eat all memory,
// and the verb that runs it must say so.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include <tandem/replay/verify/verify.hpp>
#include <tandem/tools/program/trial/trial_process.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The number of threads that may search in a trial: each takes address space, which is bounded
// there.
std::uint32_t search_threads();

// The option --patience S of a verb that runs a game again: how long a step may take.
Option patience_option(std::chrono::seconds otherwise = TrialLimits().patience);
// The option --memory M: how much memory that process may have.
Option memory_option();
// The limits of both options, or their defaults.
TrialLimits trial_limits(const Arguments& arguments,
                         std::chrono::seconds otherwise = TrialLimits().patience);
// The patience of verbs that play a session hundreds of times, each of which may hang.
inline constexpr std::chrono::seconds k_patience_of_many{20};

// Returns the function by which long work there says how far it is. It never asks to stop. Any
// thread may call it.
replay::Progress progress_of(TrialLife& life);

// The work of a verb. It prints to the console of the context that it is given, tells `progress`
// how far it is, stops if that says false, and returns the exit code, or an error, which is printed
// for it. Any thread may call `progress`.
using TrialWork = std::function<Result<int>(Context& context, const replay::Progress& progress)>;

// Lets the work be done in another way, and says how.
using OtherWay = std::function<std::string()>;

// Does the work in a copy of this process, which must have no other thread, and prints the copy's
// output. Returns its exit code. If the copy dies or hangs, the error (step_failed, exit code 1)
// says how far it was; `doing` names the work, "explaining a.tandem". If there is another way, the
// work is done once more in that, and how the first copy ended is only complained of. An interrupt
// ends it; an interrupt that was pending before does not.
int run_in_trial(Context& context, const std::string& doing, const TrialWork& work,
                 const TrialLimits& limits = {}, const OtherWay& other_way = nullptr);

// Does work that makes bytes, and prints nothing. After an interrupt the error says so.
using BytesWork = std::function<sim::Result<sim::Bytes>(const replay::Progress& progress)>;
sim::Result<sim::Bytes> bytes_of_trial(Context& context, const std::string& doing,
                                       const BytesWork& work, const TrialLimits& limits = {});

// A value or an error as bytes, for the way between two processes. Bytes that are neither are
// damaged_answer().
sim::Bytes encode_result(const sim::Result<sim::Bytes>& result);
sim::Result<sim::Bytes> decode_result(sim::ByteView message);

}  // namespace tandem::tools
