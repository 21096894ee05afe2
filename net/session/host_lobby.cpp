// SPDX-License-Identifier: MIT
// A host that waits for its guests. A guest whose process was killed says no farewell, so the match
// begins only with guests that were just heard, and a silent one keeps no living one out.
#include <algorithm>
#include <utility>

#include <tandem/net/session/host.hpp>

namespace tandem::net {
namespace {

// A guest says something ten times a second. Where a third of all packets is lost, one that lives
// is silent for so long once in a hundred thousand times.
constexpr Time k_ghost_after = std::chrono::seconds(1);
// A newcomer waits so much longer than a guest may be silent: the last packets of one that had died
// when it came may still have been on their way.
constexpr Time k_under_way = std::chrono::milliseconds(500);

}  // namespace

void Host::watch_lobby() {
    drop_silent_guests();
    start_if_all_live();
    if (course_.stage() == SessionStage::gathering) {
        serve_newcomers();
    }
}

void Host::start_if_all_live() {
    if (!may_start()) {
        return;
    }
    start_match();
    for (const auto& [id, newcomer] : std::exchange(newcomers_, {})) {
        if (Peer* peer = peers_.find(id)) {
            refuse_as_full(*peer);
        }
    }
}

// A guest that is not ready has the time of the handshake.
void Host::drop_silent_guests() {
    std::vector<PeerId> silent;
    for (auto& [id, peer] : peers_.all()) {
        if (peer.link) {
            peer.link->liveness.owe(Owed::any_sign, course_.elapsed());
            const Time silence = peer.link->liveness.debt(Owed::any_sign);
            if (peer.stage == PeerStage::ready && silence >= patience()) {
                silent.push_back(id);
            }
        }
    }
    for (const PeerId id : silent) {
        lose(id, LeftReason::timeout,
             progress_text(*peers_.find(id), Owed::any_sign, options_.peer_timeout_ms));
    }
}

// Each must have been heard since the last one became ready: what came before says nothing of now.
bool Host::may_start() const {
    const auto living =
        std::count_if(peers_.all().begin(), peers_.all().end(), [this](const auto& entry) {
            const Peer& peer = entry.second;
            return peer.link && peer.stage == PeerStage::ready &&
                   peer.link->last_heard() >= last_ready_ &&
                   peer.link->liveness.debt(Owed::any_sign) < k_ghost_after;
        });
    return static_cast<std::uint32_t>(living) + 1 == seats();
}

void Host::serve_newcomers() {
    std::erase_if(newcomers_,
                  [this](const auto& entry) { return peers_.find(entry.first) == nullptr; });
    while (!newcomers_.empty()) {
        if (free_slot() == seats()) {
            drop_ghost();
        }
        const std::uint32_t slot = free_slot();
        if (slot == seats()) {
            break;
        }
        const auto first = newcomers_.extract(newcomers_.begin());
        welcome(*peers_.find(first.key()), first.mapped().hello, slot);
    }
    Time longest{0};
    for (const auto& [id, peer] : peers_.all()) {
        longest = std::max(longest, peer.link ? silence_max(peer) : Time{0});
    }
    std::vector<PeerId> refused;
    for (auto& [id, newcomer] : newcomers_) {
        newcomer.waited += course_.elapsed();
        if (newcomer.waited >= longest + k_under_way) {
            refused.push_back(id);
        }
    }
    for (const PeerId id : refused) {
        newcomers_.erase(id);
        refuse_as_full(*peers_.find(id));
    }
}

void Host::drop_ghost() {
    const Peer* ghost = nullptr;
    Time longest{0};
    for (const auto& [id, peer] : peers_.all()) {
        const Time silence = peer.link ? peer.link->liveness.debt(Owed::any_sign) : Time{0};
        if (peer.link && silence >= silence_max(peer) && silence >= longest) {
            ghost = &peer;
            longest = silence;
        }
    }
    if (ghost != nullptr) {
        const auto silence_ms =
            std::chrono::duration_cast<std::chrono::milliseconds>(silence_max(*ghost)).count();
        lose(ghost->id, LeftReason::timeout,
             progress_text(*ghost, Owed::any_sign, static_cast<std::uint32_t>(silence_ms)) +
                 ", and somebody else asks for its place");
    }
}

// A guest that is not ready yet may be busy with its game's reset, and says nothing meanwhile.
Time Host::silence_max(const Peer& peer) const {
    return peer.stage == PeerStage::ready ? k_ghost_after : patience();
}

void Host::refuse_as_full(Peer& peer) {
    refuse(peer, Refusal{RefusalReason::full, std::to_string(seats()) + " players", "one more"});
}

}  // namespace tandem::net
