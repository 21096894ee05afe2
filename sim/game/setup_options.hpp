// SPDX-License-Identifier: MIT
// Writes a game's Options into a Setup and reads them back. It is separate from setup.hpp, so that
// code that only passes a setup on does not include the serializer.
#pragma once

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem {

template <class Options>
Options Setup::options_as() const {
    Options value{};
    TANDEM_ASSERT(read_options(value).has_value());
    return value;
}

template <class Options>
sim::Result<void> Setup::read_options(Options& value) const {
    return options.empty() ? sim::Result<void>()
                           : sim::read_value(options, value, k_options_memory_bytes_max, "options");
}

template <class Options>
void Setup::set_options(const Options& value) {
    options = sim::canonical_bytes(value);
}

}  // namespace tandem
