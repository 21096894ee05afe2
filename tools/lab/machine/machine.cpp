// SPDX-License-Identifier: MIT
// The machines of the tables, and those that a user asks for.
#include <tandem/tools/lab/machine/machine.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// A hundredth of a millisecond is a whole number of flicks, a thousandth is not.
constexpr Flicks k_hundredth{7'056};
constexpr std::int64_t k_hundredths_per_ms = 100;
constexpr std::int64_t k_ms_max = 3'600'000;

// Digits alone: from_chars would take a sign.
std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const char* const last = text.data() + text.size();
    const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return letter >= '0' && letter <= '9';
    });
    if (!digits || std::from_chars(text.data(), last, value).ec != std::errc()) {
        return std::nullopt;
    }
    return value;
}

std::optional<Flicks> cost_of(std::string_view text) {
    const std::size_t point = text.find('.');
    const auto whole = whole_number(text.substr(0, point));
    std::string decimals(point == std::string_view::npos ? "0" : text.substr(point + 1));
    if (decimals.size() == 1) {
        decimals += '0';
    }
    const auto hundredths = whole_number(decimals);
    if (!whole || *whole > k_ms_max || !hundredths || decimals.size() != 2) {
        return std::nullopt;
    }
    return (*whole * k_hundredths_per_ms + *hundredths) * k_hundredth;
}

}  // namespace

const std::vector<Machine>& known_machines() {
    static const std::vector<Machine> k_known{
        {.name = "fast", .update_cost = milliseconds(1), .render_cost = milliseconds(1)},
        {.name = "normal", .update_cost = milliseconds(1), .render_cost = milliseconds(9)},
        {.name = "slow", .update_cost = milliseconds(4), .render_cost = milliseconds(96)},
        {.name = "floor", .update_cost = milliseconds(4), .render_cost = milliseconds(396)},
        {.name = "choked", .update_cost = milliseconds(50), .render_cost = milliseconds(50)},
    };
    return k_known;
}

sim::Result<Machine> parse_machine(const std::string& text) {
    for (const Machine& machine : known_machines()) {
        if (machine.name == text) {
            return machine;
        }
    }
    const std::string_view view = text;
    const std::size_t colon = view.find(':');
    const auto update = cost_of(view.substr(0, colon));
    const auto render =
        colon == std::string_view::npos ? std::nullopt : cost_of(view.substr(colon + 1));
    if (!update || !render || *render < k_hundredth) {
        return sim::Error{
            sim::ErrorCode::usage, "--machine",
            "expected fast, normal, slow, floor, choked or UPDATE:RENDER in milliseconds with up "
            "to two decimals (rendering at least 0.01, each at most 3600000), found '" +
                escaped(text) + "'"};
    }
    Machine machine;
    machine.name = text;
    machine.update_cost = *update;
    machine.render_cost = *render;
    return machine;
}

Machine machine_of(std::string_view text) {
    const auto machine = parse_machine(std::string(text));
    TANDEM_ASSERT(machine);
    return *machine;
}

}  // namespace tandem::tools::lab
