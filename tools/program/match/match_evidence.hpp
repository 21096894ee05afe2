// SPDX-License-Identifier: MIT
// Keeps evidence while a match runs, in case of a desync, and says and leaves it behind after one.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/netview/packet_ring.hpp>
#include <tandem/tools/program/evidence/desync_bundle.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

class MatchEvidence {
public:
    // `now` tells the time. Without `leaves_bundles` only the reports are kept.
    MatchEvidence(bool is_host, bool leaves_bundles, std::function<net::Time()> now);

    // The transport and the observer that the session is to use.
    net::Transport& over(net::Transport& transport);
    sim::TickObserver* beside(sim::TickObserver& recorder);
    // Takes an event that the session reported at this time.
    void on_event(const net::Event& event, net::Time now);

    // Leaves a bundle for each desync beside this finished recording. If that fails it complains;
    // the match and its recording do not depend on it.
    void leave_bundles(const std::string& recording, const RegisteredGame& game, Slot own,
                       Context& context);

    // The last desync, if there was one.
    const net::Desynced* desync() const { return found_.empty() ? nullptr : &found_.back().desync; }
    // The findings of the last one, for the closing object; there must be one (asserted).
    JsonObject facts() const;
    // Returns the next step for the last one: "next: tandem explain FOLDER". `recording` is empty
    // if it is lost. If it is not whole, no bundle was left, which is said. Without `can_explain`
    // the next step is to send the bundle to those whose program has that verb.
    std::string next_text(const std::string& program, const std::string& recording, bool is_whole,
                          bool can_explain = true) const;

private:
    struct Found {
        net::Desynced desync;
        std::string packets;
        std::optional<WrittenBundle> bundle;
    };

    bool is_host_;
    bool leaves_bundles_;
    netview::PacketRing ring_;
    StateHashLog hashes_;
    std::optional<sim::Observers> observers_;
    net::Time began_at_{0};
    std::map<std::uint32_t, net::Connected> others_;  // by slot
    std::vector<Found> found_;
};

}  // namespace tandem::tools
