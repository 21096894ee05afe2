// SPDX-License-Identifier: MIT
// What objdump prints of an object file: functions, their instructions and what they refer to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::object_check {

enum class Architecture : std::uint8_t { unknown, x86, aarch64, riscv, s390 };

// A function's code, or the addresses that a section of data holds.
struct Part {
    using Lines = std::vector<std::string>;  // "game.hpp:12", then where that was inlined

    std::vector<std::string> instructions;  // as printed: "mulsd  %xmm1,%xmm0"
    std::set<std::string> references;       // to symbols and sections, by their names
    std::set<std::string> thread_locals;    // those of them that every thread has of its own
    std::map<std::string, Lines> lines{};   // of the first of each instruction and each symbol
};

struct Object {
    std::string name;
    Architecture architecture = Architecture::unknown;
    std::map<std::string, Part> functions;  // by symbol
    std::map<std::string, Part> data;       // by section
    // Which functions stand in a section of code, and in which section a symbol of data.
    std::map<std::string, std::set<std::string>> functions_of_section;
    std::map<std::string, std::string> section_of_data;
    std::map<std::string, std::string> function_of_alias;  // of several names for one address
    std::set<std::string> local_symbols;  // which mean something else in another object
};

// What parse_listing reads: the output of these, one after the other, for one object. Both GNU's
// and LLVM's objdump take them.
inline constexpr std::string_view k_objdump_code = "-d -r -t -w --no-show-raw-insn";
inline constexpr std::string_view k_objdump_data = "-r -w";
// What makes the first of them tell the lines of the source, best first: LLVM's does not know what
// was inlined, and neither does GNU's before 2.34.
inline constexpr std::array<std::string_view, 2> k_objdump_lines{"-l --inlines", "-l"};

// Lines that it does not know are passed over. Only ELF objects have an architecture.
Object parse_listing(std::string_view text, std::string name);

}  // namespace tandem::object_check
