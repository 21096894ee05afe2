// SPDX-License-Identifier: MIT
// Simulates the end of the recording, so that its last chain is known whole and of the match's
// state only what has changed since needs to be fetched.
#include <tandem/tools/program/match/resumed_match.hpp>

#include <chrono>
#include <utility>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/program/match/named_match.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools {
namespace {

// Who comes back is waited for. What is not simulated by then is fetched from the host.
constexpr std::chrono::nanoseconds k_simulates_for = std::chrono::seconds(3);

Result<net::SlotTicket> kept_ticket(const SecretPlace& place, const NamedMatch& named) {
    auto found = SecretFile::list(place, named.match);
    TANDEM_TRY(found);
    for (const SecretFile& file : *found) {
        if (file.owner().slot == named.slot) {
            return file.read_slot_ticket();
        }
    }
    const auto file = SecretFile::of(place, {named.match, named.slot});
    TANDEM_TRY(file);
    return Error{ErrorCode::io, file->path(),
                 "the secret of player " + std::to_string(named.slot) +
                     " is not there: the match ended by agreement, or it was played by another "
                     "user or machine; --secret-file names another file"};
}

Result<net::JoinOptions::Past> known_past(const replay::Replay& file, const RegisteredGame& game) {
    const auto until = steady_now() + k_simulates_for;
    auto run = replay::retrace(file, game.make(), file.end_tick(),
                               [until](std::uint64_t) { return steady_now() < until; });
    TANDEM_TRY(run);
    auto place = run->place();
    return net::JoinOptions::Past{place.ticks_done, place.hashes.chain, std::move(place.state)};
}

}  // namespace

Result<ResumedMatch> resumed_match(const std::string& recording, const SecretPlace& place,
                                   const Context& context) {
    const auto file = open_replay(recording, context);
    TANDEM_TRY(file);
    const auto named = named_match(*file, recording);
    TANDEM_TRY(named);
    if (named->slot == 0) {
        return Error{ErrorCode::usage, recording,
                     "is the host's recording of the match; name that of a player who joined, or "
                     "let the host go on with host --resume"};
    }
    TANDEM_TRY(check_closed(*file, recording));
    const auto game = game_of(*file, recording, context);
    TANDEM_TRY(game);
    auto ticket = kept_ticket(place, *named);
    TANDEM_TRY(ticket);
    auto past = known_past(*file, *game).within(recording);
    TANDEM_TRY(past);
    return ResumedMatch{*game, file->header().setup, *std::move(ticket), *std::move(past)};
}

}  // namespace tandem::tools
