// SPDX-License-Identifier: MIT
// A machine in virtual time: the times at which it looks at its network, the time of its clock, and
// the moment at which each datagram leaves it.
#pragma once

#include <optional>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// The time between two looks for packets and ticks of a machine that has nothing to do.
inline constexpr net::Time k_look = std::chrono::milliseconds(1);

// A transport between a session and its endpoint. It holds the packets that are sent during a look
// until the machine has done the work of that look.
class HeldTransport final : public net::Transport {
public:
    explicit HeldTransport(net::Transport& endpoint) : endpoint_(endpoint) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        held_.push_back({false, peer, channel, sim::Bytes(bytes.begin(), bytes.end())});
    }
    void flush() override {}
    void close(net::PeerId peer) override {
        held_.push_back({true, peer, net::Channel::reliable, {}});
    }
    void reconnect() override {
        held_.clear();
        endpoint_.reconnect();
    }
    bool is_open() const override { return !held_.empty() || endpoint_.is_open(); }
    bool is_being_called() const override { return endpoint_.is_being_called(); }

    // Sends all packets that it holds.
    void release();
    // The process that gave it these packets is gone.
    void drop() { held_.clear(); }
    // A running hash of all bytes that were received.
    std::uint64_t heard() const { return heard_; }

private:
    struct Held {
        bool is_close = false;
        net::PeerId peer;
        net::Channel channel = net::Channel::unreliable;
        sim::Bytes bytes;
    };
    net::Transport& endpoint_;
    std::vector<Held> held_;
    std::uint64_t heard_ = 0;
};

// The conditions of one machine of a scenario, by true time.
class ScenarioMachine {
public:
    ScenarioMachine(const Scenario& scenario, std::uint32_t number, TickRate rate);

    // Returns the time of the machine's own clock, which never goes back.
    net::Time clock(net::Time now);
    // Returns the time that so many steps take the machine.
    net::Time work(net::Time now, std::uint64_t steps) const;
    // Returns the first moment from `now` on at which the machine does anything; nothing if it is
    // dead by then.
    std::optional<net::Time> awake_from(net::Time now) const;

private:
    struct Span {
        net::Time begin{0};
        net::Time end{0};
        std::uint64_t permille = 0;  // more for each step
    };
    struct Jump {
        net::Time at{0};
        net::Time by{0};
    };

    MachineConditions conditions_;
    net::Time tick_{0};  // the length of a tick
    std::vector<Span> freezes_;
    std::vector<Span> slow_;
    std::vector<Jump> jumps_;
    std::optional<net::Time> dies_at_;
    net::Time shown_{0};  // the latest time that its clock has shown
};

}  // namespace tandem::tools::netsim
