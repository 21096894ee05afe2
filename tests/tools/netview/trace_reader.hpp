// SPDX-License-Identifier: MIT
// Reads a trace as a strict viewer would, and says what is wrong with it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tandem::test {

// All events of a trace; `is_cut`: nobody closed the array.
nlohmann::json read_trace(std::string text, bool is_cut = false);

// One sentence for each rule that is broken: every event has a name, a phase and a process;
// processes and threads have exactly one name; times are not negative, and never go back in a
// thread; slices of a thread do not overlap; what begins ends; an arrow has one beginning and at
// most one end, at a slice each, and goes forward.
std::vector<std::string> problems_of(const nlohmann::json& trace);

// How many events there are of which this is true.
std::size_t count_events(const nlohmann::json& trace,
                         const std::function<bool(const nlohmann::json&)>& wanted);
// Those with this name.
std::vector<nlohmann::json> events_named(const nlohmann::json& trace, const std::string& name);

}  // namespace tandem::test
