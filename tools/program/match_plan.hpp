// SPDX-License-Identifier: MIT
// What was asked for on the command line of host and join.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/match_key.hpp>
#include <tandem/tools/program/seats.hpp>
#include <tandem/tools/program/shared_options.hpp>
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
    std::string host_name;  // guest only
    std::uint16_t port = 0;

    // How many take part, the host included.
    std::uint32_t players() const { return session.players.value_or(2); }
    // Files that are never an output.
    std::vector<std::string> secrets() const { return {key_file, passphrase_file}; }
};

// What both sides were asked for, of a verb with match_options; who hosts, and where, is the verb's
// to say.
MatchPlan match_plan(const Arguments& arguments);

// "HOST[:PORT]"; the error says what is wrong with it.
struct Address {
    std::string host_name;
    std::uint16_t port = net::k_default_port;
};
sim::Result<Address> parse_address(const std::string& text);

// All but the plant, which needs the game.
sim::Result<net::SessionOptions> match_session_options(const MatchPlan& plan);
// Whether this source can be played as fast as inputs come, where that is asked for. A guest cannot
// tell what the host limits and paces, so that it is the host that has to.
sim::Result<void> check_pace(const MatchPlan& plan, const MatchSource& source);
// The rest of what a session is begun with, on either side.
sim::Result<net::HostOptions> match_host_options(const MatchPlan& plan, const RegisteredGame& game,
                                                 const net::SessionOptions& session,
                                                 std::uint32_t players);
sim::Result<net::JoinOptions> match_join_options(const MatchPlan& plan, const RegisteredGame& game,
                                                 const net::SessionOptions& session);
// The key in the file that was named, if one was. It is an error to name two.
sim::Result<std::optional<net::MatchKey>> match_key(const MatchPlan& plan);

// The game named or the only one there is; of several, a guest asks the host for the one that is
// hosted.
sim::Result<RegisteredGame> choose_match_game(const MatchPlan& plan, const Context& context);

}  // namespace tandem::tools
