// SPDX-License-Identifier: MIT
// The claim about a network within a loop: C88.
#include <algorithm>
#include <memory>

#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// A peer sends four packets a second; the loop takes them before each update, by a poll that does
// not wait, or waits for one.
class Polling : public Game {
public:
    std::uint64_t received = 0;

    std::uint64_t poll(Flicks now) {
        constexpr Flicks k_between = milliseconds(250);
        while (static_cast<std::int64_t>(sent_ + 1) * k_between <= now) {
            pass_to(static_cast<std::int64_t>(++sent_) * k_between);
            if (far_ != nullptr) {
                const sim::Bytes packet{std::byte{1}};
                far_->send(near_id_, net::Channel::reliable, packet);
                far_->flush();
            }
        }
        pass_to(now);
        const std::uint64_t packets = near_ == nullptr ? 0 : packets_in(*near_);
        received += packets;
        return packets;
    }

protected:
    // Lets the network act until that time.
    virtual void pass_to(Flicks) = 0;
    static std::uint64_t packets_in(net::Transport& transport) {
        const auto events = transport.poll(milliseconds(0));
        return static_cast<std::uint64_t>(
            std::count_if(events.begin(), events.end(), [](const net::TransportEvent& event) {
                return event.kind == net::TransportEvent::Kind::packet;
            }));
    }
    net::Transport* near_ = nullptr;  // null where there is no network
    net::Transport* far_ = nullptr;
    net::PeerId near_id_;  // as the far side numbers it

private:
    std::uint64_t sent_ = 0;
};
// Its poll costs no virtual time.
class SimulatedPolling : public Polling {
public:
    SimulatedPolling() {
        near_ = &network_.add_endpoint();
        far_ = &network_.add_endpoint();
        network_.connect(1, 0);
    }

private:
    void pass_to(Flicks now) override { network_.advance(LoopClock::nanoseconds_at(now)); }

    net::SimulatedNetwork network_{1};
};
// Two sockets of this machine.
class SocketPolling : public Polling {
public:
    SocketPolling() {
        auto host = net::EnetTransport::host(0, 1, net::ListenOn::loopback);
        auto guest = host ? net::EnetTransport::connect("127.0.0.1", (*host)->port())
                          : sim::Result<std::unique_ptr<net::EnetTransport>>(host.error());
        if (!guest) {
            return;
        }
        host_ = std::move(*host);
        guest_ = std::move(*guest);
        constexpr int k_tries = 1'000;
        for (int i = 0; i < k_tries && near_ == nullptr; ++i) {
            static_cast<void>(host_->poll(milliseconds(1)));
            for (const net::TransportEvent& event : guest_->poll(milliseconds(1))) {
                near_id_ = event.peer;
                near_ = host_.get();
                far_ = guest_.get();
            }
        }
    }

private:
    // The far side does its part only when it is asked.
    void pass_to(Flicks) override {
        if (far_ != nullptr) {
            static_cast<void>(packets_in(*far_));
        }
    }

    std::unique_ptr<net::EnetTransport> host_;
    std::unique_ptr<net::EnetTransport> guest_;
};
// Values: the longest frame, packets received.
Finding frames_with_network(Polling& network, Time& time, Flicks window, bool waits) {
    const Machine normal = machine_of("normal");
    Platform game(normal, time, window, network);
    while (game.is_running()) {
        while (network.poll(time.now()) == 0 && waits && game.is_running()) {
            game.sleep(milliseconds(1));
        }
        if (game.is_running()) {
            game.update(normal.frame_cost());
            game.render();
        }
    }
    const double longest = in_milliseconds(game.report().worst_gap);
    return {"frames of up to " + decimal(longest, 2) + " ms, " + std::to_string(network.received) +
                " packets",
            {longest, static_cast<double>(network.received)}};
}
template <bool waits>
Finding takes_packets() {
    VirtualTime time;
    SimulatedPolling network;
    return frames_with_network(network, time, std::chrono::seconds(10), waits);
}
template <bool waits>
Finding takes_packets_for_real() {
    SocketPolling network;
    RealTime time;
    return frames_with_network(network, time, std::chrono::seconds(2), waits);
}
Verdict only_fails_is_held_up(const Finding& fails, const Finding& holds) {
    const double cost = in_milliseconds(machine_of("normal").frame_cost());
    // A frame may end before it has looked for the last of forty packets.
    return shown_if(are_near(fails.values, {250, 40}, 0) && are_near(holds.values, {cost, 39}, 0));
}
// A tenth of a second tells a frame of 250 ms from one of 10. Where no packet came, or this machine
// held up the frames of a poll as well, nothing was measured.
Verdict only_fails_is_held_up_for_real(const Finding& fails, const Finding& holds) {
    constexpr double k_held_up_ms = 100;
    if (fails.values[1] == 0 || holds.values[1] == 0 || holds.values[0] >= k_held_up_ms) {
        return Verdict::not_testable;
    }
    return shown_if(fails.values[0] >= k_held_up_ms);
}

}  // namespace

ClaimList network_claims() {
    return {
        {.id = "C88",
         .articles = Article::patterns,
         .sentence = "a network is polled, not waited for",
         .fails = "a loop on normal that waits for a packet in each frame, four a second",
         .holds = "the same with net::Transport::poll of 0 ms, which on this simulated network "
                  "takes no time; tandem lab claims --real has sockets",
         .expected = "frames of 250 ms | of 10 ms",
         .run_fails = takes_packets<true>,
         .run_holds = takes_packets<false>,
         .judge = only_fails_is_held_up,
         .real = Arms{takes_packets_for_real<true>, takes_packets_for_real<false>,
                      only_fails_is_held_up_for_real, std::chrono::seconds(4),
                      "the same with net::Transport::poll of 0 ms, over two UDP sockets of this "
                      "machine"}},
    };
}

}  // namespace tandem::tools::lab
