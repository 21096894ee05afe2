// SPDX-License-Identifier: MIT
// Every bound has a reason, and the error names it.
#include <tandem/tools/lab/match/request.hpp>

#include <algorithm>
#include <charconv>

#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/script.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint32_t k_seconds_max = 3'600;
// More frames than that in a second do not fit into a recording's tick
// (VariableGame::k_pieces_max); beyond the other bound a machine seems gone to the other one.
constexpr std::chrono::milliseconds k_frame_cost_min{8};
constexpr std::chrono::milliseconds k_frame_cost_max{1'000};
constexpr const char* k_machines_default[] = {"normal", "slow"};

}  // namespace

std::vector<std::string> words_of(const std::vector<std::string>& lists) {
    std::vector<std::string> words;
    for (const std::string& list : lists) {
        std::size_t begin = 0;
        while (begin <= list.size()) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            words.push_back(list.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    return words;
}

namespace {

Result<std::uint32_t> parse_seconds(const std::string& text) {
    std::uint32_t seconds = 0;
    const char* const last = text.data() + text.size();
    const auto [end, failure] = std::from_chars(text.data(), last, seconds);
    if (failure != std::errc() || end != last || seconds < k_script_seconds ||
        seconds > k_seconds_max) {
        return Error{ErrorCode::usage, "--seconds",
                     "expected a whole number from " + std::to_string(k_script_seconds) +
                         ", which the script of keys takes, to " + std::to_string(k_seconds_max) +
                         ", found '" + escaped(text) + "'"};
    }
    return seconds;
}

// In nanoseconds, the fast machine's first.
Result<std::pair<std::uint32_t, std::uint32_t>> parse_machines(std::vector<std::string> names) {
    if (names.empty()) {
        names.assign(std::begin(k_machines_default), std::end(k_machines_default));
    }
    if (names.size() != 2) {
        return Error{ErrorCode::usage, "--machine",
                     "a match is between two machines: --machine normal,slow"};
    }
    std::vector<std::uint32_t> costs;
    for (const std::string& name : names) {
        const auto machine = parse_machine(name);
        TANDEM_TRY(machine);
        const Flicks cost = machine->frame_cost();
        if (cost < k_frame_cost_min || cost > k_frame_cost_max) {
            return Error{ErrorCode::usage, "--machine " + escaped(name),
                         "a frame of the match costs 8 to 1000 ms, updating and rendering "
                         "together: more a second do not fit into a recording, and fewer keep the "
                         "other side waiting"};
        }
        costs.push_back(static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(cost).count()));
    }
    return std::pair(std::min(costs[0], costs[1]), std::max(costs[0], costs[1]));
}

}  // namespace

std::uint64_t MatchRequest::seconds_in_all() const {
    // To start the processes and to read the recordings.
    constexpr std::uint64_t k_around_arm = 1;
    std::uint64_t sum = 0;
    for (const Arm* arm : arms) {
        // A fault that is found ends its arm.
        const std::uint64_t fault_at = arm->fault_tick / k_ticks_per_second + 1;
        const std::uint64_t whole = seconds_of(*arm);
        sum += (arm->fault == ArmFault::none ? whole : std::min(whole, fault_at)) + k_around_arm;
    }
    return sum;
}

Result<MatchRequest> make_match_request(const Arguments& arguments) {
    MatchRequest request;
    auto chosen = choose_arms(words_of(arguments.texts("--arm")));
    TANDEM_TRY(chosen);
    request.arms = std::move(*chosen);
    if (arguments.has("--seconds")) {
        const auto seconds = parse_seconds(arguments.text("--seconds"));
        TANDEM_TRY(seconds);
        request.seconds = *seconds;
    }
    request.repeats = arguments.whole<std::uint32_t>("--repeats").value_or(request.repeats);
    const auto costs = parse_machines(words_of(arguments.texts("--machine")));
    TANDEM_TRY(costs);
    request.fast_cost_ns = costs->first;
    request.slow_cost_ns = costs->second;
    request.folder = arguments.text("--output");
    request.force = arguments.flag("--force");
    return request;
}

}  // namespace tandem::tools::lab::match
