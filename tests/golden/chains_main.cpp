// SPDX-License-Identifier: MIT
// The golden chains as a program without GoogleTest, so that it can be built for any target. Exit
// code 1 where anything differs, 2 for wrong arguments.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tests/golden/chain_run.hpp>

namespace tandem::test {
namespace {

constexpr const char* k_usage =
    "usage: tandem_chains [--data DIR] [--record DIR] [--plant SCENARIO:TICK:FIELD]\n"
    "                     [--only SCENARIO]\n"
    "       tandem_chains --verify DIR\n"
    "Runs every golden scenario and compares its chain; --record also writes a replay of each.\n"
    "--plant flips one bit, to see that the comparison notices; --only skips all others, to\n"
    "see that they are missed. --data replaces TANDEM_DATA, for targets without an environment.\n"
    "--verify simulates every replay in DIR again.\n";

struct PlantedScenario {
    std::string scenario;
    sim::Plant plant;
};

struct Arguments {
    std::string record_folder;
    std::string verify_folder;
    std::string only;
    std::optional<PlantedScenario> planted;
};

std::optional<PlantedScenario> parse_plant(const std::string& text) {
    const std::size_t first = text.find(':');
    const std::size_t second = first == text.npos ? first : text.find(':', first + 1);
    if (second == text.npos) {
        return std::nullopt;
    }
    const std::string tick = text.substr(first + 1, second - first - 1);
    if (tick.empty() || tick.size() > 9 || tick.find_first_not_of("0123456789") != tick.npos) {
        return std::nullopt;
    }
    return PlantedScenario{text.substr(0, first),
                           {sim::Tick{std::stoull(tick)}, text.substr(second + 1)}};
}

std::optional<Arguments> parse(const std::vector<std::string>& words) {
    Arguments arguments;
    for (std::size_t word = 0; word + 1 < words.size(); word += 2) {
        const std::string& value = words[word + 1];
        if (words[word] == "--data") {
            setenv("TANDEM_DATA", value.c_str(), 1);
        } else if (words[word] == "--record") {
            arguments.record_folder = value;
        } else if (words[word] == "--verify") {
            arguments.verify_folder = value;
        } else if (words[word] == "--only" && scenario_named(value) != nullptr) {
            arguments.only = value;
        } else if (words[word] == "--plant" && (arguments.planted = parse_plant(value))) {
            if (scenario_named(arguments.planted->scenario) == nullptr) {
                return std::nullopt;
            }
        } else {
            return std::nullopt;
        }
    }
    const bool runs_scenarios =
        !arguments.record_folder.empty() || !arguments.only.empty() || arguments.planted;
    const bool both = !arguments.verify_folder.empty() && runs_scenarios;
    return words.size() % 2 == 0 && !both ? std::optional(arguments) : std::nullopt;
}

bool write_file(const std::filesystem::path& path, const sim::Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return file.flush().good();
}

// Whether the scenario gave its frozen chain, and its replay could be written where one is wanted.
bool check(const Scenario& scenario, const GoldenChain& golden, const Arguments& arguments) {
    std::optional<sim::Plant> plant;
    if (arguments.planted && arguments.planted->scenario == scenario.name) {
        plant = arguments.planted->plant;
        if (plant->tick.number >= golden.ticks) {
            std::printf("failed   %s has %llu ticks, so nothing can be planted at tick %llu\n",
                        std::string(scenario.name).c_str(),
                        static_cast<unsigned long long>(golden.ticks),
                        static_cast<unsigned long long>(plant->tick.number));
            return false;
        }
    }
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    const bool records = !arguments.record_folder.empty();
    const auto now = run_scenario(scenario, golden.ticks, plant, records ? &recorder : nullptr);
    if (!now) {
        std::printf("failed   %s\n", now.error().text().c_str());
        return false;
    }
    const bool equal = now.value().start == golden.start && now.value().chain == golden.chain;
    std::printf("%s %s\n", equal ? "equal   " : "DIFFERS ", golden_line(now.value()).c_str());
    if (!equal) {
        std::printf("   frozen %s\n", golden_line(golden).c_str());
    }
    const std::filesystem::path path =
        std::filesystem::path(arguments.record_folder) / (std::string(scenario.name) + ".tandem");
    if (records && !write_file(path, output.bytes())) {
        std::printf("failed   %s could not be written\n", path.string().c_str());
        return false;
    }
    return equal;
}

std::string reason_to_skip(const Scenario& scenario, const Arguments& arguments) {
    const bool is_wanted = arguments.only.empty() || arguments.only == scenario.name;
    return is_wanted ? test::reason_to_skip(scenario) : "--only names another scenario";
}

int compare_chains(const Arguments& arguments) {
    std::size_t equal = 0;
    std::size_t skipped = 0;
    for (const GoldenChain& golden : k_golden_chains) {
        const Scenario* scenario = scenario_named(golden.scenario);
        if (scenario == nullptr) {
            std::printf("failed   no scenario is called %s\n",
                        std::string(golden.scenario).c_str());
        } else if (const std::string reason = reason_to_skip(*scenario, arguments);
                   !reason.empty()) {
            std::printf("skipped  %s: %s\n", std::string(golden.scenario).c_str(), reason.c_str());
            ++skipped;
        } else {
            equal += check(*scenario, golden, arguments) ? 1U : 0U;
        }
        std::fflush(stdout);
    }
    std::printf("chains %zu equal of %zu, %zu skipped\n", equal, k_golden_chains.size(), skipped);
    return equal > 0 && equal + skipped == k_golden_chains.size() ? 0 : 1;
}

sim::Result<replay::VerifyReport> verify_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    auto replay = replay::Replay::parse(sim::Bytes(bytes, bytes + text.size()));
    TANDEM_TRY(replay);
    for (const Scenario& scenario : scenarios()) {
        sim::AnySimulation simulation = scenario.make_simulation();
        if (simulation.info().name == replay.value().header().game) {
            return replay::verify(replay.value(), std::move(simulation));
        }
    }
    return sim::Error{sim::ErrorCode::no_simulation, "", "no scenario plays this file's game"};
}

int verify_folder(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        paths.push_back(entry->path());
    }
    if (failure) {
        std::fprintf(stderr, "tandem_chains: %s: %s\n", folder.c_str(), failure.message().c_str());
        return 2;
    }
    std::sort(paths.begin(), paths.end());
    std::size_t same = 0;
    for (const std::filesystem::path& path : paths) {
        const auto report = verify_file(path);
        const bool sound = report && report.value().verdict == replay::VerifyVerdict::same &&
                           report.value().completeness == replay::Completeness::complete &&
                           report.value().states_unusable == 0;
        same += sound ? 1U : 0U;
        std::printf("%s %s: %s\n", sound ? "same    " : "DIFFERS ",
                    path.filename().string().c_str(),
                    report ? report.value().message.c_str() : report.error().text().c_str());
        std::fflush(stdout);
    }
    std::printf("replays %zu same of %zu\n", same, paths.size());
    return same > 0 && same == paths.size() ? 0 : 1;
}

}  // namespace
}  // namespace tandem::test

int main(int argc, char** argv) {
    const auto arguments = tandem::test::parse(std::vector<std::string>(argv + 1, argv + argc));
    if (!arguments) {
        std::fputs(tandem::test::k_usage, stderr);
        return 2;
    }
    return arguments->verify_folder.empty() ? tandem::test::compare_chains(*arguments)
                                            : tandem::test::verify_folder(arguments->verify_folder);
}
