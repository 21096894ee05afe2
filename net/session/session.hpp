// SPDX-License-Identifier: MIT
// Lockstep needs this of a side, of the host (host.hpp) and of a guest (guest.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/session/play.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

class Session {
public:
    virtual ~Session() = default;
    virtual void on_transport(const TransportEvent& event, Time now) = 0;
    virtual std::vector<Event> advance(Time now) = 0;
    virtual std::vector<Outgoing> extract_outgoing() = 0;
    virtual void leave() = 0;
    virtual void abandon(std::string why) = 0;
    virtual Ended break_off(Bye bye, std::optional<sim::Error> error) = 0;

    virtual bool is_ended() const = 0;
    virtual const Play& play() const = 0;
    virtual std::vector<PeerStatus> peer_statuses() const = 0;
};

}  // namespace tandem::net
