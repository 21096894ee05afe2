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

using replay::CauseClass;
constexpr std::array<DisturbanceInfo, 21> k_disturbances{{
    {DisturbanceKind::again, "again", "was played once more with nothing changed", false, false,
     "twin", "a second game that was started alike",
     "something outside of the game takes part: a static or global that changes, rand() or "
     "random_device, a clock or an address, or a member that was never given a value; make it a "
     "member that serialize names, or take it from setup and inputs",
     CauseClass::local, "outside"},
    {DisturbanceKind::later, "later", "was played over a second later, with pauses", true, false},
    {DisturbanceKind::neighbour, "neighbour", "had another game of its process step in between",
     true, false},
    {DisturbanceKind::save, "save", "was saved in between", true, false, "serialize",
     "the same state, written and read again",
     "serialize depends on values or changes something; it must name every field in every call, "
     "without a condition on values",
     CauseClass::unsaved, "serialize"},
    {DisturbanceKind::restore, "restore", "went on from its saved state in a fresh object", true,
     false, "fresh", "a game restored into a fresh object",
     "step reads a member that serialize leaves out and restored() does not rebuild; name it in "
     "serialize, or rebuild it from what is named",
     CauseClass::unsaved, "field"},
    {DisturbanceKind::used, "used",
     "went on from its saved state in an object that had played something else", true, false,
     "dirty", "a game restored into an object that had played something else",
     "a member keeps something from before the restoring, most likely a cache; rebuild it in "
     "restored(), or name it in serialize",
     CauseClass::unsaved, "cache"},
    {DisturbanceKind::copy, "copy", "went on as a copy", true, false, "copy", "a copy",
     "a copy goes on differently: a member points into its own object or shares what it points to; "
     "keep an index instead",
     CauseClass::local, "copy"},
    {DisturbanceKind::late, "late",
     "stepped with guessed inputs, went back and stepped with the right ones", true, false},
    {DisturbanceKind::reset, "reset", "began in an object that had played something else", false,
     false, "reset", "a game that was reset after it had played something else",
     "reset leaves a member as an earlier session made it; give every member its first value "
     "there, as *this = Game{} does",
     CauseClass::local, "reset"},
    {DisturbanceKind::observe, "observe", "was drawn, saved and asked for inputs", true, false,
     "observed", "a game that was drawn, saved and asked for inputs",
     "draw, bot_input, input_from_keys, finished or serialize changes what the next step reads; "
     "look for a mutable member, a static or a const_cast",
     CauseClass::local, "observed"},
    {DisturbanceKind::rounding, "rounding", "had its floating point round otherwise", true, true,
     "rounding", "a game whose floating point rounds up and down by turns",
     "floating point decides something in reset or step, so the result changes with compiler, "
     "flags (contraction) and processor; use Fixed",
     CauseClass::build, "rounding"},
    {DisturbanceKind::flush, "flush", "had its floating point take tiny numbers for zero", true,
     true},
    {DisturbanceKind::locale, "locale", "was played with another decimal point", false, false},
    {DisturbanceKind::environment, "environment",
     "was played with other variables, in another time zone and folder", false, false},
    {DisturbanceKind::pattern, "pattern", "was played in memory filled with a pattern", true,
     false},
    {DisturbanceKind::heap, "heap", "was played with its blocks of memory elsewhere", false, false},
    {DisturbanceKind::thread, "thread", "was stepped by another thread", true, false, "thread",
     "a game stepped by a thread while another steps a second one",
     "the result depends on the thread, on when a tick is computed, or on what another game does "
     "meanwhile: a thread_local, a thread's id, the time between ticks, random_device, or memory "
     "that all games share (a static buffer); make it a member",
     CauseClass::local, "thread"},
    {DisturbanceKind::beside, "beside", "was stepped while another thread stepped another game",
     false, false},
    {DisturbanceKind::process, "process", nullptr, false, false, "process",
     "a game in another process, at least a second later",
     "the result depends on the process: a clock, an address (a pointer as a key), a byte that was "
     "never written, random_device, the environment or a file; take it from setup and inputs, use "
     "an index as the key, and give every member a value",
     CauseClass::local, "machine"},
    {DisturbanceKind::memory, "memory", nullptr, false, false, "memory",
     "a game in memory filled with a pattern, its blocks in another order",
     "a byte that was never written takes part, or the order of addresses (a pointer as a key); "
     "give every member a value, and use an index as the key",
     CauseClass::local, "memory"},
    {DisturbanceKind::build, "build", nullptr, false, false, "build", "the game in another build",
     "the builds decide differently: an unordered container, equal elements in std::sort or a "
     "heap, a distribution of <random>, floating point, or the order of evaluation; "
     "sim/DETERMINISM.md has what to use instead",
     CauseClass::build, "build"},
}};

constexpr std::size_t k_of_runs = 18;

constexpr std::array<DisturbanceKind, 12> k_probes{
    DisturbanceKind::save,    DisturbanceKind::again,    DisturbanceKind::reset,
    DisturbanceKind::copy,    DisturbanceKind::restore,  DisturbanceKind::used,
    DisturbanceKind::observe, DisturbanceKind::rounding, DisturbanceKind::thread,
    DisturbanceKind::process, DisturbanceKind::memory,   DisturbanceKind::build};

constexpr std::array<const char*, k_rounding_modes> k_modes{"up", "down", "zero"};

bool holds_floating(const sim::SchemaNode& node);
const DisturbanceInfo* find_named(std::string_view name);
Result<std::vector<DisturbanceKind>> listed_probes(const std::string& option,
                                                   const std::vector<std::string>& lists);
template <class Number>
std::optional<Number> number_of(std::string_view text, int base = 10);
std::string variant_text(const Disturbance& disturbance);
std::optional<std::uint32_t> variant_of(DisturbanceKind kind, std::string_view text);
Error malformed(std::string_view text, const std::string& why);
std::optional<ChosenTicks> ticks_of(std::string_view text);

}  // namespace

std::span<const DisturbanceInfo> all_disturbances() {
    return std::span(k_disturbances).first(k_of_runs);
}

const DisturbanceInfo& info_of(DisturbanceKind kind) {
    return k_disturbances[static_cast<std::size_t>(kind)];
}

std::string disturbance_names() {
    std::string names;
    for (const DisturbanceInfo& each : all_disturbances()) {
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    }
    return names;
}

std::span<const DisturbanceKind> all_probes() { return k_probes; }

std::size_t place_of_probe(DisturbanceKind probe) {
    const auto* const found = std::find(k_probes.begin(), k_probes.end(), probe);
    return static_cast<std::size_t>(found - k_probes.begin());
}

std::vector<std::string> probe_words() {
    std::vector<std::string> words;
    for (const DisturbanceKind probe : k_probes) {
        words.emplace_back(info_of(probe).probe);
    }
    return words;
}

std::string probe_names() {
    std::string names;
    for (const std::string& word : probe_words()) {
        names += (names.empty() ? "" : ", ") + word;
    }
    return names;
}

Result<std::vector<DisturbanceKind>> choose_probes(const std::vector<std::string>& names,
                                                   const std::vector<std::string>& skipped) {
    auto chosen = listed_probes("--probe", names);
    const auto left_out = skipped_probes(skipped);
    TANDEM_TRY(chosen);
    TANDEM_TRY(left_out);
    if (names.empty()) {
        chosen->assign(k_probes.begin(), k_probes.end() - 1);
    }
    for (const DisturbanceKind probe : *left_out) {
        const std::string place = std::string("--skip ") + info_of(probe).probe;
        const auto found = std::find(chosen->begin(), chosen->end(), probe);
        if (found != chosen->end() && !names.empty()) {
            return Error{ErrorCode::usage, place, "--probe names it too; which is meant?"};
        }
        if (found != chosen->end()) {
            chosen->erase(found);
        }
        if (chosen->empty()) {
            return Error{ErrorCode::usage, place, "no probe is left, which would prove nothing"};
        }
    }
    return chosen;
}

Result<std::vector<DisturbanceKind>> skipped_probes(const std::vector<std::string>& skipped) {
    return listed_probes("--skip", skipped);
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
    const DisturbanceInfo* const info = find_named(name);
    if (info == nullptr || info->what == nullptr) {
        std::vector<std::string> names;
        for (const DisturbanceInfo& each : all_disturbances()) {
            names.emplace_back(each.name);
        }
        return malformed(text, "there is no disturbance '" + name + "'" +
                                   sim::nearest_hint(name, names) + "; there are " +
                                   disturbance_names());
    }
    const auto variant = variant_of(info->kind, head.substr(std::min(name_end + 1, head.size())));
    if (!variant) {
        return malformed(text, info->kind == DisturbanceKind::rounding
                                   ? "say how: rounding/up, rounding/down or rounding/zero"
                               : info->kind == DisturbanceKind::pattern
                                   ? "say the byte in hexadecimal, from pattern/01 to pattern/ff"
                               : info->kind == DisturbanceKind::heap
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
    if (kind == DisturbanceKind::rounding) {
        drawn.variant = random.below(static_cast<std::uint32_t>(k_modes.size()));
    } else if (kind == DisturbanceKind::pattern) {
        constexpr std::uint32_t k_bytes = 255;
        drawn.variant = 1 + random.below(k_bytes);
    } else if (kind == DisturbanceKind::heap) {
        constexpr std::uint32_t k_layouts = 1'000'000;
        drawn.variant = random.below(k_layouts);
    }
    // A disturbance that leaves no trace behind its tick is done in all ticks.
    const bool is_in_all = kind == DisturbanceKind::rounding || kind == DisturbanceKind::flush ||
                           kind == DisturbanceKind::pattern || !info_of(kind).has_ticks;
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
    if (kind == DisturbanceKind::rounding && !RoundingMode::is_possible()) {
        return Error{ErrorCode::usage, "", "this processor rounds in one way only"};
    }
    if (kind == DisturbanceKind::flush && !FlushingToZero::is_possible()) {
        return Error{ErrorCode::usage, "", "this processor has no such mode"};
    }
    return {};
}

namespace {

bool holds_floating(const sim::SchemaNode& node) {
    return node.kind == sim::FieldKind::floating ||
           std::any_of(node.children.begin(), node.children.end(), holds_floating);
}

// The disturbance of this name, as a probe or as what is done to a run; null if there is none.
const DisturbanceInfo* find_named(std::string_view name) {
    const auto* const found = std::find_if(
        k_disturbances.begin(), k_disturbances.end(), [&](const DisturbanceInfo& each) {
            return each.name == name || (each.probe != nullptr && each.probe == name);
        });
    return found == k_disturbances.end() ? nullptr : found;
}

// The probes of `lists`. Each list may hold several, with commas between them.
Result<std::vector<DisturbanceKind>> listed_probes(const std::string& option,
                                                   const std::vector<std::string>& lists) {
    std::vector<DisturbanceKind> probes;
    for (const std::string& list : lists) {
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const std::string name = list.substr(begin, end - begin);
            const DisturbanceInfo* const info = find_named(name);
            if (info == nullptr || info->probe == nullptr) {
                return Error{ErrorCode::usage, option + " " + list,
                             "there is no probe '" + name + "'" +
                                 sim::nearest_hint(name, probe_words()) + "; there are " +
                                 probe_names()};
            }
            probes.push_back(info->kind);
            begin = end + 1;
        }
    }
    std::sort(probes.begin(), probes.end(), [](DisturbanceKind a, DisturbanceKind b) {
        return place_of_probe(a) < place_of_probe(b);
    });
    probes.erase(std::unique(probes.begin(), probes.end()), probes.end());
    return probes;
}

template <class Number>
std::optional<Number> number_of(std::string_view text, int base) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::string variant_text(const Disturbance& disturbance) {
    if (disturbance.kind == DisturbanceKind::rounding) {
        return std::string("/") + k_modes[disturbance.variant % k_modes.size()];
    }
    if (disturbance.kind == DisturbanceKind::pattern) {
        constexpr std::string_view k_digits = "0123456789abcdef";
        return {'/', k_digits[disturbance.variant >> 4 & 15U], k_digits[disturbance.variant & 15U]};
    }
    return disturbance.kind == DisturbanceKind::heap ? "/" + std::to_string(disturbance.variant)
                                                     : "";
}

std::optional<std::uint32_t> variant_of(DisturbanceKind kind, std::string_view text) {
    if (kind == DisturbanceKind::rounding) {
        const auto* const found = std::find(k_modes.begin(), k_modes.end(), text);
        return found == k_modes.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::uint32_t>(found - k_modes.begin()));
    }
    if (kind == DisturbanceKind::pattern) {
        const auto number = number_of<std::uint32_t>(text, 16);
        return number && *number > 0 && *number < 256 ? number : std::nullopt;
    }
    if (kind == DisturbanceKind::heap) {
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
}  // namespace tandem::tools::check
