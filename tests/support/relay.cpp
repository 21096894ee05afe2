// SPDX-License-Identifier: MIT
// The rules of the relay race.
#include <tests/support/relay.hpp>

#include <algorithm>
#include <stdexcept>

#include <tandem/sim/game/setup_options.hpp>

namespace tandem::test {

namespace {

constexpr std::uint16_t k_pick_up_ticks = 7;
constexpr Fixed k_pace = 0.4_fx;        // metres per tick and step of effort, when fresh
constexpr Fixed k_tiring = 0.01_fx;     // stamina per tick and step of effort
constexpr Fixed k_recovery = 0.004_fx;  // stamina per tick
constexpr Fixed k_stamina_min = 0.1_fx;
constexpr std::uint8_t k_effort_max = 3;

}  // namespace

void Relay::reset(const Setup& setup) {
    *this = Relay{};
    options = setup.options_as<Options>();
    slots = setup.slots;
    random = Random(setup.seed);
    runners.assign(slots, Runner{});
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        runners[slot].is_present = setup.present(Slot{slot});
    }
    holder = next_present(static_cast<std::uint8_t>(random.below(slots)));
    last_event = "start";
}

void Relay::step(Inputs<Input> inputs) {
    follow_presence(inputs);
    if (holder) {
        run(inputs);
    } else {
        pick_up();
    }
    for (Runner& runner : runners) {
        runner.stamina = min(runner.stamina + k_recovery, Fixed(1));
    }
    ++ticks;
}

void Relay::restored() const {
    if (runners.size() != slots || (holder && *holder >= slots)) {
        throw std::runtime_error("a relay's state must have one runner for each slot");
    }
}

Relay::Input Relay::bot_input(Slot slot, Random& random_source) const {
    const bool is_tired = runners[slot.index].stamina < 0.3_fx;
    return {static_cast<std::uint8_t>(random_source.between(is_tired ? 0 : 1, is_tired ? 1 : 3))};
}

void Relay::follow_presence(const Inputs<Input>& inputs) {
    for (std::uint32_t index = 0; index < slots; ++index) {
        const auto slot = static_cast<std::uint8_t>(index);
        Runner& runner = runners[slot];
        const bool is_present = inputs.present(Slot{index});
        if (runner.is_present && !is_present) {
            ++departures;
            left_at[slot] = ticks;
            last_event = std::to_string(slot) + " left";
            if (holder == slot) {
                holder.reset();
                pick_up_ticks = k_pick_up_ticks;
                ++drops;
            }
        } else if (!runner.is_present && is_present) {
            ++arrivals;
            left_at.erase(slot);
            last_event = std::to_string(slot) + " returned";
        }
        runner.is_present = is_present;
    }
}

void Relay::run(const Inputs<Input>& inputs) {
    Runner& runner = runners[*holder];
    const std::uint8_t effort = std::min(inputs[*holder].effort, k_effort_max);
    baton += runner.stamina * k_pace * effort;
    runner.stamina = max(runner.stamina - k_tiring * effort, k_stamina_min);
    if (baton < k_leg_metres) {
        return;
    }
    baton -= k_leg_metres;
    ++runner.legs;
    ++legs;
    holder = next_present(*holder);
}

void Relay::pick_up() {
    pick_up_ticks = static_cast<std::uint16_t>(pick_up_ticks - (pick_up_ticks > 0 ? 1 : 0));
    if (pick_up_ticks == 0) {
        holder = next_present(static_cast<std::uint8_t>(random.below(slots)));
    }
}

// The first one present after this slot, itself the last to be asked.
std::optional<std::uint8_t> Relay::next_present(std::uint8_t after) const {
    for (std::uint32_t i = 1; i <= slots; ++i) {
        const auto slot = static_cast<std::uint8_t>((after + i) % slots);
        if (runners[slot].is_present) {
            return slot;
        }
    }
    return std::nullopt;
}

}  // namespace tandem::test
