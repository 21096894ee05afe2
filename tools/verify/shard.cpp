// SPDX-License-Identifier: MIT
// Reads the shard. Each scheduler counts in its own way; here all count from 1.
#include <tandem/tools/verify/shard.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

constexpr const char* k_slurm_task = "SLURM_ARRAY_TASK_ID";
constexpr const char* k_slurm_count = "SLURM_ARRAY_TASK_COUNT";
constexpr const char* k_slurm_min = "SLURM_ARRAY_TASK_MIN";
constexpr const char* k_slurm_max = "SLURM_ARRAY_TASK_MAX";
constexpr const char* k_slurm_step = "SLURM_ARRAY_TASK_STEP";
constexpr const char* k_slurm_step_id = "SLURM_STEP_ID";
constexpr const char* k_slurm_rank = "SLURM_PROCID";
constexpr const char* k_slurm_ranks = "SLURM_NTASKS";
constexpr const char* k_job_index = "JOB_COMPLETION_INDEX";
constexpr const char* k_job_count = "TANDEM_SHARDS";
constexpr const char* k_bazel_index = "TEST_SHARD_INDEX";
constexpr const char* k_bazel_count = "TEST_TOTAL_SHARDS";
constexpr const char* k_bazel_status = "TEST_SHARD_STATUS_FILE";

std::optional<std::uint32_t> parse_number(std::string_view text);
Error usage(const std::string& message);
Result<std::uint32_t> number_of(const Environment& environment, const char* name);
Result<Shard> shard_of(std::uint32_t index, std::uint32_t count, const char* index_name,
                       const std::string& count_name);

// A part of a whole of several equal parts.
struct ShardPart {
    std::uint32_t index = 0;
    std::uint32_t count = 1;
};

Result<ShardPart> slurm_array(const Environment& environment);
Result<Shard> from_slurm(const Environment& environment);
Result<Shard> from_kubernetes(const Environment& environment, std::optional<std::uint32_t> asked);
Result<Shard> from_bazel(const Environment& environment);
Result<Shard> from_scheduler(const Environment& environment, std::optional<std::uint32_t> asked);

}  // namespace

Result<Shard> parse_shard(const std::string& text, const Environment& environment) {
    const std::size_t slash = text.find('/');
    const std::string first = text.substr(0, slash);
    const auto count = slash == std::string::npos
                           ? std::nullopt
                           : parse_number(std::string_view(text).substr(slash + 1));
    const bool is_count_sound =
        slash == std::string::npos || (count && *count > 0 && *count <= k_shards_max);
    if (first == "auto" && is_count_sound) {
        auto shard = from_scheduler(environment, count);
        if (shard && count && shard->count != *count) {
            return usage("the scheduler has " + std::to_string(shard->count) +
                         " shards, and auto/" + std::to_string(*count) + " says otherwise");
        }
        return shard;
    }
    const auto index = parse_number(first);
    if (!index || !count || !is_count_sound || *index == 0 || *index > *count) {
        return Error{ErrorCode::usage, "--shard " + text,
                     "expected I/N with I from 1 to N, such as 3/8, or auto, or auto/N"};
    }
    return Shard{*index, *count};
}

sim::Result<Shard> read_shard(const std::string& text) {
    auto shard = parse_shard(text, own_environment());
    if (shard && !shard->status_file.empty() && !std::ofstream(shard->status_file, std::ios::app)) {
        return Error{ErrorCode::io, shard->status_file,
                     "cannot be written; Bazel names it in TEST_SHARD_STATUS_FILE"};
    }
    return shard;
}

std::string shard_text(const Shard& shard) {
    return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

namespace {

using Json = nlohmann::json;

struct Load {
    std::uint64_t ticks = 0;
    std::uint64_t files = 0;
    std::uint32_t shard = 0;
    friend bool operator<(const Load& a, const Load& b) {
        return std::tie(a.ticks, a.files, a.shard) < std::tie(b.ticks, b.files, b.shard);
    }
};

sim::Error bad_line(const std::string& path, std::size_t line, const std::string& why);

}  // namespace

std::vector<std::string> Plan::files_of(std::uint32_t shard) const {
    std::vector<std::string> paths;
    for (const PlannedFile& file : files) {
        if (file.shard == shard) {
            paths.push_back(file.path);
        }
    }
    return paths;
}

std::uint64_t Plan::ticks_of(std::uint32_t shard) const {
    return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                           [&](std::uint64_t sum, const PlannedFile& file) {
                               return sum + (file.shard == shard ? file.ticks : 0);
                           });
}

std::string Plan::list_digest() const {
    std::string text;
    for (const PlannedFile& file : files) {
        text += file.path + '\n';
    }
    return digest_text(sim::digest_bytes(std::as_bytes(std::span(text))));
}

std::vector<PlannedFile> read_ticks(const std::vector<std::string>& files,
                                    const replay::OpenOptions& options) {
    std::vector<PlannedFile> planned;
    planned.reserve(files.size());
    for (const std::string& file : files) {
        if (pending_signal() != 0) {
            break;
        }
        const auto replay = replay::Replay::open(file, options);
        planned.push_back({file, replay ? replay->ticks() : 0, 1});
    }
    return planned;
}

Plan make_plan(std::vector<PlannedFile> files, std::uint32_t shards) {
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return files[a].ticks > files[b].ticks; });
    std::set<Load> loads;
    for (std::uint32_t shard = 1; shard <= shards; ++shard) {
        loads.insert({0, 0, shard});
    }
    for (const std::size_t i : order) {
        Load least = loads.extract(loads.begin()).value();
        files[i].shard = least.shard;
        least.ticks += files[i].ticks;
        ++least.files;
        loads.insert(least);
    }
    return {shards, std::move(files)};
}

Plan plan_files(const std::vector<std::string>& files, std::uint32_t shards,
                const Context& context) {
    return make_plan(read_ticks(files, open_options(context, replay::OpenDepth::index)), shards);
}

void report_shard(const Plan& plan, const Shard& shard, Console& console) {
    console.print_note("shard " + shard_text(shard) + ": " +
                       count_text(plan.files_of(shard.index).size(), "file") + " of " +
                       std::to_string(plan.files.size()) + ", " +
                       count_text(plan.ticks_of(shard.index), "tick"));
}

JsonObject plan_facts(const Plan& plan, const PlannedFile& file) {
    return {
        {"shard", file.shard}, {"shards", plan.shards}, {"ticks", file.ticks}, {"file", file.path}};
}

sim::Result<Plan> read_plan(const std::string& path) {
    const auto content = read_named_file(path);
    TANDEM_TRY(content);
    std::istringstream lines(std::string(sim::as_text(*content)));
    Plan plan;
    std::set<std::string> known;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object() || !json.contains("file") || !json["file"].is_string() ||
            !json.value("shard", Json()).is_number_unsigned() ||
            !json.value("shards", Json()).is_number_unsigned() ||
            !json.value("ticks", Json()).is_number_unsigned()) {
            return bad_line(path, number, "is no file of a plan");
        }
        const auto shard = json["shard"].get<std::uint64_t>();
        const auto shards = json["shards"].get<std::uint64_t>();
        if (shard == 0 || shard > shards || shards > k_shards_max ||
            (number > 1 && shards != plan.shards)) {
            return bad_line(path, number, "has another number of shards than the lines before");
        }
        plan.shards = static_cast<std::uint32_t>(shards);
        plan.files.push_back({json["file"].get<std::string>(), json["ticks"].get<std::uint64_t>(),
                              static_cast<std::uint32_t>(shard)});
        if (!known.insert(plan.files.back().path).second) {
            return bad_line(path, number, "names a file that an earlier line has");
        }
    }
    if (plan.files.empty()) {
        return bad_line(path, 1, "is missing");
    }
    return plan;
}

namespace {

std::optional<std::uint32_t> parse_number(std::string_view text) {
    std::uint32_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_whole && !text.empty() ? std::optional(number) : std::nullopt;
}

Error usage(const std::string& message) { return {ErrorCode::usage, "--shard auto", message}; }

Result<std::uint32_t> number_of(const Environment& environment, const char* name) {
    const auto text = environment(name);
    if (!text) {
        return usage(std::string("the variable ") + name + " is missing");
    }
    const auto number = parse_number(*text);
    if (!number) {
        return usage(std::string("the variable ") + name + " is \"" + *text +
                     "\", which is no whole number");
    }
    return *number;
}

// The shard from a count that begins with 0.
Result<Shard> shard_of(std::uint32_t index, std::uint32_t count, const char* index_name,
                       const std::string& count_name) {
    if (count == 0 || index >= count || count > k_shards_max) {
        return usage(std::string(index_name) + " is " + std::to_string(index) + " and " +
                     count_name + " is " + std::to_string(count) +
                     "; the first counts from 0 and must be less than the second");
    }
    return Shard{index + 1, count};
}

Result<ShardPart> slurm_array(const Environment& environment) {
    const auto task = number_of(environment, k_slurm_task);
    const auto least = number_of(environment, k_slurm_min);
    const auto count = number_of(environment, k_slurm_count);
    for (const auto* number : {&task, &least, &count}) {
        if (!*number) {
            return number->error();
        }
    }
    std::uint32_t step = 1;
    if (environment(k_slurm_step)) {
        const auto given = number_of(environment, k_slurm_step);
        TANDEM_TRY(given);
        step = *given == 0 ? 1 : *given;
    }
    const std::uint64_t last = *least + std::uint64_t{step} * (*count == 0 ? 0 : *count - 1);
    bool is_even = *count > 0 && *task >= *least && *task <= last && (*task - *least) % step == 0;
    if (environment(k_slurm_max)) {
        const auto most = number_of(environment, k_slurm_max);
        TANDEM_TRY(most);
        is_even = is_even && *most == last;
    }
    if (!is_even) {
        return usage(std::string(k_slurm_task) + " is " + std::to_string(*task) + " with " +
                     k_slurm_min + " " + std::to_string(*least) + " and " + k_slurm_count + " " +
                     std::to_string(*count) +
                     ": the array has gaps, so a task cannot know its place; use an array such as "
                     "--array=1-8");
    }
    return ShardPart{(*task - *least) / step, *count};
}

Result<Shard> from_slurm(const Environment& environment) {
    ShardPart array;
    if (environment(k_slurm_task)) {
        const auto found = slurm_array(environment);
        TANDEM_TRY(found);
        array = *found;
    }
    ShardPart ranks;
    const bool is_step = environment(k_slurm_step_id).has_value();
    if (is_step || !environment(k_slurm_task)) {
        const auto index = number_of(environment, k_slurm_rank);
        const auto count = number_of(environment, k_slurm_ranks);
        TANDEM_TRY(index);
        TANDEM_TRY(count);
        // A batch script has these two as well, and is one process whatever they say.
        if (!is_step && *count != 1) {
            return usage(std::string(k_slurm_ranks) + " is " + std::to_string(*count) + ", but " +
                         k_slurm_step_id +
                         " is missing: this is a batch script, which runs once; start the program "
                         "by srun");
        }
        ranks = {*index, *count};
    }
    if (std::uint64_t{array.count} * ranks.count > k_shards_max || ranks.index >= ranks.count) {
        return usage(std::string(k_slurm_rank) + " is " + std::to_string(ranks.index) + " and " +
                     k_slurm_ranks + " is " + std::to_string(ranks.count) +
                     "; the first counts from 0 and must be less than the second");
    }
    return Shard{array.index * ranks.count + ranks.index + 1, array.count * ranks.count};
}

Result<Shard> from_kubernetes(const Environment& environment, std::optional<std::uint32_t> asked) {
    const auto index = number_of(environment, k_job_index);
    TANDEM_TRY(index);
    if (asked && !environment(k_job_count)) {
        return shard_of(*index, *asked, k_job_index, "the number behind auto/");
    }
    const auto count = number_of(environment, k_job_count);
    if (!count) {
        return usage(count.error().message + ": Kubernetes tells a pod its index in " +
                     k_job_index +
                     ", but not how many there are; set it to the job's "
                     "completions, or say --shard auto/N");
    }
    return shard_of(*index, *count, k_job_index, k_job_count);
}

Result<Shard> from_bazel(const Environment& environment) {
    const auto index = number_of(environment, k_bazel_index);
    const auto count = number_of(environment, k_bazel_count);
    TANDEM_TRY(index);
    TANDEM_TRY(count);
    auto shard = shard_of(*index, *count, k_bazel_index, k_bazel_count);
    if (shard) {
        shard->status_file = environment(k_bazel_status).value_or("");
    }
    return shard;
}

Result<Shard> from_scheduler(const Environment& environment, std::optional<std::uint32_t> asked) {
    std::vector<const char*> seen;
    for (const auto& [first, second] :
         {std::pair(k_slurm_task, k_slurm_rank), std::pair(k_job_index, k_job_index),
          std::pair(k_bazel_index, k_bazel_count)}) {
        if (environment(first) || environment(second)) {
            seen.push_back(environment(first) ? first : second);
        }
    }
    if (seen.empty()) {
        return usage(std::string("no scheduler has told which shard this is: none of ") +
                     k_slurm_task + ", " + k_slurm_rank + ", " + k_job_index + " and " +
                     k_bazel_index + " is set; say it by hand: --shard 3/8");
    }
    if (seen.size() > 1) {
        return usage(std::string("two schedulers tell which shard this is, by ") + seen[0] +
                     " and by " + seen[1] + "; unset one of them, or say it by hand: --shard 3/8");
    }
    const std::string_view which = seen.front();
    return which == k_job_index                               ? from_kubernetes(environment, asked)
           : which == k_bazel_index || which == k_bazel_count ? from_bazel(environment)
                                                              : from_slurm(environment);
}

sim::Error bad_line(const std::string& path, std::size_t line, const std::string& why) {
    return {sim::ErrorCode::bad_data, path + ", line " + std::to_string(line),
            why + "; a plan is what verify --split N --json prints"};
}

}  // namespace
}  // namespace tandem::tools
