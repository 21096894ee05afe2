// SPDX-License-Identifier: MIT
// Uneven clocks, bad lines and assertions: what may vary between runs and what may not. C04 to C06.
#include <tandem/tools/lab/replay/tables.hpp>

#include <algorithm>
#include <span>

#include <tandem/replay/play/player.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/lockstep/virtual_match.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Flicks k_second = seconds(1);
constexpr double k_car_speed = 1.92;  // a second
constexpr std::uint64_t k_match_ticks = 400;
constexpr std::uint64_t k_film_ticks = 3'000;

RunOptions uneven(Unevenness unevenness, std::uint64_t run, Flicks window) {
    RunOptions options{.window = window};
    options.real = unevenness == Unevenness::real;
    if (!options.real) {
        options.jitter_seed = run;
    }
    return options;
}

// The yard, and a car, driven by whatever updates a loop runs.
class DrivenYard : public YardPlayer {
public:
    using YardPlayer::YardPlayer;

    void update(const Update& update) override {
        YardPlayer::update(update);
        car_.step(step_of<double>(update.step));
        distances_.push_back(car_.position);
    }
    // The distance of the car after each tick.
    const std::vector<double>& distances() const { return distances_; }

private:
    Bullet<double> car_{k_car_speed};
    std::vector<double> distances_;
};

// ---- Matches ----

struct Noise {
    std::string name;
    net::LinkOptions line{};
    net::Time jitter{0};
};

std::vector<Noise> noises() {
    std::vector<Noise> all{
        {.name = "none"},
        {.name = "clocks: rounds of 2 to 17 ms", .jitter = milliseconds(15)},
        {.name = "order: 30 % of the packets late", .line = {.reorder_ppm = 300'000}},
        {.name = "loss: 10 %, in bursts of three",
         .line = {.burst_ppm = 100'000, .burst_packets = 3}},
        {.name = "all, doubled and damaged ones too",
         .line = {.jitter = milliseconds(50),
                  .burst_ppm = 100'000,
                  .burst_packets = 3,
                  .duplicate_ppm = 100'000,
                  .reorder_ppm = 300'000,
                  .damage_ppm = 50'000},
         .jitter = milliseconds(15)},
    };
    for (Noise& noise : all) {
        noise.line.delay = milliseconds(30);
    }
    return all;
}

}  // namespace

UnevenRuns run_variable_uneven(std::uint64_t runs, Unevenness unevenness) {
    UnevenRuns result;
    for (std::uint64_t run = 1; run <= runs; ++run) {
        FrameLog frames =
            log_loop(*find_loop("L2"), machine_of("normal"), uneven(unevenness, run, k_second));
        // The last frame ends with the second, so that no run is given more time than another.
        Flicks total{};
        Bullet<double> car{k_car_speed};
        for (LoggedUpdate& update : frames.updates) {
            update.step = std::min(update.step, k_second - total);
            total += update.step;
            car.step(step_of<double>(update.step));
        }
        frames.updates.push_back({total, k_second - total});
        car.step(step_of<double>(k_second - total));
        result.distances.push_back(car.position);
        result.hashes.insert(
            run_records(sim::erase<VariableWorld>(), variable_records(frames)).hashes.back());
    }
    return result;
}

UnevenRuns run_fixed_uneven(std::uint64_t runs, Unevenness unevenness) {
    return run_fixed_uneven(runs, unevenness, sim::erase<Yard>());
}

UnevenRuns run_fixed_uneven(std::uint64_t runs, Unevenness unevenness,
                            const sim::AnySimulation& game) {
    std::vector<DrivenYard> yards;
    UnevenRuns result;
    for (std::uint64_t run = 1; run <= runs; ++run) {
        yards.emplace_back(game.clone());
        run_loop(*find_loop("L3"), machine_of("normal"), uneven(unevenness, run, k_second),
                 &yards.back());
    }
    const auto shortest = std::min_element(
        yards.begin(), yards.end(),
        [](const auto& a, const auto& b) { return a.hashes().size() < b.hashes().size(); });
    TANDEM_ASSERT(shortest != yards.end() && !shortest->hashes().empty());
    result.ticks = shortest->hashes().size();
    for (const DrivenYard& yard : yards) {
        result.distances.push_back(yard.distances()[result.ticks - 1]);
        result.hashes.insert(
            sim::hash_bytes(std::as_bytes(std::span(yard.hashes()).first(result.ticks))));
        const Comparison comparison = compare(yards.front().hashes(), yard.hashes());
        result.compared += &yard == &yards.front() ? 0 : comparison.compared;
        result.differing += comparison.differing;
    }
    return result;
}

std::vector<NoisyMatch> run_noisy_matches() {
    const auto reference = run_records(sim::erase<Yard>(), yard_records(k_match_ticks)).hashes;
    std::vector<NoisyMatch> all;
    for (const Noise& noise : noises()) {
        VirtualMatchOptions options;
        options.line = noise.line;
        options.loops[0].jitter = noise.jitter;
        options.loops[1].jitter = noise.jitter;
        options.delay_ticks = std::nullopt;
        VirtualMatch match(options);
        match.run_until(seconds(15));
        NoisyMatch result;
        result.noise = noise.name;
        std::set<std::vector<std::uint64_t>> histories{reference};
        for (const std::size_t peer : {0U, 1U}) {
            const PeerLog& log = match.log(peer);
            TANDEM_ASSERT(log.state_hashes.size() >= k_match_ticks);
            histories.emplace(log.state_hashes.begin(), log.state_hashes.begin() + k_match_ticks);
            const Comparison comparison = compare(reference, log.state_hashes);
            result.compared += comparison.compared;
            result.differing += comparison.differing;
            result.worst_gap_ms = std::max(result.worst_gap_ms,
                                           measure(log, seconds(1), seconds(15), 20).worst_gap_ms);
        }
        result.distinct = histories.size();
        all.push_back(result);
    }
    return all;
}

AssertionPlays play_assertion(std::uint64_t plays) {
    const replay::Replay file = record(sim::erase<Yard>(), yard_records(k_film_ticks));
    AssertionPlays result;
    for (std::uint64_t play = 0; play < plays; ++play) {
        auto player = replay::Player::create(file, sim::erase<YardWithAssertion>());
        TANDEM_ASSERT(player.has_value());
        sim::Result<void> stepped;
        while (stepped && !player->at_end()) {
            stepped = player->step();
        }
        if (!stepped && stepped.error().code == sim::ErrorCode::step_failed) {
            ++result.failed;
            result.at.insert(player->ticks_done());
        }
    }
    return result;
}

AssertionPlays play_variable_assertion(std::uint64_t plays) {
    AssertionPlays result;
    for (std::uint64_t seed = 1; seed <= plays; ++seed) {
        const FrameLog frames = log_loop(*find_loop("L2"), machine_of("normal"),
                                         uneven(Unevenness::drawn, seed, seconds(10)));
        const GameRun run =
            run_records(sim::erase<VariableWorldWithAssertion>(), variable_records(frames));
        if (run.failed_at) {
            ++result.failed;
            result.at.insert(*run.failed_at);
        }
    }
    return result;
}

Table noise_table() {
    Table table{.name = "noise",
                .title = "Uneven clocks and bad lines: what of it reaches the game",
                .columns = {{"arm", "arm"},
                            {"noise", "noise"},
                            {"runs", "runs"},
                            {"distinct", "distinct ends"},
                            {"compared", "ticks compared"},
                            {"differing", "differing"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"where", "1.92 a second, first and last run"}}};
    const auto row = [&](const std::string& arm, const UnevenRuns& runs) {
        const auto count = [&](std::uint64_t ticks) {
            return runs.compared == 0 ? Cell() : counted(ticks);
        };
        table.rows.push_back({arm, "frames of 10 to 14 ms", counted(runs.distances.size()),
                              counted(runs.hashes.size()), count(runs.compared),
                              count(runs.differing), Cell(),
                              cell_text(ExactDouble{runs.distances.front()}) + " and " +
                                  cell_text(ExactDouble{runs.distances.back()})});
    };
    row("variable step, one second", run_variable_uneven(2));
    const UnevenRuns fixed = run_fixed_uneven(5);
    row("fixed tick, " + std::to_string(fixed.ticks) + " ticks", fixed);
    for (const NoisyMatch& match : run_noisy_matches()) {
        table.rows.push_back({"lockstep match, " + std::to_string(k_match_ticks) + " ticks",
                              match.noise, std::int64_t{3}, counted(match.distinct),
                              counted(match.compared), counted(match.differing),
                              Amount{match.worst_gap_ms, 0}, Cell()});
    }
    table.notes = {
        "All noise is drawn from seeds in virtual time. Runs of a match: both sides and the",
        "same in one process, tick by tick. That what a step may call has no clock, thread or",
        "floating point is checked on the built objects by the tests of tools/object_check."};
    return table;
}

Table assertion_table() {
    constexpr std::uint64_t k_plays = 100;
    Table table{.name = "assertion",
                .title = "An assertion that a recording trips, played 100 times",
                .columns = {{"arm", "arm"},
                            {"plays", "plays"},
                            {"failed", "failed"},
                            {"distinct", "at so many places"},
                            {"first", "first"},
                            {"last", "last"}}};
    const auto row = [&](const std::string& arm, const AssertionPlays& plays) {
        table.rows.push_back({arm, counted(k_plays), counted(plays.failed),
                              counted(plays.at.size()),
                              plays.at.empty() ? Cell() : counted(*plays.at.begin()),
                              plays.at.empty() ? Cell() : counted(*plays.at.rbegin())});
    };
    row("variable step, keys by time, uneven frames", play_variable_assertion(k_plays));
    row("fixed tick, recording", play_assertion(k_plays));
    table.notes = {"first, last: the frame or tick that failed."};
    return table;
}

}  // namespace tandem::tools::lab
