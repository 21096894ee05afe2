// SPDX-License-Identifier: MIT
// How the end of a session is told: why, by its name in JSON, and with which exit code.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/call_watch.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// "source_ended".
const char* end_name(sim::EndReason reason);

// The first of these errors, which decides how a verb ends. The others are complained of at once,
// each text once: no loss goes untold because something else happened too.
std::optional<sim::Error> first_error(const std::vector<std::optional<sim::Error>>& errors,
                                      Console& console);

// `error` with the way out, where it is the loss of the recording and that ended the session.
std::optional<sim::Error> with_way_on(std::optional<sim::Error> error,
                                      const std::optional<sim::Error>& lost, sim::EndReason reason);

// The last word on a session whose file is finished; gives its exit code. `error` is why it is a
// failure. A planted fault that was never reached is one too, but no reason to hide another error
// or that somebody interrupted it: beside those it is only said.
int tell_end(const std::optional<sim::Error>& error, const std::optional<sim::Error>& missed_plant,
             const JsonObject& facts, Context& context);

// A session that ends in the middle of a call of the game's code.
struct CutShort {
    sim::EndReason reason = sim::EndReason::interrupted;
    std::string why;                  // for the other players
    std::optional<sim::Error> error;  // nothing: somebody interrupted it
};

// Watches the game's calls on this thread. One that does not come back is told; where a signal then
// ends it, or the game ends the program in it, `finish` finishes what there is and gives the exit
// code. Everything lies still then but the call itself, of whose simulation it must not use more
// than its name. Without `finish` there is nothing but the sentence.
CallWatchHooks watched_calls(const Context& context,
                             std::function<int(const CutShort& cut)> finish = {});

// The same where a person stopped it before there was a match. `game` is empty where no host has
// told it.
int tell_no_match(const std::string& game, Context& context);

}  // namespace tandem::tools
