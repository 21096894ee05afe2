// SPDX-License-Identifier: MIT
// Puts outcomes into words and JSON. CLI.md promises the JSON keys: new ones go to the end, none is
// taken away.
#include <tandem/tools/verify/outcome.hpp>

#include <algorithm>

#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/evidence/file_facts.hpp>

namespace tandem::tools {
namespace {

using replay::VerifyReport;
using replay::VerifyVerdict;

constexpr int k_bisect_good = 0;
constexpr int k_bisect_bad = 1;
constexpr int k_bisect_skip = 125;

// The first tick after whose step the states differ.
std::optional<std::uint64_t> tick_of(const VerifyReport& report) {
    if (report.divergence) {
        return report.divergence->tick.number;
    }
    if (report.unsaved) {
        return report.unsaved->ticks_done - (report.unsaved->ticks_done == 0 ? 0 : 1);
    }
    return std::nullopt;
}

template <class Number>
JsonValue or_null(const std::optional<Number>& number) {
    return number ? JsonValue(*number) : JsonValue();
}

std::string asked_text(const Outcome& outcome) {
    std::string text;
    if (outcome.report->restores_checked > 0) {
        text += ", " + count_text(outcome.report->restores_checked, "state") + " restored";
    }
    if (outcome.seek_seed && outcome.report->seeks_checked > 0) {
        text += ", " + count_text(outcome.report->seeks_checked, "seek") + " with seed " +
                std::to_string(*outcome.seek_seed);
    }
    return outcome.is_cached ? text + ", as the cache says" : text;
}

}  // namespace

bool Outcome::is_same() const { return report && report->verdict == VerifyVerdict::same && !error; }

bool Outcome::has_difference() const { return report && tick_of(*report); }

std::optional<Error> error_of(const std::string& path, const VerifyReport& report,
                              const std::optional<Error>& flaw) {
    if (flaw) {
        return flaw;
    }
    if (report.verdict == VerifyVerdict::nothing_checked) {
        return Error{ErrorCode::bad_data, path, report.message};
    }
    return report.flaw ? std::optional(report.flaw->within(path)) : std::nullopt;
}

std::optional<Error> failure_of(const Outcome& outcome) {
    if (!outcome.has_difference()) {
        return outcome.error;
    }
    const std::string maker =
        outcome.report->divergence ? other_maker_text(outcome.maker) : std::string();
    return Error{
        ErrorCode::divergence, outcome.path + ", tick " + std::to_string(*tick_of(*outcome.report)),
        outcome.report->divergence
            ? "the simulation left the recording here" + (maker.empty() ? "" : "; " + maker)
            : "a state that was restored does not go on as the recording does"};
}

JsonObject facts_of(const Outcome& outcome) {
    JsonObject facts{{"file", outcome.path}};
    if (!outcome.report) {
        return facts;
    }
    const VerifyReport& report = *outcome.report;
    const auto unsaved_from =
        report.unsaved ? std::optional(report.unsaved->from_ticks_done) : std::nullopt;
    facts.insert(
        facts.end(),
        {{"game", outcome.game},
         {"ticks_checked", report.ticks_checked},
         {"ticks_recorded", report.ticks_recorded},
         {"verdict", replay::verdict_text(report.verdict)},
         {"tick", or_null(tick_of(report))},
         {"fields", fields_json(report.fields)},
         {"fields_ticks_done", report.fields_ticks_done},
         {"chains_checked", report.chains_checked},
         {"states_checked", report.states_checked},
         {"chain", hash_text(report.chain.value)},
         {"completeness", replay::completeness_text(report.completeness)},
         {"message", report.message},
         {"faults", faults_json(report.faults)},
         {"flaw", outcome.error ? JsonValue(outcome.error->text()) : JsonValue()},
         {"restores_checked", report.restores_checked},
         {"seeks_checked", report.seeks_checked},
         {"seek_seed", or_null(outcome.seek_seed)},
         {"unsaved_from", or_null(unsaved_from)},
         {"tick_from", report.tick_from ? JsonValue(report.tick_from->number) : JsonValue()}});
    return facts;
}

ExitCode report(const Outcome& outcome, Console& console) {
    if (outcome.report) {
        const VerifyReport& report = *outcome.report;
        console.print(escaped(outcome.path) + ": " + replay::verdict_text(report.verdict) + ": " +
                      escaped(report.message) + asked_text(outcome) + ", chain " +
                      hash_text(report.chain.value));
        report_faults(report.faults, console);
        if (!report.fields.empty()) {
            console.print(report.unsaved ? "  (without | with the restore)"
                                         : "  (recorded | simulated)");
        }
        print_fields(report.fields, moment_text(report.fields_ticks_done), console);
    }
    const auto failure = failure_of(outcome);
    if (!failure) {
        console.report(facts_of(outcome));
        return ExitCode::ok;
    }
    if (outcome.has_difference() && outcome.error) {
        console.complain(*outcome.error);
    }
    console.error(*failure, facts_of(outcome));
    return exit_code_of(failure->code);
}

int bisect_code(std::span<const Outcome> outcomes) {
    const auto is_different = [](const Outcome& outcome) { return outcome.has_difference(); };
    const auto agrees = [](const Outcome& outcome) {
        return outcome.report && outcome.report->verdict == VerifyVerdict::same;
    };
    if (std::any_of(outcomes.begin(), outcomes.end(), is_different)) {
        return k_bisect_bad;
    }
    return !outcomes.empty() && std::all_of(outcomes.begin(), outcomes.end(), agrees)
               ? k_bisect_good
               : k_bisect_skip;
}

int bisect_code(int exit_code) {
    return exit_code >= exit_code_of_signal(0) ? exit_code : k_bisect_skip;
}

void Sum::add(const Outcome& outcome) {
    if (const auto failure = failure_of(outcome)) {
        code = worse_of(code, exit_code_of(failure->code));
    }
    ticks += outcome.report ? outcome.report->ticks_checked : 0;
    const bool is_live =
        outcome.is_same() && outcome.report->completeness == replay::Completeness::live;
    live += is_live ? 1U : 0U;
    same += outcome.is_same() && !is_live ? 1U : 0U;
    not_begun += outcome.is_begun() ? 0U : 1U;
}

std::string Sum::text(std::size_t files) const {
    return std::to_string(same) + " of " + count_text(files, "file") + " complete and the same, " +
           (live == 0 ? "" : std::to_string(live) + " still written and the same so far, ") +
           count_text(ticks, "tick") + " compared" +
           (not_begun == 0 ? "" : "; interrupted, " + count_text(not_begun, "file") + " not begun");
}

}  // namespace tandem::tools
