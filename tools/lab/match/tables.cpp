// SPDX-License-Identifier: MIT
// Measured figures are those of the first pair where they are one machine's, else sums or extremes.
#include <tandem/tools/lab/match/tables.hpp>

#include <algorithm>

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

Cell count(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Cell optional_number(const std::optional<double>& value, int decimals) {
    return value ? Cell(Number{*value, decimals}) : Cell();
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

Table verdict_table(const std::vector<ArmResult>& arms) {
    Table table{"match",
                "The same keys on a fast and a slow machine",
                {{"arm", "arm"},
                 {"agree", "agree"},
                 {"compared", "compared"},
                 {"frames_fast", "frames fast"},
                 {"frames_slow", "frames slow"},
                 {"ratio", "least ratio"},
                 {"first_difference", "first difference"},
                 {"outcomes", "outcomes", 1},
                 {"outcomes_fast", "of fast", 1},
                 {"outcomes_slow", "of slow", 1},
                 {"diff", "diff", 1},
                 {"replays", "replay", 1},
                 {"verdict", "verdict"},
                 {"as_expected", "expected"}},
                {},
                {},
                1};
    for (const ArmResult& arm : arms) {
        const ArmFindings& found = arm.findings;
        table.rows.push_back(
            {std::string(found.arm->name), found.agrees, count(found.compared),
             count(found.frames_fast), count(found.frames_slow), Number{found.ratio, k_few},
             found.first_difference ? Cell(instant_text(*found.arm, *found.first_difference))
                                    : Cell(),
             count(found.outcomes), count(found.outcomes_fast), count(found.outcomes_slow),
             recordings_text(arm),
             std::to_string(exact_replays(arm)) + " of " + std::to_string(2 * found.pairs),
             verdict_text(found.verdict), arm.is_as_expected()});
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

std::vector<Cell> body_row(const Arm& arm, const char* machine, const Outcome& outcome) {
    return {std::string(arm.name),
            std::string(machine),
            ExactDouble{outcome.bullet},
            optional_number(outcome.bullet_float, k_many),
            optional_number(outcome.bullet_integer, k_many),
            Number{outcome.apex, k_some},
            optional_number(outcome.apex_integer, k_some),
            std::string(outcome.is_wall_cleared() ? "cleared" : "hit"),
            Number{outcome.spring_max, k_some},
            count(outcome.tap_frames),
            Number{outcome.held[0], k_few},
            Number{outcome.held[1], k_few}};
}

Table body_table(const std::vector<ArmResult>& arms) {
    Table table{"bodies",
                "Where the bodies went (the first pair)",
                {{"arm", "arm"},
                 {"machine", "machine"},
                 {"bullet", "bullet"},
                 {"bullet_float", "bullet in float"},
                 {"bullet_integer", "bullet in integers"},
                 {"apex", "jump apex"},
                 {"apex_integer", "apex in integers"},
                 {"wall", "wall of 2.2"},
                 {"spring_max", "spring max", 1},
                 {"tap_frames", "tap seen in", 1},
                 {"held_fast", "held, fast's key", 1},
                 {"held_slow", "held, slow's key", 1}},
                {},
                {},
                2};
    for (const ArmResult& arm : arms) {
        table.rows.push_back(body_row(*arm.findings.arm, "fast", arm.findings.fast));
        table.rows.push_back(body_row(*arm.findings.arm, "slow", arm.findings.slow));
    }
    table.notes = {"bullet, jump and spring in units, a tap in frames or ticks, held keys in px"};
    return table;
}

std::string lost_text(bool on_fast, bool on_slow) {
    return on_fast && on_slow ? "by both" : on_fast || on_slow ? "by one machine" : "no";
}

// Claim C16, and where the difference in steps makes it vanish.
Table shot_table(const std::vector<ArmResult>& arms) {
    Table table{"shots",
                "Where and when a shot of 1,920 px a second vanishes (the first pair)",
                {{"arm", "arm"},
                 {"machine", "machine"},
                 {"after_ms", "after ms"},
                 {"place", "at px"},
                 {"place_float", "in float"},
                 {"place_integer", "in integers"}},
                {},
                {}};
    const auto add = [&](const Arm& arm, const char* machine, const Outcome& outcome) {
        if (outcome.shot) {
            table.rows.push_back({std::string(arm.name), std::string(machine),
                                  Number{outcome.shot_ms, k_many}, ExactDouble{*outcome.shot},
                                  Number{outcome.shot_float, k_float_digits},
                                  Number{outcome.shot_integer, k_many}});
        }
    };
    for (const ArmResult& arm : arms) {
        add(*arm.findings.arm, "fast", arm.findings.fast);
        add(*arm.findings.arm, "slow", arm.findings.slow);
    }
    table.notes = {
        "it is fired every second, and vanishes at the end of the step in which it has flown for "
        "500 ms"};
    return table;
}

// The four effects that the articles call one, section 3 of the inventory, and the threshold that
// makes an outcome of them.
Table effect_table(const std::vector<ArmResult>& arms) {
    Table table{"effects",
                "What went apart by how much, effect by effect",
                {{"arm", "arm"},
                 {"rounding", "rounding: bullet, at most"},
                 {"rounding_float", "in float"},
                 {"truncation_jump", "truncation: apex"},
                 {"truncation_spring", "truncation: spring, times"},
                 {"quantised", "quantised: held px", 1},
                 {"lost", "lost: tap", 1},
                 {"threshold", "threshold: wall", 1}},
                {},
                {},
                1};
    const auto apart = [](double a, double b) { return a < b ? b - a : a - b; };
    for (const ArmResult& arm : arms) {
        if (arm.findings.arm->fault != Fault::none) {
            continue;
        }
        const Outcome& fast = arm.findings.fast;
        const Outcome& slow = arm.findings.slow;
        const auto& in_float = arm.findings.bullet_float_apart;
        table.rows.push_back(
            {std::string(arm.findings.arm->name), ExactDouble{arm.findings.bullet_apart},
             in_float ? Cell(ExactDouble{*in_float}) : Cell(),
             Number{apart(fast.apex, slow.apex), k_some},
             Number{std::max(fast.spring_max, slow.spring_max) /
                        std::min(fast.spring_max, slow.spring_max),
                    k_few},
             Number{std::max(apart(fast.held[0], slow.held[0]), apart(fast.held[1], slow.held[1])),
                    k_some},
             lost_text(!fast.is_tap_seen(), !slow.is_tap_seen()),
             std::string(fast.is_wall_cleared() == slow.is_wall_cleared() ? "same" : "differs")});
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
        return cell_text(Number{in_ms(cost_ns), 2}) + " ms";
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
    Table table{"price",
                "The price of lockstep (all pairs)",
                {{"arm", "arm"},
                 {"tick_ms", "tick ms"},
                 {"delay_ms", "configured delay ms"},
                 {"input_age_ms", "input to tick ms"},
                 {"input_age_max_ms", "input to tick ms at most"},
                 {"stalls", "stalls"},
                 {"stalled_ms", "stalled ms"},
                 {"worst_gap_fast_ms", "worst gap fast ms"},
                 {"worst_gap_slow_ms", "worst gap slow ms"},
                 {"fault_tick", "fault at tick"},
                 {"found_exactly", "found at exactly it"},
                 {"found_after_ms", "found after ms"}},
                {},
                {}};
    for (const ArmResult& arm : arms) {
        const ArmFindings& found = arm.findings;
        if (found.arm->is_variable) {
            continue;
        }
        const bool is_broken = found.arm->fault != Fault::none;
        table.rows.push_back(
            {std::string(found.arm->name), count(k_tick_ms), count(found.delay_ms),
             Number{found.input_age_ms, k_few}, Number{found.input_age_max_ms, k_few},
             count(found.stalls), Number{found.stalled_ms, k_few},
             Number{found.worst_gap_fast_ms, k_few}, Number{found.worst_gap_slow_ms, k_few},
             is_broken ? count(found.arm->fault_tick) : Cell(),
             is_broken
                 ? Cell(std::to_string(found.found_exactly) + " of " + std::to_string(found.pairs))
                 : Cell(),
             is_broken ? Cell(Number{found.found_after_ms, k_few}) : Cell()});
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

JsonObject outcome_json(const Outcome& outcome) {
    const auto optional_json = [](const std::optional<double>& value) {
        return value ? JsonValue(*value) : JsonValue();
    };
    return {{"bullet", outcome.bullet},
            {"bullet_float", optional_json(outcome.bullet_float)},
            {"bullet_integer", optional_json(outcome.bullet_integer)},
            {"apex", outcome.apex},
            {"apex_integer", optional_json(outcome.apex_integer)},
            {"wall_cleared", outcome.is_wall_cleared()},
            {"spring_max", outcome.spring_max},
            {"tap_frames", outcome.tap_frames},
            {"held_fast", outcome.held[0]},
            {"held_slow", outcome.held[1]},
            {"shot", optional_json(outcome.shot)},
            {"shot_float", outcome.shot ? JsonValue(outcome.shot_float) : JsonValue()},
            {"shot_integer", outcome.shot ? JsonValue(outcome.shot_integer) : JsonValue()},
            {"shot_ms", outcome.shot ? JsonValue(outcome.shot_ms) : JsonValue()}};
}

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
    const bool is_fixed = !found.arm->is_variable;
    const bool is_broken = found.arm->fault != Fault::none;
    const auto of_fixed = [is_fixed](JsonValue value) { return is_fixed ? value : JsonValue(); };
    return {{"section", "match"},
            {"arm", std::string(found.arm->name)},
            {"agree", found.agrees},
            {"frames_fast", found.frames_fast},
            {"frames_slow", found.frames_slow},
            {"first_difference",
             found.first_difference ? JsonValue(*found.first_difference) : JsonValue()},
            {"outcomes", found.outcomes},
            {"verdict", verdict_text(found.verdict)},
            {"first_difference_unit", is_fixed ? "tick" : "ms"},
            {"as_expected", arm.is_as_expected()},
            {"seconds", arm.seconds},
            {"pairs", found.pairs},
            {"ratio", found.ratio},
            {"outcomes_fast", found.outcomes_fast},
            {"outcomes_slow", found.outcomes_slow},
            {"fast", outcome_json(found.fast)},
            {"slow", outcome_json(found.slow)},
            {"diff", arm.recordings.front().diff},
            {"diff_states_at", arm.recordings.front().states_differ_at
                                   ? JsonValue(*arm.recordings.front().states_differ_at)
                                   : JsonValue()},
            {"exact_replays", exact_replays(arm)},
            {"delay_ms", of_fixed(found.delay_ms)},
            {"stalls", of_fixed(found.stalls)},
            {"stalled_ms", of_fixed(found.stalled_ms)},
            {"worst_gap_fast_ms", of_fixed(found.worst_gap_fast_ms)},
            {"worst_gap_slow_ms", of_fixed(found.worst_gap_slow_ms)},
            {"fault_tick", is_broken ? JsonValue(found.arm->fault_tick) : JsonValue()},
            {"found_exactly", is_broken ? JsonValue(found.found_exactly) : JsonValue()},
            {"compared", found.compared},
            {"due", found.due},
            {"input_age_ms", of_fixed(found.input_age_ms)},
            {"input_age_max_ms", of_fixed(found.input_age_max_ms)},
            {"found_after_ms", is_broken ? JsonValue(found.found_after_ms) : JsonValue()}};
}

}  // namespace tandem::tools::lab::match
