// SPDX-License-Identifier: MIT
// Tells the finding first, then a line for each disturbance.
#include <tandem/tools/program/evidence/chaos_facts.hpp>

#include <algorithm>
#include <optional>

#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

using check::ChaosFinding;
using check::ChaosReport;
using check::DisturbanceReport;

constexpr std::size_t k_disturbance_width = 14;

// The disturbances of the finding. If nothing was done, that is `again`.
std::string disturbed_by(const ChaosFinding& finding) {
    return finding.disturbances.empty() ? info_of(check::DisturbanceKind::again).name
                                        : check::disturbances_text(finding.disturbances);
}

JsonArray disturbances_json(const ChaosReport& report) {
    JsonArray array;
    for (const DisturbanceReport& each : report.disturbances) {
        array.emplace_back(
            JsonObject{{"disturbance", info_of(each.kind).name},
                       {"runs", each.runs},
                       {"ticks_checked", each.ticks_compared},
                       {"verdict", each.has_differed       ? "diverged"
                                   : !each.not_run.empty() ? "not run"
                                   : each.runs == 0        ? "nothing checked"
                                                           : "same"},
                       {"remark", each.not_run.empty() ? JsonValue() : JsonValue(each.not_run)}});
    }
    return array;
}

void print_disturbances(const ChaosReport& report, Console& console) {
    for (const DisturbanceReport& each : report.disturbances) {
        std::string line = std::string("  ") + info_of(each.kind).name;
        line.resize(std::max(line.size(), k_disturbance_width), ' ');
        const std::string why_none =
            report.finding ? "not run: what differs was found before" : "not run";
        line += !each.not_run.empty() ? "not run: " + each.not_run
                : each.runs == 0      ? why_none
                                      : count_text(each.ticks_compared, "tick") + " in " +
                                       count_text(each.runs, "run");
        console.print(line + (each.has_differed ? ": differs" : ""));
    }
}

// The reason why a report without a finding proves nothing; nothing if it does prove something.
std::optional<sim::Error> nothing_proven(const ChaosReport& report) {
    if (report.ticks == 0) {
        return sim::Error{sim::ErrorCode::usage, "", "no tick was checked, which proves nothing"};
    }
    if (report.runs == 0) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "no disturbed run was made, which proves nothing"};
    }
    return std::nullopt;
}

int report_chaos_finding(const ChaosFinding& finding, const ChaosReport& report,
                         const ChaosAsked& asked, const JsonObject& facts, const Context& context) {
    Console& console = context.console;
    console.print(
        asked.plan.game.info->name + " is changed by " + disturbed_by(finding) +
        (finding.failure.empty() ? "  (plain | disturbed)" : ": " + escaped(finding.failure)));
    print_fields(finding.fields, moment_text(finding.ticks_done), console);
    print_disturbances(report, console);
    console.print("class " + replay::cause_class_text(finding.cause_class) + ", " + finding.reason +
                  ": " + finding.proof);
    console.print("again: " + chaos_command(finding, asked, context.program));
    return context.fail({sim::ErrorCode::divergence, place_of(finding, asked.plan),
                         (finding.failure.empty() ? "" : finding.failure + "; ") + finding.cause},
                        facts);
}

}  // namespace

std::string place_of(const check::CompanionFinding& finding, const check::CheckPlan& plan) {
    const std::string tick = finding.failure.empty() ? moment_text(finding.ticks_done)
                                                     : "tick " + std::to_string(finding.ticks_done);
    return finding.seed == plan.setup.seed ? tick
                                           : "seed " + std::to_string(finding.seed) + ", " + tick;
}

JsonValue tick_fact(const check::CompanionFinding& finding) {
    if (!finding.failure.empty()) {
        return finding.ticks_done;
    }
    return finding.ticks_done > 0 ? JsonValue(finding.ticks_done - 1) : JsonValue();
}

std::string chaos_command(const ChaosFinding& finding, const ChaosAsked& asked,
                          const ProgramName& program) {
    std::string command = program.starting(asked.plan.game.info->name) + " check --chaos";
    for (const std::string& input : asked.session.inputs) {
        command += " --inputs " + shell_word(input);
    }
    if (asked.session.players) {
        command += " --players " + std::to_string(*asked.session.players);
    }
    for (const std::string& option : asked.session.options) {
        command += " --option " + shell_word(option);
    }
    // A change by chance may need all ticks to come again, the others only those up to the
    // difference.
    const bool needs_all = finding.disturbances.empty();
    const std::uint64_t last = finding.ticks_done + (finding.failure.empty() ? 0 : 1);
    const std::uint64_t ticks = needs_all ? asked.plan.ticks : std::max<std::uint64_t>(last, 1);
    return command + " --seed " + std::to_string(finding.seed) + " --ticks " +
           std::to_string(ticks) + " --disturb " + disturbed_by(finding);
}

JsonObject chaos_facts(const ChaosReport& report, const ChaosAsked& asked,
                       const ProgramName& program) {
    const auto& finding = report.finding;
    const auto of_finding = [&](const auto& value) {
        return finding ? JsonValue(value()) : JsonValue();
    };
    return {
        {"game", asked.plan.game.info->name},
        {"ticks_checked", report.ticks_compared},
        {"verdict", report.failure          ? JsonValue()
                    : finding               ? "diverged"
                    : report.runs == 0      ? "nothing checked"
                    : report.is_interrupted ? "interrupted"
                                            : "same"},
        {"tick", finding ? tick_fact(*finding) : JsonValue()},
        {"fields", fields_json(finding ? finding->fields : std::vector<sim::FieldDifference>())},
        {"class", of_finding([&] { return replay::cause_class_text(finding->cause_class); })},
        {"reason", of_finding([&] { return finding->reason; })},
        {"proof", of_finding([&] { return finding->proof; })},
        {"disturbed_by", of_finding([&] { return disturbed_by(*finding); })},
        {"again", of_finding([&] { return chaos_command(*finding, asked, program); })},
        {"seed", finding ? finding->seed : asked.plan.setup.seed},
        {"sessions", report.sessions},
        {"chaos_seed", asked.plan.chaos_seed},
        {"runs", report.runs},
        {"disturbances", disturbances_json(report)},
        {"faults", faults_json(report.faults)}};
}

int report_chaos(const ChaosReport& report, const ChaosAsked& asked, const Context& context) {
    const JsonObject facts = chaos_facts(report, asked, context.program);
    Console& console = context.console;
    report_faults(report.faults, console);
    if (report.failure) {
        return context.fail(*report.failure, facts);
    }
    if (report.finding) {
        return report_chaos_finding(*report.finding, report, asked, facts, context);
    }
    if (const auto missing = nothing_proven(report); missing && !report.is_interrupted) {
        return context.fail(*missing, facts);
    }
    console.print(
        "disturbed " + count_text(report.ticks, "tick") + " of " + asked.plan.game.info->name +
        " in " + count_text(report.runs, "run") + ", chaos seed " +
        std::to_string(asked.plan.chaos_seed) +
        (report.is_interrupted ? ": interrupted, all the same so far" : ": all the same"));
    print_disturbances(report, console);
    console.report(facts);
    return report.is_interrupted ? exit_code_of_signal(pending_signal()) : 0;
}

}  // namespace tandem::tools
