// SPDX-License-Identifier: MIT
// What does not depend on the game's type: checking setups and records before the game sees them.
#include <tandem/sim/any_simulation.hpp>

#include <utility>

namespace tandem::sim {

AnySimulation::AnySimulation(std::unique_ptr<SimulationModel> model) : model_(std::move(model)) {
    TANDEM_ASSERT(model_ != nullptr);
}

Result<void> AnySimulation::reset(const Setup& setup) {
    if (auto checked = check_setup(info(), setup); !checked) {
        return checked;
    }
    if (auto checked = check_assets(setup); !checked) {
        return checked;
    }
    is_reset_ = false;
    setup_ = complete_setup(info(), setup);
    if (auto done = model_->reset(setup_); !done) {
        return done;
    }
    is_reset_ = true;
    is_broken_ = false;
    return {};
}

AnySimulation AnySimulation::clone() const {
    AnySimulation copy(model_->clone());
    copy.setup_ = setup_;
    copy.is_reset_ = is_reset_;
    copy.is_broken_ = is_broken_;
    return copy;
}

Result<void> AnySimulation::step(ByteView record) { return step(record, nullptr); }

Result<std::vector<PhaseHash>> AnySimulation::step_with_phases(ByteView record) {
    std::vector<PhaseHash> phases;
    if (auto stepped = step(record, &phases); !stepped) {
        return stepped.error();
    }
    return phases;
}

Result<void> AnySimulation::step(ByteView record, std::vector<PhaseHash>* phases) {
    TANDEM_ASSERT(is_reset_);
    if (is_broken_) {
        return Error{ErrorCode::step_failed, "step",
                     "an exception ended an earlier step halfway; reset or restore first"};
    }
    const auto parsed = parse_record(info().input_schema, setup_.slots, record);
    if (!parsed) {
        return parsed.error();
    }
    // Every byte of a record is hashed, so that a byte nobody reads would make two histories of
    // one.
    if (parsed->bytes != record.size()) {
        return Error{ErrorCode::bad_data, "record byte " + std::to_string(parsed->bytes),
                     "found " + std::to_string(record.size() - parsed->bytes) +
                         " bytes behind the last input"};
    }
    auto stepped = model_->step(*parsed, phases);
    is_broken_ = !stepped && stepped.error().code == ErrorCode::step_failed;
    return stepped;
}

Bytes AnySimulation::save() const {
    Bytes bytes;
    model_->save(bytes);
    return bytes;
}

Result<void> AnySimulation::restore(ByteView state) {
    TANDEM_ASSERT(is_reset_);
    auto restored = model_->restore(state);
    is_broken_ = is_broken_ && !restored;
    return restored;
}

bool AnySimulation::draw(Canvas& canvas, const AnySimulation& previous,
                         std::uint64_t alpha_numerator, std::uint64_t alpha_denominator) const {
    TANDEM_ASSERT(alpha_denominator > 0 && alpha_numerator <= alpha_denominator);
    TANDEM_ASSERT(previous.info().name == info().name);
    return model_->draw(canvas, *previous.model_, alpha_numerator, alpha_denominator);
}

Bytes AnySimulation::bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const {
    return model_->bot_input(slot, ticks_done, seed);
}

Bytes AnySimulation::input_from_keys(const Keys& keys) const {
    return model_->input_from_keys(keys);
}

}  // namespace tandem::sim
