// SPDX-License-Identifier: MIT
// Faults planted on purpose, in a fixed tick with integers: each must be found, and exactly where
// it is, or all the equal hashes of the other tables prove nothing.
#include <tandem/tools/lab/replay/tables.hpp>

#include <array>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/lockstep/virtual_match.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_control_ticks = 300;
// The second player runs and jumps there, so that it shows at once what becomes of its keys.
constexpr std::uint64_t k_fault_tick = 180;
constexpr std::uint32_t k_faulty = 1;

enum class InputFault : unsigned char { dropped_input, flipped_input };

// In tick k_fault_tick its second player's input does not arrive as it was given.
template <InputFault fault>
struct FaultyYard : Yard {
    void step(Inputs<Input> inputs) {
        std::array<Input, players_max> arrived{inputs[0], inputs[k_faulty]};
        if (ticks == k_fault_tick) {
            const auto keys = static_cast<std::uint8_t>(arrived[k_faulty].keys ^ key::k_left);
            arrived[k_faulty].keys = fault == InputFault::dropped_input ? 0 : keys;
        }
        Yard::step(Inputs<Input>(arrived, k_both_present));
    }
};

// A fault in one of two recordings, and where it can be had there, on one side of a live match.
struct Control {
    std::string fault;
    std::optional<std::uint64_t> injected;
    replay::Replay sound;
    replay::Replay faulty;
    VirtualMatch::Factory match;
    std::optional<sim::Plant> plant;
};

template <class Game>
replay::Replay recorded(const std::optional<sim::Plant>& plant = std::nullopt) {
    return record(sim::erase<Game>(), yard_records(k_control_ticks), 1, plant);
}

template <class Host, class Guest>
sim::AnySimulation either(std::size_t peer) {
    return peer == 0 ? sim::erase<Host>() : sim::erase<Guest>();
}

template <class Sound, class Faulty>
Control in_the_step(const std::string& fault, std::optional<std::uint64_t> at) {
    return {fault, at, recorded<Sound>(), recorded<Faulty>(), either<Sound, Faulty>, std::nullopt};
}

Control in_the_recording(const std::string& fault, std::byte keys_xor) {
    Records records = yard_records(k_control_ticks);
    records[k_fault_tick].back() ^= keys_xor;
    return {fault,   k_fault_tick, recorded<Yard>(), record(sim::erase<Yard>(), records),
            nullptr, std::nullopt};
}

std::vector<Control> controls() {
    const sim::Plant plant{sim::Tick{k_fault_tick}, "walkers[1].position"};
    const std::byte keys = yard_records(k_fault_tick + 1).back().back();
    std::vector<Control> all;
    all.push_back(in_the_step<Yard, FaultyYard<InputFault::dropped_input>>(
        "input dropped on its way into the step", k_fault_tick));
    all.push_back(in_the_step<Yard, FaultyYard<InputFault::flipped_input>>(
        "bit of an input flipped on its way into the step", k_fault_tick));
    all.push_back(in_the_step<YardWithWallClock<1>, YardWithWallClock<2>>(
        "random numbers seeded by the clock", Yard::k_gust_ticks - 1));
    all.push_back({"bit of the state flipped", k_fault_tick, recorded<Yard>(),
                   recorded<Yard>(plant), either<Yard, Yard>, plant});
    all.push_back(in_the_recording("input missing in the recording", keys));
    all.push_back(
        in_the_recording("bit of an input flipped in the recording", std::byte{key::k_left}));
    all.push_back(in_the_step<Yard, Yard>("none", std::nullopt));
    return all;
}

struct LiveCells {
    Cell tick;
    Cell cause;
};

LiveCells run_live(const Control& control) {
    if (!control.match) {
        return {};
    }
    VirtualMatchOptions options;
    options.guest_plant = control.plant;
    VirtualMatch match(options, control.match, {});
    match.run_until(std::chrono::seconds(10));
    const auto* desynced = match.log(0).find<net::Desynced>();
    if (desynced == nullptr) {
        return {Cell(), "no desync in " + std::to_string(match.log(0).ticks_compared) + " ticks"};
    }
    return {counted(desynced->tick.number), net::cause_text(desynced->cause)};
}

template <class Optional>
Cell number_or_nothing(const Optional& number) {
    return number ? counted(*number) : Cell();
}

}  // namespace

Table controls_table() {
    Table table{.name = "controls",
                .title = "Faults planted on purpose: diff of two recordings, and a live match",
                .columns = {{"fault", "fault"},
                            {"injected", "injected at tick"},
                            {"verdict", "diff"},
                            {"found", "at tick"},
                            {"field", "first field"},
                            {"live", "match at tick"},
                            {"cause", "cause"}}};
    for (const Control& control : controls()) {
        const auto report =
            replay::diff(control.sound, control.faulty, [] { return sim::erase<Yard>(); });
        TANDEM_ASSERT(report.has_value());
        const LiveCells live = run_live(control);
        const auto tick = report->tick ? std::optional(report->tick->number) : std::nullopt;
        const bool has_field = !report->fields.empty();
        table.rows.push_back({control.fault, number_or_nothing(control.injected),
                              replay::verdict_text(report->verdict), number_or_nothing(tick),
                              has_field ? Cell(report->fields.front().path) : Cell(), live.tick,
                              live.cause});
    }
    table.notes = {
        "diff: inputs where the records differ, state where equal records gave "
        "different states."};
    return table;
}

}  // namespace tandem::tools::lab
