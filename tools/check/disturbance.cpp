// SPDX-License-Identifier: MIT
// Holds the table of disturbances, and reads and writes each.
#include <tandem/tools/check/disturbance.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <tandem/sim/math/random.hpp>
#include <tandem/sim/nearest.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/tools/check/surroundings.hpp>

namespace tandem::tools::check {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;
using Kind = DisturbanceKind;

constexpr std::array<DisturbanceInfo, 18> k_disturbances{{
    {Kind::again, "again", "was played once more with nothing changed", false, false},
    {Kind::later, "later", "was played over a second later, with pauses", true, false},
    {Kind::neighbour, "neighbour", "had another game of its process step in between", true, false},
    {Kind::save, "save", "was saved in between", true, false},
    {Kind::restore, "restore", "went on from its saved state in a fresh object", true, false},
    {Kind::used, "used", "went on from its saved state in an object that had played something else",
     true, false},
    {Kind::copy, "copy", "went on as a copy", true, false},
    {Kind::late, "late", "stepped with guessed inputs, went back and stepped with the right ones",
     true, false},
    {Kind::reset, "reset", "began in an object that had played something else", false, false},
    {Kind::observe, "observe", "was drawn, saved and asked for inputs", true, false},
    {Kind::rounding, "rounding", "had its floating point round otherwise", true, true},
    {Kind::flush, "flush", "had its floating point take tiny numbers for zero", true, true},
    {Kind::locale, "locale", "was played with another decimal point", false, false},
    {Kind::environment, "environment",
     "was played with other variables, in another time zone and folder", false, false},
    {Kind::pattern, "pattern", "was played in memory filled with a pattern", true, false},
    {Kind::heap, "heap", "was played with its blocks of memory elsewhere", false, false},
    {Kind::thread, "thread", "was stepped by another thread", true, false},
    {Kind::beside, "beside", "was stepped while another thread stepped another game", false, false},
}};

constexpr std::array<const char*, k_rounding_modes> k_modes{"up", "down", "zero"};

bool holds_floating(const sim::SchemaNode& node) {
    return node.kind == sim::FieldKind::floating ||
           std::any_of(node.children.begin(), node.children.end(), holds_floating);
}

template <class Number>
std::optional<Number> number_of(std::string_view text, int base = 10) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::string variant_text(const Disturbance& disturbance) {
    if (disturbance.kind == Kind::rounding) {
        return std::string("/") + k_modes[disturbance.variant % k_modes.size()];
    }
    if (disturbance.kind == Kind::pattern) {
        constexpr std::string_view k_digits = "0123456789abcdef";
        return {'/', k_digits[disturbance.variant >> 4 & 15U], k_digits[disturbance.variant & 15U]};
    }
    return disturbance.kind == Kind::heap ? "/" + std::to_string(disturbance.variant) : "";
}

std::optional<std::uint32_t> variant_of(Kind kind, std::string_view text) {
    if (kind == Kind::rounding) {
        const auto* const found = std::find(k_modes.begin(), k_modes.end(), text);
        return found == k_modes.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::uint32_t>(found - k_modes.begin()));
    }
    if (kind == Kind::pattern) {
        const auto number = number_of<std::uint32_t>(text, 16);
        return number && *number > 0 && *number < 256 ? number : std::nullopt;
    }
    if (kind == Kind::heap) {
        return number_of<std::uint32_t>(text);
    }
    return text.empty() ? std::optional(0U) : std::nullopt;
}

Error malformed(std::string_view text, const std::string& why) {
    return {ErrorCode::usage, "--disturb " + std::string(text), why};
}

// Reads the ticks behind @ or ~.
std::optional<ChosenTicks> ticks_of(std::string_view text) {
    ChosenTicks chosen;
    if (text.empty()) {
        return chosen;
    }
    const bool is_seeded = text.front() == '~';
    text.remove_prefix(1);
    if (is_seeded) {
        const auto seed = number_of<std::uint64_t>(text);
        chosen.way = ChosenTicks::Way::seeded;
        chosen.seed = seed.value_or(0);
        return seed ? std::optional(chosen) : std::nullopt;
    }
    chosen.way = ChosenTicks::Way::listed;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        const auto tick = number_of<std::uint64_t>(text.substr(begin, end - begin));
        if (!tick || chosen.ticks.size() == k_listed_ticks_max) {
            return std::nullopt;
        }
        chosen.ticks.push_back(*tick);
        begin = end + 1;
    }
    std::sort(chosen.ticks.begin(), chosen.ticks.end());
    return chosen;
}

}  // namespace

std::span<const DisturbanceInfo> all_disturbances() { return k_disturbances; }

const DisturbanceInfo& info_of(DisturbanceKind kind) {
    return k_disturbances[static_cast<std::size_t>(kind)];
}

std::string disturbance_names() {
    std::string names;
    for (const DisturbanceInfo& each : k_disturbances) {
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    }
    return names;
}

bool ChosenTicks::has(std::uint64_t tick) const {
    switch (way) {
        case Way::every:
            return true;
        case Way::seeded: {
            // From every second tick to about one a second: some faults need a rest before.
            constexpr std::uint32_t k_rates = 6;
            return Random(seed).split(tick).chance(1, 2U << seed % k_rates);
        }
        case Way::listed:
            break;
    }
    return std::binary_search(ticks.begin(), ticks.end(), tick);
}

std::string disturbance_text(const Disturbance& disturbance) {
    std::string text = info_of(disturbance.kind).name + variant_text(disturbance);
    if (disturbance.ticks.way == ChosenTicks::Way::seeded) {
        text += "~" + std::to_string(disturbance.ticks.seed);
    } else if (disturbance.ticks.way == ChosenTicks::Way::listed) {
        const char* separator = "@";
        for (const std::uint64_t tick : disturbance.ticks.ticks) {
            text += separator + std::to_string(tick);
            separator = "+";
        }
    }
    return text;
}

std::string disturbances_text(std::span<const Disturbance> disturbances) {
    std::string text;
    for (const Disturbance& each : disturbances) {
        text += (text.empty() ? "" : ",") + disturbance_text(each);
    }
    return text;
}

Result<Disturbance> parse_disturbance(std::string_view text) {
    const std::size_t head_end = std::min(text.find_first_of("@~"), text.size());
    const std::string_view head = text.substr(0, head_end);
    const std::size_t name_end = std::min(head.find('/'), head.size());
    const std::string name(head.substr(0, name_end));
    const auto* const info = std::find_if(k_disturbances.begin(), k_disturbances.end(),
                                          [&](const auto& each) { return each.name == name; });
    if (info == k_disturbances.end()) {
        std::vector<std::string> names;
        for (const DisturbanceInfo& each : k_disturbances) {
            names.emplace_back(each.name);
        }
        return malformed(text, "there is no disturbance '" + name + "'" +
                                   sim::nearest_hint(name, names) + "; there are " +
                                   disturbance_names());
    }
    const auto variant = variant_of(info->kind, head.substr(std::min(name_end + 1, head.size())));
    if (!variant) {
        return malformed(text, info->kind == Kind::rounding
                                   ? "say how: rounding/up, rounding/down or rounding/zero"
                               : info->kind == Kind::pattern
                                   ? "say the byte in hexadecimal, from pattern/01 to pattern/ff"
                               : info->kind == Kind::heap
                                   ? "say the number of the layout: heap/1"
                                   : "nothing stands behind this name but ticks");
    }
    auto ticks = ticks_of(text.substr(head_end));
    if (!ticks) {
        return malformed(text,
                         "ticks are @57 or @57+80, at most 64, and ~7 is at random ticks of "
                         "seed 7");
    }
    if (!info->has_ticks && ticks->way != ChosenTicks::Way::every) {
        return malformed(text, name + " lasts from the start to the end and takes no ticks");
    }
    return Disturbance{info->kind, *variant, std::move(*ticks)};
}

Disturbance draw_disturbance(DisturbanceKind kind, std::uint64_t seed) {
    Random random(seed);
    Disturbance drawn{kind, 0, {}};
    if (kind == Kind::rounding) {
        drawn.variant = random.below(static_cast<std::uint32_t>(k_modes.size()));
    } else if (kind == Kind::pattern) {
        constexpr std::uint32_t k_bytes = 255;
        drawn.variant = 1 + random.below(k_bytes);
    } else if (kind == Kind::heap) {
        constexpr std::uint32_t k_layouts = 1'000'000;
        drawn.variant = random.below(k_layouts);
    }
    // A disturbance that leaves no trace behind its tick is done in all ticks.
    const bool is_in_all = kind == Kind::rounding || kind == Kind::flush || kind == Kind::pattern ||
                           !info_of(kind).has_ticks;
    if (!is_in_all) {
        constexpr std::uint64_t k_seeds = 1'000'000;
        drawn.ticks = {ChosenTicks::Way::seeded, random.below(k_seeds), {}};
    }
    return drawn;
}

Result<void> check_disturbance(DisturbanceKind kind, const sim::GameInfo& game) {
    if (info_of(kind).is_for_float && holds_floating(game.state_schema.root())) {
        return Error{ErrorCode::usage, "",
                     "the state holds floating point (Unportable), which may round as it likes"};
    }
    if (kind == Kind::rounding && !RoundingMode::is_possible()) {
        return Error{ErrorCode::usage, "", "this processor rounds in one way only"};
    }
    if (kind == Kind::flush && !FlushingToZero::is_possible()) {
        return Error{ErrorCode::usage, "", "this processor has no such mode"};
    }
    return {};
}

}  // namespace tandem::tools::check
