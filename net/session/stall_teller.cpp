// SPDX-License-Identifier: MIT
// One line for each stall.
#include <tandem/net/session/stall_teller.hpp>

#include <algorithm>

namespace tandem::net {
namespace {

// Every side sends something ten times a second.
constexpr std::chrono::milliseconds k_silence{200};

}  // namespace

WaitingFor waiting_for(const Link& link, const Pace& pace, Time now) {
    switch (pace.strain_of(link.id())) {
        case wire::Strain::slow:
            return WaitingFor::machine;
        case wire::Strain::frozen:
            return WaitingFor::frozen;
        case wire::Strain::none:
            break;
    }
    if (now - link.last_heard() >= k_silence) {
        return WaitingFor::line;
    }
    switch (link.liveness.worst()) {
        case Owed::any_sign:
        case Owed::inputs:
            return WaitingFor::inputs;
        case Owed::acknowledgements:
            return WaitingFor::acknowledgements;
        case Owed::history:
            return WaitingFor::history;
    }
    return WaitingFor::inputs;
}

std::optional<Waiting> StallTeller::note(std::optional<Holder> holder, Time now) {
    const auto lasted = [&] {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(now - stall_->since).count());
    };
    if (holder && (!stall_ || stall_->holder.slot == holder->slot)) {
        if (!stall_) {
            stall_ = Stall{*holder, now, false};
        }
        if (!stall_->is_told) {
            stall_->holder.what = holder->what;
        }
        if (stall_->is_told || now - stall_->since < k_noticed) {
            return std::nullopt;
        }
        stall_->is_told = true;
        return Waiting{stall_->holder.slot, stall_->holder.what, false, lasted()};
    }
    if (!stall_) {
        return std::nullopt;
    }
    const Waiting over{stall_->holder.slot, stall_->holder.what, true, lasted()};
    const bool was_told = stall_->is_told;
    stall_.reset();
    return was_told ? std::optional(over) : std::nullopt;
}

}  // namespace tandem::net
