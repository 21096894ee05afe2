// SPDX-License-Identifier: MIT
// What is a guess at one tick becomes a proof by the ticks behind it: a run goes on from it, and
// every chain must be the recorded one.
#pragma once

#include <cstdint>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

struct RunOn {
    // Every chain that was compared was as recorded, that of the first place included.
    bool agrees = false;
    bool is_confirmed = false;  // and the run came to a whole chain of the file
    std::uint64_t ticks = 0;    // how far it went
};

// The first place after at least so many ticks at which the file has a whole chain, or its end.
std::uint64_t next_whole_chain(const Replay& replay, std::uint64_t ticks_done);

// Goes on to the next whole chain that the file has after at least so many ticks, or to the end of
// the file where there is none, or until `progress` returns false. The timeline must have been
// started, with the file's setup, and not be behind that place. It fails where the file cannot be
// read: then nothing is known of the guess.
sim::Result<RunOn> run_on(const Replay& replay, sim::Timeline& timeline, std::uint64_t at_least,
                          const Progress& progress = nullptr);

}  // namespace tandem::replay
