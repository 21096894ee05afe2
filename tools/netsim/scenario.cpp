// SPDX-License-Identifier: MIT
// The kinds of faults stand in one table, and the bounds of a scenario are checked in one place.
#include <tandem/tools/netsim/scenario.hpp>

#include <algorithm>
#include <chrono>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/inputs.hpp>

namespace tandem::tools::netsim {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_all_ppm = 1'000'000;
constexpr std::uint64_t k_text_bytes_max = 1'000;

net::Time microseconds(std::uint64_t count) {
    return std::chrono::microseconds(static_cast<std::int64_t>(count));
}

Error out_of_bounds(const std::string& place, const std::string& value, const std::string& least,
                    const std::string& most) {
    return {ErrorCode::usage, place, "is " + value + ", expected " + least + " to " + most};
}

template <class Integer>
Result<void> within(const std::string& place, Integer value, Integer least, Integer most) {
    if (value < least || value > most) {
        return out_of_bounds(place, std::to_string(value), std::to_string(least),
                             std::to_string(most));
    }
    return {};
}

// The first error of several checks.
class Checks {
public:
    template <class Integer>
    Checks& bound(const std::string& place, Integer value, Integer least, Integer most) {
        return add(within(place, value, least, most));
    }
    Checks& add(Result<void> checked) {
        if (result_) {
            result_ = std::move(checked);
        }
        return *this;
    }
    Result<void> result() const { return result_; }

private:
    Result<void> result_;
};

Result<void> check_ends(const std::string& place, std::uint32_t from, std::uint32_t to,
                        std::uint32_t players) {
    if (from >= players || to >= players || (from == 0) == (to == 0)) {
        return Error{ErrorCode::usage, place,
                     "is from " + std::to_string(from) + " to " + std::to_string(to) +
                         ", but a line is between machine 0, the host, and another one of " +
                         std::to_string(players)};
    }
    return {};
}

Result<void> check_line(const std::string& place, const LineConditions& line) {
    const std::uint64_t none = 0;
    Checks checks;
    checks.bound(place + ".delay_us", line.delay_us, none, k_line_us_max)
        .bound(place + ".jitter_us", line.jitter_us, none, k_line_us_max)
        .bound(place + ".loss_ppm", line.loss_ppm, none, k_all_ppm)
        .bound(place + ".burst_ppm", line.burst_ppm, none, k_all_ppm)
        .bound(place + ".burst_packets", line.burst_packets, none + 1, k_burst_packets_max)
        .bound(place + ".duplicate_ppm", line.duplicate_ppm, none, k_all_ppm)
        .bound(place + ".reorder_ppm", line.reorder_ppm, none, k_all_ppm)
        .bound(place + ".damage_ppm", line.damage_ppm, none, k_all_ppm)
        .bound(place + ".queue_bytes", line.queue_bytes, none, k_queue_bytes_most);
    if (line.rate_bytes_per_s != 0) {
        checks.bound(place + ".rate_bytes_per_s", line.rate_bytes_per_s, k_rate_least, k_rate_most);
    }
    return checks.result();
}

Result<void> check_fault(const std::string& place, const Fault& fault, std::uint32_t players) {
    const FaultTraits& traits = traits_of(fault.what);
    const std::uint64_t none = 0;
    Checks checks;
    if (traits.is_of_a_line) {
        checks.add(check_ends(place, fault.from, fault.to, players));
    } else {
        checks.bound(place + ".machine", fault.machine, traits.is_of_a_guest ? 1U : 0U,
                     players - 1);
    }
    const auto longest = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(net::k_cut_max).count());
    checks.bound(place + ".at_ms", fault.at_ms, none, k_scenario_ms_max)
        .bound(place + ".for_ms", fault.for_ms, traits.has_span ? none + 1 : none,
               traits.has_span ? longest : none)
        .bound(place + ".amount", fault.amount, traits.least, traits.most);
    return checks.result();
}

std::string element(const std::string& list, std::size_t index) {
    return list + "[" + std::to_string(index) + "]";
}

}  // namespace

net::LinkOptions link_options(const LineConditions& line) {
    net::LinkOptions options;
    options.delay = microseconds(line.delay_us);
    options.jitter = microseconds(line.jitter_us);
    options.loss_ppm = static_cast<std::uint32_t>(line.loss_ppm);
    options.burst_ppm = static_cast<std::uint32_t>(line.burst_ppm);
    options.burst_packets = static_cast<std::uint32_t>(line.burst_packets);
    options.duplicate_ppm = static_cast<std::uint32_t>(line.duplicate_ppm);
    options.reorder_ppm = static_cast<std::uint32_t>(line.reorder_ppm);
    options.damage_ppm = static_cast<std::uint32_t>(line.damage_ppm);
    options.rate_bytes_per_s = line.rate_bytes_per_s;
    options.queue_bytes = line.queue_bytes;
    return options;
}

const std::vector<FaultTraits>& fault_traits() {
    constexpr auto k_rate_amount_most = static_cast<std::int64_t>(k_rate_most);
    constexpr auto k_slow_most = static_cast<std::int64_t>(k_step_permille_max);
    static const std::vector<FaultTraits> k_traits{
        {FaultKind::cut, "cut", true, true},
        {FaultKind::loss, "loss", true, true, 1, k_all_ppm},
        {FaultKind::delay, "delay", true, true, 1, 10'000},
        {FaultKind::jitter, "jitter", true, true, 1, 10'000},
        {FaultKind::duplicates, "duplicates", true, true, 1, k_all_ppm},
        {FaultKind::reordering, "reordering", true, true, 1, k_all_ppm},
        {FaultKind::damage, "damage", true, true, 1, k_all_ppm},
        {FaultKind::rate, "rate", true, true, k_rate_least, k_rate_amount_most},
        {FaultKind::replay, "replay", true, true, 1, 3'600'000},
        {FaultKind::freeze, "freeze", false, true},
        {FaultKind::slow, "slow", false, true, 1, k_slow_most},
        {FaultKind::clock, "clock", false, false, -3'600'000, 3'600'000},
        {FaultKind::die, "die", false, false},
        {FaultKind::kill, "kill", false, true, 0, 0, true},
        {FaultKind::stranger, "stranger", false, true, 0, 0, true},
        {FaultKind::leave, "leave", false, false, 0, 0, true},
    };
    return k_traits;
}

const FaultTraits& traits_of(FaultKind kind) {
    const auto& all = fault_traits();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const FaultTraits& traits) { return traits.kind == kind; });
    TANDEM_ASSERT(found != all.end());
    return *found;
}

LineConditions line_of(const Scenario& scenario, std::uint32_t from, std::uint32_t to) {
    for (const OwnLine& own : scenario.lines) {
        if (own.from == from && own.to == to) {
            return own.line;
        }
    }
    return scenario.line;
}

MachineConditions machine_of(const Scenario& scenario, std::uint32_t machine) {
    return machine < scenario.machines.size() ? scenario.machines[machine] : MachineConditions{};
}

std::size_t heads_bytes_of(const Scenario& scenario) {
    return scenario.is_sealed ? net::k_sealed_heads_bytes : net::k_datagram_heads_bytes;
}

bool goes_for_good(const Scenario& scenario, std::uint32_t machine) {
    return std::any_of(scenario.faults.begin(), scenario.faults.end(), [&](const Fault& fault) {
        const bool goes = fault.what == FaultKind::die || fault.what == FaultKind::leave ||
                          fault.what == FaultKind::stranger;
        return goes && fault.machine == machine;
    });
}

std::uint64_t faults_end_ms(const Scenario& scenario) {
    std::uint64_t end = 0;
    for (const Fault& fault : scenario.faults) {
        end = std::max(end, fault.at_ms + fault.for_ms);
    }
    return end;
}

net::Time scenario_time(std::uint64_t ms) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(ms));
}

Result<void> check_scenario(const Scenario& scenario) {
    Checks checks;
    checks.bound<std::uint64_t>("the length of name", scenario.name.size(), 0, k_text_bytes_max)
        .bound("players", scenario.players, 2U, static_cast<std::uint32_t>(k_slots_max))
        .bound("ticks", scenario.ticks, std::uint64_t{1}, k_scenario_ticks_max)
        .add(check_line("line", scenario.line))
        .bound<std::uint64_t>("the number of machines", scenario.machines.size(), 0,
                              scenario.players)
        .bound<std::uint64_t>("the number of faults", scenario.faults.size(), 0,
                              k_scenario_faults_max)
        .bound<std::uint64_t>("the number of lines", scenario.lines.size(), 0,
                              2 * (std::uint64_t{scenario.players} - 1));
    for (std::size_t index = 0; index < scenario.lines.size(); ++index) {
        const OwnLine& own = scenario.lines[index];
        checks.add(check_ends(element("lines", index), own.from, own.to, scenario.players))
            .add(check_line(element("lines", index), own.line));
    }
    for (std::size_t index = 0; index < scenario.machines.size(); ++index) {
        const MachineConditions& machine = scenario.machines[index];
        const std::string place = element("machines", index);
        checks.bound(place + ".drift_ppm", machine.drift_ppm, -k_drift_ppm_max, k_drift_ppm_max)
            .bound(place + ".step_permille", machine.step_permille, std::uint64_t{0},
                   k_step_permille_max);
    }
    for (std::size_t index = 0; index < scenario.faults.size(); ++index) {
        checks.add(check_fault(element("faults", index), scenario.faults[index], scenario.players));
    }
    if (scenario.plant) {
        checks.bound("plant.machine", scenario.plant->machine, 0U, scenario.players - 1)
            .bound<std::uint64_t>("the length of plant.field", scenario.plant->field.size(), 1,
                                  k_text_bytes_max);
    }
    return checks.result();
}

}  // namespace tandem::tools::netsim
