// SPDX-License-Identifier: MIT
// Which instructions a step may not execute.
#pragma once

#include <string_view>

#include <tandem/tools/object_check/listing.hpp>

namespace tandem::object_check {

// The kind of code and data that is of one thread.
inline constexpr std::string_view k_thread_local = "thread-local";

// The kind of an instruction, as objdump prints it, that is not a step's, else nothing:
// "floating point" for what computes, converts or compares it, or has to do with its rounding;
// "clock", "random", "machine" for what asks for these; "system call"; "thread-local"; "unreadable"
// for bytes that are no known instruction. Moves, bit operations and integer arithmetic in vector
// registers are a step's. GNU's and LLVM's spellings are both read.
std::string_view banned_instruction(Architecture architecture, std::string_view instruction);

}  // namespace tandem::object_check
