// SPDX-License-Identifier: MIT
// The side that everyone connects to. It gives the setup, relays inputs, and decides from which
// tick players are absent and where the match ends.
#pragma once

#include <memory>
#include <string>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

class Host final : public Session {
public:
    static sim::Result<std::unique_ptr<Session>> create(sim::AnySimulation simulation,
                                                        HostOptions options, InputSource source,
                                                        sim::TickObserver* observer,
                                                        Entropy entropy);

private:
    Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
         sim::TickObserver* observer, Entropy entropy);

    void take_message(Peer& peer, const Message& message) override;
    void on_gone(Peer& peer, LeftReason reason, const std::string& text) override;
    void on_newcomer_gone(const std::string& text) override;
    void on_inputs(std::uint32_t slot) override;
    void on_own_stop(std::uint64_t tick, sim::EndReason reason) override;
    // Every tick of the host is confirmed at once.
    std::uint64_t confirmed_until() override { return k_no_limit; }
    void tell_dropped(Peer& peer, const std::string& text) override;
    std::uint64_t finish_tick(const Peer& peer) const override;
    void watch() override;
    Cipher::Side side() const override { return Cipher::Side::host; }

    void take_hello(Peer& peer, const Hello& hello);
    void take_ready(Peer& peer, const Ready& ready);
    void take_stop(Peer& peer, const Stop& stop);
    void start_match();
    // The first tick in which a lost guest is absent.
    std::uint64_t lost_tick(const Peer& peer) const;
    // Makes a guest absent from `tick` on. If nobody else is left, the match ends there.
    void remove_guest(Peer& peer, std::uint64_t tick, sim::EndReason reason,
                      const std::string& text);
    std::uint32_t guests() const;
    std::uint32_t free_slot() const;

    std::uint32_t guests_timeout_ms_;
    Identity identity_;
    std::uint64_t token_ = 0;
    std::optional<Time> gathering_since_;
    Time start_at_{0};
    std::vector<std::string> names_;
};

}  // namespace tandem::net
