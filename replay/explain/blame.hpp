// SPDX-License-Identifier: MIT
// Which one input decides: two recordings of one setup, of which one comes to a bad end and the
// other does not, differ in many inputs. A binary search over sessions that begin like the bad one
// and end like the good one names the one with which the end turns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/replay/explain/minimise.hpp>

namespace tandem::replay {

struct Blame {
    // The inputs of the bad one up to and with this, the good one's behind it, come to the bad
    // end; without this one they do not.
    InputPlace place;
    sim::Bytes good;  // the input there
    sim::Bytes bad;
    std::uint64_t differing = 0;  // inputs in which the two differ
    std::uint64_t trials = 0;
};

// Both sheets have the same slots (asserted). The error is usage where the good one fails, where
// the bad one does not, or where no input differs.
sim::Result<Blame> blame(const InputSheet& good, const InputSheet& bad, const PlayTrial& play);

}  // namespace tandem::replay
