// SPDX-License-Identifier: MIT
// The probes of check: each plays the game once more under one other condition that must make no
// difference. Which probe differs tells what kind of fault it is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools::check {

// Those of this process first, then a copy of it (thread) and other programs.
enum class Probe : std::uint8_t {
    serialize,
    twin,
    reset,
    copy,
    fresh,
    dirty,
    observed,
    rounding,
    thread,
    process,
    memory,
    build,
};

struct ProbeInfo {
    Probe probe;
    const char* name;   // as --probe takes it
    const char* who;    // the game's companion, in words
    const char* cause;  // what is likely wrong where it differs, and what to do
    replay::CauseClass cause_class;
    const char* reason;  // what it is within its class, in a word
};

// All of them, in the order of Probe.
std::span<const ProbeInfo> all_probes();
const ProbeInfo& info_of(Probe probe);
// Null where no probe has this name.
const ProbeInfo* find_probe(std::string_view name);
// "serialize, twin, ..."
std::string probe_names();

// The probes of `names`, each of which may be a list with commas, in the order of Probe. No names
// mean all but `build`, which needs another build to be named. Those of `skipped` are left out.
// Error usage, also where one is named by both or none is left.
sim::Result<std::vector<Probe>> choose_probes(const std::vector<std::string>& names,
                                              const std::vector<std::string>& skipped = {});
// The probes of a list after --skip, in the order of Probe. Error usage.
sim::Result<std::vector<Probe>> skipped_probes(const std::vector<std::string>& skipped);

}  // namespace tandem::tools::check
