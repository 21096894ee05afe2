// SPDX-License-Identifier: MIT
// Captured listings of g++ 12 and clang 14, shortened: what a parser must take from each line.
#include <tandem/tools/object_check/listing.hpp>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

// A tab shows as ~ below.
Object parse(std::string_view listing) {
    std::string text(listing);
    std::replace(text.begin(), text.end(), '~', '\t');
    return parse_listing(text, "t.o");
}

// `sw` calls a static function in a section of its own, `B` has a virtual function, `table` holds
// two addresses; D1 and D2 are one destructor under two names.
constexpr std::string_view k_x86 = R"(
t.o:     file format elf64-x86-64

SYMBOL TABLE:
0000000000000000 l    df *ABS*~0000000000000000 t.cpp
0000000000000000 l     F .text._ZL6helperi~0000000000000004 _ZL6helperi
0000000000000000 l       .rodata.cst8~0000000000000000 .LC0
0000000000000000 g     F .text._ZN1BD2Ev~0000000000000001 _ZN1BD2Ev
0000000000000000 g     F .text._ZN1BD2Ev~0000000000000001 _ZN1BD1Ev
0000000000000000 g     F .text._Z2swi~0000000000000084 _Z2swi
0000000000000000         *UND*~0000000000000000 _ZdlPvm
0000000000000000 g     O .data.rel.local.table~0000000000000010 table
0000000000000000  w    O .data.rel.ro.local._ZTV1B~0000000000000028 .hidden _ZTV1B

Disassembly of section .text._ZN1BD2Ev:

0000000000000000 <_ZN1BD1Ev>:
   0:~ret

Disassembly of section .text._ZL6helperi:

0000000000000000 <_ZL6helperi>:
   0:~mulsd  0x0(%rip),%xmm0        # 8 <_ZL6helperi+0x8>~4: R_X86_64_PC32~.LC0-0x4
   8:~lock addl $0x1,(%rax)
   c:~ret

Disassembly of section .text._Z2swi:

0000000000000000 <_Z2swi>:
   0:~call   5 <_Z2swi+0x5>~1: R_X86_64_PC32~.text._ZL6helperi-0x4
   5:~call   1c <neighbour>
   a:~jmp    0 <_Z2swi>
   f:~lea    0x0(%rip),%rax        # 16 <_Z2swi+0x16>~12: R_X86_64_PC32~table-0x4

000000000000001c <neighbour>:
  1c:~ret

t.o:     file format elf64-x86-64

RELOCATION RECORDS FOR [.text._Z2swi]:
OFFSET           TYPE              VALUE
0000000000000001 R_X86_64_PC32     not_data-0x0000000000000004

RELOCATION RECORDS FOR [.data.rel.local.table]:
OFFSET           TYPE              VALUE
0000000000000000 R_X86_64_64       _Z2swi
0000000000000008 R_X86_64_64       .text._ZL6helperi+0x0000000000000010
)";

TEST(Listing, FunctionsHaveTheirInstructionsWithoutCommentsAndTargets) {
    const Object object = parse(k_x86);
    EXPECT_EQ(object.architecture, Architecture::x86);
    ASSERT_EQ(object.functions.size(), 4U);
    EXPECT_EQ(object.functions.at("_ZL6helperi").instructions,
              (std::vector<std::string>{"mulsd  0x0(%rip),%xmm0", "lock addl $0x1,(%rax)", "ret"}));
    EXPECT_EQ(object.functions.at("_Z2swi").instructions[1], "call   1c");
}

TEST(Listing, ReferencesAreRelocationsAndResolvedTargetsButNotTheFunctionItself) {
    const Object object = parse(k_x86);
    EXPECT_EQ(object.functions.at("_Z2swi").references,
              (std::set<std::string>{".text._ZL6helperi", "neighbour", "table"}));
}

TEST(Listing, TablesOfAddressesBelongToTheSectionsOfTheirSymbols) {
    const Object object = parse(k_x86);
    EXPECT_EQ(object.section_of_data.at("table"), ".data.rel.local.table");
    EXPECT_EQ(object.section_of_data.at("_ZTV1B"), ".data.rel.ro.local._ZTV1B");
    ASSERT_EQ(object.data.size(), 1U) << "code's relocations are no table";
    EXPECT_EQ(object.data.at(".data.rel.local.table").references,
              (std::set<std::string>{"_Z2swi", ".text._ZL6helperi"}));
}

TEST(Listing, TwoNamesOfOneAddressAreOneFunction) {
    const Object object = parse(k_x86);
    EXPECT_EQ(object.function_of_alias.at("_ZN1BD2Ev"), "_ZN1BD1Ev");
}

TEST(Listing, LocalSymbolsAreKnown) {
    const Object object = parse(k_x86);
    EXPECT_TRUE(object.local_symbols.contains("_ZL6helperi"));
    EXPECT_FALSE(object.local_symbols.contains("_Z2swi"));
}

TEST(Listing, ReadsTabsBetweenMnemonicAndOperands) {
    const Object object = parse(R"(
t.o:     file format elf64-littleaarch64

Disassembly of section .text._Z1fd:

0000000000000000 <_Z1fd>:
   0:~fmul~d0, d0, d1
   4:~bl~0 <_Z1gd>~4: R_AARCH64_CALL26~_Z1gd
)");
    EXPECT_EQ(object.architecture, Architecture::aarch64);
    EXPECT_EQ(object.functions.at("_Z1fd").instructions,
              (std::vector<std::string>{"fmul d0, d0, d1", "bl 0"}));
    EXPECT_EQ(object.functions.at("_Z1fd").references, std::set<std::string>{"_Z1gd"});
}

TEST(Listing, ReadsTheShortAddressesOf32BitObjects) {
    const Object object = parse(R"(
t.o:     file format elf32-i386

SYMBOL TABLE:
00000000 g     F .text._Z1fd~00000010 _Z1fd

Disassembly of section .text._Z1fd:

00000000 <_Z1fd>:
   0:~fldl   0x4(%esp)
   4:~call   5 <_Z1fd+0x5>~5: R_386_PLT32~_Z1gd

RELOCATION RECORDS FOR [.data.rel.table]:
OFFSET   TYPE              VALUE
00000000 R_386_32          _Z1fd
)");
    EXPECT_EQ(object.architecture, Architecture::x86);
    EXPECT_EQ(object.functions.at("_Z1fd").references, std::set<std::string>{"_Z1gd"});
    EXPECT_EQ(object.data.at(".data.rel.table").references, std::set<std::string>{"_Z1fd"});
}

// The first function of k_x86, a neighbour in one section and a table, by llvm-objdump 14.
constexpr std::string_view k_llvm = R"(
t.o:~file format elf64-x86-64

SYMBOL TABLE:
0000000000000000 l    df *ABS*~0000000000000000 t.cpp
0000000000000000 l    d  .text~0000000000000000 .text
0000000000000000 l     F .text._ZL6helperi~0000000000000004 _ZL6helperi
0000000000000000 g     O .data.table~0000000000000010 table
0000000000000000         *UND*~0000000000000000 _ZdlPvm

Disassembly of section .text:

0000000000000000 <_Z2swi>:
       0:      ~movl~%fs:0, %ebp
~~0000000000000007:  R_X86_64_TPOFF32~counter
       b:      ~callq~0x10 <_Z2ifi>
~~000000000000000c:  R_X86_64_PLT32~.text._ZL6helperi-0x4
      10:      ~jmp~0x20 <_Z2ifi>

0000000000000020 <_Z2ifi>:
      20:      ~mulsd~(%rip), %xmm0            # 0x28 <_Z2ifi+0x8>
~~0000000000000024:  R_X86_64_PC32~.LCPI0_0-0x4
      28:      ~lock~~addl~$1, (%rax)
      2c:      ~jbe~0x36 <elsewhere+0x6>

Disassembly of section .text.startup:

0000000000000000 <elsewhere>:
       0:      ~retq

t.o:~file format elf64-x86-64

RELOCATION RECORDS FOR [.data.table]:
OFFSET           TYPE                     VALUE
0000000000000000 R_X86_64_64              _Z2swi
)";

TEST(Listing, OfLlvmHasRelocationsOnLinesOfTheirOwn) {
    const Object object = parse(k_llvm);
    EXPECT_EQ(object.architecture, Architecture::x86);
    EXPECT_EQ(
        object.functions.at("_Z2ifi").instructions,
        (std::vector<std::string>{"mulsd (%rip), %xmm0", "lock addl $1, (%rax)", "jbe 0x36"}));
    EXPECT_EQ(object.functions.at("_Z2swi").references,
              (std::set<std::string>{".text._ZL6helperi", "_Z2ifi"}))
        << "the call is relocated, the jump resolved";
    EXPECT_EQ(object.functions.at("_Z2ifi").references, std::set<std::string>{".LCPI0_0"})
        << "what reads like a jump into another section is data";
    EXPECT_EQ(object.data.at(".data.table").references, std::set<std::string>{"_Z2swi"});
    EXPECT_EQ(object.section_of_data.at("table"), ".data.table");
}

TEST(Listing, ThreadLocalRelocationsAreKeptApart) {
    EXPECT_EQ(parse(k_llvm).functions.at("_Z2swi").thread_locals, std::set<std::string>{"counter"});
    for (const char* type :
         {"R_X86_64_GOTTPOFF", "R_X86_64_TLSGD", "R_386_TLS_LE", "R_AARCH64_TLSLE_ADD_TPREL_HI12",
          "R_RISCV_TPREL_HI20", "R_390_TLS_IEENT"}) {
        const Object object =
            parse("\n0000000000000000 <f>:\n   0:~mov\t4: " + std::string(type) + "~counter\n");
        EXPECT_EQ(object.functions.at("f").thread_locals.size(), 1U) << type;
        EXPECT_TRUE(object.functions.at("f").references.empty()) << type;
    }
    // A table of offsets, which is how s390x finds them.
    const Object table =
        parse("RELOCATION RECORDS FOR [.data.rel.ro]:\n0000000000000000 R_390_TLS_LE64 counter\n");
    EXPECT_EQ(table.data.at(".data.rel.ro").thread_locals, std::set<std::string>{"counter"});
}

TEST(Listing, OfGnuTellsLinesOfTheSourceAndWhereTheyWereInlined) {
    const Object object = parse(R"(
t.o:     file format elf64-x86-64

Disassembly of section .text._Z4stepv:

0000000000000000 <_Z4stepv>:
_Z4stepv():
/game/race.hpp:7
   0:~mov    %rdi,%rbx
/usr/include/half (2).hpp:3 (discriminator 4)
inlined by /game/race.hpp:8 (turn)
inlined by /game/race.hpp:9 (sort<(lambda at race.hpp:1:2)>)
   3:~mulsd  0x0(%rip),%xmm0        # b <_Z4stepv+0xb>~7: R_X86_64_PC32~.LC0-0x4
/game/race.hpp:10
   b:~call   10 <_Z4stepv+0x10>~c: R_X86_64_PLT32~rand-0x4
  10:~call   20 <near>
  15:~mov    %rdi,%rbx

Disassembly of section .text._Z5otherv:

0000000000000000 <_Z5otherv>:
_Z5otherv():
   0:~ret
)");
    const auto& lines = object.functions.at("_Z4stepv").lines;
    EXPECT_EQ(lines.at("mov    %rdi,%rbx"), Part::Lines{"/game/race.hpp:7"}) << "the first one's";
    EXPECT_EQ(lines.at("mulsd  0x0(%rip),%xmm0"),
              (Part::Lines{"/usr/include/half (2).hpp:3", "/game/race.hpp:8", "/game/race.hpp:9"}));
    EXPECT_EQ(lines.at(".LC0"), lines.at("mulsd  0x0(%rip),%xmm0"));
    EXPECT_EQ(lines.at("rand"), Part::Lines{"/game/race.hpp:10"});
    EXPECT_EQ(lines.at("near"), Part::Lines{"/game/race.hpp:10"});
    EXPECT_TRUE(object.functions.at("_Z5otherv").lines.empty()) << "it has none of its own";
}

TEST(Listing, OfLlvmTellsLinesOfTheSourceBehindSemicolons) {
    const Object object = parse(R"(
t.o:~file format elf64-x86-64

Disassembly of section .text._Z4stepv:

0000000000000000 <_Z4stepv>:
; .LCPI1_0():
; /game/race.hpp:8
       0:      ~movsd~(%rip), %xmm2           # xmm2 = mem[0],zero
                                                # 0x8 <_Z4stepv+0x8>
~~0000000000000004:  R_X86_64_PC32~.LC0-0x4
; /game/race.hpp:9
       8:      ~callq~0xd <_Z4stepv+0xd>
~~0000000000000009:  R_X86_64_PLT32~rand-0x4
)");
    const auto& lines = object.functions.at("_Z4stepv").lines;
    EXPECT_EQ(lines.at("movsd (%rip), %xmm2"), Part::Lines{"/game/race.hpp:8"});
    EXPECT_EQ(lines.at(".LC0"), Part::Lines{"/game/race.hpp:8"});
    EXPECT_EQ(lines.at("rand"), Part::Lines{"/game/race.hpp:9"});
}

TEST(Listing, LabelsWithinAFunctionOfRiscvDoNotEndIt) {
    const Object object = parse(R"(
t.o:     file format elf64-littleriscv

Disassembly of section .text._Z1fi:

0000000000000000 <_Z1fi>:
   0:~bltu~a5,a0,18 <.L4>~0: R_RISCV_BRANCH~.L4
   4:~auipc~a4,0x0~4: R_RISCV_PCREL_HI20~table
~4: R_RISCV_RELAX~*ABS*

0000000000000018 <.L4>:
  18:~fadd.d~fa0,fa0,fa1
)");
    EXPECT_EQ(object.architecture, Architecture::riscv);
    ASSERT_EQ(object.functions.size(), 1U);
    EXPECT_EQ(object.functions.at("_Z1fi").instructions.back(), "fadd.d fa0,fa0,fa1");
    EXPECT_EQ(object.functions.at("_Z1fi").references, (std::set<std::string>{".L4", "table"}));
}

TEST(Listing, KnowsTheProcessorsOfElfObjectsOnly) {
    const auto architecture = [](const std::string& format) {
        return parse("t.o:     file format " + format + "\n").architecture;
    };
    EXPECT_EQ(architecture("elf64-s390"), Architecture::s390);
    EXPECT_EQ(architecture("elf32-i386"), Architecture::x86);
    EXPECT_EQ(architecture("elf32-x86-64"), Architecture::x86);
    EXPECT_EQ(architecture("elf64-powerpcle"), Architecture::unknown);
    EXPECT_EQ(architecture("pe-x86-64"), Architecture::unknown);
    EXPECT_EQ(architecture("mach-o arm64"), Architecture::unknown);
}

}  // namespace
}  // namespace tandem::object_check
