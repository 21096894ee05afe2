// SPDX-License-Identifier: MIT
// Tells who holds the match up, once a person would notice, and again when it is over.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/event.hpp>
#include <tandem/net/session/link.hpp>
#include <tandem/net/session/pace.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

// The reason why a peer holds us up, as far as its link shows now.
WaitingFor waiting_for(const Link& link, const Pace& pace, Time now);

class StallTeller {
public:
    // A stall of this length is noticed.
    static constexpr Time k_noticed = std::chrono::milliseconds(250);

    // The slot that holds us up at present, and the reason.
    struct Holder {
        Slot slot;
        WaitingFor what = WaitingFor::line;
    };
    // Returns the stall to tell, if there is one. A stall that was told is over once a tick was
    // played: we may just not know who holds us up, or another one may do so now.
    std::optional<Waiting> find_stall(std::optional<Holder> holder, std::uint64_t ticks_done,
                                      Time now);

private:
    struct Stall {
        Holder holder;
        Time since{0};
        Time held_since{0};            // by this holder
        std::uint64_t ticks_done = 0;  // when it was last seen to last
        std::optional<Holder> told;
    };
    std::optional<Stall> stall_;
};

}  // namespace tandem::net
