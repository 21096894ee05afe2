// SPDX-License-Identifier: MIT
// A side that joins a host. It checks what it receives, reports ready, and follows the host's
// decisions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/session/course.hpp>
#include <tandem/net/session/peers.hpp>
#include <tandem/net/session/play.hpp>
#include <tandem/net/session/session.hpp>
#include <tandem/net/session/stall_teller.hpp>

namespace tandem::net {

class Guest final : public Session {
public:
    static std::unique_ptr<Session> create(sim::AnySimulation simulation, JoinOptions options,
                                           InputSource source, sim::TickObserver* observer);

    void on_transport(const TransportEvent& event, Time now) override;
    std::vector<Event> advance(Time now) override;
    std::vector<Outgoing> extract_outgoing() override { return peers_.extract_outgoing(); }
    void leave() override;
    void abandon(std::string why) override;
    Ended break_off(Bye bye, std::optional<sim::Error> error) override {
        return course_.break_off(std::move(bye), std::move(error));
    }
    bool is_ended() const override { return course_.stage() == SessionStage::ended; }
    const Play& play() const override { return play_; }
    std::vector<PeerStatus> peer_statuses() const override { return statuses_of(peers_, play_); }

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
    void watch_handshake();

    // ---- Receiving ----
    void receive_message(Peer& host, sim::ByteView bytes);
    void receive_packet(Peer& host, sim::ByteView bytes);
    void receive_message(Peer& host, const Message& message);
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
    void stop_own_inputs(std::uint64_t tick, sim::EndReason reason);
    void lose(Peer& host, LeftReason reason, const std::string& text);
    void lose_for_protocol_error(Peer& host, const std::string& text);
    // Ticks before this one are certain: the host has our inputs of them, or its history says so.
    std::uint64_t certain_until(const Peer& host) const;
    void watch_progress(Peer& host);
    void report_stall(Peer& host);
    void come_back(Peer& host);
    void compare();
    void settle_dispute();
    void try_finish(Peer& host);
    void leave_after_standstill(Time lasted);
    std::string own_text() const;
    Peer* host();
    Time patience() const;

    JoinOptions options_;
    Identity identity_;
    Peers peers_;
    Play play_;
    Course course_;
    StallTeller stalls_;
    std::optional<Waiting> held_up_;  // the host's last report, until it is over
    std::uint64_t certain_ = 0;
    bool is_absent_ = false;
    std::uint64_t absent_from_ = 0;
    std::optional<Time> said_back_;  // that we have caught up, and wait for the host's answer
    bool is_judged_ = false;         // the host has said who is the odd one
    bool leaves_after_dispute_ = false;
    std::optional<Time> joining_since_;
    std::optional<Time> stood_still_;
};

}  // namespace tandem::net
