// SPDX-License-Identifier: MIT
// It shows which properties two sides must share before they play: real handshakes in virtual time.
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <chrono>
#include <optional>
#include <utility>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

// Nobody has been refused, or has begun, later than this.
constexpr net::Time k_patience = seconds(6);

struct Handshake {
    std::string differs;
    VirtualMatch::Factory factory = [](std::size_t) { return sim::erase<Yard>(); };
    net::JoinOptions join{};
    std::uint32_t guest_delay = 3;
};

template <class GuestGame>
sim::AnySimulation host_yard_or(std::size_t peer) {
    return peer == 0 ? sim::erase<Yard>() : sim::erase<GuestGame>();
}

template <class Value>
net::JoinOptions asking_for(std::optional<Value> net::JoinOptions::*what, Value value) {
    net::JoinOptions join;
    join.*what = std::move(value);
    return join;
}

std::vector<Handshake> handshakes() {
    return {
        {.differs = "nothing"},
        {.differs = "tick rate", .factory = host_yard_or<YardOf25Ticks>},
        {.differs = "version of the game", .factory = host_yard_or<YardOfNextVersion>},
        {.differs = "seed, asked for by the guest",
         .join = asking_for(&net::JoinOptions::seed, std::uint64_t{2})},
        {.differs = "players, asked for by the guest",
         .join = asking_for(&net::JoinOptions::players, 1U)},
        {.differs = "options, asked for by the guest",
         .join = asking_for(&net::JoinOptions::options,
                            sim::canonical_bytes(Yard::Options{.push = 6}))},
        {.differs = "what reset makes of the setup", .factory = host_yard_or<YardWithAnotherReset>},
        {.differs = "input delay", .guest_delay = 9},
    };
}

}  // namespace

Table refusals_table() {
    Table table{.name = "refusals",
                .title = "What the handshake refuses (host | guest)",
                .columns = {{"differs", "what differs"},
                            {"refused", "refused"},
                            {"told_both", "both told"},
                            {"compared", "ticks equal"},
                            {"words", "in words"}}};
    for (const Handshake& handshake : handshakes()) {
        VirtualMatchOptions options;
        options.guest_delay_ticks = handshake.guest_delay;
        options.tick_ms = 0;
        VirtualMatch match(options, handshake.factory, handshake.join);
        match.run_until(k_patience);
        const auto* host = match.log(0).find<net::Refused>();
        const auto* guest = match.log(1).find<net::Refused>();
        const auto* words = guest != nullptr ? guest : host;
        table.rows.push_back({handshake.differs, words != nullptr,
                              words == nullptr ? Cell() : Cell(host != nullptr && guest != nullptr),
                              counted(match.log(0).ticks_compared),
                              words == nullptr ? Cell("they play") : Cell(words->text)});
    }
    table.notes = {
        "The delay is each side's own affair and not on the wire, so that the two may differ; the",
        "seed is the host's, and only a guest that asked for another one is refused."};
    return table;
}

}  // namespace tandem::tools::lab
