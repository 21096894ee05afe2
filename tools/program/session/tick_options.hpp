// SPDX-License-Identifier: MIT
// Reads ticks of a recording as a command line names them: from its beginning or, with a minus in
// front, from its end.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The options --from and --to; the sentences say what they mean to the verb.
Option from_option(std::string sentence);
Option to_option(std::string sentence);
// The option --at: the state after so many ticks.
Option at_option(std::string sentence);

// The ticks from --from to before --to: all of the file if they are not given. -600 is the 600th
// tick from the end.
sim::Result<replay::TickRange> tick_range(const Arguments& arguments, const replay::Replay& file);

// The number of ticks of --at: 0 is the reset state, -600 is 600 ticks before the end. Without --at
// it is the end.
sim::Result<std::uint64_t> ticks_at(const Arguments& arguments, const replay::Replay& file);
// The number of ticks of another option; it is `otherwise` if that was not given.
sim::Result<std::uint64_t> ticks_at(const Arguments& arguments, const std::string& option,
                                    const replay::Replay& file, std::uint64_t otherwise);

}  // namespace tandem::tools
