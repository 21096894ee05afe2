// SPDX-License-Identifier: MIT
// Tells the end of a session: the reason, its name in JSON, and the exit code.
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

// The name in JSON: "source_ended".
const char* end_name(sim::EndReason reason);

// The first of these errors, which decides how a verb ends. The others are complained of at once,
// each text once: every loss is told even if something else happened too.
std::optional<sim::Error> first_error(const std::vector<std::optional<sim::Error>>& errors,
                                      Console& console);

// Returns `error`. If it is the loss of the recording and that ended the session, it adds the way
// out.
std::optional<sim::Error> with_way_on(std::optional<sim::Error> error,
                                      const std::optional<sim::Error>& lost, sim::EndReason reason);

// Says the last word on a session whose file is finished; returns its exit code. `error` is why it
// is a failure. A planted fault that was never reached is a failure too, but it does not hide
// another error, nor that somebody interrupted the session: beside those it is only said.
int report_end(const std::optional<sim::Error>& error,
               const std::optional<sim::Error>& missed_plant, const JsonObject& facts,
               Context& context);

// A session that ends in the middle of a call of the game's code.
struct CutShort {
    sim::EndReason reason = sim::EndReason::interrupted;
    std::string why;                  // for the other players
    std::optional<sim::Error> error;  // nothing: somebody interrupted it
};

// Watches the game's calls on this thread. A call that does not come back is told. If a signal then
// ends it, or the game ends the program in it, `finish` finishes the session and returns the exit
// code. Everything lies still then but the call itself, of whose simulation `finish` must not use
// more than its name. Without `finish` there is nothing but the sentence.
CallWatchHooks watched_calls(const Context& context,
                             std::function<int(const CutShort& cut)> finish = {});

// Tells the end if a person stopped it before there was a match. `game` is empty if no host has
// told it.
int report_no_match(const std::string& game, Context& context);

}  // namespace tandem::tools
