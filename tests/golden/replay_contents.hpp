// SPDX-License-Identifier: MIT
// All that a reader says of a replay file, as JSON: what the kept files of tests/golden/replays are
// compared by. It is the one place there that knows the reader.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::test {

// What the file at `path` holds ("contents") and how whole it is ("library"). tests/conformance
// makes the same contents of it in another language, so that they hold nothing of the library's.
// All ticks of a run have one hash: the lists would be longer than the files.
nlohmann::json read_replay(const std::string& path);

// What comes of simulating the file at `path` again, under the names of `tandem verify --json`.
nlohmann::json verify_replay(const std::string& path, sim::AnySimulation simulation);

}  // namespace tandem::test
