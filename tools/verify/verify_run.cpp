// SPDX-License-Identifier: MIT
// Runs verify. Everything that can be refused is refused before the first tick is simulated.
#include <tandem/tools/verify/verify_run.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <tandem/replay/files/output.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verify/cache.hpp>
#include <tandem/tools/verify/file_list.hpp>
#include <tandem/tools/verify/follow.hpp>
#include <tandem/tools/verify/junit.hpp>
#include <tandem/tools/verify/report_lines.hpp>
#include <tandem/tools/verify/shard.hpp>

namespace tandem::tools {
namespace {

Result<void> check_follow(const VerifyArguments& arguments);
Result<void> check_together(const VerifyArguments& arguments);

class VerifyRun {
public:
    VerifyRun(const VerifyArguments& arguments, const Context& context)
        : arguments_(arguments), console_(context.console), context_(context) {}

    Result<int> run();

private:
    Result<void> choose_files();
    Plan planned(std::uint32_t shards) const;
    Result<void> choose_shard();
    int print_plan();
    Result<void> open_junit();
    Result<void> open_cache();
    Result<void> open_report();
    const ReportLine* done_line(const std::string& file) const;

    // Files whose line does not yet stand in the report.
    std::vector<std::string> files_to_do();
    Result<int> verify();
    PoolResult follow() const;
    Result<void> keep(const Outcome& outcome);
    void report_cache(std::size_t cached);
    Result<void> finish();
    int code_of(const std::vector<Outcome>& outcomes) const;

    const VerifyArguments& arguments_;
    Console& console_;
    const Context& context_;
    Plan plan_;
    Shard shard_;
    std::vector<std::string> files_;  // those of this shard
    std::unique_ptr<replay::FileOutput> junit_;
    std::optional<VerdictCache> cache_;
    std::optional<ReportWriter> report_;
    std::vector<TestCase> cases_;
    Sum sum_;
};

}  // namespace

int run_verify(const VerifyArguments& arguments, const Context& context) {
    const SignalGuard signals;
    const auto code = VerifyRun(arguments, context).run();
    if (code) {
        return *code;
    }
    const int failed = context.fail(code.error());
    return arguments.bisect ? bisect_code(failed) : failed;
}

namespace {

// Refuses options that look at many files, or need all of a file at once: they cannot follow a file
// that grows.
Result<void> check_follow(const VerifyArguments& arguments) {
    const auto refuse = [](const std::string& why) {
        return Error{ErrorCode::usage, "--follow", why};
    };
    if (!arguments.plan.empty() || arguments.paths.size() != 1 ||
        std::filesystem::is_directory(arguments.paths.front())) {
        return refuse("follows one file; name one recording, and no folder or plan");
    }
    if (arguments.pool.jobs > 1) {
        return refuse("simulates on one thread, as the file grows; leave --jobs away");
    }
    if (arguments.pool.checks.storm.seeks > 0) {
        return refuse("only goes forward; leave --seek-storm away, and verify again at the end");
    }
    for (const auto& [option, is_given] : {std::pair("--shard", !arguments.shard.empty()),
                                           {"--split", arguments.split != 0},
                                           {"--report", !arguments.report.empty()},
                                           {"--cache", !arguments.cache.empty()}}) {
        if (is_given) {
            return refuse("follows one file, which is not whole yet; leave " + std::string(option) +
                          " away");
        }
    }
    return {};
}

Result<void> check_together(const VerifyArguments& arguments) {
    const auto refuse = [](const std::string& option, const std::string& why) {
        return Error{ErrorCode::usage, option, why};
    };
    if (arguments.paths.empty() == arguments.plan.empty()) {
        return refuse("FILE-or-DIR", arguments.paths.empty()
                                         ? "is required: name the recordings, or folders of them"
                                         : "--plan names the files; leave the others away");
    }
    if (arguments.split != 0 && (!arguments.shard.empty() || !arguments.plan.empty())) {
        return refuse("--split", "prints a plan; it goes with neither --shard nor --plan");
    }
    if (!arguments.plan.empty() && arguments.shard.empty()) {
        return refuse("--plan", "say which part of the plan: --shard 3/8");
    }
    if (arguments.bisect && (!arguments.shard.empty() || !arguments.report.empty())) {
        return refuse("--bisect", "judges all files at once; leave --shard and --report away");
    }
    return arguments.follow ? check_follow(arguments) : Result<void>();
}

Result<int> VerifyRun::run() {
    TANDEM_TRY(check_together(arguments_));
    TANDEM_TRY(choose_files());
    if (arguments_.split != 0) {
        return print_plan();
    }
    for (const auto open :
         {&VerifyRun::open_junit, &VerifyRun::open_cache, &VerifyRun::open_report}) {
        TANDEM_TRY((this->*open)());
    }
    return verify();
}

Result<void> VerifyRun::choose_files() {
    if (!arguments_.plan.empty()) {
        auto plan = read_plan(arguments_.plan);
        TANDEM_TRY(plan);
        plan_ = std::move(*plan);
        shard_.count = plan_.shards;
    } else {
        auto listed = list_recordings(arguments_.paths);
        TANDEM_TRY(listed);
        for (std::string& file : *listed) {
            plan_.files.push_back({std::move(file), 0, 1});
        }
    }
    if (!arguments_.shard.empty()) {
        TANDEM_TRY(choose_shard());
    }
    if (arguments_.split != 0) {
        plan_ = planned(arguments_.split);
    }
    files_ = plan_.files_of(shard_.index);
    return {};
}

Plan VerifyRun::planned(std::uint32_t shards) const {
    std::vector<std::string> files;
    for (const PlannedFile& file : plan_.files) {
        files.push_back(file.path);
    }
    return plan_files(files, shards, context_);
}

Result<void> VerifyRun::choose_shard() {
    auto shard = read_shard(arguments_.shard);
    TANDEM_TRY(shard);
    if (!arguments_.plan.empty() && shard->count != plan_.shards) {
        return Error{ErrorCode::usage, "--shard " + shard_text(*shard),
                     arguments_.plan + " is a plan for " + count_text(plan_.shards, "shard")};
    }
    shard_ = std::move(*shard);
    if (arguments_.plan.empty()) {
        plan_ = planned(shard_.count);
    }
    report_shard(plan_, shard_, console_);
    return {};
}

int VerifyRun::print_plan() {
    if (pending_signal() != 0) {
        return exit_code_of_signal(pending_signal());
    }
    for (const PlannedFile& file : plan_.files) {
        console_.print(std::to_string(file.shard) + "\t" + std::to_string(file.ticks) + "\t" +
                       escaped(file.path));
        console_.list(plan_facts(plan_, file));
    }
    for (std::uint32_t shard = 1; shard <= plan_.shards; ++shard) {
        console_.print_note("shard " + shard_text({shard, plan_.shards}) + ": " +
                            count_text(plan_.files_of(shard).size(), "file") + ", " +
                            count_text(plan_.ticks_of(shard), "tick"));
    }
    return 0;
}

Result<void> VerifyRun::open_junit() {
    if (arguments_.junit.empty()) {
        return {};
    }
    for (const std::string& file : files_) {
        if (is_same_file(file, arguments_.junit)) {
            return Error{ErrorCode::usage, "--junit " + arguments_.junit,
                         "is one of the recordings"};
        }
    }
    for (const auto& [option, file] :
         {std::pair("--plan", arguments_.plan), std::pair("--report", arguments_.report),
          std::pair("--cache", arguments_.cache)}) {
        if (!file.empty() && is_same_file(file, arguments_.junit)) {
            return Error{ErrorCode::usage, "--junit " + arguments_.junit,
                         std::string("is the file of ") + option};
        }
    }
    auto output = open_whole_output(arguments_.junit, arguments_.force);
    TANDEM_TRY(output);
    junit_ = std::move(*output);
    return {};
}

Result<void> VerifyRun::open_cache() {
    if (arguments_.cache.empty()) {
        return {};
    }
    const auto identity = own_identity();
    TANDEM_TRY(identity);
    auto cache =
        VerdictCache::open(arguments_.cache, *identity, checks_text(arguments_.pool.checks));
    TANDEM_TRY(cache);
    cache_.emplace(std::move(*cache));
    return {};
}

Result<void> VerifyRun::open_report() {
    if (arguments_.report.empty()) {
        return {};
    }
    const auto identity = own_identity();
    auto report =
        ReportWriter::open(arguments_.report, {{shard_.index, shard_.count},
                                               identity ? digest_text(identity->code) : "",
                                               checks_text(arguments_.pool.checks),
                                               plan_.list_digest(),
                                               plan_.files.size(),
                                               files_});
    TANDEM_TRY(report);
    report_.emplace(std::move(*report));
    return {};
}

const ReportLine* VerifyRun::done_line(const std::string& file) const {
    if (!report_) {
        return nullptr;
    }
    const auto found = report_->done().find(file);
    return found == report_->done().end() ? nullptr : &found->second;
}

std::vector<std::string> VerifyRun::files_to_do() {
    std::vector<std::string> files;
    for (const std::string& file : files_) {
        const ReportLine* done = done_line(file);
        if (done == nullptr) {
            files.push_back(file);
            continue;
        }
        cases_.push_back(test_case_of(*done));
        sum_.code = worse_of(sum_.code, done->exit);
        sum_.ticks += done->ticks_checked;
        sum_.same += done->exit == ExitCode::ok ? 1U : 0U;
    }
    if (files.size() < files_.size()) {
        console_.print_note(count_text(files_.size() - files.size(), "file") + " of " +
                            std::to_string(files_.size()) + " stand in " +
                            escaped(arguments_.report) + " already; going on with the others");
    }
    return files;
}

Result<int> VerifyRun::verify() {
    PoolOptions options = arguments_.pool;
    options.wants_digest = cache_ || report_;
    if (cache_) {
        options.find = [&](const std::string&, const sim::Digest& digest) {
            return cache_->find(digest);
        };
    }
    options.keep = [&](const Outcome& outcome) { return keep(outcome); };
    const auto files = files_to_do();
    const PoolResult result = arguments_.follow ? follow() : verify_files(files, options, context_);
    std::size_t cached = 0;
    for (const Outcome& outcome : result.outcomes) {
        sum_.add(outcome);
        cached += outcome.is_cached ? 1U : 0U;
        cases_.push_back(test_case_of(outcome));
        if (outcome.is_begun()) {
            report(outcome, console_);
        }
    }
    if (result.error) {
        return *result.error;
    }
    if (files_.size() > 1 || sum_.not_begun > 0) {
        console_.print(sum_.text(files_.size()));
    }
    report_cache(cached);
    TANDEM_TRY(finish());
    return code_of(result.outcomes);
}

PoolResult VerifyRun::follow() const {
    PoolResult result;
    result.outcomes.push_back(
        verify_followed(files_.front(), arguments_.pool.checks.round_trip_ticks, context_));
    return result;
}

Result<void> VerifyRun::keep(const Outcome& outcome) {
    if (report_) {
        TANDEM_TRY(report_->append(outcome));
    }
    return cache_ ? cache_->keep(outcome) : Result<void>();
}

void VerifyRun::report_cache(std::size_t cached) {
    if (!cache_) {
        return;
    }
    console_.print_note(count_text(cached, "verdict") + " from " + escaped(arguments_.cache));
    if (cache_->broken_entries() > 0) {
        console_.print_note(count_text(cache_->broken_entries(), "verdict") + " in " +
                            escaped(arguments_.cache) + " damaged and not used");
    }
}

Result<void> VerifyRun::finish() {
    if (report_) {
        TANDEM_TRY(report_->sync());
    }
    if (!junit_) {
        return {};
    }
    return write_whole(*junit_, sim::as_bytes(junit_xml(cases_)));
}

int VerifyRun::code_of(const std::vector<Outcome>& outcomes) const {
    // A divergence found until then counts for more than the wish to stop.
    if (pending_signal() != 0 && sum_.code != ExitCode::divergence) {
        return exit_code_of_signal(pending_signal());
    }
    return arguments_.bisect ? bisect_code(std::span(outcomes)) : static_cast<int>(sum_.code);
}

}  // namespace
}  // namespace tandem::tools
