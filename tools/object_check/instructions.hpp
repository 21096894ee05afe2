// SPDX-License-Identifier: MIT
// Decides which instructions a step may not execute.
#pragma once

#include <string_view>

#include <tandem/tools/object_check/listing.hpp>

namespace tandem::object_check {

// The kind of code and data that belongs to a thread.
inline constexpr std::string_view k_thread_local = "thread-local";

// Returns the kind of an instruction, as objdump prints it, that a step may not have, else nothing:
// "floating point" if it computes, converts or compares it, or has to do with its rounding;
// "clock", "random", "machine" if it asks for these; "system call"; "thread-local"; "unreadable"
// for bytes that are no known instruction. A step may have moves, bit operations and integer
// arithmetic in vector registers. GNU's and LLVM's spellings are both read.
std::string_view banned_instruction(Architecture architecture, std::string_view instruction);

}  // namespace tandem::object_check
