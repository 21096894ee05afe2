// SPDX-License-Identifier: MIT
// Tells in words which guesses were tried at the bad ticks, which fit, and how far. It says "no"
// only of guesses that were excluded.
#pragma once

#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/verdict.hpp>

namespace tandem::replay {

// Returns a step for each kind of guess at the first bad tick, and one for each later tick.
std::vector<EvidenceStep> account_of(const std::vector<TriedTick>& ticks,
                                     const GuessVerdict& verdict);

}  // namespace tandem::replay
