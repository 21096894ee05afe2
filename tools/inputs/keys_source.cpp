// SPDX-License-Identifier: MIT
// A person as a source: the keys held down at the moment a tick asks.
#include <tandem/tools/inputs/source.hpp>

#include <utility>

namespace tandem::tools {
namespace {

class KeysSource final : public Source {
public:
    explicit KeysSource(std::function<Keys()> held_keys) : held_keys_(std::move(held_keys)) {}

    std::uint32_t columns() const override { return 1; }
    bool is_live() const override { return true; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t, Slot slot, sim::Tick tick,
                                                 const sim::AnySimulation& simulation) override {
        Keys keys = held_keys_();
        keys.set_player(slot);
        auto input = simulation.input_from_keys(keys, tick.number);
        if (!input) {
            return input.error().within("tick " + std::to_string(tick.number));
        }
        return std::optional(std::move(*input));
    }

private:
    std::function<Keys()> held_keys_;
};

}  // namespace

std::unique_ptr<Source> make_keys_source(std::function<Keys()> held_keys) {
    return std::make_unique<KeysSource>(std::move(held_keys));
}

}  // namespace tandem::tools
