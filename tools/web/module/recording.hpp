// SPDX-License-Identifier: MIT
// A file that a person gave to the page, and the game that plays it if that is built in.
#pragma once

#include <memory>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::web {

// The games of this page.
const Registry& built_in_games();

struct Recording {
    std::string name;  // as the person's machine calls it
    replay::Replay replay;
    const RegisteredGame* game = nullptr;  // null: it cannot be played here, only read
    std::string why_unplayable;            // then; a sentence
};

// Players refer to it, so it does not move. The error names the file: bad_data where it is no
// recording or holds nothing whole. A game that is not built in is no error.
sim::Result<std::unique_ptr<Recording>> open_recording(std::string name, sim::Bytes bytes);

// What info says, and what the page needs beside it.
JsonObject recording_facts(const Recording& recording);

// What diff says of two of them. The error is that of reading them.
sim::Result<JsonObject> comparison_facts(const Recording& a, const Recording& b);

}  // namespace tandem::tools::web
