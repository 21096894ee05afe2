// SPDX-License-Identifier: MIT
// The inputs of a session as values: ticks can be left out, inputs made idle, fields set back.
// Shrinking a recording uses it as its editor.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {

// The place of a player's input that is not idle.
struct InputPlace {
    std::uint32_t tick = 0;  // counted in the sheet, from 0
    std::uint32_t slot = 0;

    friend bool operator==(const InputPlace&, const InputPlace&) = default;
};

class InputSheet {
public:
    // Reads all records of a recording that begins at tick 0, and behind them the record of the
    // tick in which its session failed, if it did. `idle` is the canonical idle input.
    static sim::Result<InputSheet> read(const Replay& replay, sim::Bytes idle);

    std::uint32_t ticks() const { return static_cast<std::uint32_t>(presence_.size()); }
    std::uint32_t slots() const { return slots_; }
    // The canonical input; idle if the slot is absent.
    const sim::Bytes& input(const InputPlace& place) const;
    // The places of all inputs that are not idle, by ticks.
    std::vector<InputPlace> places() const;
    // The record of a tick.
    sim::Bytes record(std::uint32_t tick) const;
    // The records of all ticks.
    std::vector<sim::Bytes> records() const;

    // Returns a sheet with only these ticks, ascending, one behind the other.
    InputSheet with_ticks(std::span<const std::uint32_t> kept) const;
    // Returns a sheet in which all inputs but these are idle.
    InputSheet with_places(std::span<const InputPlace> kept) const;
    // Puts another input there.
    void set_input(const InputPlace& place, const sim::Bytes& input);

private:
    // The inputs that occur, each once: the same ones come in many ticks, and sheets are copied
    // often.
    class Table;

    InputSheet(std::uint32_t slots, const sim::Bytes& idle);
    void add(const sim::RecordView& record);
    std::uint32_t& id(const InputPlace& place);
    std::uint32_t id(const InputPlace& place) const;

    std::uint32_t slots_ = 0;
    std::shared_ptr<Table> table_;  // all copies share it; it only grows. Its first input is idle.
    std::vector<std::uint64_t> presence_;  // presence bits of each tick
    // The input of each slot of each tick; for an absent slot it is the idle one.
    std::vector<std::uint32_t> ids_;
};

}  // namespace tandem::replay
