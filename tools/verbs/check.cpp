// SPDX-License-Identifier: MIT
// The verb check finds out if a game is deterministic. Here are its command line and its results in
// words.
#include <algorithm>
#include <functional>
#include <map>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/check/apart.hpp>
#include <tandem/tools/check/chaos.hpp>
#include <tandem/tools/check/check.hpp>
#include <tandem/tools/check/cost.hpp>
#include <tandem/tools/check/remote.hpp>
#include <tandem/tools/check/serve.hpp>
#include <tandem/tools/process/command.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/chaos_facts.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/program/session/setup.hpp>
#include <tandem/tools/system/call_watch.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using check::CompanionFinding;
using check::DisturbanceKind;
using check::info_of;
using check::ProbeReport;
using check::Report;

struct CheckCommand {
    SessionArguments session;  // no output; seed, players, options, inputs and ticks count
    std::uint64_t every = 0;   // 0: about a second
    std::uint64_t seeds = 1;
    std::vector<std::string> probes;      // names, or lists of them; empty: all
    std::vector<std::string> skipped;     // likewise; empty: none
    std::string against;                  // another build of this program; empty: none
    std::optional<int> companion_socket;  // this process is a companion of another check
    bool is_chaos = false;
    std::uint64_t rounds = 4;
    std::uint64_t chaos_seed = 1;
    std::vector<std::string> disturbances;  // for one run, or lists of them; empty: drawn
};

constexpr const char* k_build_hint =
    "give --against PROGRAM (ties, distributions and the order of evaluation stay unproven)";
// The faults that no run of one build shows, since they come out alike in each.
constexpr const char* k_not_looked_for =
    "floating point in a step whose rounding does not show, and types such as size_t and long, "
    "whose width is another elsewhere; the test that tandem_add_simulation adds finds both in the "
    "object code";
// The seconds of play by default: a minute.
constexpr std::uint64_t k_seconds_default = 60;

std::uint64_t prime_from(std::uint64_t least);
bool skips(const CheckCommand& command, DisturbanceKind probe);
Result<std::vector<DisturbanceKind>> probes_of(const CheckCommand& command);
void add_left_out(const CheckCommand& command, std::vector<ProbeReport>& probes);

// Takes the places at the table, anew for every session.
class SeatTable {
public:
    SeatTable(const CheckCommand& command, const sim::GameInfo& game)
        : command_(command), sources_{.game = game, .mixes_in_random = true} {}

    Result<void> open() {
        auto seats = Seats::open(command_.session.inputs, sources_, command_.session.players);
        TANDEM_TRY(seats);
        seats_.emplace(std::move(*seats));
        return {};
    }

    const Seats& seats() const { return *seats_; }

    Result<bool> make_record(sim::Tick tick, const sim::AnySimulation& asked, sim::Bytes& record) {
        if (tick.number == 0) {
            TANDEM_TRY(open());
        }
        return seats_->make_record(tick, asked, record);
    }

private:
    const CheckCommand& command_;
    SourceContext sources_;
    std::optional<Seats> seats_;
};

Result<check::CheckPlan> make_plan(const CheckCommand& command, const RegisteredGame& game,
                                   SeatTable& table, const Context& context);
std::string place_of_largest(const Report& report, const check::CheckPlan& plan);
const char* verdict_of(const ProbeReport& probe);
JsonArray probes_json(const Report& report);
void print_probes(const Report& report, const check::CheckPlan& plan, Console& console);
JsonObject facts_of(const Report& report, const check::CheckPlan& plan);
std::string seeds_text(const Report& report, const check::CheckPlan& plan);
int report_finding(const CompanionFinding& finding, const Report& report,
                   const check::CheckPlan& plan, const JsonObject& facts, Context& context);
Error nothing_compared(DisturbanceKind probe, const Report& report, const check::CheckPlan& plan);
std::optional<Error> shortcoming(const Report& report, const check::CheckPlan& plan,
                                 const CheckCommand& command);
int report_all(const Report& report, const check::CheckPlan& plan, const CheckCommand& command,
               Context& context);
Result<std::vector<check::Disturbance>> disturbances_of(const CheckCommand& command,
                                                        const sim::GameInfo& game);
Result<int> run_chaos(const CheckCommand& command, check::CheckPlan plan, Context& context);
Result<void> check_options(const CheckCommand& command, const Arguments& arguments);
int be_companion(const RegisteredGame& game, const CheckCommand& command, Context& context);
Result<int> run_check(const Arguments& arguments, Context& context);

}  // namespace

Verb check_verb() {
    return {
        .name = "check",
        .sentence = "Is the game deterministic? Look for what makes it diverge",
        .example = "check --chaos --rounds 8 --chaos-seed 2",
        .starts_a_game = true,
        .options = joined(
            {playing_options(players_alone_option(), "bot and random by turns"),
             {{.names = {"--seeds"},
               .value_name = "N",
               .sentence = "Play this many seeds, each for --ticks",
               .default_text = "as many as --ticks takes",
               .value = Whole{.least = 1}},
              {.names = {"--every"},
               .value_name = "N",
               .sentence = "Save and restore every N ticks",
               .default_text = "about a second, a prime number",
               .value = Whole{.least = 1}},
              {.names = {"--probe"},
               .value_name = "NAME[,NAME]",
               .sentence = "Only these: " + check::probe_names(),
               .default_text = "all but build",
               .value = Text{.words = check::probe_words(), .is_list = true},
               .is_repeated = true},
              {.names = {"--skip"},
               .value_name = "NAME[,NAME]",
               .sentence = "All probes but these",
               .value = Text{.words = check::probe_words(), .is_list = true},
               .is_repeated = true},
              {.names = {"--against"},
               .value_name = "PROGRAM",
               .sentence = "Compare with another build of this program too, for example one by "
                           "another compiler, or \"qemu-s390x PROGRAM\"",
               .value = Path{}},
              {.names = {"--chaos"},
               .sentence = "Disturb the game instead: " + check::disturbance_names()},
              {.names = {"--rounds"},
               .value_name = "N",
               .sentence = "With --chaos: one round of each disturbance alone, the others of "
                           "several at once",
               .default_text = "4",
               .value = Whole{.least = 1}},
              {.names = {"--chaos-seed"},
               .value_name = "S",
               .sentence = "With --chaos: decides what is done and when",
               .default_text = "1",
               .value = Whole{}},
              {.names = {"--disturb"},
               .value_name = "WHAT[,WHAT]",
               .sentence = "With --chaos: only this, all at once: restore@57, late~7, rounding/up, "
                           "pattern/5a",
               .value = Text{},
               .is_repeated = true},
              // These options are for the processes that check starts; of no use to a person.
              {.names = {"--as-companion"},
               .value_name = "SOCKET",
               .sentence = "Serve a check that was begun elsewhere",
               .value = Whole{.most = std::numeric_limits<int>::max()},
               .is_hidden = true}}}),
        .run = &reported<&run_check>,
    };
}

namespace {

// The first prime from `least` on. If states were always taken at the same place of a period, they
// would not show things that a game does every so many ticks.
std::uint64_t prime_from(std::uint64_t least) {
    const auto is_prime = [](std::uint64_t number) {
        for (std::uint64_t factor = 2; factor * factor <= number; ++factor) {
            if (number % factor == 0) {
                return false;
            }
        }
        return number > 1;
    };
    while (!is_prime(least)) {
        ++least;
    }
    return least;
}

bool skips(const CheckCommand& command, DisturbanceKind probe) {
    const auto skipped = check::skipped_probes(command.skipped);
    return skipped && std::find(skipped->begin(), skipped->end(), probe) != skipped->end();
}

Result<std::vector<DisturbanceKind>> probes_of(const CheckCommand& command) {
    auto probes = check::choose_probes(command.probes, command.skipped);
    TANDEM_TRY(probes);
    const bool has_build =
        std::find(probes->begin(), probes->end(), DisturbanceKind::build) != probes->end();
    if (has_build && command.against.empty()) {
        return Error{ErrorCode::usage, "--probe build",
                     "name the other build with --against PROGRAM"};
    }
    if (!has_build && !command.against.empty()) {
        if (skips(command, DisturbanceKind::build)) {
            return Error{ErrorCode::usage, "--skip build",
                         "--against names another build, which only this probe plays beside"};
        }
        probes->push_back(DisturbanceKind::build);
    }
    return probes;
}

// Adds the probes that were left out, so that they are told: no other probe finds what such a probe
// would have found.
void add_left_out(const CheckCommand& command, std::vector<ProbeReport>& probes) {
    if (!command.probes.empty()) {
        return;
    }
    for (const DisturbanceKind probe : check::all_probes()) {
        if (skips(command, probe)) {
            probes.push_back({probe, 0, {}, "left out by --skip", ""});
        } else if (probe == DisturbanceKind::build && command.against.empty()) {
            probes.push_back({probe, 0, {}, k_build_hint, ""});
        }
    }
    std::sort(probes.begin(), probes.end(), [](const auto& a, const auto& b) {
        return check::place_of_probe(a.probe) < check::place_of_probe(b.probe);
    });
}

Result<check::CheckPlan> make_plan(const CheckCommand& command, const RegisteredGame& game,
                                   SeatTable& table, const Context& context) {
    check::CheckPlan plan;
    plan.game = game;
    auto probes = probes_of(command);
    TANDEM_TRY(probes);
    plan.probes = std::move(*probes);
    TANDEM_TRY(table.open());
    auto setup = make_setup(game, command.session, table.seats().players());
    TANDEM_TRY(setup);
    plan.setup = std::move(*setup);
    const TickRate rate = plan.setup.tick_rate;
    const auto rows = table.seats().rows();
    plan.ticks =
        command.session.ticks.value_or(rows.value_or(sim::ticks_in(k_seconds_default, rate)));
    plan.seeds = command.seeds;
    plan.goes_on = !rows.has_value();
    // A short run restores at least so often.
    constexpr std::uint64_t k_times_least = 3;
    const std::uint64_t often = std::min(sim::ticks_in(1, rate), plan.ticks / k_times_least);
    plan.every = command.every != 0 ? command.every : std::min(prime_from(often), plan.ticks);
    plan.make_record = [&table](sim::Tick tick, const sim::AnySimulation& asked,
                                sim::Bytes& record) {
        return table.make_record(tick, asked, record);
    };
    plan.own_program = context.own_program;
    plan.other_program = other_program(command.against);
    if (!command.against.empty()) {
        TANDEM_TRY(check_command(plan.other_program).within("--against"));
    }
    plan.is_interrupted = [] { return pending_signal() != 0; };
    return plan;
}

std::string place_of_largest(const Report& report, const check::CheckPlan& plan) {
    const std::uint64_t seed = report.largest_setup.seed;
    return (seed == plan.setup.seed ? "" : "seed " + std::to_string(seed) + ", ") +
           moment_text(report.largest_ticks_done);
}

const char* verdict_of(const ProbeReport& probe) {
    return probe.finding               ? "diverged"
           : !probe.not_run.empty()    ? "not run"
           : probe.ticks_compared == 0 ? "nothing checked"
                                       : "same";
}

JsonArray probes_json(const Report& report) {
    JsonArray array;
    for (const ProbeReport& probe : report.probes) {
        const std::string& remark = probe.not_run.empty() ? probe.remark : probe.not_run;
        array.emplace_back(JsonObject{{"probe", info_of(probe.probe).probe},
                                      {"ticks_checked", probe.ticks_compared},
                                      {"verdict", verdict_of(probe)},
                                      {"remark", remark.empty() ? JsonValue() : remark}});
    }
    return array;
}

// Prints the probes without a finding in one line for each number of ticks, since most of them
// agree: a person looks for those which differ, and which did not run.
void print_probes(const Report& report, const check::CheckPlan& plan, Console& console) {
    std::map<std::uint64_t, std::string, std::greater<>> same;
    for (const ProbeReport& probe : report.probes) {
        const std::string name = info_of(probe.probe).probe;
        if (probe.finding) {
            console.print("  differs: " + name + ", " + place_of(*probe.finding, plan));
        } else if (probe.not_run.empty()) {
            std::string& names = same[probe.ticks_compared];
            names += (names.empty() ? "" : ", ") + name;
        }
    }
    for (const auto& [ticks, names] : same) {
        console.print("  same in " + count_text(ticks, "tick") + ": " + names);
    }
    for (const ProbeReport& probe : report.probes) {
        const std::string& remark = probe.not_run.empty() ? probe.remark : probe.not_run;
        if (!remark.empty()) {
            console.print(std::string("  ") + info_of(probe.probe).probe +
                          (probe.not_run.empty() ? ": " : " not run: ") + remark);
        }
    }
}

JsonObject facts_of(const Report& report, const check::CheckPlan& plan) {
    const auto& finding = report.finding;
    return {
        {"game", plan.game.info->name},
        {"ticks_checked", report.ticks},
        {"verdict", report.failure          ? JsonValue()
                    : finding               ? "diverged"
                    : report.ticks == 0     ? "nothing checked"
                    : report.is_interrupted ? "interrupted"
                                            : "same"},
        {"tick", finding ? tick_fact(*finding) : JsonValue()},
        {"who", finding ? JsonValue(info_of(finding->probe).who) : JsonValue()},
        {"fields", fields_json(finding ? finding->fields : std::vector<sim::FieldDifference>())},
        {"probe", finding ? JsonValue(info_of(finding->probe).probe) : JsonValue()},
        {"class", finding ? JsonValue(replay::cause_class_text(report.cause_class)) : JsonValue()},
        {"reason", finding ? JsonValue(report.reason) : JsonValue()},
        {"proof", finding ? JsonValue(report.proof) : JsonValue()},
        {"seed", finding ? finding->seed : plan.setup.seed},
        {"sessions", report.sessions},
        {"probes", probes_json(report)},
        {"faults", faults_json(report.faults)}};
}

// The seeds in words: "with seed 1", "with seeds 1 to 4".
std::string seeds_text(const Report& report, const check::CheckPlan& plan) {
    const std::uint64_t first = plan.setup.seed;
    return report.sessions <= 1 ? "with seed " + std::to_string(first)
                                : "with seeds " + std::to_string(first) + " to " +
                                      std::to_string(first + report.sessions - 1);
}

int report_finding(const CompanionFinding& finding, const Report& report,
                   const check::CheckPlan& plan, const JsonObject& facts, Context& context) {
    const check::DisturbanceInfo& info = info_of(finding.probe);
    context.console.print(
        plan.game.info->name + " differs from " + info.who + ", as probe " + info.probe + " found" +
        (!finding.failure.empty()  ? ": " + escaped(finding.failure)
         : !finding.answer.empty() ? ": " + finding.answer + " answers otherwise"
                                   : "  (the game | " + std::string(info.who) + ")"));
    print_fields(finding.fields, moment_text(finding.ticks_done), context.console);
    print_probes(report, plan, context.console);
    context.console.print("class " + replay::cause_class_text(report.cause_class) + ", " +
                          report.reason + ": " + report.proof);
    return context.fail({ErrorCode::divergence, place_of(finding, plan),
                         (finding.failure.empty() ? "" : finding.failure + "; ") + "probe " +
                             info.probe + ": " + report.cause},
                        facts);
}

// The error of a probe that compared nothing. A probe that restores does so for the first time
// after `every` ticks.
Error nothing_compared(DisturbanceKind probe, const Report& report, const check::CheckPlan& plan) {
    const std::string name = std::string("probe ") + info_of(probe).probe;
    if (report.longest_session >= plan.ticks) {
        return {ErrorCode::usage, name,
                "no tick was compared, which proves nothing; give more --ticks, or a lower "
                "--every"};
    }
    return {ErrorCode::usage, name,
            "no tick was compared, which proves nothing: " + seeds_text(report, plan) +
                ", the game was over after " + count_text(report.longest_session, "tick") +
                " at most (finished(), or the sources' end), and this probe begins after " +
                count_text(plan.every, "tick") + "; give --every " +
                std::to_string(report.longest_session) +
                ", or options with which the game lasts longer"};
}

// The reason why a run without a finding proves nothing; nothing if it does prove something.
std::optional<Error> shortcoming(const Report& report, const check::CheckPlan& plan,
                                 const CheckCommand& command) {
    if (report.ticks == 0) {
        return Error{ErrorCode::usage, "", "no tick was checked, which proves nothing"};
    }
    for (const ProbeReport& probe : report.probes) {
        const std::string place = std::string("--probe ") + info_of(probe.probe).probe;
        const bool is_asked_for =
            !command.probes.empty() ||
            (probe.probe == DisturbanceKind::build && !command.against.empty());
        if (!probe.not_run.empty() && is_asked_for) {
            return Error{ErrorCode::usage, place, probe.not_run};
        }
        if (probe.not_run.empty() && probe.ticks_compared == 0) {
            return nothing_compared(probe.probe, report, plan);
        }
    }
    return std::nullopt;
}

int report_all(const Report& report, const check::CheckPlan& plan, const CheckCommand& command,
               Context& context) {
    JsonObject facts = facts_of(report, plan);
    report_faults(report.faults, context.console);
    if (report.failure) {
        return context.fail(*report.failure, facts);
    }
    if (report.finding) {
        return report_finding(*report.finding, report, plan, facts, context);
    }
    if (!report.is_interrupted) {
        if (const auto missing = shortcoming(report, plan, command)) {
            return context.fail(*missing, facts);
        }
    }
    context.console.print(
        "checked " + count_text(report.ticks, "tick") + " of " + plan.game.info->name +
        (report.sessions > 1
             ? " in " + count_text(report.sessions, "session") + " " + seeds_text(report, plan)
             : "") +
        (report.ticks == 0       ? ""
         : report.is_interrupted ? ": interrupted, all the same so far"
                                 : ": all the same"));
    print_probes(report, plan, context.console);
    if (report.ticks > 0 && !report.is_interrupted) {
        const auto costs =
            check::measure_costs(plan.game, report.largest_setup, report.largest_state);
        if (!costs) {
            return context.fail(costs.error(), facts);
        }
        check::print_costs(*costs, place_of_largest(report, plan), context.console);
        context.console.print(std::string("not looked for here: ") + k_not_looked_for);
        facts.emplace_back("costs", check::costs_json(*costs));
        facts.emplace_back("not_looked_for", k_not_looked_for);
    }
    context.console.report(facts);
    return report.is_interrupted ? exit_code_of_signal(pending_signal()) : 0;
}

// The disturbances of --disturb, all for one run.
Result<std::vector<check::Disturbance>> disturbances_of(const CheckCommand& command,
                                                        const sim::GameInfo& game) {
    std::vector<check::Disturbance> disturbances;
    for (const std::string& list : command.disturbances) {
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            auto disturbance = check::parse_disturbance(list.substr(begin, end - begin));
            TANDEM_TRY(disturbance);
            TANDEM_TRY(
                check::check_disturbance(disturbance->kind, game).within("--disturb " + list));
            if (disturbances.size() == check::k_disturbances_max) {
                return Error{ErrorCode::usage, "--disturb",
                             "a run can be disturbed in 32 ways at once, not in more"};
            }
            disturbances.push_back(std::move(*disturbance));
            begin = end + 1;
        }
    }
    return disturbances;
}

Result<int> run_chaos(const CheckCommand& command, check::CheckPlan plan, Context& context) {
    auto only = disturbances_of(command, *plan.game.info);
    TANDEM_TRY(only);
    check::ChaosPlan chaos{std::move(plan), command.rounds, command.chaos_seed, std::move(*only)};
    Progress progress(context.console.err(), context.console.may_redraw(), "disturbing", "tick",
                      chaos.work_ticks());
    chaos.progress = [&](std::uint64_t done) { progress.update(done, steady_now()); };
    const auto report = check::cause_chaos(chaos);
    progress.finish();
    return report_chaos(report, {chaos, command.session}, context);
}

// Refuses options of the other way to check: each of the two ways has options of its own.
Result<void> check_options(const CheckCommand& command, const Arguments& arguments) {
    for (const char* const name : {"--probe", "--skip", "--every", "--against"}) {
        if (command.is_chaos && arguments.has(name)) {
            return Error{ErrorCode::usage, name, "--chaos has disturbances instead of probes"};
        }
    }
    for (const char* const name : {"--rounds", "--chaos-seed", "--disturb"}) {
        if (!command.is_chaos && arguments.has(name)) {
            return Error{ErrorCode::usage, name, "it is for --chaos"};
        }
    }
    return {};
}

int be_companion(const RegisteredGame& game, const CheckCommand& command, Context& context) {
    const auto served = check::serve(game, *command.companion_socket);
    return served ? 0 : context.fail(served.error());
}

Result<int> run_check(const Arguments& arguments, Context& context) {
    const CheckCommand command{.session = playing_arguments(arguments),
                               .every = arguments.whole("--every").value_or(0),
                               .seeds = arguments.whole("--seeds").value_or(1),
                               .probes = arguments.texts("--probe"),
                               .skipped = arguments.texts("--skip"),
                               .against = arguments.text("--against"),
                               .companion_socket = arguments.whole<int>("--as-companion"),
                               .is_chaos = arguments.flag("--chaos"),
                               .rounds = arguments.whole("--rounds").value_or(4),
                               .chaos_seed = arguments.whole("--chaos-seed").value_or(1),
                               .disturbances = arguments.texts("--disturb")};
    TANDEM_TRY(check_options(command, arguments));
    const auto game = context.registry.choose(context.game);
    TANDEM_TRY(game);
    if (command.companion_socket) {
        return be_companion(*game, command, context);
    }
    const SignalGuard signals;
    SeatTable table(command, *game->info);
    CallWatchHooks hooks = watched_calls(context);
    hooks.patience = check::RemoteHooks().tick_patience;  // the same as for companions
    const CallWatch watch(hooks);
    auto plan = make_plan(command, *game, table, context);
    TANDEM_TRY(plan);
    plan->watch = std::move(hooks);
    if (command.is_chaos) {
        return run_chaos(command, std::move(*plan), context);
    }
    Progress progress(context.console.err(), context.console.may_redraw(), "checking", "tick",
                      plan->work_ticks());
    plan->progress = [&](std::uint64_t done) { progress.update(done, steady_now()); };
    auto report = check::check_game_apart(*plan);
    progress.finish();
    add_left_out(command, report.probes);
    return report_all(report, *plan, command, context);
}

}  // namespace
}  // namespace tandem::tools
