// SPDX-License-Identifier: MIT
// A stall is told once for each one who holds the match up in it, and once when it is over.
#include <tandem/net/session/stall_teller.hpp>

namespace tandem::net {
namespace {

// Every side sends something ten times a second.
constexpr std::chrono::milliseconds k_silence{200};

std::uint64_t milliseconds_from(Time begin, Time end) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(end - begin).count());
}

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

std::optional<Waiting> StallTeller::find_stall(std::optional<Holder> holder,
                                               std::uint64_t ticks_done, Time now) {
    if (!stall_ && holder) {
        stall_ = Stall{*holder, now, now, ticks_done, std::nullopt};
    }
    if (!stall_) {
        return std::nullopt;
    }
    const bool is_another = holder && holder->slot != stall_->holder.slot;
    const bool goes_on = ticks_done != stall_->ticks_done || !stall_->told;
    if (goes_on && (!holder || is_another)) {
        const auto over = stall_->told
                              ? std::optional(Waiting{stall_->told->slot, stall_->told->what, true,
                                                      milliseconds_from(stall_->since, now)})
                              : std::nullopt;
        stall_.reset();
        return over;
    }
    if (!holder) {
        return std::nullopt;
    }
    if (is_another) {
        stall_->holder = *holder;
        stall_->held_since = now;
    }
    stall_->ticks_done = ticks_done;
    if (stall_->told && stall_->told->slot == holder->slot) {
        return std::nullopt;
    }
    stall_->holder.what = holder->what;
    if (now - stall_->held_since < k_noticed) {
        return std::nullopt;
    }
    stall_->told = stall_->holder;
    return Waiting{holder->slot, holder->what, false, milliseconds_from(stall_->since, now)};
}

}  // namespace tandem::net
