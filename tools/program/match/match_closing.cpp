// SPDX-License-Identifier: MIT
// Says how a match ended: one line for people, one object for programs, and the exit code.
#include <tandem/tools/program/match/match_run.hpp>

#include <utility>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {

void MatchRun::close_files() {
    // An error in closing is told even if something else ended the match.
    const auto closed = files_->close();
    lost_ = closed ? files_->failure() : closed.error();
    view_error_ =
        view_->finish("ended on " + date_text(), replay::end_reason_text(ended_->reason), now_);
}

JsonObject MatchRun::facts() const {
    const bool is_whole = is_recorded();
    JsonObject object{
        {"game", game_.info->name},
        {"ticks", ticks_kept()},
        {"players", session_->setup().slots},
        {"chain", is_whole ? JsonValue(hash_text(ended_->chain.value)) : JsonValue()},
        {"file", files_->is_lost() ? JsonValue() : JsonValue(path())},
        {"bytes", files_->is_lost() ? 0 : files_->bytes_written()},
        {"player", session_->own_slot().index},
        {"end", end_name(ended_->reason)},
        {"faults", faults_json(faults_)},
        {"slept_ms", std::chrono::round<std::chrono::milliseconds>(sleep_.slept()).count()}};
    JsonArray files(files_->paths().begin(), files_->paths().end());
    if (files_->is_lost()) {
        files.pop_back();
    }
    object.emplace_back("files", std::move(files));
    object.emplace_back("away", away_.facts());
    if (evidence_.desync() != nullptr) {
        object.emplace_back("desync", evidence_.facts());
    }
    for (auto& fact : view_->facts(*session_)) {
        object.push_back(std::move(fact));
    }
    return object;
}

std::string MatchRun::summary() const {
    const std::string bytes = " (" + count_text(files_->bytes_written(), "byte") + ")";
    std::string files;
    for (const std::string& path : files_->paths()) {
        files += (files.empty() ? "" : " and ") + escaped(path);
    }
    const std::uint64_t ticks = is_recorded() ? files_->ticks_written() : ended_->ticks;
    std::string text = "played " + count_text(ticks, "tick") + " of " + game_.info->name +
                       " as player " + std::to_string(session_->own_slot().index) + " of " +
                       std::to_string(session_->setup().slots);
    if (files_->is_lost()) {
        text += ", and the recording " + escaped(path()) + " is lost";
    } else if (!is_recorded()) {
        // The last ticks played are not in the file, and the chain would promise that they are.
        text += ", " + count_text(ticks_kept(), "tick") + " of them into " + files + bytes;
    } else {
        text += " into " + files + bytes + ", chain " + hash_text(ended_->chain.value);
    }
    return text + "; " + end_text(replay::end_reason_text(ended_->reason), false);
}

// Who has left on purpose does not come back, and who was refused cannot.
std::string MatchRun::way_back() const {
    const bool is_possible = ended_->reason == sim::EndReason::peer_lost && secrets_ &&
                             secrets_->is_kept() && !files_->is_lost();
    if (!is_possible) {
        return "";
    }
    std::string text =
        plan_.is_host
            ? "go on with: " + context_.program.name + " host --port " + std::to_string(plan_.port)
            : "come back with: " + context_.program.name + " join " +
                  shell_word(plan_.host_name + ":" + std::to_string(plan_.port));
    text += " --resume " + shell_word(path());
    for (const auto& [option, file] :
         {std::pair("--secret-file", plan_.secret_file), std::pair("--key-file", plan_.key_file),
          std::pair("--passphrase-file", plan_.passphrase_file)}) {
        if (!file.empty()) {
            text += std::string(" ") + option + " " + shell_word(file);
        }
    }
    return text;
}

int MatchRun::finish() {
    if (!session_->is_started()) {
        // There was no match, so there is no file either.
        const auto& error = turned_away_    ? turned_away_
                            : ended_->error ? ended_->error
                                            : view_error_;
        return error && pending_signal() == 0 ? context_.fail(*error)
                                              : report_no_match(game_.info->name, context_);
    }
    const bool is_over = ended_->reason == sim::EndReason::finished ||
                         ended_->reason == sim::EndReason::tick_limit ||
                         ended_->reason == sim::EndReason::source_ended;
    if (secrets_) {
        report_secret(secrets_->finish(is_over));
    }
    context_.console.print(summary());
    for (const std::string& line :
         away_.end_lines([this](Slot slot) { return view_->name(slot); })) {
        context_.console.print(line);
    }
    if (const std::string way = way_back(); !way.empty()) {
        context_.console.print(way);
    }
    report_faults(faults_, context_.console);
    if (const auto* desync = evidence_.desync(); desync != nullptr && !desync->fields.empty()) {
        // The tick and the reason are part of the error.
        const bool is_setup = desync->cause == net::DesyncCause::setup;
        context_.console.print("ours | theirs:");
        print_fields(desync->fields, moment_text(is_setup ? 0 : desync->tick.number + 1),
                     context_.console);
    }
    // If the recording failed, that is why nothing was planted.
    const auto missed =
        !is_recorded() ? std::nullopt : missed_plant(plan_.session.plant, ended_->ticks);
    const auto error = with_way_on(
        first_error({error_to_tell(), lost_, view_error_, end_of_source()}, context_.console),
        lost_, ended_->reason);
    return report_end(error, missed, facts(), context_);
}

std::optional<Error> MatchRun::error_to_tell() const {
    const net::Desynced* desync = evidence_.desync();
    const std::string next =
        "; " + evidence_.next_text(context_.program.name,
                                   files_->is_lost() ? std::string() : path(), is_recorded(),
                                   find_verb(context_.verbs, "explain") != nullptr);
    if (ended_->error) {
        Error error = *ended_->error;
        if (desync != nullptr && error.code == ErrorCode::network) {
            // The desync, which is to be looked into, came before.
            return Error{ErrorCode::divergence, "",
                         desync->text + "; then " + error.message + next};
        }
        error.message += error.code == ErrorCode::divergence ? next : "";
        return error;
    }
    if (desync != nullptr) {
        return Error{ErrorCode::divergence, "",
                     desync->text + "; the others played on without player " +
                         std::to_string(desync->slot.index) + next};
    }
    return std::nullopt;
}

}  // namespace tandem::tools
