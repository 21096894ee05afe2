// SPDX-License-Identifier: MIT
// Writes the output of export: into a file that takes its name once it is whole, or to standard
// output.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tandem/replay/files/output.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Succeeds if an output was named, and nothing else wants standard output if it is that.
sim::Result<void> check_piece_output(const std::string& output, const Console& console);

// Gathers the bytes that it takes into pieces.
class PieceSink {
public:
    // A null file means standard output.
    PieceSink(replay::FileOutput* file, Console& console) : file_(file), console_(console) {}

    sim::Result<void> write(std::string_view bytes);
    // Passes the rest on and gives the file its name.
    sim::Result<void> finish();
    std::uint64_t bytes() const { return bytes_; }  // bytes taken so far

private:
    sim::Result<void> pass_on();

    replay::FileOutput* file_;
    Console& console_;
    std::string piece_;
    std::uint64_t bytes_ = 0;
};

}  // namespace tandem::tools
