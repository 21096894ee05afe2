// SPDX-License-Identifier: MIT
// The files that users name as input, and the folders that they name for output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// A script, a demo or a WAD: more than any of those there are, and it fits into memory.
inline constexpr std::uint64_t k_source_bytes_max = std::uint64_t{1} << 30;

// The whole file. What is no regular file, cannot be opened or has more than `bytes_max` bytes is
// an error (io); nothing is ever waited for.
sim::Result<sim::Bytes> read_file(const std::string& path,
                                  std::uint64_t bytes_max = k_source_bytes_max);

// That the file's content is wrong at this byte (bad_data).
sim::Error bad_data_at(const std::string& place, std::size_t byte, const std::string& message);

// Makes the folder and those above it where they are missing. Error io, which tells of a link to
// nothing from what it is.
sim::Result<void> make_folder(const std::string& path);
// The error that make_folder would give for such a link. Nothing is made.
sim::Result<void> check_links_of_folder(const std::string& path);

// Whether both paths name one file that exists, through links too.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tandem::tools
