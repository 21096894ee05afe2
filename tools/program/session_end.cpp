// SPDX-License-Identifier: MIT
// One switch over every reason, so that a new one cannot be forgotten here.
#include <tandem/tools/program/session_end.hpp>

#include <cstdint>

#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {

const char* end_name(sim::EndReason reason) {
    switch (reason) {
        case sim::EndReason::source_ended:
            return "source_ended";
        case sim::EndReason::tick_limit:
            return "tick_limit";
        case sim::EndReason::finished:
            return "finished";
        case sim::EndReason::interrupted:
            return "interrupted";
        case sim::EndReason::peer_lost:
            return "peer_lost";
        case sim::EndReason::desync:
            return "desync";
        case sim::EndReason::step_failed:
            return "step_failed";
        case sim::EndReason::recording_failed:
            return "recording_failed";
    }
    return "unknown";
}

int tell_end(const std::optional<sim::Error>& error, const std::optional<sim::Error>& missed_plant,
             const JsonObject& facts, Context& context) {
    const int signal = pending_signal();
    if (missed_plant && (error || signal != 0)) {
        context.console.complain(*missed_plant);
    }
    if (error) {
        return context.fail(*error, facts);
    }
    if (missed_plant && signal == 0) {
        return context.fail(*missed_plant, facts);
    }
    context.console.report(facts);
    return signal != 0 ? exit_code_of_signal(signal) : 0;
}

int tell_no_match(const std::string& game, Context& context) {
    context.console.say("no match came about, and no file was written");
    context.console.report({{"game", game.empty() ? JsonValue() : JsonValue(game)},
                            {"ticks", std::uint64_t{0}},
                            {"players", std::uint64_t{0}},
                            {"chain", JsonValue()},
                            {"file", JsonValue()},
                            {"bytes", std::uint64_t{0}},
                            {"player", JsonValue()},
                            {"end", end_name(sim::EndReason::interrupted)}});
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

}  // namespace tandem::tools
