// SPDX-License-Identifier: MIT
// What is a guess at one tick becomes a proof by the ticks behind it: a run goes on from it, and
// every chain must be the recorded one.
#pragma once

#include <cstdint>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

struct RunOn {
    bool agrees = false;        // every chain was as recorded, that of the first place included
    bool is_confirmed = false;  // and the last one was a whole chain of the file
    std::uint64_t ticks = 0;    // how far it went
};

// Goes on to the next whole chain that the file has after at least so many ticks, or to the end of
// the file where there is none. The timeline must have been started, with the file's setup, and not
// be behind that place.
RunOn run_on(const Replay& replay, sim::Timeline& timeline, std::uint64_t at_least);

}  // namespace tandem::replay
