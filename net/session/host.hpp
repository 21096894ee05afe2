// SPDX-License-Identifier: MIT
// The side that everyone connects to. It gives the setup, relays inputs, and decides from which
// tick to which players are absent and where the match ends.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

class Host final : public Session {
public:
    static sim::Result<std::unique_ptr<Session>> create(sim::AnySimulation simulation,
                                                        HostOptions options, InputSource source,
                                                        sim::TickObserver* observer);

    void abandon(std::string why) override;

private:
    // A player that returns at this tick, and a peer that does not know of it yet.
    struct Return {
        Slot slot;
        std::uint64_t tick = 0;
        std::set<PeerId> not_agreed;
    };

    Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
         sim::TickObserver* observer);

    // ---- Handshake (host_handshake.cpp) ----
    void receive_greeting(Peer& peer, const Greeting& greeting);
    void receive_hello(Peer& peer, const Hello& hello);
    void welcome(Peer& peer, const Hello& hello, std::uint32_t slot);
    void receive_ready(Peer& peer, const Ready& ready);
    void refuse(Peer& peer, const Refusal& refusal);
    void start_match();
    void begin();
    void watch_handshake() override;
    std::uint32_t guests() const;
    std::uint32_t free_slot() const;

    // ---- Who waits for the start (host_lobby.cpp) ----
    void watch_lobby();
    void drop_silent_guests();
    void start_if_all_live();
    // True if every slot has a guest that is ready and lives.
    bool may_start() const;
    void serve_newcomers();
    void refuse_as_full(Peer& peer);
    // The slot of the guest that is silent for longest, if that may be dead, is free afterwards.
    void drop_ghost();
    // A guest may be silent for so long while a newcomer asks for its slot.
    Time silence_max(const Peer& peer) const;

    // ---- Receiving ----
    Time others_patience() const override;
    sim::Result<void> check_inputs(const Peer& peer) override;
    void receive_message(Peer& peer, const Message& message) override;
    void receive_match_message(Peer& peer, const Message& message);

    // ---- What is due ----
    void watch_match() override;
    // Every guest's inputs pass through us, so all that we have played is certain.
    std::uint64_t certain_ticks() override { return ~std::uint64_t{0}; }
    sim::Result<void> play_last_ticks() override;

    // ---- Decisions (host_decisions.cpp) ----
    void receive_stop(Peer& peer, const Stop& stop);
    // Removes the guests that leave and whose last input has come.
    void let_go();
    void end_own_inputs(std::uint64_t tick, sim::EndReason reason) override;
    // The first tick in which a lost guest is absent.
    std::uint64_t lost_tick(const Peer& peer) const;
    std::uint64_t finish_tick(const Peer& peer) const;
    // True if at least two go on playing without this peer.
    bool has_others(const Peer& peer) const;
    void lose(PeerId id, LeftReason reason, const std::string& text) override;
    // The player takes no part from `tick` on. If nobody else is left, the match ends there.
    void remove_player(const Peer& peer, std::uint64_t tick, sim::EndReason reason,
                       const Left& left);

    // ---- Progress (host_progress.cpp) ----
    void watch_progress();
    // The others play on without this peer, and it may return.
    void set_aside(Peer& peer, const std::string& text);
    void receive_back(Peer& peer, const Back& back);
    void receive_agreed(Peer& peer, const Agreed& agreed);
    bool may_return_again(const Peer& peer) const;
    void forget_agreeing(PeerId id);
    void withhold_inputs();
    void watch_away();
    void report_stall();
    void part_after_standstill(Time lasted) override;

    // ---- Histories (host_desync.cpp) ----
    void compare();
    void settle_disputes() override;
    void settle_dispute(Peer& peer, bool is_odd);
    // True if this peer is the odd one. It is empty until all players have been compared.
    std::optional<bool> is_odd_one(const Peer& peer) const;
    void try_finish() override;

    // ---- Set aside ourselves (host_relaying.cpp) ----
    // We are the odd one: the rest play on, and we only relay.
    void stand_aside(Peer& peer);
    void receive_differ_of_others(const Peer& peer, const Differ& differ);
    void finish_relaying();
    void finish_leavers();
    void end_relaying(const Bye& bye);

    Time patience() const { return std::chrono::milliseconds(options_.peer_timeout_ms); }

    // A newcomer who found no free slot, and waits whether one of the guests is dead.
    struct Newcomer {
        Hello hello;
        Time waited{0};
    };

    std::uint32_t guests_timeout_ms_;
    Setup setup_;
    std::map<PeerId, Time> away_;  // made no progress, may return; since when
    std::vector<Return> returns_;
    std::map<Slot, Time> returned_at_;
    std::optional<Desynced> own_desync_;  // we were the odd one, and only relay
    std::optional<Slot> holder_;          // who holds us up now
    std::optional<Time> gathering_since_;
    std::map<PeerId, Newcomer> newcomers_;
    Time last_ready_{0};  // when the last guest became ready
    Time start_at_{0};
    std::vector<std::string> names_;
};

}  // namespace tandem::net
