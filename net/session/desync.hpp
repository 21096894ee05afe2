// SPDX-License-Identifier: MIT
// What happens between two sides whose histories differ: they exchange their chains, find the first
// tick after which these differ, and then exchange what they have of that tick.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/net/event.hpp>
#include <tandem/net/session/history.hpp>
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
    sim::Result<std::optional<Autopsy>> take_chains(const Differ& differ, const History& history);
    // Takes the peer's report. Returns ours, if it was not sent yet. The error says that the report
    // is of a tick that does not differ.
    sim::Result<std::optional<Autopsy>> take_report(Autopsy autopsy, const History& history);

    // Takes the report of a reset that differs from ours, of which there are no chains.
    void take_reset_report(Autopsy autopsy);

    // Whether everything is known that will be.
    bool is_complete(Time now) const { return report_.has_value() || now >= deadline_; }
    Time deadline() const { return deadline_; }
    // After how many ticks the two first differ, as far as it is known.
    std::uint64_t ticks_differ() const { return ticks_differ_; }
    std::uint64_t ticks_agreed() const { return ticks_agreed_; }
    // The peer's chain after ticks_differ(), as far as it is known.
    std::optional<sim::ChainHash> their_chain() const { return their_chain_; }
    // The peer's report; null if it did not arrive.
    const Autopsy* report() const { return report_ ? &*report_ : nullptr; }

private:
    std::optional<Autopsy> own_report(const History& history);

    std::uint64_t ticks_agreed_;
    std::uint64_t ticks_differ_;
    Time deadline_;
    std::optional<sim::ChainHash> their_chain_;
    std::optional<Autopsy> report_;
    bool is_reported_ = false;  // ours is sent
};

}  // namespace tandem::net
