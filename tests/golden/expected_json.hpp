// SPDX-License-Identifier: MIT
// Compares JSON with what was written down once, in a way that lets later programs say more.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tandem::test {

// One line for each value of `expected` that `actual` has not: its path and both. An object may
// hold more keys than expected, a list must have as many elements. Sentences for people
// ("message", "error", "flaw") may be worded anew: of them the place counts, which stands before
// the first ": ", and of a message that it is there.
std::vector<std::string> differences(const nlohmann::json& expected, const nlohmann::json& actual);

// The expectations of the kept replay files: their folder, and all their names without ending, in
// order. Those of format 2 are named "format_2/...".
std::string golden_replays_folder();
std::vector<std::string> golden_replay_names();
nlohmann::json golden_expectation(const std::string& name);

}  // namespace tandem::test
