// SPDX-License-Identifier: MIT
// Simulates the recording from its last keyframe on, so that the host has the state and as many
// chains as come cheap, with which it judges what its players say they have.
#include <tandem/tools/program/match/resumed_host.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/tools/netview/net_view.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/match/named_match.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

Result<net::MatchTicket> kept_match_ticket(const replay::Replay& file, const std::string& path,
                                           const SecretPlace& place);
Result<std::uint64_t> place_in(const replay::Replay& file, const BranchText& from);
Result<net::HostPast> host_past(const replay::Replay& file, sim::AnySimulation simulation,
                                std::uint64_t ticks_done);
std::vector<std::string> names_in(const replay::Replay& file);

}  // namespace

Result<ResumedHost> resumed_host(const BranchText& from, GoingOn how, const SecretPlace& place,
                                 const Context& context) {
    const auto file = open_replay(from.file, context);
    TANDEM_TRY(file);
    std::optional<net::MatchTicket> ticket;
    if (how != GoingOn::with_anybody) {
        const auto named = named_match(*file, from.file);
        TANDEM_TRY(named);
        if (named->slot != 0) {
            return Error{ErrorCode::usage, from.file,
                         "is the recording of player " + std::to_string(named->slot) +
                             ", who comes back with join --resume; name the host's"};
        }
    }
    TANDEM_TRY(check_closed(*file, from.file));
    const auto game = game_of(*file, from.file, context);
    TANDEM_TRY(game);
    if (how != GoingOn::with_anybody) {
        auto kept = kept_match_ticket(*file, from.file, place);
        TANDEM_TRY(kept);
        ticket = *std::move(kept);
    }
    if (file->flaw()) {
        context.console.print_note(file->flaw()->text());
    }
    const auto ticks_done = place_in(*file, from);
    TANDEM_TRY(ticks_done);
    auto past = host_past(*file, game->make(), *ticks_done).within(from.file);
    TANDEM_TRY(past);
    past->names = names_in(*file);
    past->takes_tails = how == GoingOn::behind_all;
    return ResumedHost{*game, file->header().setup, std::move(ticket), *std::move(past)};
}

std::vector<std::uint32_t> ResumedHost::awaited() const {
    std::vector<std::uint32_t> slots;
    for (std::uint32_t slot = 1; ticket && slot < ticket->given.size(); ++slot) {
        if (ticket->given[slot] > 0) {
            slots.push_back(slot);
        }
    }
    return slots;
}

std::vector<std::string> ResumedHost::news(const net::MatchTicket& session_ticket,
                                           std::uint16_t port, std::uint32_t wait_return_ms,
                                           const std::string& program) const {
    constexpr std::size_t k_digits_told = 8;
    const std::string where = " on UDP port " + std::to_string(port);
    const std::string match = net::match_id_text(session_ticket.match).substr(0, k_digits_told);
    const std::string at = "after " + count_text(past.ticks_done, "tick");
    const std::string join = "they say: " + program + " join THIS-MACHINE:" + std::to_string(port);
    if (!ticket) {
        return {"goes on as match " + match + ", " + at + "; anybody may join" + where, join};
    }
    std::string who;
    const auto slots = awaited();
    for (std::size_t index = 0; index < slots.size(); ++index) {
        const std::uint32_t slot = slots[index];
        who += index == 0 ? "" : index + 1 == slots.size() ? " and " : ", ";
        who += "player " + std::to_string(slot);
        who += past.names[slot].empty() ? "" : " (" + escaped(past.names[slot]) + ")";
    }
    return {"goes on with match " + match + ", generation " +
                std::to_string(session_ticket.generation) + ", " + at + "; waits up to " +
                std::to_string(wait_return_ms / 1'000) + " s for " + who + where,
            join + " --resume FILE, unless they still run"};
}

namespace {

Result<net::MatchTicket> kept_match_ticket(const replay::Replay& file, const std::string& path,
                                           const SecretPlace& place) {
    const auto named = named_match(file, path);
    TANDEM_TRY(named);
    const auto found = SecretFile::list(place, named->match);
    TANDEM_TRY(found);
    for (const SecretFile& secret : *found) {
        if (secret.owner().slot) {
            continue;
        }
        auto ticket = secret.read_match_ticket();
        TANDEM_TRY(ticket);
        const std::uint32_t slots = file.header().setup.slots;
        if (ticket->given.size() != slots) {
            return Error{ErrorCode::bad_data, secret.path(),
                         "is of a match of " + std::to_string(ticket->given.size()) +
                             " slots, and that of " + path + " has " + std::to_string(slots)};
        }
        return ticket;
    }
    const auto secret = SecretFile::of(place, {named->match, std::nullopt});
    TANDEM_TRY(secret);
    return Error{ErrorCode::io, secret->path(),
                 "the secret of the match's host is not there: the match ended by agreement, or it "
                 "was hosted by another user or machine; --secret-file names another file, and "
                 "host --from FILE@T --anybody needs none"};
}

Result<std::uint64_t> place_in(const replay::Replay& file, const BranchText& from) {
    const auto tick =
        from.tick.empty() ? Result(file.end_tick()) : tick_of(from.tick, file, "--from");
    TANDEM_TRY(tick);
    if (*tick < file.first_tick() || *tick > file.end_tick()) {
        return Error{ErrorCode::usage, "--from " + from.file + "@" + from.tick,
                     "there is no state after " + std::to_string(*tick) + " ticks; " +
                         ticks_held_text(file)};
    }
    if (*tick > 0 && *tick == file.first_tick()) {
        // Who took part in the tick before is in the file before this one.
        return Error{ErrorCode::usage, from.file,
                     "begins after " + count_text(*tick, "tick") +
                         ", where no match can go on by this file alone; name a later tick, or the "
                         "file that it continues"};
    }
    return *tick;
}

Result<net::HostPast> host_past(const replay::Replay& file, sim::AnySimulation simulation,
                                std::uint64_t ticks_done) {
    auto run = replay::retrace_from_keyframe(file, std::move(simulation), ticks_done);
    TANDEM_TRY(run);
    net::HostPast past;
    past.chains.push_back(run->chain());
    while (run->ticks_done() < ticks_done) {
        if (pending_signal() != 0) {
            return Error{ErrorCode::refused, "", "stopped before the match went on"};
        }
        TANDEM_TRY(replay::retrace_step(*run));
        past.chains.push_back(run->chain());
    }
    TANDEM_TRY(replay::confirm(*run));
    auto here = run->place();
    past.ticks_done = here.ticks_done;
    past.state = std::move(here.state);
    past.hashes = here.hashes;
    if (ticks_done > 0) {
        replay::Cursor cursor(file);
        const auto record = cursor.record(sim::Tick{ticks_done - 1});
        TANDEM_TRY(record);
        past.record.assign(record->begin(), record->end());
    }
    return past;
}

std::vector<std::string> names_in(const replay::Replay& file) {
    std::vector<std::string> names(file.header().setup.slots);
    for (const auto& [slot, name] : players_of(file).names) {
        if (slot < names.size()) {
            names[slot] = name;
        }
    }
    return names;
}

}  // namespace
}  // namespace tandem::tools
