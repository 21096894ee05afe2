// SPDX-License-Identifier: MIT
// Makes a bundle and a next command from a desync.
#include <tandem/tools/program/match/match_evidence.hpp>

#include <algorithm>
#include <sstream>
#include <utility>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/trial/asked_program.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

using replay::CauseClass;
using sim::Result;

// The longest wait of a person at the end of a match for the cause. A person who wants more asks
// explain.
constexpr std::chrono::seconds k_conclude_most{10};
// The process looks at the clock between two steps, and tells the findings so far; one long step
// must not hold that up for much longer.
constexpr std::chrono::seconds k_one_step_more{2};

// Finds the class in the other process. It is sent as a byte.
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

// The cause that simulating again proves; `unknown` if it proves none, or takes too long.
CauseClass concluded(const std::string& ours, const std::string& theirs, const RegisteredGame& game,
                     const Context& context) {
    if (pending_signal() != 0) {
        return CauseClass::unknown;  // a person wants to leave
    }
    context.console.note("looking for the cause, at most " +
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

}  // namespace

MatchEvidence::MatchEvidence(bool is_host, bool leaves_bundles, std::function<net::Time()> now)
    : is_host_(is_host), leaves_bundles_(leaves_bundles), ring_(is_host, std::move(now)) {}

net::Transport& MatchEvidence::over(net::Transport& transport) {
    return leaves_bundles_ ? ring_.over(transport) : transport;
}

sim::TickObserver* MatchEvidence::beside(sim::TickObserver& recorder) {
    if (!leaves_bundles_) {
        return &recorder;
    }
    observers_.emplace(std::vector<sim::TickObserver*>{&recorder, &hashes_});
    return &*observers_;
}

void MatchEvidence::note(const net::Event& event, net::Time now) {
    if (const auto* connected = std::get_if<net::Connected>(&event)) {
        others_[connected->slot.index] = *connected;
    } else if (std::holds_alternative<net::Started>(event)) {
        began_at_ = now;
    } else if (const auto* desync = std::get_if<net::Desynced>(&event)) {
        found_.push_back({*desync, leaves_bundles_ ? ring_.lines(began_at_) : "", std::nullopt});
    }
}

void MatchEvidence::leave_bundles(const std::string& recording, const RegisteredGame& game,
                                  Slot own, Context& context) {
    for (Found& found : found_) {
        if (!leaves_bundles_) {
            break;
        }
        const net::Connected& other = others_[found.desync.slot.index];
        BundlePlan plan{.game = *game.info,
                        .desync = found.desync,
                        .hashes = hashes_,
                        .recording = recording,
                        .is_host = is_host_,
                        .own = own,
                        .other_build = other.build,
                        .packets = found.packets};
        if (other.program) {
            plan.other_program = replay::GameBuild{other.program->program, other.program->libraries,
                                                   other.program->compiler};
        }
        if (live_cause(found.desync.cause) == CauseClass::unknown) {
            plan.conclude = [&](const std::string& ours, const std::string& theirs) {
                return concluded(ours, theirs, game, context);
            };
        }
        auto written = write_desync_bundle(plan);
        if (!written) {
            context.console.complain(written.error());
            continue;
        }
        if (!written->theirs_missing.empty()) {
            context.console.note("the bundle has no recording of the other side: " +
                                 escaped(written->theirs_missing));
        }
        found.bundle = *std::move(written);
    }
}

JsonObject MatchEvidence::facts() const {
    TANDEM_ASSERT(!found_.empty());
    const auto& [desync, packets, bundle] = found_.back();
    const CauseClass cause = bundle ? bundle->cause : live_cause(desync.cause);
    return {{"tick", desync.tick.number},
            {"player", desync.slot.index},
            {"ours", hash_text(desync.ours.value)},
            {"theirs", desync.theirs ? JsonValue(hash_text(desync.theirs->value)) : JsonValue()},
            {"cause", replay::cause_class_text(cause)},
            {"fields", fields_json(desync.fields)},
            {"no_state", desync.no_state.empty() ? JsonValue() : JsonValue(desync.no_state)},
            {"bundle", bundle ? JsonValue(bundle->folder) : JsonValue()},
            {"same_program", desync.programs == net::ProgramsCompared::unknown
                                 ? JsonValue()
                                 : JsonValue(desync.programs == net::ProgramsCompared::same)}};
}

std::string MatchEvidence::next_text(const std::string& program, const std::string& recording,
                                     bool is_whole) const {
    if (!found_.empty() && found_.back().bundle) {
        return "next: " + program + " explain " + shell_word(found_.back().bundle->folder);
    }
    const std::string no_bundle =
        leaves_bundles_ && !is_whole
            ? "no bundle was left, because this side's recording is not whole; "
            : "";
    if (recording.empty()) {
        return no_bundle + "the other side's bundle, or its file, has what is left of it";
    }
    return no_bundle + "next: " + program + " diff " + shell_word(recording) +
           " THEIRS, with the other side's file";
}

}  // namespace tandem::tools
