// SPDX-License-Identifier: MIT
// Plays the companion in this process, at the other end of check.
#pragma once

#include <tandem/sim/result.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// Plays as it is told over this socket until the other end is gone: as a companion of check, or for
// explain, by the greeting. Error bad_data for nonsense.
sim::Result<void> serve(const RegisteredGame& game, int socket);

}  // namespace tandem::tools::check
