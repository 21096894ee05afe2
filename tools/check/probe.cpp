// SPDX-License-Identifier: MIT
// Holds the names and the meanings of the probes: the table that CLI.md and DETERMINISM.md repeat.
#include <tandem/tools/check/probe.hpp>

#include <algorithm>
#include <array>

#include <tandem/sim/nearest.hpp>

namespace tandem::tools::check {
namespace {

using replay::CauseClass;

constexpr std::array<ProbeInfo, 12> k_probes{{
    {Probe::serialize, "serialize", "the same state, written and read again",
     "serialize depends on values or changes something; it must name every field in every call, "
     "without a condition on values",
     CauseClass::unsaved, "serialize"},
    {Probe::twin, "twin", "a second game that was started alike",
     "something outside of the game takes part: a static or global that changes, rand() or "
     "random_device, a clock or an address, or a member that was never given a value; make it a "
     "member that serialize names, or take it from setup and inputs",
     CauseClass::local, "outside"},
    {Probe::reset, "reset", "a game that was reset after it had played something else",
     "reset leaves a member as an earlier session made it; give every member its first value "
     "there, as *this = Game{} does",
     CauseClass::local, "reset"},
    {Probe::copy, "copy", "a copy",
     "a copy goes on differently: a member points into its own object or shares what it points to; "
     "keep an index instead",
     CauseClass::local, "copy"},
    {Probe::fresh, "fresh", "a game restored into a fresh object",
     "step reads a member that serialize leaves out and restored() does not rebuild; name it in "
     "serialize, or rebuild it from what is named",
     CauseClass::unsaved, "field"},
    {Probe::dirty, "dirty", "a game restored into an object that had played something else",
     "a member keeps something from before the restoring, most likely a cache; rebuild it in "
     "restored(), or name it in serialize",
     CauseClass::unsaved, "cache"},
    {Probe::observed, "observed", "a game that was drawn, saved and asked for inputs",
     "draw, bot_input, input_from_keys, finished or serialize changes what the next step reads; "
     "look for a mutable member, a static or a const_cast",
     CauseClass::local, "observed"},
    {Probe::rounding, "rounding", "a game whose floating point rounds up and down by turns",
     "floating point decides something in reset or step, so the result changes with compiler, "
     "flags (contraction) and processor; use Fixed",
     CauseClass::build, "rounding"},
    {Probe::thread, "thread", "a game stepped by a thread while another steps a second one",
     "the result depends on the thread, on when a tick is computed, or on what another game does "
     "meanwhile: a thread_local, a thread's id, the time between ticks, random_device, or memory "
     "that all "
     "games share (a static buffer); make it a member",
     CauseClass::local, "thread"},
    {Probe::process, "process", "a game in another process, at least a second later",
     "the result depends on the process: a clock, an address (a pointer as a key), a byte that was "
     "never written, random_device, the environment or a file; take it from setup and inputs, use "
     "an index as the key, and give every member a value",
     CauseClass::local, "machine"},
    {Probe::memory, "memory", "a game in memory filled with a pattern, its blocks in another order",
     "a byte that was never written takes part, or the order of addresses (a pointer as a key); "
     "give every member a value, and use an index as the key",
     CauseClass::local, "memory"},
    {Probe::build, "build", "the game in another build",
     "the builds decide differently: an unordered container, equal elements in std::sort or a "
     "heap, a distribution of <random>, floating point, or the order of evaluation; "
     "sim/DETERMINISM.md has what to use instead",
     CauseClass::build, "build"},
}};

using sim::Error;
using sim::ErrorCode;

Error unknown_probe(const std::string& option, const std::string& list, const std::string& name) {
    std::vector<std::string> words;
    for (const ProbeInfo& each : k_probes) {
        words.emplace_back(each.name);
    }
    return {ErrorCode::usage, option + " " + list,
            "there is no probe '" + name + "'" + sim::nearest_hint(name, words) + "; there are " +
                probe_names()};
}

// The probes of `lists`. Each list may hold several, with commas between them.
sim::Result<std::vector<Probe>> listed_probes(const std::string& option,
                                              const std::vector<std::string>& lists) {
    std::vector<Probe> probes;
    for (const std::string& list : lists) {
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const std::string name = list.substr(begin, end - begin);
            const ProbeInfo* const info = find_probe(name);
            if (info == nullptr) {
                return unknown_probe(option, list, name);
            }
            probes.push_back(info->probe);
            begin = end + 1;
        }
    }
    std::sort(probes.begin(), probes.end());
    probes.erase(std::unique(probes.begin(), probes.end()), probes.end());
    return probes;
}

}  // namespace

std::span<const ProbeInfo> all_probes() { return k_probes; }

const ProbeInfo& info_of(Probe probe) { return k_probes[static_cast<std::size_t>(probe)]; }

const ProbeInfo* find_probe(std::string_view name) {
    const auto found = std::find_if(k_probes.begin(), k_probes.end(),
                                    [&](const ProbeInfo& info) { return info.name == name; });
    return found == k_probes.end() ? nullptr : &*found;
}

std::string probe_names() {
    std::string names;
    for (const ProbeInfo& info : k_probes) {
        names += (names.empty() ? "" : ", ") + std::string(info.name);
    }
    return names;
}

sim::Result<std::vector<Probe>> choose_probes(const std::vector<std::string>& names,
                                              const std::vector<std::string>& skipped) {
    auto chosen = listed_probes("--probe", names);
    const auto left_out = skipped_probes(skipped);
    if (!chosen || !left_out) {
        return chosen ? left_out.error() : chosen.error();
    }
    if (names.empty()) {
        for (const ProbeInfo& info : k_probes) {
            if (info.probe != Probe::build) {
                chosen->push_back(info.probe);
            }
        }
    }
    for (const Probe probe : *left_out) {
        const std::string place = std::string("--skip ") + info_of(probe).name;
        const auto found = std::find(chosen->begin(), chosen->end(), probe);
        if (found != chosen->end() && !names.empty()) {
            return Error{ErrorCode::usage, place, "--probe names it too; which is meant?"};
        }
        if (found != chosen->end()) {
            chosen->erase(found);
        }
        if (chosen->empty()) {
            return Error{ErrorCode::usage, place, "no probe is left, which would prove nothing"};
        }
    }
    return chosen;
}

sim::Result<std::vector<Probe>> skipped_probes(const std::vector<std::string>& skipped) {
    return listed_probes("--skip", skipped);
}

}  // namespace tandem::tools::check
