// SPDX-License-Identifier: MIT
// It claims little where little is certain: it leaves out a line with no room beside the needs of
// the match, or with a queue that takes longer to drain, and a match that is too slow on its own.
#include <tandem/tools/netsim/recovery.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/netsim/limits.hpp>
#include <tandem/tools/text/fixed_text.hpp>

namespace tandem::tools::netsim {
namespace {

using net::Time;

// The least share of the ticks at full speed, or of the twin's ticks, that counts as equally fast.
constexpr double k_speed_least = 0.99;
// A stretch may have so many ticks less because of its two ends.
constexpr double k_ticks_at_ends = 2;
// A line must carry so many times the bytes that the twin sends.
constexpr double k_room_least = 1.5;
// A queue may hold so much, in time: at 1.5 times the need a full one of 2 s drains within 6 s.
constexpr double k_queue_seconds_most = 2;
// A match may send so many times the bytes of the twin.
constexpr double k_traffic_most = 1.3;
constexpr std::int64_t k_more_delay_most = 2;  // ticks above the twin's longest
// These bounds hold for a line that loses packets or is uneven: five seconds then have their own
// luck.
constexpr double k_uneven_speed_least = 0.5;
constexpr double k_uneven_traffic_most = 2;

// A machine whose steps take longer has too little time left to make up for anything.
constexpr std::uint64_t k_step_permille_most = 900;

double span_seconds(Time time);
std::string direction_text(std::uint32_t from, std::uint32_t to);
std::string narrow_text(const Scenario& scenario, std::uint32_t from, std::uint32_t to,
                        std::uint64_t sent_bytes);
bool loses(FaultKind kind);
double full_ticks(TickRate rate);
Scenario with_empty_queues(const Scenario& scenario);
bool is_uneven(const Scenario& scenario);

class TwinComparison {
public:
    TwinComparison(const Scenario& scenario, TickRate rate, const Stretch& had, const Stretch& twin)
        : scenario_(scenario),
          had_(had),
          twin_(twin),
          rate_(rate),
          calm_(with_empty_queues(scenario)),
          is_uneven_(is_uneven(scenario)) {}

    Recovery compare();

private:
    void compare_side(std::uint32_t machine);
    void compare_direction(std::uint32_t from, std::uint32_t to);

    // The first failure is kept.
    void fail(const std::string& what);

    const Scenario& scenario_;
    const Stretch& had_;
    const Stretch& twin_;
    TickRate rate_;
    Scenario calm_;
    bool is_uneven_;
    Recovery recovery_;
};

}  // namespace

std::optional<Time> recovered_at(const Scenario& scenario) {
    if (scenario.faults.empty() || scenario.plant) {
        return std::nullopt;
    }
    Time end{0};
    for (const Fault& fault : scenario.faults) {
        if (goes_for_good(scenario, fault.machine) && !traits_of(fault.what).is_of_a_line) {
            return std::nullopt;
        }
        // A clock that would go back stands still for so long.
        const bool stands = fault.what == FaultKind::clock && fault.amount < 0;
        end = std::max(end, scenario_time(fault.at_ms + fault.for_ms) +
                                std::chrono::milliseconds(stands ? -fault.amount : 0));
    }
    return end + k_recovered_after;
}

Scenario without_faults(const Scenario& scenario, TickRate rate) {
    Scenario twin = scenario;
    twin.faults.clear();
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(
        k_recovered_after + k_recovered_span + std::chrono::seconds(1));
    twin.ticks = sim::ticks_in(static_cast<std::uint64_t>(seconds.count()), rate);
    return twin;
}

std::string no_claim_of(const Scenario& scenario, const Stretch& had) {
    if (!recovered_at(scenario)) {
        return "the schedule has no fault that ends";
    }
    for (const MachineConditions& machine : scenario.machines) {
        if (machine.step_permille > k_step_permille_most) {
            return "a step takes a machine " + std::to_string(machine.step_permille) +
                   " thousandths of a tick, expected at most " +
                   std::to_string(k_step_permille_most);
        }
    }
    return had.is_whole ? "" : "not all sides still played so long after the last fault";
}

Recovery compare_with_twin(const Scenario& scenario, TickRate rate, const Stretch& had,
                           const Stretch& twin) {
    Recovery none;
    const bool is_fast =
        twin.is_whole &&
        std::all_of(twin.sides.begin(), twin.sides.end(), [&](const Stretch::SideTicks& side) {
            return static_cast<double>(side.ticks) + k_ticks_at_ends >=
                   k_speed_least * full_ticks(rate);
        });
    if (!is_fast) {
        none.no_claim = "without faults the match is not at full speed either";
        return none;
    }
    for (std::uint32_t guest = 1; guest < scenario.players; ++guest) {
        for (const auto& [from, to] : {std::pair(guest, 0U), std::pair(0U, guest)}) {
            none.no_claim =
                narrow_text(scenario, from, to, twin.sent_bytes[from * scenario.players + to]);
            if (!none.no_claim.empty()) {
                return none;
            }
        }
    }
    return TwinComparison(scenario, rate, had, twin).compare();
}

void StretchMeter::update(net::Time at, const Sides& sides, const Referee& referee,
                          const net::SimulatedNetwork& network) {
    if (is_over() || at < *from_) {
        return;
    }
    const bool all_play = std::all_of(sides.begin(), sides.end(), [](const auto& side) {
        return side->facts().is_started && !side->is_ended();
    });
    if (!all_play) {
        from_.reset();
        return;
    }
    if (before_.sides.empty()) {
        before_ = counts(sides, referee, network);
        stretch_.sides = before_.sides;
    }
    for (std::uint32_t number = 0; number < players_; ++number) {
        Stretch::SideTicks& side = stretch_.sides[number];
        const std::uint32_t delay = sides[number]->facts().delay_ticks;
        side.delay_least = std::min(side.delay_least, delay);
        side.delay_most = std::max(side.delay_most, delay);
    }
    if (at >= *from_ + k_recovered_span) {
        finish(counts(sides, referee, network));
    }
}

Stretch StretchMeter::counts(const Sides& sides, const Referee& referee,
                             const net::SimulatedNetwork& network) const {
    Stretch all;
    all.sent_bytes.resize(std::size_t{players_} * players_);
    for (std::uint32_t number = 0; number < players_; ++number) {
        const std::uint32_t delay = sides[number]->facts().delay_ticks;
        all.sides.push_back({referee.ticks(number), delay, delay});
        if (number != 0) {
            all.sent_bytes[number] = network.link_statistics(0, number).wire_bytes_sent();
            all.sent_bytes[std::size_t{number} * players_] =
                network.link_statistics(number, 0).wire_bytes_sent();
        }
    }
    return all;
}

void StretchMeter::finish(const Stretch& after) {
    stretch_.is_whole = true;
    stretch_.sent_bytes = after.sent_bytes;
    for (std::size_t index = 0; index < after.sent_bytes.size(); ++index) {
        stretch_.sent_bytes[index] -= before_.sent_bytes[index];
    }
    for (std::uint32_t number = 0; number < players_; ++number) {
        stretch_.sides[number].ticks = after.sides[number].ticks - before_.sides[number].ticks;
    }
}

namespace {

double span_seconds(Time time) { return std::chrono::duration<double>(time).count(); }

std::string direction_text(std::uint32_t from, std::uint32_t to) {
    return "from machine " + std::to_string(from) + " to " + std::to_string(to);
}

// Says why a direction has no room for the twin's traffic, or takes too long to drain.
std::string narrow_text(const Scenario& scenario, std::uint32_t from, std::uint32_t to,
                        std::uint64_t sent_bytes) {
    const LineConditions line = line_of(scenario, from, to);
    if (line.rate_bytes_per_s == 0) {
        return "";
    }
    const auto rate = static_cast<double>(line.rate_bytes_per_s);
    const double need = static_cast<double>(sent_bytes) / span_seconds(k_recovered_span);
    if (rate < k_room_least * need) {
        return "the line " + direction_text(from, to) + " carries " + fixed_text(rate / need, 2) +
               " times what the match needs without faults, expected " +
               fixed_text(k_room_least, 1);
    }
    if (static_cast<double>(line.queue_bytes) > k_queue_seconds_most * rate) {
        return "the queue " + direction_text(from, to) + " holds " +
               fixed_text(static_cast<double>(line.queue_bytes) / rate, 1) +
               " s, expected at most " + fixed_text(k_queue_seconds_most, 0);
    }
    return "";
}

bool loses(FaultKind kind) {
    return kind == FaultKind::loss || kind == FaultKind::damage || kind == FaultKind::jitter ||
           kind == FaultKind::reordering;
}

double full_ticks(TickRate rate) {
    return span_seconds(k_recovered_span) * static_cast<double>(rate.ticks) / rate.seconds;
}

// Returns the conditions that explain a delay when no fault lasts and all queues are drained.
// Losses explain it for longer than a match has to recover: a session remembers its last 1,024
// packets (net/PROTOCOL.md, rule 4).
Scenario with_empty_queues(const Scenario& scenario) {
    Scenario calm = scenario;
    std::erase_if(calm.faults, [](const Fault& fault) { return !loses(fault.what); });
    calm.line.rate_bytes_per_s = 0;
    for (OwnLine& own : calm.lines) {
        own.line.rate_bytes_per_s = 0;
    }
    return calm;
}

bool is_uneven(const Scenario& scenario) {
    for (std::uint32_t guest = 1; guest < scenario.players; ++guest) {
        for (const auto& [from, to] : {std::pair(guest, 0U), std::pair(0U, guest)}) {
            const LineConditions line = line_of(scenario, from, to);
            if (line.jitter_us + line.loss_ppm + line.burst_ppm + line.reorder_ppm +
                    line.damage_ppm >
                0) {
                return true;
            }
        }
    }
    return false;
}

Recovery TwinComparison::compare() {
    for (std::uint32_t machine = 0; machine < scenario_.players; ++machine) {
        compare_side(machine);
        if (machine != 0) {
            compare_direction(machine, 0);
            compare_direction(0, machine);
        }
    }
    return recovery_;
}

void TwinComparison::compare_side(std::uint32_t machine) {
    const Stretch::SideTicks& had = had_.sides[machine];
    const Stretch::SideTicks& twin = twin_.sides[machine];
    const auto ticks = static_cast<double>(had.ticks);
    // A twin may just then make up for ticks that it missed.
    const double expected = std::min(static_cast<double>(twin.ticks), full_ticks(rate_));
    const double speed = ticks / expected;
    recovery_.speed = machine == 0 ? speed : std::min(recovery_.speed, speed);
    const double least = is_uneven_ ? k_uneven_speed_least : k_speed_least;
    if (ticks + k_ticks_at_ends < least * expected) {
        fail("machine " + std::to_string(machine) + " played " + std::to_string(had.ticks) +
             " ticks, without faults " + fixed_text(expected, 0));
    }
    const std::int64_t more = std::int64_t{had.delay_least} - std::int64_t{twin.delay_most};
    recovery_.more_delay = machine == 0 ? more : std::max(recovery_.more_delay, more);
    // On a line that loses packets or is uneven the delay follows its luck, for minutes, within
    // bounds.
    const bool is_explained = had.delay_least <= delay_most(calm_, rate_, machine);
    if (more > k_more_delay_most && !is_explained) {
        fail("machine " + std::to_string(machine) + " had a delay of " +
             std::to_string(had.delay_least) + " ticks, without faults " +
             std::to_string(twin.delay_most));
    }
}

void TwinComparison::compare_direction(std::uint32_t from, std::uint32_t to) {
    const std::size_t index = from * scenario_.players + to;
    const auto sent = static_cast<double>(had_.sent_bytes[index]);
    const auto expected = static_cast<double>(twin_.sent_bytes[index]);
    recovery_.traffic = std::max(recovery_.traffic, sent / expected);
    if (sent > (is_uneven_ ? k_uneven_traffic_most : k_traffic_most) * expected) {
        const double seconds = span_seconds(k_recovered_span);
        fail(fixed_text(sent / seconds, 0) + " bytes/s went " + direction_text(from, to) +
             ", without faults " + fixed_text(expected / seconds, 0));
    }
}

void TwinComparison::fail(const std::string& what) {
    if (recovery_.failure.empty()) {
        recovery_.failure =
            fixed_text(span_seconds(k_recovered_after), 0) + " s after the last fault " + what;
    }
}

}  // namespace
}  // namespace tandem::tools::netsim
