// SPDX-License-Identifier: MIT
// The sides take turns in order of virtual time. The behaviour of lines over time is set before the
// first turn.
#include <tandem/tools/netsim/run_scenario.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/netsim/limits.hpp>
#include <tandem/tools/netsim/line_faults.hpp>
#include <tandem/tools/netsim/recovery.hpp>
#include <tandem/tools/netsim/returns.hpp>
#include <tandem/tools/netsim/ways.hpp>

namespace tandem::tools::netsim {
namespace {

using net::Time;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_ways_ticks = 200'000;
constexpr std::uint64_t k_ways_ticks_least = 10'000;
constexpr std::size_t k_budgets = 4'001;

double in_seconds(Time time);

// Counts how much time inputs had from machine to machine: from sampling to the other's due time.
class Budgets {
public:
    explicit Budgets(std::uint32_t players) : players_(players), counts_(players * players) {}

    void on_event(const std::vector<std::unique_ptr<Side>>& sides, std::uint32_t to,
                  const Side::Due& due);
    // Returns how many of the ticks of `to` the lines alone make late.
    double late_ticks(const Ways& ways, std::uint32_t to) const;

private:
    void add(std::uint32_t from, std::uint32_t to, Time budget);

    std::uint32_t players_;
    std::vector<std::vector<std::uint32_t>> counts_;  // indexed by looks
};

class ScenarioRun {
public:
    // The run measures the stretch that begins at `stretch_from`.
    ScenarioRun(const Scenario& scenario, const RegisteredGame& game,
                const ScenarioOptions& options, std::optional<Time> stretch_from)
        : scenario_(scenario),
          game_(game),
          options_(options),
          setup_(setup_of(scenario, game)),
          healed_at_(scenario_time(faults_end_ms(scenario))),
          network_(scenario.seed, {},
                   scenario.is_sealed ? net::Protection::seal : net::Protection::checksum),
          line_faults_(scenario, network_),
          ticks_limit_(scenario, setup_.tick_rate),
          budgets_(scenario.players),
          meter_(scenario.players, stretch_from),
          return_watch_(scenario, healed_at_),
          sent_at_start_(scenario.players) {}

    Result<ScenarioOutcome> play();
    // Plays no further than to the end of the stretch.
    Result<ScenarioOutcome> play_stretch();
    const Stretch& stretch() const { return meter_.stretch(); }

private:
    static Setup setup_of(const Scenario& scenario, const RegisteredGame& game);
    Result<void> prepare();
    netview::MatchTrace* watcher_of(std::uint32_t machine);

    sim::AnySimulation game_of(std::uint32_t machine) const {
        return options_.make_of ? options_.make_of(machine) : game_.make();
    }

    net::Transport& transport_of(std::uint32_t machine);

    // Lets the next side act; false if no side does anything any more.
    bool turn();

    // The slowest side counts: a single one may have guessed wrong how far the others are.
    void check_time();
    void report_progress(Time now);
    bool is_stuck(Time now);

    // True if a host still gathers although every machine of the scenario has come once.
    bool is_in_vain() const;
    Traffic traffic(std::uint32_t machine) const;
    Result<ScenarioOutcome> outcome();
    SideOutcome side_outcome(std::uint32_t number) const;
    void add_limits(ScenarioOutcome& outcome) const;
    void judge(ScenarioOutcome& outcome) const;
    std::optional<std::string> too_long_delay(const ScenarioOutcome& outcome) const;
    static std::optional<Error> step_failure(const ScenarioOutcome& outcome);

    // True if the game says that it is over, or the sources are.
    static bool is_finished(const ScenarioOutcome& outcome);

    // Says who was missing for a host that went on gathering.
    static std::string gone_text(const ScenarioOutcome& outcome);

    static std::string ended_text(const SideFacts& facts) {
        return facts.ended && facts.ended->error ? ": " + facts.ended->error->text() : "";
    }

    const Scenario& scenario_;
    const RegisteredGame& game_;
    const ScenarioOptions& options_;
    Setup setup_;
    Time healed_at_;  // the end of the last fault
    net::SimulatedNetwork network_;
    LineFaults line_faults_;
    TicksLimit ticks_limit_;
    Budgets budgets_;
    StretchMeter meter_;
    ReturnWatch return_watch_;
    bool ends_with_stretch_ = false;
    std::vector<Traffic> sent_at_start_;
    std::optional<Referee> referee_;
    std::vector<std::unique_ptr<net::Transport>> transports_;
    netview::PassageArrows arrows_;
    std::vector<std::unique_ptr<netview::MatchTrace>> watchers_;  // declared before the sides,
                                                                  // which tell them
    std::vector<std::unique_ptr<Side>> sides_;
    std::optional<std::uint64_t> ahead_at_tick_;
    Time now_{0};
    std::uint64_t progress_ = 0;  // ticks compared
    Time progress_at_{0};
    bool is_stuck_ = false;
    std::size_t bytes_under_way_most_ = 0;
    std::uint64_t trace_ = 0;
};

void judge_recovery(const Scenario& scenario, const RegisteredGame& game,
                    const ScenarioOptions& options, const Stretch& had, ScenarioOutcome& outcome);

}  // namespace

std::string machine_name(std::uint32_t number) {
    return number == 0 ? "host" : "guest " + std::to_string(number);
}

std::string verdict_text(ScenarioVerdict verdict) {
    switch (verdict) {
        case ScenarioVerdict::chains_differ:
            return "chains differ";
        case ScenarioVerdict::not_told:
            return "chains differ, and nobody was told";
        case ScenarioVerdict::false_alarm:
            return "false alarm";
        case ScenarioVerdict::stranger_let_in:
            return "a stranger was let in";
        case ScenarioVerdict::ticks_lost:
            return "certain ticks were lost";
        case ScenarioVerdict::copy_taken:
            return "a copy was taken";
        case ScenarioVerdict::ahead_of_time:
            return "ahead of time";
        case ScenarioVerdict::too_long_delay:
            return "too long a delay";
        case ScenarioVerdict::stuck:
            return "stuck";
        case ScenarioVerdict::step_failed:
            return "step failed";
        case ScenarioVerdict::not_recovered:
            return "does not recover";
        case ScenarioVerdict::cut_short:
            return "cut short";
        case ScenarioVerdict::one_chain:
            break;
    }
    return "one chain";
}

Result<ScenarioOutcome> run_scenario(const Scenario& scenario, const RegisteredGame& game,
                                     const ScenarioOptions& options) {
    ScenarioRun run(scenario, game, options, recovered_at(scenario));
    auto outcome = run.play();
    if (outcome) {
        judge_recovery(scenario, game, options, run.stretch(), *outcome);
    }
    return outcome;
}

namespace {

double in_seconds(Time time) { return std::chrono::duration<double>(time).count(); }

void Budgets::on_event(const std::vector<std::unique_ptr<Side>>& sides, std::uint32_t to,
                       const Side::Due& due) {
    for (std::uint32_t from = 0; from < players_; ++from) {
        for (std::uint64_t tick = due.first; from != to && tick < due.first + due.count; ++tick) {
            if (const auto sampled = sides[from]->sampled_at(tick)) {
                add(from, to, due.at - *sampled);
            }
        }
    }
}

double Budgets::late_ticks(const Ways& ways, std::uint32_t to) const {
    double late = 0;
    for (std::uint32_t from = 0; from < players_; ++from) {
        const auto& counts = counts_[from * players_ + to];
        for (std::size_t ms = 0; ms < counts.size(); ++ms) {
            if (counts[ms] > 0) {
                late += static_cast<double>(counts[ms]) *
                        ways.late_share(from, to, static_cast<std::int64_t>(ms) * k_look);
            }
        }
    }
    return late;
}

void Budgets::add(std::uint32_t from, std::uint32_t to, Time budget) {
    auto& counts = counts_[from * players_ + to];
    counts.resize(k_budgets);
    const auto looks = static_cast<std::size_t>(std::max(budget, Time{0}) / k_look);
    ++counts[std::min(looks, k_budgets - 1)];
}

Result<ScenarioOutcome> ScenarioRun::play() {
    TANDEM_TRY(prepare());
    while (turn()) {
    }
    return outcome();
}

Result<ScenarioOutcome> ScenarioRun::play_stretch() {
    ends_with_stretch_ = true;
    return play();
}

Setup ScenarioRun::setup_of(const Scenario& scenario, const RegisteredGame& game) {
    Setup setup;
    setup.seed = scenario.seed;
    setup.slots = scenario.players;
    setup.tick_rate = game.info->tick_rate;
    return setup;
}

Result<void> ScenarioRun::prepare() {
    TANDEM_TRY(check_scenario(scenario_));
    if (scenario_.players > game_.info->players_max) {
        return Error{ErrorCode::usage, "players",
                     "is " + std::to_string(scenario_.players) + ", but " + game_.info->name +
                         " is for at most " + std::to_string(game_.info->players_max)};
    }
    TANDEM_TRY(game_.make().reset(setup_));
    referee_.emplace(game_.make(), setup_, scenario_.players);
    for (std::uint32_t number = 0; number < scenario_.players; ++number) {
        net::Transport& endpoint = transport_of(number);
        auto side = Side::make(
            scenario_, number, [this, number] { return game_of(number); }, setup_, endpoint,
            *referee_, watcher_of(number));
        TANDEM_TRY(side);
        sides_.push_back(*std::move(side));
    }
    line_faults_.apply(Time{0});
    for (std::uint32_t guest = 1; guest < scenario_.players; ++guest) {
        network_.connect(guest, 0);
    }
    return {};
}

netview::MatchTrace* ScenarioRun::watcher_of(std::uint32_t machine) {
    if (options_.trace == nullptr) {
        return nullptr;
    }
    netview::TracedSide side;
    side.number = machine;
    side.name = machine_name(machine);
    side.input_schema = &game_.info->input_schema;
    watchers_.push_back(std::make_unique<netview::MatchTrace>(*options_.trace, arrows_, side));
    watchers_.back()->set_players(scenario_.players);
    return watchers_.back().get();
}

net::Transport& ScenarioRun::transport_of(std::uint32_t machine) {
    net::Transport& endpoint = network_.add_endpoint();
    if (!options_.transport_of) {
        return endpoint;
    }
    transports_.push_back(options_.transport_of(machine, endpoint));
    return *transports_.back();
}

bool ScenarioRun::turn() {
    std::optional<std::uint32_t> first;
    Time at{0};
    bool all_over = true;
    for (std::uint32_t number = 0; number < sides_.size(); ++number) {
        Side& side = *sides_[number];
        const auto next = side.next();
        if (!next && !side.is_over()) {
            side.die();
            referee_->forget(number);
            network_.cut(number);
        }
        all_over = all_over && side.is_over();
        if (next && (!first || *next < at)) {
            first = number;
            at = *next;
        }
    }
    meter_.update(at, sides_, *referee_, network_);
    const bool is_enough = ends_with_stretch_ && meter_.is_over();
    if (!first || all_over || is_enough || is_in_vain() || is_stuck(at)) {
        return false;
    }
    report_progress(at);
    now_ = std::max(now_, at);
    line_faults_.apply(now_);
    network_.advance(now_);
    bytes_under_way_most_ = std::max(bytes_under_way_most_, network_.bytes_under_way());
    Side& side = *sides_[*first];
    const bool was_started = side.facts().is_started;
    const bool was_ended = side.is_ended();
    side.act(now_, trace_);
    if (side.facts().is_started != was_started) {
        sent_at_start_[*first] = traffic(*first);
    }
    if (side.is_ended() != was_ended) {
        referee_->forget(*first);
        progress_at_ = now_;
    }
    if (*first == 0 && side.is_ended()) {
        for (const auto& each : sides_) {
            each->give_up_trying();
        }
    }
    return_watch_.update(now_, sides_, *referee_);
    check_time();
    if (const Side::Due due = side.extract_due(); due.count > 0) {
        budgets_.on_event(sides_, *first, due);
    }
    return true;
}

void ScenarioRun::check_time() {
    std::optional<std::uint64_t> played;
    std::optional<Time> began;
    for (std::uint32_t number = 0; number < sides_.size(); ++number) {
        const Side& side = *sides_[number];
        if (side.facts().is_started) {
            began = std::min(began.value_or(Time::max()), side.facts().started_at);
        }
        if (!side.is_ended()) {
            played = std::min(played.value_or(~std::uint64_t{0}), referee_->ticks(number));
        }
    }
    if (!ahead_at_tick_ && began && played && *played > ticks_limit_.after(now_ - *began)) {
        ahead_at_tick_ = played;
    }
}

void ScenarioRun::report_progress(Time now) {
    if (options_.on_progress && now / std::chrono::seconds(1) > now_ / std::chrono::seconds(1)) {
        options_.on_progress(referee_->ticks_played());
    }
}

bool ScenarioRun::is_stuck(Time now) {
    if (referee_->ticks_compared() != progress_) {
        progress_ = referee_->ticks_compared();
        progress_at_ = now;
    }
    // Where somebody is gone for good, the others wait for it for a while.
    const bool is_somebody_gone = std::any_of(sides_.begin(), sides_.end(),
                                              [](const auto& side) { return side->is_ended(); });
    const Time waits = std::chrono::milliseconds(net::SessionOptions{}.wait_return_ms);
    const Time patience = k_stuck_after + (is_somebody_gone ? waits : Time{0});
    is_stuck_ = now - std::max(progress_at_, healed_at_) > patience || return_watch_.left_out();
    return is_stuck_;
}

bool ScenarioRun::is_in_vain() const {
    return !sides_[0]->facts().is_started &&
           std::any_of(sides_.begin() + 1, sides_.end(),
                       [](const auto& side) { return side->is_ended(); });
}

Traffic ScenarioRun::traffic(std::uint32_t machine) const {
    Traffic all;
    for (std::uint32_t other = 0; other < scenario_.players; ++other) {
        if (other == machine || (machine != 0 && other != 0)) {
            continue;
        }
        const net::LinkStatistics& sent = network_.link_statistics(machine, other);
        all.sent_packets += sent.packets_sent + sent.messages_sent;
        all.sent_wire_bytes += sent.wire_bytes_sent();
        const net::LinkStatistics& got = network_.link_statistics(other, machine);
        all.got_packets += got.packets_sent + got.messages_sent;
        all.got_wire_bytes += got.wire_bytes_sent();
    }
    return all;
}

Result<ScenarioOutcome> ScenarioRun::outcome() {
    ScenarioOutcome outcome;
    for (std::uint32_t number = 0; number < scenario_.players; ++number) {
        outcome.sides.push_back(side_outcome(number));
        outcome.kills += sides_[number]->facts().kills;
        outcome.returns += sides_[number]->facts().returns;
    }
    outcome.differences = referee_->differences();
    outcome.ticks_compared = referee_->ticks_compared();
    outcome.ticks_recorded = referee_->ticks_played();
    outcome.chain = referee_->chain();
    outcome.packets = network_.statistics();
    outcome.bytes_under_way_most = bytes_under_way_most_;
    outcome.ahead_at_tick = ahead_at_tick_;
    outcome.virtual_seconds = in_seconds(now_);
    outcome.trace = trace_;
    judge(outcome);
    if (options_.has_limits) {
        add_limits(outcome);
    }
    return outcome;
}

SideOutcome ScenarioRun::side_outcome(std::uint32_t number) const {
    SideOutcome side;
    side.facts = sides_[number]->facts();
    side.facts.ticks = referee_->ticks(number);
    side.traffic = traffic(number);
    const Traffic& before = sent_at_start_[number];
    side.traffic.sent_packets -= before.sent_packets;
    side.traffic.sent_wire_bytes -= before.sent_wire_bytes;
    side.traffic.got_packets -= before.got_packets;
    side.traffic.got_wire_bytes -= before.got_wire_bytes;
    side.traffic.seconds = in_seconds(side.facts.ended_at - side.facts.started_at);
    return side;
}

void ScenarioRun::add_limits(ScenarioOutcome& outcome) const {
    WaysOptions options;
    options.tick_rate = setup_.tick_rate;
    options.ticks = std::max(k_ways_ticks / scenario_.players, k_ways_ticks_least);
    if (outcome.packets.packets_sent > 0) {
        options.payload_bytes = outcome.packets.bytes_sent / outcome.packets.packets_sent;
    }
    const Ways ways(scenario_, options);
    for (std::uint32_t number = 0; number < scenario_.players; ++number) {
        SideOutcome& side = outcome.sides[number];
        side.least_delay = ways.least_delay(number);
        side.is_on_edge = ways.is_on_edge(number);
        side.late_ticks_limit = budgets_.late_ticks(ways, number);
    }
}

void ScenarioRun::judge(ScenarioOutcome& outcome) const {
    std::uint64_t told = 0;
    bool has_died = false;
    bool is_stranger_in = false;
    const SideFacts* short_one = nullptr;
    std::uint32_t others = 0;  // who are there to play with
    for (const SideOutcome& side : outcome.sides) {
        told += side.facts.desyncs_told;
        has_died = has_died || side.facts.is_dead;
        is_stranger_in = is_stranger_in || side.facts.is_stranger_let_in;
        const bool may_be_short = is_excused(side.facts, outcome.sides[0].facts);
        others += &side != outcome.sides.data() && !may_be_short ? 1U : 0U;
        if (!may_be_short && side.facts.ticks < scenario_.ticks && short_one == nullptr) {
            short_one = &side.facts;
        }
    }
    const bool is_alone = others == 0 && outcome.kills + outcome.returns > 0;
    const auto failed = step_failure(outcome);
    if (!outcome.differences.empty()) {
        const Difference& first = outcome.differences.front();
        outcome.verdict = told > 0 ? ScenarioVerdict::chains_differ : ScenarioVerdict::not_told;
        outcome.why = "machine " + std::to_string(first.machine) +
                      " differs from the local recording after tick " + std::to_string(first.tick);
    } else if (told > 0) {
        outcome.verdict = ScenarioVerdict::false_alarm;
        outcome.why = "a desync was told, but all chains are one";
    } else if (is_stranger_in) {
        outcome.verdict = ScenarioVerdict::stranger_let_in;
        outcome.why = "a process with another secret took part";
    } else if (auto lost = lost_ticks_text(*referee_, scenario_.players);
               !lost.empty() && outcome.sides[0].facts.ended) {
        outcome.verdict = ScenarioVerdict::ticks_lost;
        outcome.why = std::move(lost);
    } else if (scenario_.is_sealed && outcome.packets.copies_taken > 0) {
        outcome.verdict = ScenarioVerdict::copy_taken;
        outcome.why = std::to_string(outcome.packets.copies_taken) +
                      " packets were delivered a second time, although the lines are sealed";
    } else if (ahead_at_tick_) {
        outcome.verdict = ScenarioVerdict::ahead_of_time;
        outcome.why = "tick " + std::to_string(*ahead_at_tick_) + " was played before its time";
    } else if (const auto delay = too_long_delay(outcome)) {
        outcome.verdict = ScenarioVerdict::too_long_delay;
        outcome.why = *delay;
    } else if (is_in_vain()) {
        outcome.verdict = ScenarioVerdict::cut_short;
        outcome.why = "the match never began" + gone_text(outcome);
    } else if (is_stuck_) {
        outcome.verdict = ScenarioVerdict::stuck;
        const auto left_out = return_watch_.left_out();
        outcome.why =
            (left_out ? machine_name(*left_out) + " takes no part" : std::string("no tick")) +
            " for " + std::to_string(k_stuck_after / std::chrono::seconds(1)) +
            " s, and no fault lasts";
    } else if (failed) {
        outcome.verdict = ScenarioVerdict::step_failed;
        outcome.why = failed->text();
    } else if (short_one != nullptr && !has_died && !is_alone && !is_finished(outcome)) {
        outcome.verdict = ScenarioVerdict::cut_short;
        outcome.why = "the match ended after " + std::to_string(short_one->ticks) + " of " +
                      std::to_string(scenario_.ticks) + " ticks" + ended_text(*short_one);
    }
}

std::optional<std::string> ScenarioRun::too_long_delay(const ScenarioOutcome& outcome) const {
    for (std::uint32_t number = 0; number < scenario_.players; ++number) {
        const std::uint32_t most = delay_most(scenario_, setup_.tick_rate, number);
        const std::uint32_t had = outcome.sides[number].facts.delay_ticks_most_settled;
        if (had > most) {
            return "machine " + std::to_string(number) + " had a delay of " + std::to_string(had) +
                   " ticks, and its lines explain " + std::to_string(most) + " at most";
        }
    }
    return std::nullopt;
}

std::optional<Error> ScenarioRun::step_failure(const ScenarioOutcome& outcome) {
    for (const SideOutcome& side : outcome.sides) {
        if (side.facts.ended && side.facts.ended->error &&
            side.facts.ended->error->code == ErrorCode::step_failed) {
            return side.facts.ended->error;
        }
    }
    return std::nullopt;
}

bool ScenarioRun::is_finished(const ScenarioOutcome& outcome) {
    return std::all_of(outcome.sides.begin(), outcome.sides.end(), [](const auto& side) {
        return side.facts.is_dead || (side.facts.ended && !side.facts.ended->error);
    });
}

std::string ScenarioRun::gone_text(const ScenarioOutcome& outcome) {
    for (std::uint32_t number = 1; number < outcome.sides.size(); ++number) {
        const SideFacts& facts = outcome.sides[number].facts;
        if (facts.is_dead || facts.ended) {
            return ": " + machine_name(number) +
                   (facts.is_dead ? " died" : " gave up" + ended_text(facts));
        }
    }
    return "";
}

void judge_recovery(const Scenario& scenario, const RegisteredGame& game,
                    const ScenarioOptions& options, const Stretch& had, ScenarioOutcome& outcome) {
    Recovery& recovery = outcome.recovery;
    recovery.no_claim = options.has_twin ? no_claim_of(scenario, had) : "it was not asked for";
    if (!recovery.is_claimed()) {
        return;
    }
    ScenarioOptions twin_options;
    twin_options.has_limits = false;
    twin_options.make_of = options.make_of;
    twin_options.transport_of = options.transport_of;
    const Scenario twin = without_faults(scenario, game.info->tick_rate);
    ScenarioRun run(twin, game, twin_options, k_recovered_after);
    // The match itself could play, so its twin can.
    const auto played = run.play_stretch();
    TANDEM_ASSERT(played.has_value());
    outcome.twin_seconds = played->virtual_seconds;
    recovery = compare_with_twin(scenario, game.info->tick_rate, had, run.stretch());
    const bool is_worst = outcome.verdict == ScenarioVerdict::one_chain ||
                          outcome.verdict == ScenarioVerdict::cut_short;
    if (!recovery.failure.empty() && is_worst) {
        outcome.verdict = ScenarioVerdict::not_recovered;
        outcome.why = recovery.failure;
    }
}

}  // namespace
}  // namespace tandem::tools::netsim
