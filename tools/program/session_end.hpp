// SPDX-License-Identifier: MIT
// How the end of a session is told: why, by its name in JSON, and with which exit code.
#pragma once

#include <optional>
#include <string>

#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// "source_ended".
const char* end_name(sim::EndReason reason);

// The last word on a session whose file is finished; gives its exit code. `error` is why it is a
// failure. A planted fault that was never reached is one too, but no reason to hide another error
// or that somebody interrupted it: beside those it is only said.
int tell_end(const std::optional<sim::Error>& error, const std::optional<sim::Error>& missed_plant,
             const JsonObject& facts, Context& context);

// The same where a person stopped it before there was a match. `game` is empty where no host has
// told it.
int tell_no_match(const std::string& game, Context& context);

}  // namespace tandem::tools
