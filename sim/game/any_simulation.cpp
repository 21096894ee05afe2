// SPDX-License-Identifier: MIT
// Checks setups and records, whatever the game's type is, before the game sees them.
#include <tandem/sim/game/any_simulation.hpp>

#include <utility>

#include <tandem/sim/game/game_call.hpp>
#include <tandem/sim/game/step_count.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

// The caller has made a mistake that no compiler can see.
[[noreturn]] void fail(const std::string& why) {
    assertion_failed(why.c_str(), __FILE__, __LINE__);
}

}  // namespace

AnySimulation::AnySimulation(std::unique_ptr<SimulationModel> model) : model_(std::move(model)) {
    TANDEM_ASSERT(model_ != nullptr);
}

Result<void> AnySimulation::reset(const Setup& setup) {
    TANDEM_TRY(check_setup(info(), setup));
    TANDEM_TRY(check_assets(setup));
    setup_ = complete_setup(info(), setup);
    return start(ResetObject::fresh);
}

Result<void> AnySimulation::reset_used_object() {
    TANDEM_ASSERT(is_reset_);
    return start(ResetObject::used);
}

Result<void> AnySimulation::start(ResetObject object) {
    is_reset_ = false;
    facts_ = {};
    faults_.clear();
    ticks_heard_.clear();
    ticks_done_ = 0;
    const FaultScope scope(faults_, ticks_done_);
    const GameCall call(GameFunction::reset, ticks_done_);
    const auto facts = model_->reset(setup_, object);
    count_step();
    TANDEM_TRY(facts);
    facts_ = *facts;
    is_reset_ = true;
    failure_.reset();
    return {};
}

AnySimulation AnySimulation::clone() const {
    AnySimulation copy(model_->clone());
    copy.setup_ = setup_;
    copy.facts_ = facts_;
    copy.ticks_done_ = ticks_done_;
    copy.is_reset_ = is_reset_;
    copy.failure_ = failure_;
    return copy;
}

Result<void> AnySimulation::step(ByteView record) { return step(record, nullptr); }

Result<std::vector<PhaseHash>> AnySimulation::step_with_phases(ByteView record,
                                                               PhaseDetail detail) {
    PhaseLog log{detail};
    TANDEM_TRY(step(record, &log));
    return std::move(log.phases);
}

Result<void> AnySimulation::step(ByteView record, PhaseLog* phases) {
    TANDEM_ASSERT(is_reset_);
    if (failure_) {
        return Error{ErrorCode::step_failed, "step",
                     "an earlier step failed (" + failure_->text() + "); reset or restore first"};
    }
    TANDEM_TRY(parse_record(info().input_schema, setup_.slots, record, record_));
    // Every byte of a record is hashed. A byte that nobody reads would give one history two hashes.
    if (record_.bytes != record.size()) {
        return Error{ErrorCode::bad_data, "record byte " + std::to_string(record_.bytes),
                     "found " + std::to_string(record.size() - record_.bytes) +
                         " bytes behind the last input"};
    }
    const FaultScope scope(ticks_heard_.add(ticks_done_) ? &faults_ : nullptr, ticks_done_);
    const GameCall call(GameFunction::step, ticks_done_);
    const auto facts = model_->step(record_, phases);
    count_step();
    if (!facts) {
        if (facts.error().code == ErrorCode::step_failed) {
            failure_ = facts.error();
        }
        return facts.error();
    }
    facts_ = *facts;
    ++ticks_done_;
    return {};
}

const void* AnySimulation::game(detail::TypeToken type, std::string_view name) const {
    TANDEM_ASSERT(is_reset_);
    const void* const game = model_->game(type);
    if (game == nullptr) {
        const std::string asked = "\"" + escaped_ascii(name) + "\"";
        fail("this is the game \"" + escaped_ascii(info().name) + "\", and as<>() asks for " +
             (name == info().name ? "another type whose name is " + asked + " too" : asked));
    }
    return game;
}

Result<void> AnySimulation::write_record(const ErasedInputs& inputs, Bytes& out) const {
    TANDEM_ASSERT(is_reset_);
    if (inputs.type != model_->input_type()) {
        fail("these inputs are of another type than the Input of the game \"" +
             escaped_ascii(info().name) + "\"");
    }
    if (inputs.count != setup_.slots) {
        fail("a tick of this session of \"" + escaped_ascii(info().name) +
             "\" has one input for each of " + std::to_string(setup_.slots) +
             " slots, and here are " + std::to_string(inputs.count));
    }
    return model_->write_record(inputs, out);
}

StateHash AnySimulation::state_hash() const {
    TANDEM_ASSERT(is_reset_);
    return facts_.hash;
}

Result<void> AnySimulation::check_restorable() const {
    const std::uint64_t most = info().state_bytes_max;
    if (facts_.bytes <= most && facts_.memory_bytes <= most) {
        return {};
    }
    const std::string size =
        facts_.bytes > most
            ? "has " + std::to_string(facts_.bytes) + " canonical bytes"
            : "takes " + std::to_string(facts_.memory_bytes) + " bytes of memory in its containers";
    return Error{ErrorCode::step_failed, "state",
                 "the state " + size + ", more than the " + std::to_string(most) +
                     " that state_bytes_max of " + info().name +
                     " allows, so that no recording of it could be read; raise state_bytes_max or "
                     "keep less"};
}

Result<void> AnySimulation::save(Bytes& out) const {
    auto saved = model_->save(out);
    if (!saved) {
        out.clear();
    }
    return saved;
}

Result<FieldMove> AnySimulation::write_field(std::size_t field, ByteSink& sink) const {
    TANDEM_ASSERT(field < info().state_schema.root().children.size());
    return model_->write_field(field, sink);
}

Bytes AnySimulation::save() const {
    Bytes bytes;
    if (const auto saved = model_->save(bytes); !saved) {
        assertion_failed(saved.error().text().c_str(), __FILE__, __LINE__);
    }
    return bytes;
}

Result<void> AnySimulation::restore(ByteView state) {
    TANDEM_ASSERT(is_reset_);
    const FaultScope scope(faults_, ticks_done_);
    const GameCall call(GameFunction::restore, ticks_done_);
    const auto facts = model_->restore(state);
    count_step();
    TANDEM_TRY(facts);
    facts_ = *facts;
    failure_.reset();
    return {};
}

Result<void> AnySimulation::draw(Canvas& canvas, const AnySimulation& previous, Alpha alpha) const {
    TANDEM_ASSERT(alpha.denominator > 0 && alpha.numerator <= alpha.denominator);
    // Two games may share a name; only those of one type share their description.
    TANDEM_ASSERT(&previous.info() == &info());
    const GameCall call(GameFunction::draw, ticks_done_);
    return model_->draw(canvas, *previous.model_, alpha);
}

Result<void> AnySimulation::draw_copy(Canvas& canvas, const AnySimulation& previous,
                                      Alpha alpha) const {
    const AnySimulation copy = clone();
    return copy.draw(canvas, &previous == this ? copy : previous, alpha);
}

Result<Bytes> AnySimulation::bot_input(Slot slot, std::uint64_t ticks_done,
                                       std::uint64_t seed) const {
    const FaultScope scope(log_of_inputs(), ticks_done, "bot_input");
    const GameCall call(GameFunction::bot_input, ticks_done);
    auto input = model_->bot_input(slot, ticks_done, seed);
    if (input) {
        return input;
    }
    Error error = input.error();
    error.place += " of player " + std::to_string(slot.index);
    return error.within("tick " + std::to_string(ticks_done));
}

FaultLog* AnySimulation::log_of_inputs() const {
    FaultLog* const listening = FaultScope::listening();
    return listening != nullptr ? listening : &faults_;
}

Result<Bytes> AnySimulation::input_from_keys(const Keys& keys, std::uint64_t ticks_done) const {
    const FaultScope scope(log_of_inputs(), ticks_done, "input_from_keys");
    const GameCall call(GameFunction::input_from_keys, ticks_done);
    return model_->input_from_keys(keys);
}

}  // namespace tandem::sim
