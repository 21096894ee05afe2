// SPDX-License-Identifier: MIT
// Edits inputs. Presence is kept as it was: an absent player gives no input to shrink.
#include <tandem/replay/explain/input_sheet.hpp>

#include <deque>
#include <map>
#include <utility>

#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {
namespace {

// The idle input is the first of the table.
constexpr std::uint32_t k_idle = 0;

}  // namespace

class InputSheet::Table {
public:
    std::uint32_t id_of(const sim::Bytes& input) {
        const auto [known, is_new] =
            ids_.emplace(input, static_cast<std::uint32_t>(inputs_.size()));
        if (is_new) {
            inputs_.push_back(input);
        }
        return known->second;
    }
    const sim::Bytes& input(std::uint32_t id) const { return inputs_[id]; }

private:
    std::deque<sim::Bytes> inputs_;  // references to them stay valid
    std::map<sim::Bytes, std::uint32_t> ids_;
};

InputSheet::InputSheet(std::uint32_t slots, const sim::Bytes& idle)
    : slots_(slots), table_(std::make_shared<Table>()) {
    table_->id_of(idle);
}

sim::Result<InputSheet> InputSheet::read(const Replay& replay, sim::Bytes idle) {
    if (replay.first_tick() != 0) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "the recording begins at tick " + std::to_string(replay.first_tick()) +
                              "; only one that begins at tick 0 can be played with other inputs"};
    }
    const Header& header = replay.header();
    InputSheet sheet(header.setup.slots, idle);
    Cursor cursor(replay);
    for (std::uint64_t tick = 0; tick < replay.end_tick(); ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        TANDEM_TRY(record);
        const auto view = sim::parse_record(header.input_schema, header.setup.slots, *record);
        TANDEM_TRY(view);
        sheet.add(*view);
    }
    if (const auto failed = failed_tick(replay)) {
        const auto view =
            sim::parse_record(header.input_schema, header.setup.slots, failed->record);
        TANDEM_ASSERT(view);
        sheet.add(*view);
    }
    return sheet;
}

void InputSheet::add(const sim::RecordView& record) {
    presence_.push_back(record.presence);
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        const sim::ByteView input = record.inputs[slot];
        ids_.push_back(record.present(slot) ? table_->id_of(sim::Bytes(input.begin(), input.end()))
                                            : k_idle);
    }
}

std::uint32_t& InputSheet::id(const InputPlace& place) {
    TANDEM_ASSERT(place.tick < ticks() && place.slot < slots_);
    return ids_[std::size_t{place.tick} * slots_ + place.slot];
}

std::uint32_t InputSheet::id(const InputPlace& place) const {
    TANDEM_ASSERT(place.tick < ticks() && place.slot < slots_);
    return ids_[std::size_t{place.tick} * slots_ + place.slot];
}

const sim::Bytes& InputSheet::input(const InputPlace& place) const {
    return table_->input(id(place));
}

std::vector<InputPlace> InputSheet::places() const {
    std::vector<InputPlace> places;
    for (std::uint32_t tick = 0; tick < ticks(); ++tick) {
        for (std::uint32_t slot = 0; slot < slots_; ++slot) {
            if (id({tick, slot}) != k_idle) {
                places.push_back({tick, slot});
            }
        }
    }
    return places;
}

sim::Bytes InputSheet::record(std::uint32_t tick) const {
    std::vector<sim::Bytes> inputs;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        inputs.push_back(input({tick, slot}));
    }
    return sim::make_record(presence_[tick], inputs);
}

std::vector<sim::Bytes> InputSheet::records() const {
    std::vector<sim::Bytes> records;
    records.reserve(ticks());
    for (std::uint32_t tick = 0; tick < ticks(); ++tick) {
        records.push_back(record(tick));
    }
    return records;
}

InputSheet InputSheet::with_ticks(std::span<const std::uint32_t> kept) const {
    InputSheet sheet = *this;
    sheet.presence_.clear();
    sheet.ids_.clear();
    for (const std::uint32_t tick : kept) {
        TANDEM_ASSERT(tick < ticks());
        sheet.presence_.push_back(presence_[tick]);
        for (std::uint32_t slot = 0; slot < slots_; ++slot) {
            sheet.ids_.push_back(id({tick, slot}));
        }
    }
    return sheet;
}

InputSheet InputSheet::with_places(std::span<const InputPlace> kept) const {
    InputSheet sheet = *this;
    sheet.ids_.assign(ids_.size(), k_idle);
    for (const InputPlace& place : kept) {
        sheet.id(place) = id(place);
    }
    return sheet;
}

void InputSheet::set_input(const InputPlace& place, const sim::Bytes& input) {
    id(place) = table_->id_of(input);
}

}  // namespace tandem::replay
