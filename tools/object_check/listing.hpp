// SPDX-License-Identifier: MIT
// Reads objdump's text for an object file: functions, their instructions and the symbols that they
// refer to.
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

// The code of a function, or the addresses that a section of data holds.
struct Part {
    using Lines = std::vector<std::string>;  // "game.hpp:12", then the places where that was
                                             // inlined

    std::vector<std::string> instructions;  // as printed: "mulsd  %xmm1,%xmm0"
    std::set<std::string> references;       // to symbols and sections, by their names
    std::set<std::string> thread_locals;    // those of them that every thread has for itself
    std::map<std::string, Lines> lines{};   // at the first use of each instruction and symbol
};

struct Object {
    std::string name;
    Architecture architecture = Architecture::unknown;
    std::map<std::string, Part> functions;  // indexed by symbol
    std::map<std::string, Part> data;       // indexed by section
    // The functions that stand in a section of code, and the section in which a symbol of data
    // stands.
    std::map<std::string, std::set<std::string>> functions_of_section;
    std::map<std::string, std::string> section_of_data;
    std::map<std::string, std::string> function_of_alias;  // if an address has several names
    std::set<std::string> local_symbols;  // the same name means something else in another object
};

// The options of objdump whose output parse_listing reads, one after the other, for one object.
// Both GNU's and LLVM's objdump take them.
inline constexpr std::string_view k_objdump_code = "-d -r -t -w --no-show-raw-insn";
inline constexpr std::string_view k_objdump_data = "-r -w";
// With these the first output tells the lines of the source, best first: LLVM's objdump does not
// know what was inlined, and neither does GNU's before 2.34.
inline constexpr std::array<std::string_view, 2> k_objdump_lines{"-l --inlines", "-l"};

// Parses a listing. Unknown lines are passed over. Only ELF objects have an architecture.
Object parse_listing(std::string_view text, std::string name);

}  // namespace tandem::object_check
