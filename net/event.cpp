// SPDX-License-Identifier: MIT
// Turns events into words.
#include <tandem/net/event.hpp>

#include <array>
#include <string_view>

namespace tandem::net {
namespace {

std::string player(Slot slot);
std::string text_of(const Connected& event);
std::string text_of(const Started& event);
std::string text_of(const Ticked& event);
std::string waiting_text(WaitingFor what);
std::string text_of(const Waiting& event);
std::string text_of(const Alarm& event);
std::string text_of(const Absented& event);
std::string text_of(const Coming& event);
std::string text_of(const Returned& event);
std::string text_of(const DelayChanged& event);
std::string text_of(const Desynced& event);
std::string text_of(const Left& event);
std::string text_of(const Refused& event);
std::string reason_text(sim::EndReason reason, Slot slot);
std::string text_of(const Ended& event);

struct RefusalWords {
    std::string_view subject;
    std::string_view advice;
};

std::string_view reset_text(ProgramsCompared programs);
std::string_view programs_text(ProgramsCompared programs);
RefusalWords refusal_words(RefusalReason reason, ProgramsCompared programs);

}  // namespace

std::string refusal_text(const Refusal& refusal, ProgramsCompared programs) {
    const RefusalWords words = refusal_words(refusal.reason, programs);
    std::string text = "match refused: ";
    text += words.subject;
    text += " (host: " + refusal.host_value + "; joiner: " + refusal.guest_value + "); ";
    text += words.advice;
    return text;
}

std::string cause_text(DesyncCause cause, ProgramsCompared programs) {
    std::string text = "the other side's report did not arrive, so the cause is open";
    switch (cause) {
        case DesyncCause::setup:
            return std::string(reset_text(programs));
        case DesyncCause::inputs:
            return "the two sides stepped with different inputs, a fault of the transport";
        case DesyncCause::simulation:
            text = "the same inputs gave different states, a fault of the simulation";
            break;
        case DesyncCause::unknown:
            break;
    }
    text += programs_text(programs);
    return text;
}

std::string event_text(const Event& event) {
    return std::visit([](const auto& content) { return text_of(content); }, event);
}

namespace {

std::string player(Slot slot) { return "player " + std::to_string(slot.index); }

std::string text_of(const Connected& event) {
    std::string text = player(event.slot);
    text += event.name.empty() ? " is there" : " (" + event.name + ") is there";
    text += event.build.empty() ? "" : ", build " + event.build;
    switch (event.programs) {
        case ProgramsCompared::different:
            return text + "; it runs another program than this side";
        case ProgramsCompared::other_libraries:
            return text + "; it runs the same program with other libraries";
        case ProgramsCompared::same:
        case ProgramsCompared::unknown:
            break;
    }
    return text;
}

std::string text_of(const Started& event) {
    return "the match begins with " + std::to_string(event.players) + " players; you are " +
           player(event.own);
}

std::string text_of(const Ticked& event) { return "tick " + std::to_string(event.tick.number); }

std::string waiting_text(WaitingFor what) {
    switch (what) {
        case WaitingFor::line:
            return "was not heard of: its line, or its machine";
        case WaitingFor::machine:
            return "has a machine too slow for this game";
        case WaitingFor::frozen:
            return "stood still";
        case WaitingFor::inputs:
            return "gave no inputs";
        case WaitingFor::acknowledgements:
            return "acknowledged no inputs";
        case WaitingFor::history:
            return "did not tell what its ticks came to";
    }
    return "is not ready";
}

std::string text_of(const Waiting& event) {
    if (event.is_over) {
        return "the match goes on after " + std::to_string(event.ms) + " ms; " +
               player(event.slot) + " " + waiting_text(event.what);
    }
    return "waiting for " + player(event.slot) + ", which " + waiting_text(event.what);
}

std::string text_of(const Alarm& event) {
    const std::string before =
        event.ticks_agreed == 0
            ? "nothing was compared before"
            : "after tick " + std::to_string(event.ticks_agreed - 1) + " it did not";
    return player(event.slot) + " differs from this side after tick " +
           std::to_string(event.ticks_differ - 1) + "; " + before;
}

std::string text_of(const Absented& event) {
    return event.waits_ms == 0
               ? event.text
               : event.text + "; the match waits " + std::to_string(event.waits_ms / 1'000) +
                     " s for it to come back";
}

std::string text_of(const Coming& event) {
    std::string text = player(event.slot) + " comes back";
    if (event.bytes > 0) {
        const std::uint64_t percent = event.bytes_given * 100 / event.bytes;
        text += ": " + std::to_string(percent) + " % of a state of " + std::to_string(event.bytes) +
                " bytes told";
    }
    return text + ", " + std::to_string(event.ticks_behind) + " ticks behind";
}

std::string text_of(const Returned& event) {
    return (event.is_bot ? "a bot plays " + player(event.slot) : player(event.slot) + " is back") +
           " from tick " + std::to_string(event.from_tick) + " on";
}

std::string text_of(const DelayChanged& event) {
    return "the line needs " +
           std::string(event.delay_ticks > event.before_ticks ? "more" : "less") +
           ": your input delay is " + std::to_string(event.delay_ticks) +
           (event.delay_ticks == 1 ? " tick" : " ticks") + " from tick " +
           std::to_string(event.from.number) + " on, not " + std::to_string(event.before_ticks);
}

std::string text_of(const Desynced& event) { return event.text; }

std::string text_of(const Left& event) { return event.text; }

std::string text_of(const Refused& event) { return event.text; }

std::string reason_text(sim::EndReason reason, Slot slot) {
    switch (reason) {
        case sim::EndReason::source_ended:
            return "the inputs of " + player(slot) + " have ended";
        case sim::EndReason::tick_limit:
            return "the agreed number of ticks is reached";
        case sim::EndReason::finished:
            return "the game is over";
        case sim::EndReason::interrupted:
            return player(slot) + " stopped it";
        case sim::EndReason::peer_lost:
            return "the other side is gone";
        case sim::EndReason::desync:
            return "the two sides no longer agree";
        case sim::EndReason::step_failed:
            return "the simulation failed";
        case sim::EndReason::recording_failed:
            return "the recording failed";
    }
    return "no reason was given";
}

std::string text_of(const Ended& event) {
    return "the match has ended after " + std::to_string(event.ticks) +
           " ticks: " + (event.error ? event.error->text() : reason_text(event.reason, event.slot));
}

std::string_view reset_text(ProgramsCompared programs) {
    switch (programs) {
        case ProgramsCompared::same:
            return "the same setup gave different states, although both sides run the same "
                   "program: bytes that nobody wrote, an address or a local file decides in its "
                   "reset";
        case ProgramsCompared::other_libraries:
            return "the same setup gave different states, so one program resets differently with "
                   "different libraries";
        case ProgramsCompared::different:
            return "the same setup gave different states, so the two builds reset differently";
        case ProgramsCompared::unknown:
            break;
    }
    return "the same setup gave different states, so the two sides reset differently";
}

std::string_view programs_text(ProgramsCompared programs) {
    switch (programs) {
        case ProgramsCompared::same:
            return " (both sides run the same program)";
        case ProgramsCompared::other_libraries:
            return " (the two sides run one program with different libraries)";
        case ProgramsCompared::different:
            return " (the two sides run different programs)";
        case ProgramsCompared::unknown:
            break;
    }
    return "";
}

RefusalWords refusal_words(RefusalReason reason, ProgramsCompared programs) {
    switch (reason) {
        case RefusalReason::protocol:
            return {"the protocol version differs",
                    "install the same version of tandem on both sides"};
        case RefusalReason::key_needed:
            return {"only one side has a match key",
                    "start both sides with the same key file or passphrase, or both without"};
        case RefusalReason::key_wrong:
            return {"the match keys differ",
                    "start both sides with the same key file or passphrase"};
        case RefusalReason::game:
            return {"the games differ", "start both sides with the same game"};
        case RefusalReason::version:
            return {"the versions of the game differ",
                    "install the same version of the game on both sides"};
        case RefusalReason::state_schema:
            return {"the states of the two games have different fields",
                    "install the same version of the game on both sides"};
        case RefusalReason::input_schema:
            return {"the inputs of the two games have different fields",
                    "install the same version of the game on both sides"};
        case RefusalReason::options_schema:
            return {"the options of the two games have different fields",
                    "install the same version of the game on both sides"};
        case RefusalReason::tick_rate:
            return {"the tick rates differ", "install the same version of the game on both sides"};
        case RefusalReason::full:
            return {"no place is free", "ask the host for a match with more players"};
        case RefusalReason::started:
            return {"the match has begun already", "join before all players are there"};
        case RefusalReason::seed:
            return {"the joiner asks for another seed", "leave the seed to the host"};
        case RefusalReason::players:
            return {"the joiner asks for another number of players",
                    "leave the number to the host"};
        case RefusalReason::options:
            return {"the joiner asks for other options", "leave the options to the host"};
        case RefusalReason::setup:
            return {"the joiner's game cannot be started with the host's setup",
                    "install the same version of the game on both sides"};
        case RefusalReason::asset:
            return {"an asset is not the same on both sides", "copy the host's file to the joiner"};
        case RefusalReason::secret:
            return {"the secret is not that of a slot of this match",
                    "come back with the file of the player who had it last, or join a new match"};
        case RefusalReason::history:
            return {"the match was recorded otherwise on the two sides",
                    "compare the two recordings with diff"};
        case RefusalReason::generation:
            return {"the match went on with another host meanwhile", "join that one"};
        case RefusalReason::state:
            return {"no state of the match can be given", "join a new match"};
        case RefusalReason::speed:
            return {"the joiner gets no nearer to the match",
                    "use a faster machine or line, or join a new match"};
        case RefusalReason::reset:
            return {reset_text(programs), programs == ProgramsCompared::same
                                              ? "run check on both sides"
                                              : "install the same build of the game on both sides"};
    }
    return {"no reason was given", "ask the other side"};
}

}  // namespace
}  // namespace tandem::net
