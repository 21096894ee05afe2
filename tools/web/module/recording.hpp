// SPDX-License-Identifier: MIT
// A file that a person gave to the page, and the game that plays it if that is built in.
#pragma once

#include <memory>
#include <string>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::web {

// The games of this page.
const Registry& built_in_games();

struct Recording {
    std::string name;  // its name on the person's machine
    replay::Replay replay;
    const RegisteredGame* game = nullptr;  // null if it can only be read here, not played
    std::string why_unplayable;            // a sentence for that case
};

// Opens a recording. Players refer to it, so it does not move. The error names the file: bad_data
// if it is no recording or holds nothing whole. A game that is not built in is no error.
sim::Result<std::unique_ptr<Recording>> open_recording(std::string name, sim::Bytes bytes);

// Returns the facts of info, and those that the page needs beside them.
JsonObject recording_facts(const Recording& recording);

// Returns diff's facts about two of them. The error is that of reading them.
sim::Result<JsonObject> comparison_facts(const Recording& a, const Recording& b);

}  // namespace tandem::tools::web
