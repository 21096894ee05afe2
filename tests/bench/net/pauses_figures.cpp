// SPDX-License-Identifier: MIT
// What a freeze, a cut and a slow machine do to delays.
#include <algorithm>
#include <cmath>

#include <tests/bench/net/played.hpp>
#include <tests/bench/net/sheet.hpp>

namespace tandem::bench {
namespace {

using tools::netsim::Fault;
using tools::netsim::FaultKind;
using tools::netsim::Scenario;
using tools::netsim::SideOutcome;

constexpr std::uint64_t k_fault_end_s = 25;

// How far delays are from where they were, five seconds after a fault.
class Recovery {
public:
    Recovery(const Sheet& sheet, std::uint32_t players, std::uint32_t ticks_max)
        : sheet_(sheet), players_(players), ticks_max_(ticks_max) {}

    void add(Fault fault, std::uint64_t length_ms, const std::string& name) {
        Scenario scenario = scenario_of(players_, k_way_us, k_fault_end_s + 15, 1);
        fault.at_ms = k_fault_end_s * 1'000 - length_ms;
        fault.for_ms = length_ms;
        scenario.faults = {fault};
        const Played played = play_scenario(scenario, false);
        is_sound_ = is_sound_ && played.is_sound();
        for (std::size_t side = 0; side < players_; ++side) {
            const auto before =
                static_cast<int>(played.delay_at(side, (fault.at_ms - 1'000) / 1'000));
            const auto after = static_cast<int>(played.delay_at(side, k_fault_end_s + 5));
            most_ = std::max(most_, std::abs(after - before));
            delay_most_ = std::max(delay_most_, after);
            sheet_.point(name +
                         text_of(", %.1f s: side %d before %d, after 5 s %d; second by "
                                 "second from the end: ",
                                 static_cast<double>(length_ms) / 1e3, static_cast<int>(side),
                                 before, after) +
                         played.delays_text(side, k_fault_end_s, k_fault_end_s + 12) +
                         (played.is_sound() ? "" : " " + played.outcome.why));
        }
    }
    bool is_met() const { return is_sound_ && most_ <= static_cast<int>(ticks_max_); }
    std::string text() const {
        return text_of("at most %d off (delay %d)", most_, delay_most_) +
               (is_sound_ ? "" : ", not one chain");
    }

private:
    const Sheet& sheet_;
    std::uint32_t players_;
    std::uint32_t ticks_max_;
    bool is_sound_ = true;
    int most_ = 0;
    int delay_most_ = 0;
};

Fault freeze_of(std::uint32_t machine) {
    Fault fault;
    fault.what = FaultKind::freeze;
    fault.machine = machine;
    return fault;
}
Fault cut_of(std::uint32_t from, std::uint32_t to) {
    Fault fault;
    fault.what = FaultKind::cut;
    fault.from = from;
    fault.to = to;
    return fault;
}

void measure_pauses_of(const Sheet& sheet, std::uint32_t players, std::uint32_t ticks_max) {
    Recovery freezes(sheet, players, ticks_max);
    Recovery cuts(sheet, players, ticks_max);
    for (std::uint32_t machine = 0; machine < players; ++machine) {
        for (const std::uint64_t length_ms : {1'500U, 3'000U, 4'900U}) {
            freezes.add(freeze_of(machine), length_ms, text_of("freeze of %u", machine));
        }
        if (machine > 0) {
            cuts.add(cut_of(0, machine), 3'000, text_of("cut from 0 to %u", machine));
            cuts.add(cut_of(machine, 0), 3'000, text_of("cut from %u to 0", machine));
        }
    }
    const std::string who =
        players == 2 ? "two players" : text_of("%u players, through the relay", players);
    sheet.add({"delays 5 s after a freeze of 1.5, 3, 4.9 s, " + who,
               players == 2 ? "32 to 63" : "-", text_of("within %u", ticks_max), freezes.text(),
               "1 (no luck in it)", freezes.is_met()});
    sheet.add({"delays 5 s after a one-way cut of 3 s, " + who, players == 2 ? "59" : "-",
               text_of("within %u", ticks_max), cuts.text(), "1 (no luck in it)", cuts.is_met()});
}

// When both sides have learnt what there is to learn.
constexpr std::size_t k_learnt_s = 15;

// The most from one second on, before another one.
struct Most {
    std::uint32_t delay = 0;
    std::uint32_t age = 0;
};
Most most_of(const tools::netsim::SideFacts& facts, std::size_t from_s, std::size_t to_s) {
    const auto most_in = [&](const std::vector<std::uint32_t>& values) {
        std::uint32_t most = values.size() > from_s ? 0 : ~0U;
        for (std::size_t second = from_s; second < std::min(to_s, values.size()); ++second) {
            most = std::max(most, values[second]);
        }
        return most;
    };
    return {most_in(facts.delays), most_in(facts.input_ages)};
}

std::string joined(const std::vector<std::uint32_t>& values) {
    std::string text;
    for (const std::uint32_t value : values) {
        text += (text.empty() ? "" : " ") + std::to_string(value);
    }
    return text;
}

struct SlowMachine {
    const char* what;
    const char* before;
    std::uint64_t step_permille;
};

}  // namespace

void measure_pauses(const Sheet& sheet) {
    measure_pauses_of(sheet, 2, 1);
    measure_pauses_of(sheet, 3, 2);
}

void measure_slow_machines(const Sheet& sheet) {
    for (const SlowMachine& slow : {SlowMachine{"at half speed", "120, 3, 144", 2'000},
                                    SlowMachine{"5 % too slow", "36, -, 88", 1'050}}) {
        for (std::uint32_t number = 0; number < 2; ++number) {
            Scenario scenario = scenario_of(2, k_way_us, sheet.length_s(60) + k_learnt_s, 1);
            scenario.machines.resize(2);
            scenario.machines[number].step_permille = slow.step_permille;
            const Played played = play_scenario(scenario, true);
            const SideOutcome& own = played.outcome.sides[number];
            const SideOutcome& other = played.outcome.sides[1 - number];
            const Most own_most = most_of(own.facts, k_learnt_s, ~std::size_t{0});
            const Most other_most = most_of(other.facts, k_learnt_s, ~std::size_t{0});
            const Most own_first = most_of(own.facts, 0, k_learnt_s);
            const Most other_first = most_of(other.facts, 0, k_learnt_s);
            const double speed = played.speed(5) * static_cast<double>(slow.step_permille) / 1e3;
            const bool is_met = played.is_sound() && own_most.delay <= 7 &&
                                other_most.delay <= other.least_delay + 1 &&
                                own_most.age <= own_most.delay + 2 &&
                                other_most.age <= other_most.delay + 2 && speed >= 0.99;
            for (const SideOutcome* side : {&own, &other}) {
                sheet.point(text_of("%s: D* %u; delays ", side == &own ? "own" : "other",
                                    side->least_delay) +
                            joined(side->facts.delays) + "; ages " +
                            joined(side->facts.input_ages));
            }
            sheet.add(
                {text_of("own delay, other's, age of inputs beside a machine %s (%s), after "
                         "%d s",
                         slow.what, number == 0 ? "the host" : "the guest",
                         static_cast<int>(k_learnt_s)),
                 slow.before, "7, need + 1, delay + 2, its speed",
                 text_of("%u, %u, %u and %u; %.3f of its speed (before: at most %u, %u, %u "
                         "and %u)",
                         own_most.delay, other_most.delay, own_most.age, other_most.age, speed,
                         own_first.delay, other_first.delay, own_first.age, other_first.age),
                 "1 (no luck in it)", is_met});
        }
    }
}

}  // namespace tandem::bench
