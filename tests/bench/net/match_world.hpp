// SPDX-License-Identifier: MIT
// A whole match whose sides are called once a millisecond of virtual time: over the simulated
// network, or over real ENet with every head and seal on it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tests/net/virtual_enet/virtual_udp.hpp>

namespace tandem::bench {

struct MatchOptions {
    std::uint64_t seed = 1;
    std::uint32_t players = 2;
    net::LinkOptions line;
    bool is_held = false;  // an input stays for ten ticks in the mean; else each is another one
    std::optional<std::uint32_t> delay_ticks;
    std::optional<std::pair<std::uint32_t, sim::Plant>> plant;  // at which side, and what
    std::uint64_t ticks = net::k_no_limit;
};

// Inputs of one side, the same in every run.
net::InputSource make_inputs(const MatchOptions& options, std::uint32_t side);
// A side's session.
net::Lockstep make_session(const MatchOptions& options, std::uint32_t side);

// A call of a session: what had arrived, and when.
struct Call {
    std::vector<net::TransportEvent> received;
    net::Time now{0};
    bool did_nothing = false;  // nothing had arrived, nothing was played, told or sent
};

class MatchWorld {
public:
    virtual ~MatchWorld() = default;
    // Plays on until this time.
    void play_until(net::Time end);

    struct Side {
        std::optional<net::Driver> driver;
        std::uint64_t late_ticks = 0;
        std::uint64_t counted_ticks = 0;
        std::optional<net::Time> told_at;        // an alarm, or a desync
        std::optional<net::Time> played_at;      // the tick of `watched_tick`
        std::optional<std::vector<Call>> calls;  // every call, where they are kept
    };
    const Side& side(std::uint32_t number) const { return sides_[number]; }
    // Keeps every call of this side.
    void keep_calls(std::uint32_t number) { sides_[number].calls.emplace(); }
    void watch(std::uint64_t tick) { watched_tick_ = tick; }
    net::Time now() const { return now_; }

protected:
    explicit MatchWorld(const MatchOptions& options) : options_(options) {}
    void add_side(net::Transport& transport);
    virtual void advance(net::Time now) = 0;

    MatchOptions options_;

private:
    // Passes events on, and keeps them.
    class Tap;
    void pump(Side& side);

    std::vector<std::unique_ptr<net::Transport>> taps_;
    std::vector<Side> sides_;
    std::uint64_t watched_tick_ = ~std::uint64_t{0};
    net::Time now_{0};
};

class SimulatedMatch final : public MatchWorld {
public:
    explicit SimulatedMatch(const MatchOptions& options);

private:
    void advance(net::Time now) override { network_.advance(now); }
    net::SimulatedNetwork network_;
};

class EnetMatch final : public MatchWorld {
public:
    EnetMatch(const MatchOptions& options, const std::optional<net::MatchKey>& key);

    // From one side to another so far.
    test::VirtualUdp::Carried carried(std::uint32_t from, std::uint32_t to) const;

private:
    void advance(net::Time now) override { test::VirtualUdp::instance().advance(now); }
    std::vector<std::unique_ptr<net::EnetTransport>> transports_;
};

}  // namespace tandem::bench
