// SPDX-License-Identifier: MIT
// The other end of check: this process plays the companion.
#pragma once

#include <tandem/sim/result.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// Plays as it is told over this socket until the other end is gone. Error bad_data for nonsense.
sim::Result<void> serve(const RegisteredGame& game, int socket);

}  // namespace tandem::tools::check
