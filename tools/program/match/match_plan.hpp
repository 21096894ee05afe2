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
    std::string host_name;  // for a guest only
    std::uint16_t port = 0;

    // The number of players, the host included.
    std::uint32_t players() const { return session.players.value_or(2); }
    // The files that are never an output.
    std::vector<std::string> secrets() const { return {key_file, passphrase_file}; }
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
sim::Result<net::JoinOptions> match_join_options(const MatchPlan& plan, const RegisteredGame& game,
                                                 const net::SessionOptions& session);
// The key in the file that was named, if one was. It is an error to name two.
sim::Result<std::optional<net::MatchKey>> match_key(const MatchPlan& plan);

// The game that is named, or the only one. If there are several, a guest asks the host for the one
// that is hosted.
sim::Result<RegisteredGame> choose_match_game(const MatchPlan& plan, const Context& context);

}  // namespace tandem::tools
