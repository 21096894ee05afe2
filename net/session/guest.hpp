// SPDX-License-Identifier: MIT
// A side that joins a host. It checks what it receives, reports ready, and follows the host's
// decisions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

class Guest final : public Session {
public:
    static std::unique_ptr<Session> create(sim::AnySimulation simulation, JoinOptions options,
                                           InputSource source, sim::TickObserver* observer);

private:
    Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
          sim::TickObserver* observer);

    // ---- Handshake (guest_handshake.cpp) ----
    void receive_greeting(Peer& host, const Greeting& greeting);
    void receive_welcome(Peer& host, const Welcome& welcome);
    void receive_start(Peer& host, const Start& start);
    void receive_refusal(Peer& host, const Refusal& refusal);
    void receive_reset_report(Peer& host, const Autopsy& autopsy);
    void refuse(Peer& host, const Refusal& refusal);
    void watch_handshake() override;

    // ---- Receiving ----
    Time others_patience() const override;
    void greet(Peer& host) override;
    void receive_message(Peer& host, const Message& message) override;
    void receive_match_message(Peer& host, const Message& message);

    // ---- Following the host (guest_decisions.cpp) ----
    void receive_end(Peer& host, const End& end);
    void receive_absent(Peer& host, const Absent& absent);
    void receive_own_absence(Peer& host, const Absent& absent);
    void receive_hosts_absence(Peer& host, const Absent& absent);
    void receive_present(Peer& host, const Present& present);
    void receive_gone(Peer& host, const Gone& gone);
    void receive_holdup(Peer& host, const Holdup& holdup);
    void receive_bye(Peer& host, const Bye& bye);
    void end_own_inputs(std::uint64_t tick, sim::EndReason reason) override;
    void lose(PeerId id, LeftReason reason, const std::string& text) override;
    std::uint64_t certain_ticks() override;
    // The host has our inputs of the ticks before this one, or its history says so.
    std::uint64_t certain_until(const Peer& host) const;
    void watch_progress(Peer& host);
    void report_stall(Peer& host);
    void come_back(Peer& host);
    void watch_match() override;
    void compare();
    void settle_disputes() override;
    void try_finish() override;
    void part_after_standstill(Time lasted) override;
    std::string own_text() const;
    Peer* host();

    JoinOptions join_;
    std::optional<Waiting> held_up_;  // the host's last report, until it is over
    std::uint64_t certain_ = 0;
    bool is_absent_ = false;
    std::uint64_t absent_from_ = 0;
    std::optional<Time> said_back_;  // that we have caught up, and wait for the host's answer
    bool is_judged_ = false;         // the host has said who is the odd one
    std::optional<Time> joining_since_;
};

}  // namespace tandem::net
