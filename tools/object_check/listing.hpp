// SPDX-License-Identifier: MIT
// What objdump prints of an object file: functions, their instructions and what they refer to.
#pragma once

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
    std::vector<std::string> instructions;  // as printed: "mulsd  %xmm1,%xmm0"
    std::set<std::string> references;       // to symbols and sections, by their names
    std::set<std::string> thread_locals;    // those of them that every thread has of its own
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

// Lines that it does not know are passed over. Only ELF objects have an architecture.
Object parse_listing(std::string_view text, std::string name);

}  // namespace tandem::object_check
