// SPDX-License-Identifier: MIT
// Whether a match recovers from a line that was taken away for two seconds.
#include <algorithm>
#include <cmath>

#include <tests/bench/net/played.hpp>
#include <tests/bench/net/sheet.hpp>
#include <tests/bench/net/uplinks.hpp>

namespace tandem::bench {
namespace {

using net::Time;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t k_away_at_s = 20;
constexpr std::int64_t k_away_s = 2;
constexpr std::int64_t k_back_s = k_away_at_s + k_away_s;
constexpr std::int64_t k_recovered_s = k_back_s + 10;
constexpr std::int64_t k_end_s = k_recovered_s + 30;
constexpr std::int64_t k_needs_from_s = 10;

struct AwayCase {
    std::uint32_t players = 2;
    bool is_held = false;
    Time way{0};
    double times_need = 1.5;
    Time queue{0};
    std::uint32_t side = 0;  // whose line it is
};

MatchOptions match_options(const AwayCase& what) {
    MatchOptions options;
    options.players = what.players;
    options.is_held = what.is_held;
    options.line.delay = what.way;
    return options;
}

// What each side sends on a clean line, in bytes a second.
std::vector<double> clean_needs(const AwayCase& what) {
    UplinkMatch match(match_options(what));
    match.play_until(seconds(k_needs_from_s));
    std::vector<double> needs;
    for (std::uint32_t side = 0; side < what.players; ++side) {
        needs.push_back(-static_cast<double>(match.carried(side).bytes));
    }
    match.play_until(seconds(k_away_at_s));
    for (std::uint32_t side = 0; side < what.players; ++side) {
        needs[side] = (needs[side] + static_cast<double>(match.carried(side).bytes)) /
                      static_cast<double>(k_away_at_s - k_needs_from_s);
    }
    return needs;
}

struct LineBack {
    double speed = 0;            // after the time to recover
    double most_filled = 0;      // bytes a second until the queue is empty, in parts of the need
    double most_drained = 0;     // after that
    double others_most = 0;      // the same of all other sides, from the return on
    double drained_s = 0;        // after the return
    std::int64_t delay_off = 0;  // ten seconds after, the most of all sides
    std::uint64_t lost = 0;
    bool is_whole = true;  // nobody was dropped
};

std::uint64_t slowest(const UplinkMatch& match, std::uint32_t players) {
    std::uint64_t ticks = ~std::uint64_t{0};
    for (std::uint32_t side = 0; side < players; ++side) {
        ticks = std::min(ticks, match.side(side).driver->session().ticks_done());
    }
    return ticks;
}

LineBack recover(const Sheet& sheet, const AwayCase& what) {
    const std::vector<double> needs = clean_needs(what);
    UplinkMatch match(match_options(what));
    const double rate = needs[what.side] * what.times_need;
    const auto queue =
        static_cast<std::uint64_t>(rate * std::chrono::duration<double>(what.queue).count());
    match.set_uplink(what.side, {static_cast<std::uint64_t>(rate), queue, what.way});
    match.play_until(seconds(k_away_at_s));
    std::vector<std::uint32_t> before;
    for (std::uint32_t side = 0; side < what.players; ++side) {
        before.push_back(match.side(side).driver->session().pace().delay_ticks);
    }
    match.take_away(what.side, seconds(k_back_s));
    match.play_until(seconds(k_back_s));
    LineBack found;
    const std::uint64_t lost_before = match.carried(what.side).lost;
    std::vector<std::uint64_t> bytes(what.players);
    const auto note_bytes = [&] {
        for (std::uint32_t side = 0; side < what.players; ++side) {
            bytes[side] = match.carried(side).bytes;
        }
    };
    note_bytes();
    bool is_drained = false;
    std::uint64_t ticks_from = 0;
    std::string text;
    Time counted = seconds(k_back_s);
    for (Time now = seconds(k_back_s); now < seconds(k_end_s);) {
        now += milliseconds(10);
        match.play_until(now);
        const bool is_empty = match.carried(what.side).waiting_bytes < 300;
        // Shorter than a quarter of a second is no rate.
        const bool drains = !is_drained && is_empty && now - seconds(k_back_s) >= milliseconds(250);
        if (drains) {
            is_drained = true;
            found.drained_s = std::chrono::duration<double>(now - seconds(k_back_s)).count();
        }
        if (now - counted >= seconds(1) || drains) {
            const double span = std::chrono::duration<double>(now - counted).count();
            for (std::uint32_t side = 0; side < what.players; ++side) {
                const auto sent = static_cast<double>(match.carried(side).bytes - bytes[side]);
                const double part = sent / span / needs[side];
                double& most = side != what.side       ? found.others_most
                               : is_drained && !drains ? found.most_drained
                                                       : found.most_filled;
                most = std::max(most, part);
                if (side == what.side && now <= seconds(k_recovered_s + 2)) {
                    text += text_of(" %.2f/%u", part,
                                    match.side(side).driver->session().pace().delay_ticks);
                }
            }
            note_bytes();
            counted = now;
        }
        if (now == seconds(k_recovered_s)) {
            ticks_from = slowest(match, what.players);
            text += " delays";
            for (std::uint32_t side = 0; side < what.players; ++side) {
                const auto delay = static_cast<std::int64_t>(
                    match.side(side).driver->session().pace().delay_ticks);
                text += text_of(" %u to %d", before[side], static_cast<int>(delay));
                found.delay_off = std::max(found.delay_off, std::abs(delay - before[side]));
            }
        }
    }
    if (!is_drained) {
        found.drained_s = 1e9;
    }
    found.speed = static_cast<double>(slowest(match, what.players) - ticks_from) /
                  (60.0 * (k_end_s - k_recovered_s));
    found.lost = match.carried(what.side).lost - lost_before;
    for (std::uint32_t side = 0; side < what.players; ++side) {
        found.is_whole = found.is_whole && !match.side(side).driver->ended();
    }
    sheet.point(text_of("%u players, %s, way %d ms, %.2f x %.0f B/s, queue %.2f s, line of %u: "
                        "speed %.4f, sends %.2f then %.2f (others %.2f), drained after %.2f s, "
                        "delay %d off, %u lost%s:",
                        what.players, what.is_held ? "held" : "random",
                        static_cast<int>(what.way / milliseconds(1)), what.times_need,
                        needs[what.side], std::chrono::duration<double>(what.queue).count(),
                        what.side, found.speed, found.most_filled, found.most_drained,
                        found.others_most, found.drained_s, static_cast<int>(found.delay_off),
                        static_cast<unsigned>(found.lost), found.is_whole ? "" : ", ENDED") +
                text);
    return found;
}

// A third player's silence about slack is not another's.
void measure_three_with_a_slow_one(const Sheet& sheet) {
    constexpr std::size_t k_met_s = 15;
    double least = 2;
    double most_off = 0;
    bool is_sound = true;
    for (const std::uint64_t way_ms : {20U, 40U, 60U, 80U, 95U}) {
        for (const std::uint64_t step_permille : {1'053U, 2'000U}) {
            tools::netsim::Scenario scenario =
                scenario_of(3, way_ms * 1'000, sheet.length_s(60), 1);
            scenario.machines = {{0, 0}, {0, 0}, {0, step_permille}};
            const Played played = play_scenario(scenario, true);
            const double speed = played.speed(k_met_s) * static_cast<double>(step_permille) / 1'000;
            least = std::min(least, speed);
            std::string text =
                text_of("%d ms, a step of %d: speed %.4f of the slow one's;",
                        static_cast<int>(way_ms), static_cast<int>(step_permille), speed);
            for (const std::size_t side : {0U, 1U}) {
                const double delay = played.delay(side, k_met_s);
                const double need = played.outcome.sides[side].least_delay;
                most_off = std::max(most_off, std::abs(delay - need));
                text += text_of(" delay %.2f of %.0f;", delay, need);
            }
            is_sound = is_sound && played.is_sound();
            sheet.point(text + (played.is_sound() ? "" : " " + played.outcome.why));
        }
    }
    sheet.add(
        {"three players, one at 0.95 or 0.5 of speed, 20 to 95 ms: speed / the slow one's, "
         "the others' delay beside D*",
         "0.954, 4", "0.995, 1", text_of("%.4f, %.2f", least, most_off), "1 (no luck in it)",
         is_sound && least >= 0.995 && most_off <= 1});
}

// What strikes both directions again and again.
struct Gap {
    const char* text;
    tools::netsim::FaultKind what = tools::netsim::FaultKind::cut;
    std::uint64_t for_ms = 0;
    std::uint64_t every_ms = 0;
    std::int64_t amount = 0;
    const char* before;
};

void measure_gaps(const Sheet& sheet, const Gap& gap) {
    tools::netsim::Scenario scenario = scenario_of(2, k_way_us, sheet.length_s(120), 1);
    for (std::uint64_t at_ms = gap.every_ms; at_ms < scenario.ticks * 1'000 / 60;
         at_ms += gap.every_ms) {
        for (const std::uint32_t from : {0U, 1U}) {
            tools::netsim::Fault fault;
            fault.what = gap.what;
            fault.from = from;
            fault.to = 1 - from;
            fault.at_ms = at_ms;
            fault.for_ms = gap.for_ms;
            fault.amount = gap.amount;
            scenario.faults.push_back(fault);
        }
    }
    const Played played = play_scenario(scenario, false);
    double late = 0;
    for (const auto& side : played.outcome.sides) {
        late = std::max(
            late, static_cast<double>(side.facts.late_ticks) / static_cast<double>(scenario.ticks));
    }
    sheet.point("delays " + played.delays_text(0, 0, 60));
    sheet.add({gap.text, gap.before, "5e-3", text_of("%.1e", late), "1 (no luck in it)",
               played.is_sound() && late <= 5e-3});
}

// The queue of one side, on a way of that length.
void add_cases(const Sheet& sheet, AwayCase what, LineBack& worst) {
    for (const double times : {1.5, 3.0}) {
        for (const std::int64_t queue_ms : {250, 500, 1'000, 2'000}) {
            if (sheet.is_smoke() && (times > 2 || queue_ms != 500)) {
                continue;
            }
            what.times_need = times;
            what.queue = milliseconds(queue_ms);
            const LineBack one = recover(sheet, what);
            worst.speed = std::min(worst.speed, one.is_whole ? one.speed : 0);
            worst.most_filled = std::max(worst.most_filled, one.most_filled);
            worst.most_drained = std::max({worst.most_drained, one.most_drained, one.others_most});
            worst.delay_off = std::max(worst.delay_off, one.delay_off);
            worst.drained_s = std::max(worst.drained_s, one.drained_s);
        }
    }
}

void measure_away(const Sheet& sheet, std::uint32_t players, bool is_held) {
    LineBack worst;
    worst.speed = 2;
    for (const std::uint32_t side : {0U, 1U}) {
        for (const std::int64_t way_ms : {10, 40, 90}) {
            if (!sheet.is_smoke() || (side == 0 && way_ms == 40)) {
                add_cases(sheet, {players, is_held, milliseconds(way_ms), 0, Time{0}, side}, worst);
            }
        }
    }
    sheet.add({text_of("%u players, %s inputs, a line of 1.5 and 3 x need taken away for 2 s, "
                       "queue 0.25 to 2 s: speed, sends until the queue is empty, after, delay "
                       "off, empty after",
                       players, is_held ? "held" : "random"),
               "0.52 to 1.00, up to 10", "0.99, 1.0, 1.3, 2",
               text_of("%.4f, %.2f, %.2f, %d, %.1f s", worst.speed, worst.most_filled,
                       worst.most_drained, static_cast<int>(worst.delay_off), worst.drained_s),
               "1 (no luck in it)",
               worst.speed >= 0.99 && worst.most_filled <= 1.0 && worst.most_drained <= 1.3 &&
                   worst.delay_off <= 2});
}

}  // namespace

void measure_recovery(const Sheet& sheet) {
    measure_three_with_a_slow_one(sheet);
    using tools::netsim::FaultKind;
    // As where a radio looks for other stations.
    measure_gaps(sheet, {"late ticks, a hole of 150 ms each 10 s, 40 ms", FaultKind::cut, 150,
                         10'000, 0, "1.2e-2"});
    // As where it is handed to another mast: hardly anything gets through, and then all at once.
    measure_gaps(
        sheet, {"late ticks, 400 ms held and then a burst, each 15 s, 40 ms", FaultKind::rate, 400,
                15'000, static_cast<std::int64_t>(tools::netsim::k_rate_least), "1e-2"});
    for (const std::uint32_t players : {2U, 4U, 8U}) {
        for (const bool is_held : {false, true}) {
            if (!sheet.is_smoke() || (players == 2 && !is_held)) {
                measure_away(sheet, players, is_held);
            }
        }
    }
}

}  // namespace tandem::bench
