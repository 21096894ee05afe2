// SPDX-License-Identifier: MIT
// Measured figures are those of the first pair where they are one machine's, else sums or extremes.
#include <tandem/tools/lab/match/tables.hpp>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/lab/match/units.hpp>

namespace tandem::tools::lab::match {
namespace {

// Digits behind the point: frames and milliseconds need none to speak of.
constexpr int k_few = 1;
constexpr int k_some = 3;
constexpr int k_many = 6;
constexpr int k_float_digits = 8;

Cell optional_number(const std::optional<double>& value, int decimals);
std::string recordings_text(const ArmResult& arm);
std::uint64_t exact_replays(const ArmResult& arm);

// A column of a table with what one row has there. Its key is that of the arm's JSON object as
// well, so that a figure is described once.
struct FilledColumn {
    Column column;
    Cell cell;
};

void append_row(Table& table, std::vector<FilledColumn> figures);
std::string name_of(const ArmResult& arm);
Table verdict_table(const std::vector<ArmResult>& arms);
Table body_table(const std::vector<ArmResult>& arms);
std::string lost_text(bool on_fast, bool on_slow);
Table shot_table(const std::vector<ArmResult>& arms);
Table effect_table(const std::vector<ArmResult>& arms);
std::vector<std::string> price_notes(const ArmResult& arm);
Table price_table(const std::vector<ArmResult>& arms);
void append_values(JsonObject& object, const Table& table, std::size_t row,
                   std::initializer_list<std::string_view> keys);
JsonValue json_of(const std::optional<std::uint64_t>& instant);
JsonObject outcome_json(const Table& bodies, std::size_t row, const MatchOutcome& outcome);

}  // namespace

std::string instant_text(const Arm& arm, std::uint64_t instant) {
    return arm.is_variable ? std::to_string(instant) + " ms" : "tick " + std::to_string(instant);
}

std::vector<Table> closing_tables(const std::vector<ArmResult>& arms) {
    std::vector<Table> tables{verdict_table(arms), body_table(arms)};
    for (Table table : {effect_table(arms), shot_table(arms), price_table(arms)}) {
        if (!table.rows.empty()) {
            tables.push_back(std::move(table));
        }
    }
    return tables;
}

JsonObject arm_json(const ArmResult& arm) {
    const ArmFindings& found = arm.findings;
    const bool is_broken = found.arm->fault != ArmFault::none;
    const Table verdict = verdict_table({arm});
    const Table bodies = body_table({arm});
    const Table price = price_table({arm});
    JsonObject object{{"section", "match"}};
    append_values(object, verdict, 0, {"arm", "agree", "frames_fast", "frames_slow"});
    object.emplace_back("first_difference", json_of(found.first_difference));
    append_values(object, verdict, 0, {"outcomes", "verdict"});
    object.emplace_back("first_difference_unit", found.arm->is_variable ? "ms" : "tick");
    append_values(object, verdict, 0, {"as_expected"});
    object.emplace_back("seconds", arm.seconds);
    object.emplace_back("pairs", found.pairs);
    append_values(object, verdict, 0, {"ratio", "outcomes_fast", "outcomes_slow"});
    object.emplace_back("fast", outcome_json(bodies, 0, found.fast));
    object.emplace_back("slow", outcome_json(bodies, 1, found.slow));
    object.emplace_back("diff", arm.recordings.front().diff);
    object.emplace_back("diff_states_at", json_of(arm.recordings.front().states_differ_at));
    object.emplace_back("exact_replays", exact_replays(arm));
    append_values(object, price, 0,
                  {"delay_ms", "stalls", "stalled_ms", "worst_gap_fast_ms", "worst_gap_slow_ms",
                   "fault_tick"});
    object.emplace_back("found_exactly", is_broken ? JsonValue(found.found_exactly) : JsonValue());
    append_values(object, verdict, 0, {"compared"});
    object.emplace_back("due", found.due);
    append_values(object, price, 0, {"input_age_ms", "input_age_max_ms", "found_after_ms"});
    return object;
}

namespace {

Cell optional_number(const std::optional<double>& value, int decimals) {
    return value ? Cell(Amount{*value, decimals}) : Cell();
}

std::string recordings_text(const ArmResult& arm) {
    const RecordingFindings& first = arm.recordings.front();
    std::string text = first.diff;
    if (first.states_differ_at) {
        text += ", " + instant_text(*arm.findings.arm, *first.states_differ_at);
    }
    return text;
}

std::uint64_t exact_replays(const ArmResult& arm) {
    std::uint64_t exact = 0;
    for (const RecordingFindings& findings : arm.recordings) {
        exact += (findings.is_exact_fast ? 1U : 0U) + (findings.is_exact_slow ? 1U : 0U);
    }
    return exact;
}

void append_row(Table& table, std::vector<FilledColumn> figures) {
    const bool is_first = table.rows.empty();
    std::vector<Cell>& row = table.rows.emplace_back();
    for (FilledColumn& figure : figures) {
        if (is_first) {
            table.columns.push_back(std::move(figure.column));
        }
        row.push_back(std::move(figure.cell));
    }
}

std::string name_of(const ArmResult& arm) { return std::string(arm.findings.arm->name); }

Table verdict_table(const std::vector<ArmResult>& arms) {
    Table table{"match", "The same keys on a fast and a slow machine", {}, {}, {}, 1};
    for (const ArmResult& arm : arms) {
        const ArmFindings& found = arm.findings;
        const Cell difference = text_or_nothing(
            found.first_difference ? instant_text(*found.arm, *found.first_difference) : "");
        const std::string replays =
            std::to_string(exact_replays(arm)) + " of " + std::to_string(2 * found.pairs);
        append_row(table, {{{"arm", "arm"}, name_of(arm)},
                           {{"agree", "agree"}, found.agrees},
                           {{"compared", "compared"}, counted(found.compared)},
                           {{"frames_fast", "frames fast"}, counted(found.frames_fast)},
                           {{"frames_slow", "frames slow"}, counted(found.frames_slow)},
                           {{"ratio", "least ratio"}, Amount{found.ratio, k_few}},
                           {{"first_difference", "first difference"}, difference},
                           {{"outcomes", "outcomes", 1}, counted(found.outcomes)},
                           {{"outcomes_fast", "of fast", 1}, counted(found.outcomes_fast)},
                           {{"outcomes_slow", "of slow", 1}, counted(found.outcomes_slow)},
                           {{"diff", "diff", 1}, recordings_text(arm)},
                           {{"replays", "replay", 1}, replays},
                           {{"verdict", "verdict"}, verdict_text(found.verdict)},
                           {{"as_expected", "expected"}, arm.is_as_expected()}});
    }
    table.notes = {
        "agree: every bit of every checkpoint in every pair. compared: so many ticks, or seconds "
        "of "
        "a variable arm, in",
        "all pairs. frames: of a run, on average. least ratio: of frames a second, in any pair.",
        "outcomes: distinct last states of all runs, of the fast machine's, of the slow one's. "
        "diff: "
        "what it says of",
        "the first pair's recordings, and where their states part. replay: recordings that verify "
        "gets again bit by bit."};
    return table;
}

Table body_table(const std::vector<ArmResult>& arms) {
    Table table{"bodies", "Where the bodies went (the first pair)", {}, {}, {}, 2};
    const auto append = [&](const ArmResult& arm, const char* machine,
                            const MatchOutcome& outcome) {
        const char* wall = outcome.is_wall_cleared() ? "cleared" : "hit";
        append_row(
            table,
            {{{"arm", "arm"}, name_of(arm)},
             {{"machine", "machine"}, std::string(machine)},
             {{"bullet", "bullet"}, ExactDouble{outcome.bullet}},
             {{"bullet_float", "bullet in float"}, optional_number(outcome.bullet_float, k_many)},
             {{"bullet_integer", "bullet in integers"},
              optional_number(outcome.bullet_integer, k_many)},
             {{"apex", "jump apex"}, Amount{outcome.apex, k_some}},
             {{"apex_integer", "apex in integers"}, optional_number(outcome.apex_integer, k_some)},
             {{"wall", "wall of 2.2"}, std::string(wall)},
             {{"spring_max", "spring max", 1}, Amount{outcome.spring_max, k_some}},
             {{"tap_frames", "tap seen in", 1}, counted(outcome.tap_frames)},
             {{"held_fast", "held, fast's key", 1}, Amount{outcome.held[0], k_few}},
             {{"held_slow", "held, slow's key", 1}, Amount{outcome.held[1], k_few}}});
    };
    for (const ArmResult& arm : arms) {
        append(arm, "fast", arm.findings.fast);
        append(arm, "slow", arm.findings.slow);
    }
    table.notes = {"bullet, jump and spring in units, a tap in frames or ticks, held keys in px"};
    return table;
}

std::string lost_text(bool on_fast, bool on_slow) {
    return on_fast && on_slow ? "by both" : on_fast || on_slow ? "by one machine" : "no";
}

// Claim C16, and where the difference in steps makes it vanish.
Table shot_table(const std::vector<ArmResult>& arms) {
    Table table{.name = "shots",
                .title = "Where and when a shot of 1,920 px a second vanishes (the first pair)"};
    const auto append = [&](const ArmResult& arm, const char* machine,
                            const MatchOutcome& outcome) {
        if (outcome.shot) {
            append_row(table,
                       {{{"arm", "arm"}, name_of(arm)},
                        {{"machine", "machine"}, std::string(machine)},
                        {{"after_ms", "after ms"}, Amount{outcome.shot_ms, k_many}},
                        {{"place", "at px"}, ExactDouble{*outcome.shot}},
                        {{"place_float", "in float"}, Amount{outcome.shot_float, k_float_digits}},
                        {{"place_integer", "in integers"}, Amount{outcome.shot_integer, k_many}}});
        }
    };
    for (const ArmResult& arm : arms) {
        append(arm, "fast", arm.findings.fast);
        append(arm, "slow", arm.findings.slow);
    }
    table.notes = {
        "it is fired every second, and vanishes at the end of the step in which it has flown for "
        "500 ms"};
    return table;
}

// The four effects that the articles call one, section 3 of the inventory, and the threshold that
// makes an outcome of them.
Table effect_table(const std::vector<ArmResult>& arms) {
    Table table{"effects", "What went apart by how much, effect by effect", {}, {}, {}, 1};
    const auto apart = [](double a, double b) { return a < b ? b - a : a - b; };
    for (const ArmResult& arm : arms) {
        if (arm.findings.arm->fault != ArmFault::none) {
            continue;
        }
        const MatchOutcome& fast = arm.findings.fast;
        const MatchOutcome& slow = arm.findings.slow;
        const auto& in_float = arm.findings.bullet_float_apart;
        const double spring_times =
            std::max(fast.spring_max, slow.spring_max) / std::min(fast.spring_max, slow.spring_max);
        const double held_apart =
            std::max(apart(fast.held[0], slow.held[0]), apart(fast.held[1], slow.held[1]));
        const char* threshold =
            fast.is_wall_cleared() == slow.is_wall_cleared() ? "same" : "differs";
        append_row(
            table,
            {{{"arm", "arm"}, name_of(arm)},
             {{"rounding", "rounding: bullet, at most"}, ExactDouble{arm.findings.bullet_apart}},
             {{"rounding_float", "in float"}, in_float ? Cell(ExactDouble{*in_float}) : Cell()},
             {{"truncation_jump", "truncation: apex"}, Amount{apart(fast.apex, slow.apex), k_some}},
             {{"truncation_spring", "truncation: spring, times"}, Amount{spring_times, k_few}},
             {{"quantised", "quantised: held px", 1}, Amount{held_apart, k_some}},
             {{"lost", "lost: tap", 1}, lost_text(!fast.is_tap_seen(), !slow.is_tap_seen())},
             {{"threshold", "threshold: wall", 1}, std::string(threshold)}});
    }
    table.notes = {
        "the bullet at any checkpoint of any pair, all else at the end of the first pair;",
        "the broken arms are left out: what goes apart there was planted"};
    return table;
}

// Section 3 of the inventory: D >= ceil((P - tick + L) / tick) keeps the pace, and a tick of delay
// more lets nobody wait.
std::vector<std::string> price_notes(const ArmResult& arm) {
    const auto text_of_ms = [](std::uint32_t cost_ns) {
        return decimal(in_ms(cost_ns), 2) + " ms";
    };
    const std::uint32_t ticks = delay_ticks_for(arm.slow_cost_ns, arm.fast_cost_ns);
    std::string first = "With a tick of " + std::to_string(k_tick_ms) + " ms and frames of " +
                        text_of_ms(arm.fast_cost_ns) + " and " + text_of_ms(arm.slow_cost_ns);
    const std::string nobody =
        "a delay of " + count_text(ticks, "tick") + " lets neither machine wait";
    if (ticks == 1) {
        return {first + " " + nobody + "."};
    }
    return {first + " a delay of " + count_text(ticks - 1, "tick") + " keeps the pace,",
            "and ticks come late by a frame of the fast machine at most; " + nobody + ". A slow",
            "machine whose network runs beside its rendering would need neither."};
}

Table price_table(const std::vector<ArmResult>& arms) {
    Table table{.name = "price", .title = "The price of lockstep (all pairs)"};
    for (const ArmResult& arm : arms) {
        const ArmFindings& found = arm.findings;
        if (found.arm->is_variable) {
            continue;
        }
        const auto of_broken = [&](Cell cell) {
            return found.arm->fault != ArmFault::none ? cell : Cell();
        };
        const std::string exactly =
            std::to_string(found.found_exactly) + " of " + std::to_string(found.pairs);
        append_row(
            table,
            {{{"arm", "arm"}, name_of(arm)},
             {{"tick_ms", "tick ms"}, counted(k_tick_ms)},
             {{"delay_ms", "configured delay ms"}, counted(found.delay_ms)},
             {{"input_age_ms", "input to tick ms"}, Amount{found.input_age_ms, k_few}},
             {{"input_age_max_ms", "input to tick ms at most"},
              Amount{found.input_age_max_ms, k_few}},
             {{"stalls", "stalls"}, counted(found.stalls)},
             {{"stalled_ms", "stalled ms"}, Amount{found.stalled_ms, k_few}},
             {{"worst_gap_fast_ms", "worst gap fast ms"}, Amount{found.worst_gap_fast_ms, k_few}},
             {{"worst_gap_slow_ms", "worst gap slow ms"}, Amount{found.worst_gap_slow_ms, k_few}},
             {{"fault_tick", "fault at tick"}, of_broken(counted(found.arm->fault_tick))},
             {{"found_exactly", "found at exactly it"}, of_broken(exactly)},
             {{"found_after_ms", "found after ms"},
              of_broken(Amount{found.found_after_ms, k_few})}});
    }
    for (const ArmResult& arm : arms) {
        if (!arm.findings.arm->is_variable) {
            table.notes = price_notes(arm);
        }
    }
    table.notes.insert(
        table.notes.end(),
        {"input to tick: from the frame that took an input to the one that played it, on average.",
         "found after: from playing the tick of a fault to knowing of it, at most; the other "
         "machine",
         "plays it within a frame and a tick, and each tells the other in its next frame."});
    return table;
}

// The row's values of these keys; null for all of them where there is no such row.
void append_values(JsonObject& object, const Table& table, std::size_t row,
                   std::initializer_list<std::string_view> keys) {
    const JsonObject values = row < table.rows.size() ? json_row("", table, row) : JsonObject();
    for (const std::string_view key : keys) {
        const auto found = std::find_if(values.begin(), values.end(),
                                        [&](const auto& value) { return value.first == key; });
        object.emplace_back(key, found == values.end() ? JsonValue() : found->second);
    }
}

JsonValue json_of(const std::optional<std::uint64_t>& instant) {
    return instant ? JsonValue(*instant) : JsonValue();
}

JsonObject outcome_json(const Table& bodies, std::size_t row, const MatchOutcome& outcome) {
    const auto of_shot = [&](double value) {
        return outcome.shot ? JsonValue(value) : JsonValue();
    };
    JsonObject object;
    append_values(object, bodies, row,
                  {"bullet", "bullet_float", "bullet_integer", "apex", "apex_integer"});
    object.emplace_back("wall_cleared", outcome.is_wall_cleared());
    append_values(object, bodies, row, {"spring_max", "tap_frames", "held_fast", "held_slow"});
    object.emplace_back("shot", of_shot(outcome.shot.value_or(0)));
    object.emplace_back("shot_float", of_shot(outcome.shot_float));
    object.emplace_back("shot_integer", of_shot(outcome.shot_integer));
    object.emplace_back("shot_ms", of_shot(outcome.shot_ms));
    return object;
}

}  // namespace
}  // namespace tandem::tools::lab::match
