// SPDX-License-Identifier: MIT
// Refuses to branch from a recording that was not reproduced: a branch promises that its first
// state is the recording's.
#include <tandem/tools/program/session/branch.hpp>

#include <charconv>
#include <filesystem>
#include <utility>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/program/evidence/marks.hpp>

namespace tandem::tools {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && failure == std::errc() && end == text.data() + text.size()
               ? std::optional(number)
               : std::nullopt;
}

bool is_tick(std::string_view text) {
    return whole_number(text.substr(text.starts_with('-') ? 1 : 0)).has_value();
}

Result<std::uint64_t> presence_before(const replay::Player& player) {
    const replay::Replay& file = player.replay();
    const Setup& setup = player.simulation().setup();
    if (player.ticks_done() == file.first_tick()) {
        return setup.presence;
    }
    replay::Cursor cursor(file);
    const auto bytes = cursor.record(sim::Tick{player.ticks_done() - 1});
    TANDEM_TRY(bytes);
    const auto record = sim::parse_record(file.header().input_schema, setup.slots, *bytes);
    return record ? Result<std::uint64_t>(record->presence) : record.error();
}

}  // namespace

BranchText split_branch(const std::string& text) {
    const std::size_t at = text.rfind('@');
    std::error_code ignored;
    if (at == std::string::npos || !is_tick(std::string_view(text).substr(at + 1)) ||
        std::filesystem::exists(text, ignored)) {
        return {text, ""};
    }
    return {text.substr(0, at), text.substr(at + 1)};
}

std::string ticks_held_text(const replay::Replay& file) {
    return file.ticks() == 0 ? "the file holds no whole tick"
                             : "the file holds ticks " + std::to_string(file.first_tick()) +
                                   " to " + std::to_string(file.end_tick() - 1);
}

Result<std::uint64_t> tick_of(const std::string& text, const replay::Replay& file,
                              const std::string& option) {
    const bool is_from_end = text.starts_with('-');
    const auto number = whole_number(std::string_view(text).substr(is_from_end ? 1 : 0));
    if (!number) {
        return Error{ErrorCode::usage, option + " " + text,
                     "expected the number of a tick, or -N for N ticks before the end"};
    }
    if (!is_from_end) {
        return *number;
    }
    if (*number > file.ticks()) {
        return Error{ErrorCode::usage, option + " " + text,
                     "so many ticks before the end there are none; " + ticks_held_text(file)};
    }
    return file.end_tick() - *number;
}

Result<BranchPoint> branch_at(const replay::Replay& file, const std::string& path,
                              sim::AnySimulation simulation, const BranchText& place) {
    auto player = replay::Player::create(file, std::move(simulation)).within(path);
    TANDEM_TRY(player);
    std::uint64_t ticks_done = file.end_tick();
    if (!place.tick.empty()) {
        const auto tick = tick_of(place.tick, file, "--from");
        TANDEM_TRY(tick);
        ticks_done = *tick;
    }
    if (ticks_done < file.first_tick() || ticks_done > file.end_tick()) {
        return Error{ErrorCode::usage, "--from " + path + "@" + place.tick,
                     "there is no state after " + std::to_string(ticks_done) + " ticks; " +
                         ticks_held_text(file)};
    }
    TANDEM_TRY(player->seek(ticks_done).within(path));
    return branch_here(*player, path);
}

Result<BranchPoint> branch_here(const replay::Player& player, const std::string& path) {
    if (const auto& divergence = player.diverged_at();
        divergence && divergence->ticks_done() <= player.ticks_done()) {
        return Error{ErrorCode::divergence,
                     path + ", tick " + std::to_string(divergence->tick.number),
                     "the simulation left the recording here, so nothing can continue it after " +
                         std::to_string(player.ticks_done()) + " ticks: " + divergence->text};
    }
    const auto confirmed = replay::confirm_chain(player.replay(), player.simulation().clone(),
                                                 player.ticks_done(), player.chain());
    if (!confirmed && confirmed.error().code == ErrorCode::divergence) {
        return Error{ErrorCode::divergence, path,
                     "the simulation left the recording before the state after " +
                         std::to_string(player.ticks_done()) +
                         " ticks, so nothing can continue it there: " + confirmed.error().message};
    }
    if (!confirmed) {
        return confirmed.error().within(path);
    }
    const auto presence = presence_before(player).within(path);
    TANDEM_TRY(presence);
    return BranchPoint{path,
                       player.replay().header().setup,
                       player.ticks_done(),
                       player.simulation().save(),
                       player.hashes(),
                       *presence,
                       players_of(player.replay()).names};
}

}  // namespace tandem::tools
