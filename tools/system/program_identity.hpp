// SPDX-License-Identifier: MIT
// Identifies this running program by its parts: its executable and every library in it, byte for
// byte, and the processor. Two programs of one identity compute the same.
#pragma once

#include <optional>
#include <set>
#include <string>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

struct ProgramIdentity {
    sim::Digest code;         // digest of the executable and its libraries
    sim::Digest machine;      // digest of the name and the features of the processor
    sim::Digest program{};    // digest of the executable alone
    sim::Digest libraries{};  // digest of the libraries
};

// The identity. Fails (io) if it cannot be told for certain: on other systems than Linux, or if a
// file was replaced since it was loaded.
sim::Result<ProgramIdentity> own_identity();

// The files, by name, whose code this process has loaded; none if the system does not tell.
using ProgramFiles = std::set<std::string>;
ProgramFiles loaded_files();
// Notes the files that the program was started with, unless that was done already. A file that it
// loads later, to open a window, decides no step and would make two identities of one program.
void find_linked_files();

// The identity without the processor, as recordings hold it, of a program with these files, which
// this one has loaded. It is without the libraries if one of them was replaced meanwhile; nothing
// if the system does not tell.
std::optional<replay::GameBuild> game_build_of(const ProgramFiles& files);
// The game build of the files that were noted, found once.
std::optional<replay::GameBuild> own_game_build();

// The XXH3-128 of this file; nothing if it cannot be read, or is being written.
std::optional<sim::Digest> digest_of_file(const std::string& path);

// The digest as 32 hexadecimal digits.
std::string digest_text(const sim::Digest& digest);

}  // namespace tandem::tools
