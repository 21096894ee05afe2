// SPDX-License-Identifier: MIT
// What was tried at the bad ticks, in words: what fits and how far, and "no" only of what was
// excluded.
#pragma once

#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/verdict.hpp>

namespace tandem::replay {

// A step for each kind of guess at the first bad tick, and one for each later tick.
std::vector<EvidenceStep> account_of(const std::vector<TriedTick>& ticks,
                                     const GuessVerdict& verdict);

}  // namespace tandem::replay
