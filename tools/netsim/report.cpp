// SPDX-License-Identifier: MIT
// The table has one row for each side; every figure of the text stands in the object too.
#include <tandem/tools/netsim/run_scenario.hpp>

#include <algorithm>
#include <array>

#include <tandem/tools/netsim/ways.hpp>
#include <tandem/tools/text/fixed_text.hpp>

namespace tandem::tools::netsim {
namespace {

// The last events of each side of a match that went wrong; the object has more.
constexpr std::size_t k_events_shown = 8;

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double mean_delay(const SideFacts& facts) {
    return ratio(static_cast<double>(facts.delay_tick_sum),
                 static_cast<double>(facts.delay_samples));
}

double per_second(std::uint64_t count, const Traffic& traffic) {
    return ratio(static_cast<double>(count), traffic.seconds);
}

std::string least_text(const SideOutcome& side) {
    if (side.least_delay > k_least_delay_max) {
        return "none";
    }
    return std::to_string(side.least_delay) + (side.is_on_edge ? "~" : "");
}

using Row = std::array<std::string, 9>;

Row row_of(std::uint32_t number, const SideOutcome& side) {
    const SideFacts& facts = side.facts;
    return {machine_name(number),
            std::to_string(facts.ticks),
            fixed_text(mean_delay(facts), 2),
            std::to_string(facts.delay_ticks),
            least_text(side),
            std::to_string(facts.late_ticks),
            fixed_text(side.late_ticks_limit, 1),
            fixed_text(per_second(side.traffic.sent_wire_bytes, side.traffic), 0),
            fixed_text(per_second(side.traffic.sent_packets, side.traffic), 1)};
}

std::string chains_text(const ScenarioOutcome& outcome) {
    if (outcome.verdict == ScenarioVerdict::one_chain ||
        outcome.verdict == ScenarioVerdict::cut_short) {
        return "all chains are one, and that of a local recording: " +
               std::to_string(outcome.ticks_recorded) + " ticks, " +
               std::to_string(outcome.ticks_compared) + " comparisons, chain " +
               hash_text(outcome.chain.value);
    }
    return verdict_text(outcome.verdict) + ": " + escaped(outcome.why);
}

std::string recovery_text(const Recovery& recovery) {
    if (!recovery.is_claimed()) {
        return "nothing is claimed of how it recovers: " + recovery.no_claim;
    }
    return std::to_string(k_recovered_after / std::chrono::seconds(1)) +
           " s after the last fault, against the same match without faults: speed " +
           fixed_text(recovery.speed, 2) + ", bytes/s " + fixed_text(recovery.traffic, 2) +
           ", delay " + (recovery.more_delay > 0 ? "+" : "") + std::to_string(recovery.more_delay) +
           " at worst";
}

JsonObject recovery_facts(const Recovery& recovery) {
    const bool is_claimed = recovery.is_claimed();
    return {
        {"claimed", is_claimed},
        {"no_claim", is_claimed ? JsonValue() : JsonValue(recovery.no_claim)},
        {"speed", is_claimed ? JsonValue(recovery.speed) : JsonValue()},
        {"traffic", is_claimed ? JsonValue(recovery.traffic) : JsonValue()},
        {"more_delay", is_claimed ? JsonValue(recovery.more_delay) : JsonValue()},
    };
}

JsonObject side_facts(std::uint32_t number, const SideOutcome& side) {
    const SideFacts& facts = side.facts;
    JsonArray delays;
    for (const std::uint32_t delay : facts.delays) {
        delays.emplace_back(delay);
    }
    JsonArray events;
    for (const std::string& event : facts.events) {
        events.emplace_back(event);
    }
    const bool has_least = side.least_delay <= k_least_delay_max;
    return {
        {"machine", number},
        {"ticks", facts.ticks},
        {"chain", facts.chain ? JsonValue(hash_text(facts.chain->value)) : JsonValue()},
        {"died", facts.is_dead},
        {"delay", facts.delay_ticks},
        {"delay_mean", mean_delay(facts)},
        {"delay_least", facts.delay_ticks_least},
        {"delay_most", facts.delay_ticks_most},
        {"delay_best", has_least ? JsonValue(side.least_delay) : JsonValue()},
        {"delay_best_on_edge", side.is_on_edge},
        {"late_ticks", facts.late_ticks},
        {"late_ticks_limit", side.late_ticks_limit},
        {"late_ticks_first_5_s", facts.late_ticks_first_5_s},
        {"input_age_ms_mean", ratio(static_cast<double>(facts.input_age_ms_sum),
                                    static_cast<double>(facts.shown_ticks))},
        {"input_age_ms_max", facts.input_age_ms_max},
        {"seconds", side.traffic.seconds},
        {"sent_bytes_per_s", per_second(side.traffic.sent_wire_bytes, side.traffic)},
        {"sent_packets_per_s", per_second(side.traffic.sent_packets, side.traffic)},
        {"got_bytes_per_s", per_second(side.traffic.got_wire_bytes, side.traffic)},
        {"got_packets_per_s", per_second(side.traffic.got_packets, side.traffic)},
        {"delays", std::move(delays)},
        {"events", std::move(events)},
    };
}

}  // namespace

std::vector<std::string> outcome_lines(const Scenario& scenario, const std::string& game,
                                       const ScenarioOutcome& outcome) {
    std::vector<Row> rows{
        {"side", "ticks", "delay", "at end", "D*", "late", "limit", "bytes/s", "packets/s"}};
    for (std::uint32_t number = 0; number < outcome.sides.size(); ++number) {
        rows.push_back(row_of(number, outcome.sides[number]));
    }
    std::array<std::size_t, std::tuple_size_v<Row>> widths{};
    for (const Row& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            widths[column] = std::max(widths[column], row[column].size());
        }
    }
    std::vector<std::string> lines{game + " on " + escaped(scenario.name) + ", seed " +
                                   std::to_string(scenario.seed) + ", " +
                                   count_text(scenario.faults.size(), "fault") + ", " +
                                   (scenario.is_sealed ? "sealed, " : "not sealed, ") +
                                   fixed_text(outcome.virtual_seconds, 1) + " s of virtual time"};
    for (const Row& row : rows) {
        std::string line = row[0] + std::string(widths[0] - row[0].size(), ' ');
        for (std::size_t column = 1; column < row.size(); ++column) {
            line += "  " + std::string(widths[column] - row[column].size(), ' ') + row[column];
        }
        lines.push_back(line);
    }
    lines.push_back(
        "delay: in the mean; D*: the least at which one tick in 1,000 is late, ~ on a "
        "tick's edge;");
    lines.push_back(
        "late: ticks not played when they were due; limit: those that the lines alone "
        "make late at these");
    lines.push_back("delays; bytes with all heads");
    if (outcome.kills + outcome.returns > 0) {
        lines.push_back(count_text(outcome.kills, "kill") + " of a process, " +
                        count_text(outcome.returns, "return") + " of somebody who was absent");
    }
    if (!scenario.faults.empty()) {
        lines.push_back(recovery_text(outcome.recovery));
    }
    lines.push_back(chains_text(outcome));
    if (outcome.verdict == ScenarioVerdict::cut_short) {
        lines.push_back(escaped(outcome.why));
    }
    if (outcome.verdict != ScenarioVerdict::one_chain) {
        for (std::uint32_t number = 0; number < outcome.sides.size(); ++number) {
            const auto& events = outcome.sides[number].facts.events;
            const std::size_t hidden = events.size() - std::min(events.size(), k_events_shown);
            for (std::size_t event = hidden; event < events.size(); ++event) {
                lines.push_back("machine " + std::to_string(number) + " " + escaped(events[event]));
            }
        }
    }
    return lines;
}

JsonObject outcome_facts(const Scenario& scenario, const std::string& game,
                         const ScenarioOutcome& outcome) {
    JsonArray sides;
    for (std::uint32_t number = 0; number < outcome.sides.size(); ++number) {
        sides.emplace_back(side_facts(number, outcome.sides[number]));
    }
    const net::LinkStatistics& packets = outcome.packets;
    const bool has_difference = !outcome.differences.empty();
    return {
        {"game", game},
        {"profile", scenario.name},
        {"seed", scenario.seed},
        {"players", scenario.players},
        {"ticks", outcome.ticks_recorded},
        {"chain", hash_text(outcome.chain.value)},
        {"verdict", verdict_text(outcome.verdict)},
        {"why", outcome.why.empty() ? JsonValue() : JsonValue(outcome.why)},
        {"tick", has_difference ? JsonValue(outcome.differences.front().tick) : JsonValue()},
        {"machine", has_difference ? JsonValue(outcome.differences.front().machine) : JsonValue()},
        {"ticks_compared", outcome.ticks_compared},
        {"faults", std::uint64_t{scenario.faults.size()}},
        {"sealed", scenario.is_sealed},
        {"kills", outcome.kills},
        {"returns", outcome.returns},
        {"recovery", recovery_facts(outcome.recovery)},
        {"virtual_seconds", outcome.virtual_seconds},
        {"trace", hash_text(outcome.trace)},
        {"packets", JsonObject{{"sent", packets.packets_sent},
                               {"lost", packets.packets_lost},
                               {"lost_alone", packets.lost_alone},
                               {"lost_in_bursts", packets.lost_in_bursts},
                               {"lost_damaged", packets.lost_damaged},
                               {"lost_in_queues", packets.lost_in_queues},
                               {"lost_in_cuts", packets.lost_in_cuts},
                               {"doubled", packets.packets_doubled},
                               {"reordered", packets.packets_reordered},
                               {"replayed", packets.packets_replayed},
                               {"copies_refused", packets.copies_refused},
                               {"copies_taken", packets.copies_taken}}},
        {"bytes_under_way_most", std::uint64_t{outcome.bytes_under_way_most}},
        {"sides", std::move(sides)},
    };
}

}  // namespace tandem::tools::netsim
