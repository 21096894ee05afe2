// SPDX-License-Identifier: MIT
// Tells who holds the match up: once when a person would notice, and once when it is over.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/event.hpp>
#include <tandem/net/session/link.hpp>
#include <tandem/net/session/pace.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

// Why a peer holds us up, as far as its link shows now.
WaitingFor waiting_for(const Link& link, const Pace& pace, Time now);

class StallTeller {
public:
    // A stall of this length is noticed.
    static constexpr Time k_noticed = std::chrono::milliseconds(250);

    // Who holds us up at present, and why; nothing: nobody.
    struct Holder {
        Slot slot;
        WaitingFor what = WaitingFor::line;
    };
    // Returns what to tell, if anything.
    std::optional<Waiting> note(std::optional<Holder> holder, Time now);

private:
    struct Stall {
        Holder holder;
        Time since{0};
        bool is_told = false;
    };
    std::optional<Stall> stall_;
};

}  // namespace tandem::net
