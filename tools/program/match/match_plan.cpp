// SPDX-License-Identifier: MIT
// Turns the command line's words into a match's options and its game.
#include <tandem/tools/program/match/match_plan.hpp>

#include <charconv>
#include <utility>

#include <tandem/net/transport/secret.hpp>
#include <tandem/tools/program/match/ask_host.hpp>
#include <tandem/tools/program/session/setup.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>

namespace tandem::tools {
namespace {

// The most bytes of a key file: the longest secret and the end of its line. A longer passphrase is
// refused with a sentence.
constexpr std::uint64_t k_key_file_bytes_max = net::MatchKey::k_secret_bytes_max + 2;

Result<std::optional<net::MatchKey>> read_key(const std::string& option, const std::string& path,
                                              Result<net::MatchKey> (*make)(sim::ByteView secret)) {
    auto secret = read_named_file(path, k_key_file_bytes_max);
    TANDEM_TRY(secret);
    auto key = make(*secret);
    net::wipe(secret->data(), secret->size());
    if (!key) {
        return Error{key.error().code, option + " " + path, key.error().message};
    }
    return std::optional(*std::move(key));
}

}  // namespace

MatchPlan match_plan(const Arguments& arguments) {
    MatchPlan plan;
    plan.session = session_arguments(arguments);
    plan.view = view_choice(arguments);
    plan.delay = arguments.text("--delay");
    plan.key_file = arguments.text("--key-file");
    plan.passphrase_file = arguments.text("--passphrase-file");
    plan.second_copy = arguments.flag("--second-copy");
    plan.unpaced = arguments.flag("--unpaced");
    plan.net_report = arguments.text("--net-report");
    plan.trace = arguments.text("--trace");
    plan.leaves_bundles = !arguments.flag("--no-bundle");
    plan.wait_return_s = arguments.whole<std::uint32_t>("--wait-return");
    plan.secret_file = arguments.text("--secret-file");
    return plan;
}

Result<Address> parse_address(const std::string& text) {
    Address address;
    const std::size_t colon = text.rfind(':');
    address.host_name = text.substr(0, colon);
    if (colon != std::string::npos) {
        const char* const first = text.data() + colon + 1;
        const char* const last = text.data() + text.size();
        const auto [end, failure] = std::from_chars(first, last, address.port);
        if (failure != std::errc() || end != last || address.port == 0) {
            return Error{ErrorCode::usage, "join " + text,
                         "expected HOST or HOST:PORT with a port from 1 to 65535, such as "
                         "127.0.0.1:" +
                             std::to_string(net::k_default_port)};
        }
    }
    if (address.host_name.empty() || address.host_name.find(':') != std::string::npos) {
        return Error{ErrorCode::usage, "join " + text,
                     "expected HOST or HOST:PORT, a name or an IPv4 address"};
    }
    return address;
}

Result<net::SessionOptions> match_session_options(const MatchPlan& plan) {
    net::SessionOptions options;
    options.ticks_limit = plan.session.ticks.value_or(net::k_no_limit);
    options.player_name = plan.session.player_name;
    options.build = build_text();
    if (auto program = own_game_build()) {
        options.program =
            net::GameProgram{program->program, program->libraries, std::move(program->compiler)};
    }
    options.is_paced = !plan.unpaced;
    options.second_copy = plan.second_copy;
    options.wait_return_ms = plan.wait_return_ms();
    if (!plan.delay.empty() && plan.delay != "auto") {
        const char* const last = plan.delay.data() + plan.delay.size();
        std::uint32_t delay_ticks = 0;
        const auto [end, failure] = std::from_chars(plan.delay.data(), last, delay_ticks);
        if (failure != std::errc() || end != last || delay_ticks > net::k_delay_ticks_max) {
            return Error{ErrorCode::usage, "--delay " + plan.delay,
                         "expected auto, or a number of ticks from 0 to " +
                             std::to_string(net::k_delay_ticks_max)};
        }
        options.delay_ticks = delay_ticks;
    }
    return options;
}

Result<std::optional<net::MatchKey>> match_key(const MatchPlan& plan) {
    if (!plan.key_file.empty() && !plan.passphrase_file.empty()) {
        return Error{ErrorCode::usage, "--passphrase-file " + plan.passphrase_file,
                     "a match has one key; leave this or --key-file away"};
    }
    if (!plan.key_file.empty()) {
        return read_key("--key-file", plan.key_file, &net::MatchKey::from_secret);
    }
    if (!plan.passphrase_file.empty()) {
        return read_key("--passphrase-file", plan.passphrase_file, &net::MatchKey::from_passphrase);
    }
    return std::optional<net::MatchKey>();
}

Result<RegisteredGame> choose_match_game(const MatchPlan& plan, const Context& context) {
    const Registry& registry = context.registry;
    if (plan.is_host || !context.game.empty() || registry.games().size() == 1) {
        return registry.choose(context.game);
    }
    // A wrong command line is refused before anybody is asked.
    const auto options = match_session_options(plan);
    const auto key = match_key(plan);
    TANDEM_TRY(options);
    TANDEM_TRY(key);
    context.console.print_note("asking " + escaped(plan.host_name) + ", UDP port " +
                               std::to_string(plan.port) + ", which game is hosted there");
    const auto name = ask_for_game(plan.host_name, plan.port, *key);
    TANDEM_TRY(name);
    if (const RegisteredGame* game = registry.find(*name)) {
        return *game;
    }
    return Error{ErrorCode::refused, "",
                 "the game hosted there is " + *name +
                     ", which is not built into this program; there is " + registry.names()};
}

Result<void> check_pace(const MatchPlan& plan, const MatchSource& source) {
    if (!plan.unpaced) {
        return {};
    }
    if (source.source->is_live()) {
        return Error{ErrorCode::usage, "--unpaced",
                     "a person at the keys plays in real time; leave --unpaced away"};
    }
    if (plan.is_host && !source.source->rows() && !plan.session.ticks) {
        return Error{ErrorCode::usage, "--unpaced",
                     "bots never stop by themselves and nothing paces them; say --ticks N, or "
                     "leave --unpaced away"};
    }
    return {};
}

Result<net::HostOptions> match_host_options(const MatchPlan& plan, const RegisteredGame& game,
                                            const net::SessionOptions& session,
                                            std::uint32_t players) {
    if (players < 2 || players > game.info->players_max) {
        return Error{ErrorCode::usage, "--players " + std::to_string(players),
                     "a match of " + game.info->name + " is for 2 to " +
                         std::to_string(game.info->players_max) + " players"};
    }
    if (plan.open_slots > players - 2) {
        return Error{ErrorCode::usage, "--open " + std::to_string(plan.open_slots),
                     "at least 2 players begin a match, and this one is of " +
                         std::to_string(players) + "; --players says how many slots it has"};
    }
    const auto setup = make_setup(game, plan.session, players);
    TANDEM_TRY(setup);
    net::HostOptions host;
    host.session = session;
    host.setup = *setup;
    host.open_slots = plan.open_slots;
    return host;
}

Result<void> check_bots_fill(const MatchPlan& plan, const RegisteredGame& game) {
    if (plan.bots_fill && !game.info->has_bot) {
        return Error{ErrorCode::usage, "--bots-fill",
                     "the game " + game.info->name + " has no bot; leave it away"};
    }
    return {};
}

Result<net::HostOptions> match_resume_options(const ResumedHost& resumed,
                                              const net::SessionOptions& session) {
    if (session.ticks_limit <= resumed.past.ticks_done) {
        return Error{ErrorCode::usage, "--ticks " + std::to_string(session.ticks_limit),
                     "they count from the start of the match, which goes on after " +
                         std::to_string(resumed.past.ticks_done) + "; name more"};
    }
    if (session.wait_return_ms == 0 && resumed.ticket) {
        return Error{ErrorCode::usage, "--wait-return 0",
                     "the match goes on with those who come back; let it wait for them"};
    }
    net::HostOptions host;
    host.session = session;
    host.setup = resumed.setup;
    host.ticket = resumed.ticket;
    host.past = resumed.past;
    std::string& own_name = host.past->names.front();
    own_name = session.player_name.empty() ? own_name : session.player_name;
    host.session.player_name = own_name;
    return host;
}

Result<net::JoinOptions> match_join_options(const MatchPlan& plan, const RegisteredGame& game,
                                            const net::SessionOptions& session) {
    net::JoinOptions join;
    join.session = session;
    join.seed = plan.session.seed;
    join.players = plan.session.players;
    if (!plan.session.options.empty()) {
        const auto setup = make_setup(game, plan.session, 1);
        TANDEM_TRY(setup);
        join.options = setup->options;
    }
    return join;
}

net::JoinOptions match_resume_options(const ResumedMatch& resumed,
                                      const net::SessionOptions& session) {
    net::JoinOptions join;
    join.session = session;
    join.seed = resumed.setup.seed;
    join.players = resumed.setup.slots;
    join.options = resumed.setup.options;
    for (const Asset& asset : resumed.setup.assets) {
        if (!asset.content.empty()) {
            join.assets.push_back(asset);
        }
    }
    join.ticket = resumed.ticket;
    join.past = resumed.past;
    return join;
}

}  // namespace tandem::tools
