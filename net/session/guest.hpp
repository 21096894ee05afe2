// SPDX-License-Identifier: MIT
// A side that joins a host. It checks what it receives, reports ready, and follows the host's
// decisions.
#pragma once

#include <memory>
#include <string>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

class Guest final : public Session {
public:
    static std::unique_ptr<Session> create(sim::AnySimulation simulation, JoinOptions options,
                                           InputSource source, sim::TickObserver* observer,
                                           Entropy entropy);

private:
    Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
          sim::TickObserver* observer, Entropy entropy);

    void take_message(Peer& host, const Message& message) override;
    void on_gone(Peer& host, LeftReason reason, const std::string& text) override;
    void on_newcomer_gone(const std::string& text) override;
    void on_inputs(std::uint32_t slot) override { static_cast<void>(slot); }
    void on_own_stop(std::uint64_t tick, sim::EndReason reason) override;
    std::uint64_t confirmed_until() override;
    void tell_dropped(Peer& host, const std::string& text) override;
    std::uint64_t finish_tick(const Peer& host) const override;
    void watch() override;
    Cipher::Side side() const override { return Cipher::Side::guest; }

    void take_host_greeting(Peer& host, const Greeting& greeting);
    void take_welcome(Peer& host, const Welcome& welcome);
    void take_start(Peer& host, const Start& start);
    void take_end(Peer& host, const End& end);
    void take_absent(Peer& host, const Absent& absent);
    void note_confirmed(const Peer& host);
    // The host plays on without us.
    void take_drop(Peer& host, const Absent& absent);
    void take_bye(Peer& host, const Bye& bye);
    void refuse_host(Peer& host, const Refusal& refusal);

    std::optional<sim::AnySimulation> simulation_;  // until the match has it
    InputSource source_;
    JoinOptions join_options_;
    Identity identity_;
    std::optional<Time> joining_since_;
    std::uint64_t confirmed_ = 0;  // the host has our inputs for all ticks before this one
};

}  // namespace tandem::net
