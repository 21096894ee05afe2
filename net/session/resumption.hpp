// SPDX-License-Identifier: MIT
// How a host that goes on with a match finds out where it stood: guests may hold ticks that were
// certain and that the host's recording lacks. What they bring is played in a copy first, and
// counts only if it comes to the chain that they claim.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/options.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/return_messages.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

class Resumption {
public:
    explicit Resumption(HostPast past) : past_(std::move(past)) {}

    const HostPast& past() const { return past_; }
    // The chain after so many ticks, as far as it is known here.
    std::optional<sim::ChainHash> chain_at(std::uint64_t ticks_done) const;

    // A guest claims this past. Returns what it is asked for: the records that are not here.
    std::optional<Bring> add(PeerId guest, const std::optional<HeldPast>& claimed);
    // Takes what it brings. The error says what cannot be.
    sim::Result<void> receive(PeerId guest, const Brought& brought);
    // Plays what was brought, for the time of a call. Returns the guests whose ticks are not those
    // that they claim.
    std::vector<PeerId> try_out(const sim::AnySimulation& game, const Setup& setup);
    void forget(PeerId guest) { tails_.erase(guest); }

    // True if nothing more is awaited of this guest.
    bool is_settled(PeerId guest) const;
    bool has_any() const { return !tails_.empty(); }
    // The records behind the past of the guest that holds most, and how many ticks that makes.
    const std::vector<sim::Bytes>& longest() const;

private:
    struct Tail {
        std::uint64_t ticks_done = 0;  // that are claimed
        sim::ChainHash chain;
        std::vector<sim::Bytes> records;  // from the past's end on
        std::uint64_t bytes = 0;
        std::unique_ptr<sim::Timeline> copy;  // that plays them
        bool is_settled = false;
        bool is_sound = false;
    };

    std::uint64_t missing(const Tail& tail) const;

    HostPast past_;
    std::map<PeerId, Tail> tails_;
};

}  // namespace tandem::net
