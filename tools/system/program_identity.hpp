// SPDX-License-Identifier: MIT
// What this running program is made of: its executable and every library in it, byte for byte, and
// the processor. Two programs of one identity compute the same.
#pragma once

#include <optional>
#include <set>
#include <string>

#include <tandem/replay/header.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

struct ProgramIdentity {
    sim::Digest code;         // of the executable and its libraries
    sim::Digest machine;      // of the name and the features of the processor
    sim::Digest program{};    // of the executable alone
    sim::Digest libraries{};  // of the others
};

// Fails (io) where that cannot be told for certain: on other systems than Linux, or where a file
// was replaced since it was loaded.
sim::Result<ProgramIdentity> own_identity();

// The files, by name, whose code this process has loaded; none where the system does not tell.
using ProgramFiles = std::set<std::string>;
ProgramFiles loaded_files();
// Notes those that the program was started with, unless that was done already. What it loads later,
// to open a window, decides no step and would make two identities of one program.
void note_linked_files();

// The same without the processor, as recordings hold it, of a program with these files, which this
// one has loaded. Without its libraries where one of them was replaced meanwhile; nothing where the
// system does not tell.
std::optional<replay::GameBuild> game_build_of(const ProgramFiles& files);
// Of the files that were noted, found once.
std::optional<replay::GameBuild> own_game_build();

// XXH3-128 of what stands in this file; nothing where it cannot be read, or is being written.
std::optional<sim::Digest> digest_of_file(const std::string& path);

// 32 hexadecimal digits.
std::string digest_text(const sim::Digest& digest);

}  // namespace tandem::tools
