// SPDX-License-Identifier: MIT
// Makes inputs that nobody would give, for games without bots: any value that the schema of an
// input allows.
#pragma once

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::tools {

// A canonical value of this schema; enumerations take labelled values if they have labels. Only
// fields that an input may hold are supported: no lists, texts, sets or maps (asserted).
sim::Bytes random_value(const sim::Schema& schema, Random& random);

}  // namespace tandem::tools
