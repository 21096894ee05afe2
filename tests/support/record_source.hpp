// SPDX-License-Identifier: MIT
// What a session is made of, for tests and for the golden chains, which run where no GoogleTest is:
// setups, bots for everybody, a schedule of presence, generated and recorded Doom tics.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::test {

// A setup for that many players with the game's own tick rate and default options.
Setup make_setup(const sim::GameInfo& game, std::uint32_t slots, std::uint64_t seed = 1);

// The record of the next tick with a bot in every present slot.
sim::Bytes bot_record(const sim::AnySimulation& simulation, std::uint64_t ticks_done,
                      std::uint64_t presence = ~std::uint64_t{0});

// Makes the record of the tick after `ticks_done` ticks.
using RecordSource =
    std::function<sim::Bytes(const sim::AnySimulation& simulation, std::uint64_t ticks_done)>;

// All records of a session of bots, whoever is present by `presence(tick)`.
RecordSource bots(std::function<std::uint64_t(std::uint64_t)> presence = {});

// One player's inputs in Doom's four bytes: forward, side, turn, buttons.
using DoomTic = std::array<std::uint8_t, 4>;

// Tics as a person might give them: held for a while, mostly forward, turning in bursts. A function
// of its arguments, with draws of its own.
std::vector<DoomTic> generate_tics(std::uint64_t seed, std::size_t count);

struct DoomDemo {
    std::uint32_t players = 0;
    std::vector<DoomTic> tics;  // tick by tick, players in order within one
};

// The file TANDEM_DATA/doom/`name`, else the same demo out of Debian's WAD ("freedm_demo1.lmp" is
// DEMO1 in freedm.wad), or the reason why there is none as a sentence.
struct DoomDemoOrReason {
    std::optional<DoomDemo> demo;
    std::string reason;
};
DoomDemoOrReason read_doom_demo(const std::string& name);

}  // namespace tandem::test
