// SPDX-License-Identifier: MIT
// Bots in slots that nobody plays. To all others a bot's inputs are the host's own; it makes way as
// soon as a player comes for its slot.
#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/session/host.hpp>

namespace tandem::net {

void Host::watch_bots() {
    if (!bot_ || course_.stage() != SessionStage::playing || play_.only_relays()) {
        return;
    }
    for (std::uint32_t slot = 1; slot < setup_.slots; ++slot) {
        const bool somebody_comes =
            std::any_of(peers_.all().begin(), peers_.all().end(), [&](const auto& entry) {
                return entry.second.comer && entry.second.slot.index == slot;
            });
        const bool is_bot = bots_.contains(Slot{slot});
        const bool is_empty = play_.agreement().presence(slot).absent_from().has_value() &&
                              !peers_.player(Slot{slot});
        if (is_bot && somebody_comes) {
            make_way(Slot{slot});
        } else if (!is_bot && is_empty && !somebody_comes && is_fillable(Slot{slot})) {
            fill(Slot{slot});
        }
    }
}

// A slot that was set aside for a desync is not played by anybody.
bool Host::is_fillable(Slot slot) const {
    return slots_away_.contains(slot) || ticket_.given[slot.index] == 0;
}

void Host::fill(Slot slot) {
    bots_.insert(slot);
    const std::uint64_t tick = begin_presence(slot, play_.own_inputs().asked(), true);
    play_.match().add_mark({sim::MarkKind::note, sim::Tick{tick}, slot.index, 0,
                            "a bot plays player " + std::to_string(slot.index) + " from tick " +
                                std::to_string(tick) + " on"});
    play_.set_bots(bots_, bot_);
}

// The slot is empty from the first tick on for which no input was given.
void Host::make_way(Slot slot) {
    bots_.erase(slot);
    play_.set_bots(bots_, bot_);
    const std::uint64_t tick =
        std::max(play_.own_inputs().asked(), play_.agreement().presence(slot.index).last_change());
    const std::string text = "the bot of player " + std::to_string(slot.index) +
                             " makes way before tick " + std::to_string(tick);
    play_.agreement().leave_at(slot.index, tick);
    play_.match().add_mark({sim::MarkKind::left, sim::Tick{tick}, slot.index, 0, {}});
    peers_.send_to_all(Absent{tick, slot.index, true, text});
    if (play_.agreement().present() < 2) {
        alone_since_ = course_.now();
        alone_from_ = tick;
    }
    play_.report(Absented{slot, tick, text, waits_ms()});
}

void Host::dismiss_bots() {
    while (!bots_.empty()) {
        make_way(*bots_.begin());
    }
}

}  // namespace tandem::net
