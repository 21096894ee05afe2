// SPDX-License-Identifier: MIT
// Plans greedily, which for many files is as good as the best plan.
#include <tandem/tools/verify/plan.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

#include <nlohmann/json.hpp>

#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
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

sim::Error bad_line(const std::string& path, std::size_t line, const std::string& why) {
    return {sim::ErrorCode::bad_data, path + ", line " + std::to_string(line),
            why + "; a plan is what verify --split N --json prints"};
}

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

}  // namespace tandem::tools
