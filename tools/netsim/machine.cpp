// SPDX-License-Identifier: MIT
// The machine looks up the spans of its scenario by true time.
#include <tandem/tools/netsim/machine.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::tools::netsim {
namespace {

constexpr std::int64_t k_clock_ppm = 1'000'000;
constexpr std::int64_t k_permille = 1'000;

}  // namespace

std::vector<net::TransportEvent> HeldTransport::poll(std::chrono::milliseconds wait_max) {
    auto events = endpoint_.poll(wait_max);
    for (const net::TransportEvent& event : events) {
        const std::uint64_t kind =
            static_cast<std::uint64_t>(event.kind) << 1 | static_cast<std::uint64_t>(event.channel);
        heard_ = sim::hash_words({heard_, kind, event.peer.value, sim::hash_bytes(event.bytes)});
    }
    return events;
}

void HeldTransport::release() {
    for (const Held& held : std::exchange(held_, {})) {
        if (held.is_close) {
            endpoint_.close(held.peer);
        } else {
            endpoint_.send(held.peer, held.channel, held.bytes);
        }
    }
    endpoint_.flush();
}

ScenarioMachine::ScenarioMachine(const Scenario& scenario, std::uint32_t number, TickRate rate)
    : conditions_(machine_of(scenario, number)),
      tick_(net::Time(1'000'000'000) * rate.seconds / rate.ticks) {
    for (const Fault& fault : scenario.faults) {
        if (traits_of(fault.what).is_of_a_line || fault.machine != number) {
            continue;
        }
        const net::Time at = scenario_time(fault.at_ms);
        const net::Time end = at + scenario_time(fault.for_ms);
        if (fault.what == FaultKind::freeze) {
            freezes_.push_back({at, end, 0});
        } else if (fault.what == FaultKind::slow) {
            slow_.push_back({at, end, static_cast<std::uint64_t>(fault.amount)});
        } else if (fault.what == FaultKind::clock) {
            jumps_.push_back({at, std::chrono::milliseconds(fault.amount)});
        } else if (fault.what == FaultKind::die) {
            dies_at_ = std::min(at, dies_at_.value_or(at));
        }
    }
    // A span that begins within another one is then passed after it.
    std::sort(freezes_.begin(), freezes_.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

net::Time ScenarioMachine::clock(net::Time now) {
    net::Time says = now + net::Time(now.count() / k_clock_ppm * conditions_.drift_ppm);
    for (const Jump& jump : jumps_) {
        says += jump.at <= now ? jump.by : net::Time{0};
    }
    shown_ = std::max(shown_, says);
    return shown_;
}

net::Time ScenarioMachine::work(net::Time now, std::uint64_t steps) const {
    std::uint64_t permille = conditions_.step_permille;
    for (const Span& span : slow_) {
        permille += span.begin <= now && now < span.end ? span.permille : 0;
    }
    return net::Time(tick_.count() / k_permille * static_cast<std::int64_t>(permille * steps));
}

std::optional<net::Time> ScenarioMachine::awake_from(net::Time now) const {
    for (const Span& freeze : freezes_) {
        now = freeze.begin <= now && now < freeze.end ? freeze.end : now;
    }
    return dies_at_ && now >= *dies_at_ ? std::nullopt : std::optional(now);
}

}  // namespace tandem::tools::netsim
