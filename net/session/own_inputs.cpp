// SPDX-License-Identifier: MIT
// Asks a source, and notes where it ends.
#include <tandem/net/session/own_inputs.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::net {

std::optional<sim::Bytes> OwnInputs::ask(const sim::AnySimulation& simulation) {
    if (!may_ask_) {
        return std::nullopt;
    }
    auto input = source_(sim::Tick{asked_}, simulation);
    if (!input || !input->has_value()) {
        may_ask_ = false;
        end_ = End{asked_, input ? std::nullopt : std::optional<sim::Error>(input.error())};
        return std::nullopt;
    }
    const auto size = sim::measure_value(simulation.info().input_schema.root(), **input);
    TANDEM_ASSERT(size.has_value() && *size == (*input)->size());
    ++asked_;
    return *std::move(*input);
}

}  // namespace tandem::net
