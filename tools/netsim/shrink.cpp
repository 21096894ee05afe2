// SPDX-License-Identifier: MIT
// The search is greedy: each kind of change is tried as long as it helps, and all kinds again after
// any did.
#include <tandem/tools/netsim/shrink.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <tandem/replay/explain/reduce.hpp>

namespace tandem::tools::netsim {
namespace {

using sim::Result;

class Shrinker {
public:
    Shrinker(const Scenario& scenario, const RegisteredGame& game, std::uint64_t runs_max)
        : best_(scenario), game_(game), runs_max_(runs_max) {}

    Result<Shrunk> shrink();

private:
    // Tries every kind of change. True if any helped.
    bool round();

    // Cuts the schedule behind the failure: later faults cannot have caused it.
    void cut_behind(const ScenarioOutcome& outcome);
    void fewer_ticks();
    void fewer_faults();
    void fewer_players();
    void weaker_faults();
    bool halved_amount(std::size_t index);
    void calmer_machines();
    void calmer_lines();

    // Tries half of a number, or its least. False if that did not help.
    template <class Set>
    bool shorter(std::uint64_t value, std::uint64_t least, Set&& set) {
        const std::uint64_t half = std::max(value / 2, least);
        if (half == value) {
            return false;
        }
        Scenario scenario = best_;
        set(scenario, half);
        return try_out(std::move(scenario));
    }

    bool try_out(Scenario scenario);

    Scenario best_;
    const RegisteredGame& game_;
    std::uint64_t runs_max_;
    ScenarioVerdict verdict_ = ScenarioVerdict::one_chain;
    std::uint64_t runs_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace

Result<Shrunk> shrink_scenario(const Scenario& scenario, const RegisteredGame& game,
                               std::uint64_t runs_max) {
    return Shrinker(scenario, game, runs_max).shrink();
}

namespace {

Result<Shrunk> Shrinker::shrink() {
    const auto outcome = run_scenario(best_, game_, {.has_limits = false});
    TANDEM_TRY(outcome);
    verdict_ = outcome->verdict;
    if (verdict_ != ScenarioVerdict::one_chain) {
        cut_behind(*outcome);
        while (round()) {
        }
    }
    return Shrunk{best_, verdict_, runs_};
}

bool Shrinker::round() {
    const std::uint64_t before = kept_;
    fewer_ticks();
    fewer_faults();
    fewer_players();
    weaker_faults();
    calmer_machines();
    calmer_lines();
    return kept_ > before;
}

void Shrinker::cut_behind(const ScenarioOutcome& outcome) {
    if (!outcome.differences.empty()) {
        Scenario scenario = best_;
        scenario.ticks = std::min(best_.ticks, outcome.differences.front().tick + 1);
        try_out(std::move(scenario));
    }
    Scenario scenario = best_;
    const auto end_ms = static_cast<std::uint64_t>(outcome.virtual_seconds * 1'000);
    std::erase_if(scenario.faults, [&](const Fault& fault) { return fault.at_ms > end_ms; });
    try_out(std::move(scenario));
}

void Shrinker::fewer_ticks() {
    while (shorter(best_.ticks, 1,
                   [](Scenario& scenario, std::uint64_t ticks) { scenario.ticks = ticks; })) {
    }
}

void Shrinker::fewer_faults() {
    Scenario calm = best_;
    calm.faults.clear();
    if (best_.faults.empty() || try_out(std::move(calm))) {
        return;
    }
    replay::reduce(best_.faults, [this](const std::vector<Fault>& kept) {
        Scenario scenario = best_;
        scenario.faults = kept;
        return try_out(std::move(scenario));
    });
}

void Shrinker::fewer_players() {
    while (best_.players > 2) {
        Scenario scenario = best_;
        const std::uint32_t gone = --scenario.players;
        std::erase_if(scenario.lines,
                      [&](const OwnLine& line) { return line.from == gone || line.to == gone; });
        std::erase_if(scenario.faults, [&](const Fault& fault) {
            return fault.from == gone || fault.to == gone || fault.machine == gone;
        });
        scenario.machines.resize(std::min<std::size_t>(scenario.machines.size(), scenario.players));
        if (!try_out(std::move(scenario))) {
            return;
        }
    }
}

void Shrinker::weaker_faults() {
    for (std::size_t index = 0; index < best_.faults.size(); ++index) {
        const FaultTraits& traits = traits_of(best_.faults[index].what);
        while (traits.has_span &&
               shorter(best_.faults[index].for_ms, 1, [&](Scenario& scenario, std::uint64_t ms) {
                   scenario.faults[index].for_ms = ms;
               })) {
        }
        // A lower rate is no weaker fault.
        while (best_.faults[index].what != FaultKind::rate && traits.most > 0 &&
               halved_amount(index)) {
        }
    }
}

bool Shrinker::halved_amount(std::size_t index) {
    Scenario scenario = best_;
    std::int64_t& amount = scenario.faults[index].amount;
    amount /= 2;
    return amount != 0 && amount >= traits_of(scenario.faults[index].what).least &&
           try_out(std::move(scenario));
}

void Shrinker::calmer_machines() {
    Scenario scenario = best_;
    scenario.machines.clear();
    if (best_.machines.empty() || try_out(std::move(scenario))) {
        return;
    }
    for (std::size_t index = 0; index < best_.machines.size(); ++index) {
        if (best_.machines[index] != MachineConditions{}) {
            scenario = best_;
            scenario.machines[index] = MachineConditions{};
            try_out(std::move(scenario));
        }
    }
}

void Shrinker::calmer_lines() {
    if (!best_.lines.empty()) {
        Scenario scenario = best_;
        scenario.lines.clear();
        try_out(std::move(scenario));
    }
    if (best_.is_sealed) {
        Scenario scenario = best_;
        scenario.is_sealed = false;
        try_out(std::move(scenario));
    }
    constexpr LineConditions k_calm;
    constexpr std::array k_fields{&LineConditions::loss_ppm,         &LineConditions::burst_ppm,
                                  &LineConditions::burst_packets,    &LineConditions::duplicate_ppm,
                                  &LineConditions::reorder_ppm,      &LineConditions::damage_ppm,
                                  &LineConditions::rate_bytes_per_s, &LineConditions::queue_bytes,
                                  &LineConditions::jitter_us,        &LineConditions::delay_us};
    for (const auto field : k_fields) {
        Scenario scenario = best_;
        scenario.line.*field = k_calm.*field;
        try_out(std::move(scenario));
    }
}

bool Shrinker::try_out(Scenario scenario) {
    if (runs_ >= runs_max_ || scenario == best_) {
        return false;
    }
    ++runs_;
    const auto outcome =
        run_scenario(scenario, game_,
                     {.has_limits = false, .has_twin = verdict_ == ScenarioVerdict::not_recovered});
    if (!outcome || outcome->verdict != verdict_) {
        return false;
    }
    best_ = std::move(scenario);
    ++kept_;
    return true;
}

}  // namespace
}  // namespace tandem::tools::netsim
