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
    return {};
}

Result<void> AnySimulation::step(ByteView record) {
    TANDEM_ASSERT(is_reset_);
    const auto parsed = parse_record(info().input_schema, setup_.slots, record);
    if (!parsed) {
        return parsed.error();
    }
    return model_->step(*parsed, nullptr);
}

Result<std::vector<PhaseHash>> AnySimulation::step_with_phases(ByteView record) {
    TANDEM_ASSERT(is_reset_);
    const auto parsed = parse_record(info().input_schema, setup_.slots, record);
    if (!parsed) {
        return parsed.error();
    }
    std::vector<PhaseHash> phases;
    if (auto stepped = model_->step(*parsed, &phases); !stepped) {
        return stepped.error();
    }
    return phases;
}

Bytes AnySimulation::save() const {
    Bytes bytes;
    model_->save(bytes);
    return bytes;
}

Result<void> AnySimulation::restore(ByteView state) {
    TANDEM_ASSERT(is_reset_);
    return model_->restore(state);
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
