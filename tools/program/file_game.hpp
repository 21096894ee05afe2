// SPDX-License-Identifier: MIT
// What the verbs that read recordings share: finding the game of a file, and fields of a difference
// as JSON.
#pragma once

#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/program/context.hpp>

namespace tandem::tools {

// The game a file names. The error (no_simulation) says which games there are, or that --game says
// something else.
sim::Result<RegisteredGame> game_of(const replay::Replay& file, const std::string& path,
                                    const Context& context);

// [{"path", "a", "b", "raw_a", "raw_b", "more"}, ...]
JsonArray fields_json(const std::vector<sim::FieldDifference>& fields);

// "tick 4182" for values after so many ticks, "start" for those before the first.
std::string moment_text(std::uint64_t ticks_done);

// One indented line for each field, `moment` in front: when it has these values.
void say_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                Console& console);

}  // namespace tandem::tools
