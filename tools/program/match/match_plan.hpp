// SPDX-License-Identifier: MIT
// The arguments of host and join.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/match_key.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/match/resumed_host.hpp>
#include <tandem/tools/program/match/resumed_match.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

struct MatchPlan {
    bool is_host = false;
    SessionArguments session;
    std::string delay;            // ticks, auto or empty
    std::string key_file;         // empty: none
    std::string passphrase_file;  // empty: none
    bool second_copy = false;
    bool unpaced = false;
    std::string net_report;  // empty: none
    std::string trace;       // empty: none
    bool leaves_bundles = true;
    ViewChoice view;
    std::optional<std::uint32_t> wait_return_s{};  // nothing: the session's own default
    std::string secret_file{};                     // empty: in the folder of the user's state
    std::string resume{};                          // the recording of who comes back; empty: none
    BranchText from{};                             // from where a host goes on; an empty file: none
    bool anybody = false;                          // --from is a match of its own
    bool bots_fill = false;                        // bots play the slots that nobody plays
    std::uint32_t open_slots = 0;                  // slots of a host that are empty at the start
    std::string host_name;                         // for a guest only
    std::uint16_t port = 0;

    // The number of players, the host included.
    std::uint32_t players() const { return session.players.value_or(2); }
    // The recording of the match that this side goes on with; empty: none.
    const std::string& goes_on_with() const { return resume.empty() ? from.file : resume; }
    // The files that are never an output.
    std::vector<std::string> files_read() const {
        return {key_file, passphrase_file, secret_file, goes_on_with()};
    }
    std::uint32_t wait_return_ms() const {
        return wait_return_s ? *wait_return_s * 1'000 : net::SessionOptions{}.wait_return_ms;
    }
    // True if a side that is lost may come back.
    bool may_return() const { return wait_return_s != std::optional<std::uint32_t>(0U); }
};

// The plan of a verb with match_options, for both sides. The verb itself says who hosts, and where.
MatchPlan match_plan(const Arguments& arguments);

// The address "HOST[:PORT]"; the error says what is wrong with it.
struct Address {
    std::string host_name;
    std::uint16_t port = net::k_default_port;
};
sim::Result<Address> parse_address(const std::string& text);

// All options but the plant, which needs the game.
sim::Result<net::SessionOptions> match_session_options(const MatchPlan& plan);
// Succeeds if this source can be played as fast as inputs come, or if that is not asked for. A
// guest cannot know the host's limits and pace, so the host has to check them.
sim::Result<void> check_pace(const MatchPlan& plan, const MatchSource& source);
// The other options that a session is begun with, on either side.
sim::Result<net::HostOptions> match_host_options(const MatchPlan& plan, const RegisteredGame& game,
                                                 const net::SessionOptions& session,
                                                 std::uint32_t players);
// The error (usage) says that bots are wanted of a game that has none.
sim::Result<void> check_bots_fill(const MatchPlan& plan, const RegisteredGame& game);
sim::Result<net::JoinOptions> match_join_options(const MatchPlan& plan, const RegisteredGame& game,
                                                 const net::SessionOptions& session);
// Those of a host that goes on with a match. It is an error (usage) if the limit of ticks lies
// before the place where it goes on, or if nobody may come back.
sim::Result<net::HostOptions> match_resume_options(const ResumedHost& resumed,
                                                   const net::SessionOptions& session);
// Those of a player who comes back: the setup is that of its recording.
net::JoinOptions match_resume_options(const ResumedMatch& resumed,
                                      const net::SessionOptions& session);
// The key in the file that was named, if one was. It is an error to name two.
sim::Result<std::optional<net::MatchKey>> match_key(const MatchPlan& plan);

// The game that is named, or the only one. If there are several, a guest asks the host for the one
// that is hosted.
sim::Result<RegisteredGame> choose_match_game(const MatchPlan& plan, const Context& context);

}  // namespace tandem::tools
