// SPDX-License-Identifier: MIT
// The limits are generous, because a close bound would depend on how sessions measure their lines.
#include <tandem/tools/netsim/limits.hpp>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/tools/netsim/machine.hpp>

namespace tandem::tools::netsim {
namespace {

using net::Time;

constexpr std::int64_t k_million = 1'000'000;
// A side makes up for so much time after others held it up.
constexpr Time k_made_up = std::chrono::milliseconds(100);
constexpr std::uint64_t k_guessed_ticks = 2;
// The longest way and the longest run of losses that a session believes.
constexpr Time k_way_most = std::chrono::seconds(1);
constexpr std::uint32_t k_losses_most = 12;
// This is for two looks, and the rounding of a time to a packet's eight bits.
constexpr Time k_measured_more = std::chrono::milliseconds(2);
// A session adds this for looks.
constexpr Time k_looks = std::chrono::microseconds(1'500);
constexpr std::uint32_t k_margin_ticks = 1;
// Packets that seem lost because others overtook them are at least so far apart.
constexpr Time k_overtaken = std::chrono::milliseconds(100);

Time period_of(TickRate rate) { return Time(1'000'000'000) * rate.seconds / rate.ticks; }

std::uint32_t ticks_up(Time span, Time period) {
    return static_cast<std::uint32_t>((span + period - Time(1)) / period);
}

// The worst conditions of a direction.
struct Worst {
    Time way{0};
    bool loses = false;
};

// Returns the time that a full queue takes, at most twice the longest way: half of a round trip
// counts, and the queue may be in a single direction.
Time time_in_queue(std::uint64_t bytes, std::uint64_t rate) {
    const double seconds = static_cast<double>(bytes) / static_cast<double>(rate);
    const auto most = static_cast<double>((2 * k_way_most).count());
    return Time(static_cast<std::int64_t>(std::min(seconds * 1e9, most)));
}

void add(Worst& worst, const Fault& fault, std::uint64_t queue_bytes, bool& is_reordered) {
    switch (fault.what) {
        case FaultKind::delay:
        case FaultKind::jitter:
            worst.way += std::chrono::milliseconds(fault.amount);
            worst.loses = worst.loses || fault.what == FaultKind::jitter;
            break;
        case FaultKind::rate:
            worst.way += time_in_queue(queue_bytes, static_cast<std::uint64_t>(fault.amount));
            worst.loses = true;
            break;
        case FaultKind::reordering:
            is_reordered = true;
            worst.loses = true;
            break;
        case FaultKind::loss:
        case FaultKind::damage:
        case FaultKind::duplicates:
            worst.loses = true;
            break;
        case FaultKind::cut:
        case FaultKind::replay:
        case FaultKind::freeze:
        case FaultKind::slow:
        case FaultKind::clock:
        case FaultKind::die:
        case FaultKind::kill:
        case FaultKind::stranger:
        case FaultKind::leave:
            break;
    }
}

Worst worst_of(const Scenario& scenario, std::uint32_t from, std::uint32_t to) {
    const LineConditions line = line_of(scenario, from, to);
    const net::LinkOptions options = link_options(line);
    Worst worst;
    worst.way = options.delay + options.jitter;
    worst.loses = line.loss_ppm + line.burst_ppm + line.damage_ppm + line.reorder_ppm > 0 ||
                  options.jitter > k_overtaken;
    if (line.rate_bytes_per_s > 0) {
        worst.way += time_in_queue(line.queue_bytes, line.rate_bytes_per_s);
        worst.loses = true;
    }
    bool is_reordered = line.reorder_ppm > 0;
    for (const Fault& fault : scenario.faults) {
        if (traits_of(fault.what).is_of_a_line && fault.from == from && fault.to == to) {
            add(worst, fault, line.queue_bytes, is_reordered);
        }
    }
    if (is_reordered) {
        worst.way *= 5;
    }
    return worst;
}

// True if the sessions' measurements of their lines may mean nothing.
bool is_unmeasured(const Scenario& scenario) {
    return std::any_of(
               scenario.machines.begin(), scenario.machines.end(),
               [](const MachineConditions& machine) { return machine.step_permille > 0; }) ||
           std::any_of(scenario.faults.begin(), scenario.faults.end(), [&](const Fault& fault) {
               return !traits_of(fault.what).is_of_a_line || fault.what == FaultKind::cut ||
                      (fault.what == FaultKind::replay && !scenario.is_sealed);
           });
}

// The worst conditions between the host and a guest.
Worst worst_between(const Scenario& scenario, std::uint32_t guest) {
    if (is_unmeasured(scenario)) {
        return {k_way_most, true};
    }
    const Worst up = worst_of(scenario, guest, 0);
    const Worst down = worst_of(scenario, 0, guest);
    return {std::min((up.way + down.way) / 2 + k_measured_more, k_way_most),
            up.loses || down.loses};
}

}  // namespace

TicksLimit::TicksLimit(const Scenario& scenario, TickRate rate)
    : period_(period_of(rate)), more_(k_made_up) {
    for (const MachineConditions& machine : scenario.machines) {
        drift_ppm_ = std::max(drift_ppm_, machine.drift_ppm);
    }
    for (const Fault& fault : scenario.faults) {
        if (fault.what == FaultKind::clock) {
            more_ += std::chrono::milliseconds(std::max<std::int64_t>(fault.amount, 0));
        }
    }
}

std::uint64_t TicksLimit::after(Time since_start) const {
    const Time most = since_start + since_start / k_million * drift_ppm_ + more_;
    return static_cast<std::uint64_t>(most / period_) + k_guessed_ticks;
}

std::uint32_t delay_most(const Scenario& scenario, TickRate rate, std::uint32_t machine) {
    const Time period = period_of(rate);
    std::uint32_t most = 0;
    Time beyond{0};
    for (std::uint32_t guest = 1; guest < scenario.players; ++guest) {
        const Worst worst = worst_between(scenario, guest);
        const std::uint32_t losses = worst.loses ? k_losses_most : 0;
        if (machine == 0 || machine == guest) {
            most = std::max(most, ticks_up(worst.way + k_looks, period) + losses);
        } else {
            // The host tells the way beyond it with the losses there.
            beyond = std::max(beyond, std::min(worst.way + losses * period, k_way_most));
        }
    }
    if (machine != 0 && scenario.players > 2) {
        const Worst own = worst_between(scenario, machine);
        most =
            ticks_up(own.way + beyond + 2 * k_looks, period) + 1 + (own.loses ? k_losses_most : 0);
    }
    return std::min(most + k_margin_ticks, net::k_delay_ticks_max);
}

}  // namespace tandem::tools::netsim
