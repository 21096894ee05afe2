// SPDX-License-Identifier: MIT
// The network gets cuts at once, because a packet that a cut holds back has to know its end.
#include <tandem/tools/netsim/line_faults.hpp>

#include <algorithm>

namespace tandem::tools::netsim {
namespace {

constexpr std::uint32_t k_packets_ppm = 1'000'000;

void add_ppm(std::uint32_t& ppm, std::int64_t more) {
    ppm = std::min(k_packets_ppm, ppm + static_cast<std::uint32_t>(more));
}

void add(net::LinkOptions& options, const Fault& fault) {
    const auto ms = std::chrono::milliseconds(fault.amount);
    switch (fault.what) {
        case FaultKind::loss:
            add_ppm(options.loss_ppm, fault.amount);
            break;
        case FaultKind::delay:
            options.delay += ms;
            break;
        case FaultKind::jitter:
            options.jitter += ms;
            break;
        case FaultKind::duplicates:
            add_ppm(options.duplicate_ppm, fault.amount);
            break;
        case FaultKind::reordering:
            add_ppm(options.reorder_ppm, fault.amount);
            break;
        case FaultKind::damage:
            add_ppm(options.damage_ppm, fault.amount);
            break;
        case FaultKind::rate:
            options.rate_bytes_per_s = static_cast<std::uint64_t>(fault.amount);
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

}  // namespace

LineFaults::LineFaults(const Scenario& scenario, net::SimulatedNetwork& network)
    : scenario_(scenario), network_(network) {
    for (const Fault& fault : scenario.faults) {
        if (fault.what == FaultKind::replay) {
            replayers_.push_back({&fault, scenario_time(fault.at_ms)});
        } else if (traits_of(fault.what).is_of_a_line && fault.what != FaultKind::cut) {
            changes_.push_back(scenario_time(fault.at_ms));
            changes_.push_back(scenario_time(fault.at_ms + fault.for_ms));
        }
    }
    std::sort(changes_.begin(), changes_.end());
}

void LineFaults::apply(net::Time now) {
    if (!is_set_) {
        set_all(now);
        for (const Fault& fault : scenario_.faults) {
            if (fault.what == FaultKind::cut) {
                const net::Time at = scenario_time(fault.at_ms);
                network_.cut(fault.from, fault.to, at, at + scenario_time(fault.for_ms));
            }
        }
        for (const Replayer& replayer : replayers_) {
            network_.tap(replayer.fault->from, replayer.fault->to);
        }
        is_set_ = true;
    }
    bool has_changed = false;
    for (; next_ < changes_.size() && changes_[next_] <= now; ++next_) {
        has_changed = true;
    }
    if (has_changed) {
        set_all(now);
    }
    replay(now);
}

void LineFaults::replay(net::Time now) {
    for (Replayer& replayer : replayers_) {
        const Fault& fault = *replayer.fault;
        if (replayer.next <= now &&
            now < scenario_time(fault.at_ms) + scenario_time(fault.for_ms)) {
            network_.replay(fault.from, fault.to, std::chrono::milliseconds(fault.amount));
            replayer.next = now + k_replay_every;
        }
    }
}

void LineFaults::set_all(net::Time now) {
    for (std::uint32_t guest = 1; guest < scenario_.players; ++guest) {
        for (const auto& [from, to] : {std::pair(guest, 0U), std::pair(0U, guest)}) {
            net::LinkOptions options = options_at(from, to, now);
            options.is_cut = network_.link_options(from, to).is_cut;
            network_.set_link(from, to, options);
        }
    }
}

net::LinkOptions LineFaults::options_at(std::uint32_t from, std::uint32_t to, net::Time now) const {
    net::LinkOptions options = link_options(line_of(scenario_, from, to));
    for (const Fault& fault : scenario_.faults) {
        const net::Time at = scenario_time(fault.at_ms);
        if (fault.from == from && fault.to == to && traits_of(fault.what).is_of_a_line &&
            at <= now && now < at + scenario_time(fault.for_ms)) {
            add(options, fault);
        }
    }
    return options;
}

}  // namespace tandem::tools::netsim
