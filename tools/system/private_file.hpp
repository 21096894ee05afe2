// SPDX-License-Identifier: MIT
// Files that nobody but their owner may use, for secrets: they are private from their beginning,
// written whole or not at all, and never reached through a symbolic link of their own name.
#pragma once

#include <cstdint>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Makes the folder and those above it if they are missing, each for its owner alone. A folder that
// exists stays as it is. Error io.
sim::Result<void> make_private_folder(const std::string& path);

// Writes a file that did not exist, and waits for the disk. An error (io) leaves nothing behind.
sim::Result<void> create_private_file(const std::string& path, sim::ByteView content);
// The same, over the file of that name, which an error leaves as it was.
sim::Result<void> replace_private_file(const std::string& path, sim::ByteView content);

// The users who may be able to read a file that is read here.
enum class Readers : std::uint8_t { owner_alone, anybody };
// Reads the whole file. It is an error (io) if it is a link, no regular file, has more than
// `bytes_max` bytes, or if others may use it and `permitted` does not allow for that. The caller
// wipes what it gets.
sim::Result<sim::Bytes> read_private_file(const std::string& path, std::uint64_t bytes_max,
                                          Readers permitted = Readers::owner_alone);

}  // namespace tandem::tools
