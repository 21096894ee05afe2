// SPDX-License-Identifier: MIT
// The comparison of two reports of one tick.
#include <tandem/net/session/autopsy.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::net {
namespace {

using sim::ByteView;

bool is_sound(const sim::Schema& schema, ByteView bytes) {
    const auto size = sim::measure_value(schema.root(), bytes);
    return size.has_value() && *size == bytes.size();
}

// Whose input differs, in words; nothing where it cannot be told.
std::optional<std::string> input_text(const sim::GameInfo& game, std::uint32_t slots, ByteView ours,
                                      ByteView theirs) {
    const auto a = sim::parse_record(game.input_schema, slots, ours);
    const auto b = sim::parse_record(game.input_schema, slots, theirs);
    if (!a || !b) {
        return std::nullopt;
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        const std::string player = "player " + std::to_string(slot);
        if (a->present(slot) != b->present(slot)) {
            return player + " is " +
                   (a->present(slot) ? "present here and absent there"
                                     : "absent here and present there");
        }
        const ByteView x = a->inputs[slot];
        const ByteView y = b->inputs[slot];
        if (x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin())) {
            continue;
        }
        const auto fields = sim::compare_values(game.input_schema, x, y);
        return player +
               (fields.empty() ? std::string() : "  " + sim::difference_text(fields.front()));
    }
    return std::nullopt;
}

DesyncCause cause_of(const Moment& ours, const Autopsy* theirs) {
    if (ours.ticks_done == 0) {
        return DesyncCause::setup;
    }
    if (theirs == nullptr) {
        return DesyncCause::unknown;
    }
    return ours.hashes.records == theirs->hashes.records ? DesyncCause::simulation
                                                         : DesyncCause::inputs;
}

// Which state is missing, in words; nothing if both are there.
std::optional<std::string> missing_state_text(const sim::GameInfo& game, const Moment& ours,
                                              const Autopsy* theirs) {
    if (!ours.has_state) {
        return "our state after it was no longer in memory, so the recording has no evidence of it "
               "and no field is named";
    }
    if (theirs == nullptr) {
        return "without the other side's state no field is named";
    }
    if (!theirs->has_state && ours.state.size() > MessageLimits::evidence_bytes_max) {
        return "its state of " + std::to_string(ours.state.size()) +
               " bytes is too large to be sent, so no field is named here; compare the "
               "two recordings with diff";
    }
    if (!theirs->has_state) {
        return "the other side's state was no longer in its memory, so no field is named";
    }
    if (!is_sound(game.state_schema, theirs->state)) {
        return "what the other side sent is no state of this game, so no field is named";
    }
    return std::nullopt;
}

std::string words(const sim::GameInfo& game, std::uint32_t slots, const Desynced& desync,
                  const Moment& ours, const Autopsy* theirs) {
    std::string text = ours.ticks_done == 0
                           ? "desync before tick 0"
                           : "desync after tick " + std::to_string(desync.tick.number);
    text += " with player " + std::to_string(desync.slot.index) + ": " + cause_text(desync.cause);
    if (desync.cause == DesyncCause::inputs) {
        const auto input = input_text(game, slots, ours.record, theirs->record);
        text += input ? "; " + *input : "";
    }
    if (!desync.fields.empty()) {  // the others stand in the event
        text += "; " + sim::difference_text(desync.fields.front());
    }
    text += desync.no_state.empty() ? "" : "; " + desync.no_state;
    return text;
}

}  // namespace

Autopsy make_autopsy(const Moment& moment) {
    Autopsy autopsy{moment.ticks_done, moment.state_hash, moment.hashes,
                    moment.record,     moment.has_state,  moment.state};
    if (autopsy.state.size() > MessageLimits::evidence_bytes_max) {
        autopsy.has_state = false;
        autopsy.state.clear();
    }
    return autopsy;
}

Desynced explain_desync(const sim::GameInfo& game, std::uint32_t slots, Slot slot,
                        const Moment& ours, std::optional<sim::ChainHash> their_chain,
                        const Autopsy* theirs) {
    Desynced desync;
    desync.tick = sim::Tick{ours.ticks_done == 0 ? 0 : ours.ticks_done - 1};
    desync.slot = slot;
    desync.ours = ours.state_hash;
    desync.our_chain = ours.hashes.chain;
    desync.their_chain = their_chain;
    desync.cause = cause_of(ours, theirs);
    if (theirs != nullptr) {
        desync.theirs = theirs->state_hash;
    }
    if (auto missing = missing_state_text(game, ours, theirs); missing) {
        desync.no_state = std::move(*missing);
    } else {
        desync.fields = sim::compare_values(game.state_schema, ours.state, theirs->state);
    }
    desync.text = words(game, slots, desync, ours, theirs);
    return desync;
}

}  // namespace tandem::net
