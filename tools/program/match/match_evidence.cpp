// SPDX-License-Identifier: MIT
// Makes a bundle and a next command from a desync.
#include <tandem/tools/program/match/match_evidence.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {

using replay::CauseClass;

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

void MatchEvidence::on_event(const net::Event& event, net::Time now) {
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
        const auto* const explain = find_verb(context.verbs, "explain");
        if (live_cause(found.desync.cause) == CauseClass::unknown && explain != nullptr &&
            explain->cause_of != nullptr) {
            plan.conclude = [&, explain](const std::string& ours, const std::string& theirs) {
                return explain->cause_of(ours, theirs, game, context);
            };
        }
        auto written = write_desync_bundle(plan);
        if (!written) {
            context.console.complain(written.error());
            continue;
        }
        if (!written->theirs_missing.empty()) {
            context.console.print_note("the bundle has no recording of the other side: " +
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
                                     bool is_whole, bool can_explain) const {
    if (!found_.empty() && found_.back().bundle) {
        const std::string folder = shell_word(found_.back().bundle->folder);
        return can_explain ? "next: " + program + " explain " + folder
                           : "next: send " + folder + " to those who develop the game";
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
