// SPDX-License-Identifier: MIT
// Explains two recordings in another process, so that a step that hangs or dies there costs a match
// nothing but its cause.
#include <tandem/tools/program/match/proven_cause.hpp>

#include <sstream>
#include <utility>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/program/trial/asked_program.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

using replay::CauseClass;

// The longest wait of a person at the end of a match for the cause. A person who wants more asks
// explain.
constexpr std::chrono::seconds k_conclude_most{10};
// The process looks at the clock between two steps, and tells the findings so far; one long step
// must not hold that up for much longer.
constexpr std::chrono::seconds k_one_step_more{2};

// Finds the class in the other process. It is sent as a byte.
Result<sim::Bytes> class_of(const std::string& ours, const std::string& theirs,
                            const RegisteredGame& game, const Context& context,
                            const replay::Progress& progress);

}  // namespace

CauseClass proven_cause(const std::string& ours, const std::string& theirs,
                        const RegisteredGame& game, const Context& context) {
    if (pending_signal() != 0) {
        return CauseClass::unknown;  // a person wants to leave
    }
    context.console.print_note("looking for the cause, at most " +
                               std::to_string(k_conclude_most.count()) + " s; Ctrl-C skips it");
    std::ostringstream nowhere;
    Console silent(nowhere, nowhere, context.program.name);
    Context aside{context.registry, context.verbs,   silent,
                  context.game,     context.program, context.own_program};
    const auto answer =
        bytes_of_trial(aside, "explaining",
                       [&](const replay::Progress& progress) {
                           return class_of(ours, theirs, game, context, progress);
                       },
                       {.patience = k_conclude_most, .most = k_conclude_most + k_one_step_more});
    const auto cause = answer && answer->size() == 1
                           ? std::to_integer<std::uint8_t>(answer->front())
                           : std::uint8_t{0};
    const auto last = static_cast<std::uint8_t>(CauseClass::unknown);
    return cause > 0 && cause <= last ? static_cast<CauseClass>(cause) : CauseClass::unknown;
}

namespace {

Result<sim::Bytes> class_of(const std::string& ours, const std::string& theirs,
                            const RegisteredGame& game, const Context& context,
                            const replay::Progress& progress) {
    const auto first = replay::Replay::open(ours);
    TANDEM_TRY(first);
    const auto second = replay::Replay::open(theirs);
    TANDEM_TRY(second);
    const auto begun = steady_now();
    const replay::Progress in_time = [&](std::uint64_t ticks) {
        return progress(ticks) && steady_now() - begun < k_conclude_most;
    };
    replay::ExplainOptions options{build_text(), search_threads(), own_game_build()};
    options.start_anew = own_program_starter(context.own_program, *game.info,
                                             {.is_interrupted = [&] { return !in_time(0); },
                                              .greeting_patience = k_conclude_most,
                                              .answer_patience = k_conclude_most});
    const auto found = replay::explain(*first, *second, game.make(), options, in_time);
    TANDEM_TRY(found);
    return sim::Bytes{static_cast<std::byte>(found->cause)};
}

}  // namespace
}  // namespace tandem::tools
