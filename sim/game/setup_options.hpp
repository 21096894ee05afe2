// SPDX-License-Identifier: MIT
// How a game's Options get into a Setup and out of it. Apart from setup.hpp, so that who only hands
// a setup on does not get the serializer with it.
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
