// SPDX-License-Identifier: MIT
// A machine in virtual time: when it looks at its network, what its clock says, and what leaves it
// when.
#pragma once

#include <optional>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// How often a machine that has nothing to do looks for packets and ticks.
inline constexpr net::Time k_look = std::chrono::milliseconds(1);

// Between a session and its endpoint: what is sent during a look leaves when the machine has done
// the work of that look.
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
    bool is_open() const override { return !held_.empty() || endpoint_.is_open(); }

    // Sends all of it.
    void release();
    // A running hash of all that was received.
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
class Machine {
public:
    Machine(const Scenario& scenario, std::uint32_t number, TickRate rate);

    // What its own clock says. It never goes back.
    net::Time clock(net::Time now);
    // How long that many steps take it.
    net::Time work(net::Time now, std::uint64_t steps) const;
    // The first moment from `now` on at which it does anything; nothing if it is dead by then.
    std::optional<net::Time> awake_from(net::Time now) const;
    // Whether it ever dies.
    bool dies() const { return dies_at_.has_value(); }

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
    net::Time tick_{0};  // one tick's length
    std::vector<Span> freezes_;
    std::vector<Span> slow_;
    std::vector<Jump> jumps_;
    std::optional<net::Time> dies_at_;
    net::Time shown_{0};  // the latest time that its clock has said
};

}  // namespace tandem::tools::netsim
