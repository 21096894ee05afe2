// SPDX-License-Identifier: MIT
// Two sides whose histories differ look into it: they exchange their chains, find the first tick
// after which these differ, report their record and hashes of that tick, and walk through the other
// side's state to the fields that differ.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/session/autopsy.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/session/state_walk.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::net {

// A desync with one peer that is being looked into. The caller sends what it returns.
class Dispute {
public:
    // Both were the same after `ticks_agreed` ticks and are not after `ticks_differ`. The peer's
    // report is awaited until `deadline`.
    Dispute(std::uint64_t ticks_agreed, std::uint64_t ticks_differ, Time deadline);

    // Our chains from the last tick that was the same on both sides on.
    Differ our_chains(const History& history) const;
    // Takes the peer's chains. Returns our report of the first tick that differs, to be sent, the
    // first time; nothing after that. The error says that no tick of them differs.
    sim::Result<std::optional<Autopsy>> receive_chains(const Differ& differ,
                                                       const History& history);
    // Takes the peer's report. Returns ours, if it was not sent yet. The error says that the report
    // is of a tick that does not differ.
    sim::Result<std::optional<Autopsy>> receive_report(Autopsy autopsy, const History& history);

    // Takes the report of a reset that differs from ours, of which there are no chains.
    void receive_reset_report(Autopsy autopsy);

    // True if our report was made, and our state is not here yet.
    bool needs_own_state() const { return is_reported_ && !walk_; }
    // Gives our state after ticks_differ(), shared by all who differ there; null if it is no longer
    // in memory.
    void give_own_state(std::shared_ptr<OwnState> own, sim::StateHash own_hash);
    // Goes on with about so many bytes of our state. Returns what is to be sent.
    sim::Result<std::vector<Message>> go_on(std::size_t bytes_max);
    sim::Result<void> receive_ask(const Ask& ask);
    sim::Result<void> receive_pieces(Pieces pieces);
    sim::Result<void> receive_enough(const Enough& enough);

    // True if everything is known that will be, on both sides.
    bool is_complete(Time now) const { return is_settled() || now >= deadline_; }
    Time deadline() const { return deadline_; }
    // The number of ticks after which the two first differ, as far as it is known.
    std::uint64_t ticks_differ() const { return ticks_differ_; }
    std::uint64_t ticks_agreed() const { return ticks_agreed_; }
    // The peer's chain after ticks_differ(), as far as it is known.
    std::optional<sim::ChainHash> their_chain() const { return their_chain_; }
    // The peer's report; null if it did not arrive.
    const Autopsy* report() const { return report_ ? &*report_ : nullptr; }
    // Both states, as far as they are known. `ours` is our moment there, `schema` the game's.
    StatesAtDesync states(const Moment& ours, const sim::Schema& schema) const;

private:
    // It is shared, so that a dispute can be copied.
    struct Walk {
        std::shared_ptr<OwnState> own;
        sim::StateHash own_hash;
        std::optional<StateTeller> teller;
        std::optional<StateWalk> asker;
    };

    std::optional<Autopsy> own_report(const History& history);
    // True if we need nothing more of the other state.
    bool has_enough() const;
    bool is_settled() const { return report_ && is_enough_there_ && has_enough(); }
    sim::Result<void> check_walk(std::uint64_t ticks_done) const;

    std::uint64_t ticks_agreed_;
    std::uint64_t ticks_differ_;
    Time deadline_;
    std::optional<sim::ChainHash> their_chain_;
    std::optional<Autopsy> report_;
    bool has_chains_ = false;       // the peer's came
    bool is_reported_ = false;      // ours is sent
    bool is_enough_here_ = false;   // we said that we need nothing more
    bool is_enough_there_ = false;  // the peer did
    std::shared_ptr<Walk> walk_;
};

}  // namespace tandem::net
