// SPDX-License-Identifier: MIT
// Finds the one input that decides. Two recordings of one setup, of which one comes to a bad end
// and the other does not, differ in many inputs. A binary search over sessions that begin like the
// bad one and end like the good one names the input with which the end turns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/explain/input_sheet.hpp>
#include <tandem/replay/explain/minimise.hpp>

namespace tandem::replay {

struct Blame {
    // The input that decides. The bad session's inputs up to and with this one, followed by the
    // good session's, come to the bad end; without this one they do not.
    InputPlace place;
    sim::Bytes good;              // the good session's input there
    sim::Bytes bad;               // the bad session's input there
    std::uint64_t differing = 0;  // inputs in which the two differ
    std::uint64_t trials = 0;
};

// Finds the input. Both sheets have the same slots (asserted). The error is usage if the good
// session fails, if the bad one does not, or if no input differs.
sim::Result<Blame> blame(const InputSheet& good, const InputSheet& bad, const PlayTrial& play);

}  // namespace tandem::replay
