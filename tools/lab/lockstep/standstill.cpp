// SPDX-License-Identifier: MIT
// A machine that does nothing for seconds, as a tab in the background: what that is to whoever
// plays with it, and to a single player.
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr net::Time k_standstill_at = seconds(10);
// So long after it, everybody has done whatever there was to do.
constexpr net::Time k_after = seconds(20);
constexpr std::uint32_t k_standstill_tick_ms = 20;
constexpr std::uint32_t k_standstill_delay = 5;
// The frame of a single player; k_standstill_at is a multiple of it.
constexpr net::Time k_frame = milliseconds(10);

struct Gap {
    net::Time length;
    std::uint32_t peer_timeout_ms;
};
constexpr std::array k_gaps{Gap{seconds(3), 5'000}, Gap{seconds(30), 5'000},
                            Gap{seconds(30), 60'000}};

std::vector<Cell> row_of(const Gap& gap) {
    const StandstillRun run = run_standstill(gap.length, gap.peer_timeout_ms);
    const std::string went_on = run.caught_up ? "went on, in time" : "went on, still behind";
    return {"lockstep, timeout " + std::to_string(gap.peer_timeout_ms / 1'000) + " s",
            std::int64_t{gap.length / seconds(1)},
            counted(run.ticks_meanwhile),
            run.lost.empty() ? Cell(Amount{run.worst_gap_ms, 0}) : Cell(),
            run.waited_ms ? counted(*run.waited_ms) : Cell(),
            counted(run.ticks_compared),
            run.desynced,
            run.lost.empty() ? Cell(Amount{run.put_off_s, 1}) : Cell(),
            run.lost.empty() ? went_on : run.lost};
}

std::vector<Cell> row_alone(net::Time length) {
    const PauseRun run = run_pause(length);
    return {"alone, debt policy pause",
            std::int64_t{length / seconds(1)},
            counted(run.ticks_meanwhile),
            Cell(),
            Cell(),
            Cell(),
            Cell(),
            Amount{static_cast<double>(run.ticks_forgotten * k_standstill_tick_ms) / 1'000, 1},
            "went on, ticks: " + std::to_string(run.ticks_after) +
                ", forgotten: " + std::to_string(run.ticks_forgotten)};
}

}  // namespace

StandstillRun run_standstill(net::Time length, std::uint32_t peer_timeout_ms) {
    VirtualMatchOptions options;
    options.delay_ticks = k_standstill_delay;
    options.tick_ms = k_standstill_tick_ms;
    options.line.delay = milliseconds(30);
    options.peer_timeout_ms = peer_timeout_ms;
    options.standstill = Standstill{1, k_standstill_at, length};
    VirtualMatch match(options);
    match.run_until(k_standstill_at + length + k_after);
    const PeerLog& host = match.log(0);
    const PeerLog& guest = match.log(1);
    StandstillRun run;
    run.ticks_meanwhile =
        measure(host, k_standstill_at, k_standstill_at + length, k_standstill_tick_ms).ticks;
    run.worst_gap_ms =
        measure(host, k_standstill_at, k_standstill_at + length + k_after, k_standstill_tick_ms)
            .worst_gap_ms;
    run.ticks_compared = std::min(host.ticks_compared, guest.ticks_compared);
    run.desynced = host.find<net::Desynced>() != nullptr || guest.find<net::Desynced>() != nullptr;
    for (const net::Event& event : host.events) {
        if (const auto* waiting = std::get_if<net::Waiting>(&event)) {
            run.waited_ms = waiting->ms;
        }
    }
    if (const auto* left = host.find<net::Left>()) {
        run.lost = "player " + std::to_string(left->slot.index) + " lost: " + left->text;
    }
    const auto is_on_time = [&](std::size_t peer) {
        const net::Lockstep& session = match.session(peer);
        return !session.is_ended() && session.ticks_done() == session.pace().ticks_wanted;
    };
    run.caught_up = is_on_time(0) && is_on_time(1);
    run.put_off_s = std::chrono::duration<double>(match.session(0).pace().held).count();
    return run;
}

PauseRun run_pause(net::Time length) {
    sim::Pacer pacer({TickRate(1'000, k_standstill_tick_ms), sim::DebtPolicy::pause}, net::Time{0});
    PauseRun run;
    const net::Time back = k_standstill_at + length;
    for (net::Time now = k_frame; now <= back;
         now += now >= k_standstill_at && now < back ? length : k_frame) {
        const sim::Pace pace = pacer.advance(now);
        (now <= k_standstill_at ? run.ticks_before
         : now < back           ? run.ticks_meanwhile
                                : run.ticks_after) += pace.ticks;
        run.ticks_forgotten += pace.ticks_dropped;
    }
    return run;
}

Table standstill_table() {
    Table table{.name = "standstill",
                .title =
                    "A machine stands still for seconds: what the other side of the match "
                    "sees, and a single player",
                .columns = {{"match", "match"},
                            {"gap_s", "gap s"},
                            {"ticks", "ticks meanwhile"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"waited_ms", "told to wait ms"},
                            {"compared", "ticks equal"},
                            {"desync", "desync"},
                            {"lost_s", "s lost"},
                            {"outcome", "outcome"}}};
    for (const Gap& gap : k_gaps) {
        table.rows.push_back(row_of(gap));
    }
    table.rows.push_back(row_alone(seconds(30)));
    table.notes = {
        "ticks meanwhile: the other side plays on until it is two ticks ahead, then waits; alone,",
        "time simply stops. worst gap: between two ticks that were played, so none where the other",
        "was lost. told to wait: for how long, when that was over. Of a wait a match makes up for",
        "a tenth of a second, the rest is lost to both sides (s lost): in time is in that time."};
    return table;
}

}  // namespace tandem::tools::lab
