// SPDX-License-Identifier: MIT
// The comparison of two reports of one tick.
#include <tandem/net/session/autopsy.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::net {
namespace {

bool is_sound(const sim::Schema& schema, ByteView bytes);
std::optional<std::string> input_text(const sim::GameInfo& game, std::uint32_t slots, ByteView ours,
                                      ByteView theirs);
DesyncCause cause_of(const Moment& ours, const Autopsy* theirs);
std::string broken_walk_text(const StatesAtDesync& states, const Autopsy& theirs);
std::optional<std::string> missing_state_text(const sim::GameInfo& game,
                                              const StatesAtDesync& states, const Autopsy* theirs);
std::vector<sim::FieldDifference> first_difference(const sim::GameInfo& game,
                                                   const StatesAtDesync& states);
void name_fields(const sim::GameInfo& game, const StatesAtDesync& states, const Autopsy* theirs,
                 Desynced& desync);
std::string words(const sim::GameInfo& game, std::uint32_t slots, const Desynced& desync,
                  const Moment& ours, const Autopsy* theirs);

}  // namespace

Autopsy make_autopsy(const Moment& moment) {
    Autopsy autopsy{
        moment.ticks_done, moment.state_hash, moment.hashes, moment.record, false, 0, {}};
    autopsy.has_state = moment.has_state && moment.state.size() <= PieceLimits::state_bytes_max;
    if (autopsy.has_state) {
        autopsy.state_bytes = moment.state.size();
    }
    if (autopsy.has_state && moment.state.size() <= PieceLimits::bytes_max) {
        autopsy.state = moment.state;
    }
    return autopsy;
}

Autopsy make_reset_autopsy(const Moment& moment) {
    Autopsy autopsy{moment.ticks_done, moment.state_hash,   moment.hashes, moment.record,
                    moment.has_state,  moment.state.size(), moment.state};
    if (autopsy.state.size() > MessageLimits::evidence_bytes_max) {
        autopsy.has_state = false;
        autopsy.state.clear();
    }
    return autopsy;
}

Desynced explain_desync(const sim::GameInfo& game, std::uint32_t slots, Slot slot,
                        const Moment& ours, const StatesAtDesync& states,
                        std::optional<sim::ChainHash> their_chain, const Autopsy* theirs,
                        ProgramsCompared programs) {
    Desynced desync;
    desync.programs = programs;
    desync.tick = sim::Tick{ours.ticks_done == 0 ? 0 : ours.ticks_done - 1};
    desync.slot = slot;
    desync.ours = ours.state_hash;
    desync.our_chain = ours.hashes.chain;
    desync.their_chain = their_chain;
    desync.cause = cause_of(ours, theirs);
    if (theirs != nullptr) {
        desync.theirs = theirs->state_hash;
        desync.other = OtherSide{theirs->record, theirs->hashes, nullptr};
    }
    name_fields(game, states, theirs, desync);
    if (desync.no_state.empty()) {
        desync.other->state = std::make_shared<const sim::Bytes>(*states.theirs);
    }
    desync.text = words(game, slots, desync, ours, theirs);
    return desync;
}

namespace {

bool is_sound(const sim::Schema& schema, ByteView bytes) {
    const auto size = sim::measure_value(schema.root(), bytes);
    return size.has_value() && *size == bytes.size();
}

// The player whose input differs, in words; nothing if it cannot be told.
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

// The reason why the other state is not known, though it is in the other side's memory.
std::string broken_walk_text(const StatesAtDesync& states, const Autopsy& theirs) {
    switch (states.walk) {
        case StateWalk::End::too_much:
            return "more than " + std::to_string(PieceLimits::told_bytes_max) +
                   " bytes of the states differ, which is more than is sent";
        case StateWalk::End::refused:
            return "the other side told no more of its state";
        case StateWalk::End::too_large:
            return "the other side's state has " + std::to_string(states.their_bytes) +
                   " bytes, too many beside ours to be looked at";
        case StateWalk::End::whole:
        case StateWalk::End::none:
            break;
    }
    return theirs.state.empty() ? "the walk through the other side's state did not come to its end"
                                : "what the other side sent is not the state whose hash it told";
}

// Says in words which state is missing; nothing if both are there.
std::optional<std::string> missing_state_text(const sim::GameInfo& game,
                                              const StatesAtDesync& states, const Autopsy* theirs) {
    if (states.ours == nullptr) {
        return "our state after it was no longer in memory, so the recording has no evidence of it "
               "and no field is named";
    }
    if (theirs == nullptr) {
        return "without the other side's state no field is named";
    }
    if (!theirs->has_state && theirs->state_bytes > MessageLimits::evidence_bytes_max) {
        return "its state of " + std::to_string(theirs->state_bytes) +
               " bytes is too large to be sent before a match, so no field is named";
    }
    if (!theirs->has_state) {
        return "the other side's state was no longer in its memory, so no field is named";
    }
    if (states.theirs == nullptr) {
        return broken_walk_text(states, *theirs);
    }
    if (!is_sound(game.state_schema, *states.theirs)) {
        return "what the other side sent is no state of this game, so no field is named";
    }
    return std::nullopt;
}

// The first field that differs, if only the beginning of the other state is known. Our own end in
// place of the unknown rest makes it a state again. Returns nothing if the result is no state.
std::vector<sim::FieldDifference> first_difference(const sim::GameInfo& game,
                                                   const StatesAtDesync& states) {
    const sim::Bytes& known = states.their_beginning;
    if (states.ours == nullptr || states.their_bytes < known.size()) {
        return {};
    }
    const std::size_t same = static_cast<std::size_t>(
        std::mismatch(known.begin(), known.end(), states.ours->begin(), states.ours->end()).first -
        known.begin());
    // The value that begins to differ must not reach into the unknown rest.
    constexpr std::size_t k_value_bytes_max = 64;
    if (same + k_value_bytes_max > known.size()) {
        return {};
    }
    sim::Bytes patched = known;
    const std::uint64_t rest = states.their_bytes - known.size();
    const std::uint64_t of_ours = std::min<std::uint64_t>(rest, states.ours->size());
    patched.resize(known.size() + (rest - of_ours));  // where theirs is much longer
    patched.insert(patched.end(), states.ours->end() - static_cast<std::ptrdiff_t>(of_ours),
                   states.ours->end());
    if (!is_sound(game.state_schema, patched)) {
        return {};
    }
    auto fields = sim::compare_values(game.state_schema, *states.ours, patched);
    fields.resize(std::min<std::size_t>(fields.size(), 1));
    return fields;
}

void name_fields(const sim::GameInfo& game, const StatesAtDesync& states, const Autopsy* theirs,
                 Desynced& desync) {
    auto missing = missing_state_text(game, states, theirs);
    if (!missing) {
        desync.fields = sim::compare_values(game.state_schema, *states.ours, *states.theirs);
        return;
    }
    desync.no_state = std::move(*missing);
    if (states.theirs == nullptr && !states.their_beginning.empty()) {
        desync.fields = first_difference(game, states);
        desync.no_state += desync.fields.empty()
                               ? ", so no field is named"
                               : ", so only the first field that differs is named";
    }
}

std::string words(const sim::GameInfo& game, std::uint32_t slots, const Desynced& desync,
                  const Moment& ours, const Autopsy* theirs) {
    std::string text = ours.ticks_done == 0
                           ? "desync before tick 0"
                           : "desync after tick " + std::to_string(desync.tick.number);
    text += " with player " + std::to_string(desync.slot.index) + ": " +
            cause_text(desync.cause, desync.programs);
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
}  // namespace tandem::net
