// SPDX-License-Identifier: MIT
// Opens the files that users name as input, and the folders that they name for output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tandem/replay/files/output.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The most bytes of a script, a demo or a WAD. It is more than any of those has, and it fits into
// memory.
inline constexpr std::uint64_t k_source_bytes_max = std::uint64_t{1} << 30;

// Reads the whole file, or all that a pipe gives, which is waited for; `-` is standard input. A
// path that is neither, cannot be opened or has more than `bytes_max` bytes is an error (io).
sim::Result<sim::Bytes> read_named_file(const std::string& path,
                                        std::uint64_t bytes_max = k_source_bytes_max);

// The file that standard input is. A verb's argument `-` stands for it.
inline constexpr std::string_view k_standard_input = "/dev/stdin";
// Reads standard input, if it is a pipe, to its end into a file that takes its place: processes
// that this one starts may then read it too, each from its beginning. If that fails the pipe stays.
void hold_standard_input();
// The name of standard output as an output.
inline constexpr std::string_view k_standard_output = "-";
// Opens a file that a user names as an output: replay::FileOutput::create, or standard output.
sim::Result<std::unique_ptr<replay::FileOutput>> create_output(const std::string& path,
                                                               replay::FileOutputOptions options);
// Opens a file that is made in one go and is of no use before it is whole: it takes its name when
// it is flushed or closed. If the process is killed before, it leaves a file FILE.newN.
sim::Result<std::unique_ptr<replay::FileOutput>> open_whole_output(const std::string& path,
                                                                   bool force);
// Writes all of a file, and closes it.
sim::Result<void> write_whole(replay::FileOutput& output, sim::ByteView bytes);

// The error that the file's content is wrong at this byte (bad_data).
sim::Error bad_data_at(const std::string& place, std::size_t byte, const std::string& message);

// Makes the folder and those above it if they are missing. Error io, which explains a link that
// leads nowhere.
sim::Result<void> make_folder(const std::string& path);
// The error that make_folder would give for such a link. Nothing is made.
sim::Result<void> check_links_of_folder(const std::string& path);

// True if both paths name one file that exists, through links too.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tandem::tools
