// SPDX-License-Identifier: MIT
// What counts as floating point, and which names stand for what a step may not use.
#include <tandem/tools/object_check/ban_list.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

TEST(FloatingPoint, IsArithmeticConversionAndComparison) {
    for (const char* instruction : {"mulsd  %xmm1,%xmm0",
                                    "addss  (%rax),%xmm0",
                                    "divpd  %xmm1,%xmm0",
                                    "vfmadd213sd %xmm2,%xmm1,%xmm0",
                                    "vmulps %ymm1,%ymm0,%ymm0",
                                    "sqrtsd %xmm0,%xmm0",
                                    "cvtsi2sd %eax,%xmm0",
                                    "cvttsd2si %xmm0,%rax",
                                    "vcvtdq2pd %xmm0,%ymm0",
                                    "ucomisd %xmm1,%xmm0",
                                    "comiss %xmm1,%xmm0",
                                    "cmpltsd %xmm1,%xmm0",
                                    "minsd  %xmm1,%xmm0",
                                    "roundsd $0x9,%xmm0,%xmm0",
                                    "rcpps  %xmm0,%xmm0",
                                    "haddpd %xmm0,%xmm0",
                                    "vrndscalesd $0x9,%xmm0,%xmm0,%xmm0",
                                    "fmulp  %st,%st(1)",
                                    "fildll (%esp)",
                                    "fistpll (%esp)",
                                    "fsqrt",
                                    "fucomip %st(1),%st",
                                    "fchs"}) {
        EXPECT_TRUE(is_floating_point(Architecture::x86, instruction)) << instruction;
    }
    for (const char* instruction : {"fmul d0, d0, d1", "fmadd d0, d0, d1, d2", "scvtf d0, x0",
                                    "ucvtf s0, w0", "fcvtzs x0, d0", "fcmp d0, d1", "fsqrt d0, d0",
                                    "fmla v0.2d, v1.2d, v2.2d", "frintm d0, d0"}) {
        EXPECT_TRUE(is_floating_point(Architecture::aarch64, instruction)) << instruction;
    }
}

TEST(FloatingPoint, IsNotAMoveABitOperationOrIntegerArithmetic) {
    for (const char* instruction : {"movsd  (%rax),%xmm0",
                                    "movss  %xmm0,(%rax)",
                                    "movaps %xmm0,(%rsp)",
                                    "movups (%rdi),%xmm0",
                                    "pxor   %xmm0,%xmm0",
                                    "xorps  %xmm0,%xmm0",
                                    "andpd  %xmm1,%xmm0",
                                    "shufps $0x0,%xmm0,%xmm0",
                                    "unpcklpd %xmm1,%xmm0",
                                    "pmuludq %xmm1,%xmm0",
                                    "paddq  %xmm1,%xmm0",
                                    "vpmulld %ymm1,%ymm0,%ymm0",
                                    "addl   $0x1,(%rax)",
                                    "cmpsb  %es:(%rdi),%ds:(%rsi)",
                                    "repz cmpsb %es:(%rdi),%ds:(%rsi)",
                                    "subq   $0x8,%rsp",
                                    "fldl   0x4(%esp)",
                                    "fstpl  (%esp)",
                                    "fxch   %st(1)",
                                    "cltd",
                                    "movmskpd %xmm0,%eax",
                                    "lock cmpxchg %ecx,(%rdx)",
                                    "cs nopw 0x0(%rax,%rax,1)",
                                    "divq   %rcx",
                                    "mul    %rsi",
                                    "maxsb_of_nothing",
                                    "vinsertps $0x10,%xmm1,%xmm0,%xmm0",
                                    "vpermilps $0x0,%ymm0,%ymm0"}) {
        EXPECT_FALSE(is_floating_point(Architecture::x86, instruction)) << instruction;
    }
    for (const char* instruction :
         {"fmov x0, d0", "fcsel d0, d1, d2, eq", "ldr d0, [x0]", "mul x0, x1, x2",
          "umulh x0, x1, x2", "add v0.2d, v1.2d, v2.2d", "csel x0, x1, x2, lt"}) {
        EXPECT_FALSE(is_floating_point(Architecture::aarch64, instruction)) << instruction;
    }
}

std::string_view external(const std::string& symbol) { return banned_kind(symbol, false); }

TEST(BannedNames, OfTheCLibraryInAllTheirSpellings) {
    EXPECT_EQ(external("clock_gettime"), "clock");
    EXPECT_EQ(external("time"), "clock");
    EXPECT_EQ(external("rand"), "random");
    EXPECT_EQ(external("getrandom"), "random");
    EXPECT_EQ(external("pthread_create"), "thread");
    EXPECT_EQ(external("__pthread_mutex_lock"), "thread");
    EXPECT_EQ(external("printf"), "input and output");
    EXPECT_EQ(external("__printf_chk"), "input and output");
    EXPECT_EQ(external("fopen64"), "input and output");
    EXPECT_EQ(external("__isoc99_fscanf"), "input and output");
    EXPECT_EQ(external("stderr"), "input and output");
    EXPECT_EQ(external("getenv"), "input and output");
    EXPECT_EQ(external("sinf"), "floating point");
    EXPECT_EQ(external("sqrt"), "floating point");
    EXPECT_EQ(external("__adddf3"), "floating point");
    EXPECT_EQ(external("__floattidf"), "floating point");
    EXPECT_EQ(external("__fixdfdi"), "floating point");
}

TEST(BannedNames, OfBothCxxLibraries) {
    EXPECT_EQ(external("_ZNSt6chrono3_V212steady_clock3nowEv"), "clock");
    EXPECT_EQ(external("_ZNSt3__16chrono12system_clock3nowEv"), "clock");
    EXPECT_EQ(external("_ZNSt13random_device9_M_getvalEv"), "random");
    EXPECT_EQ(external("_ZNSt3__113random_deviceclEv"), "random");
    EXPECT_EQ(external("_ZNSt6thread4joinEv"), "thread");
    EXPECT_EQ(external("_ZNSt3__15mutex4lockEv"), "thread");
    EXPECT_EQ(external("_ZSt4cout"), "input and output");
    EXPECT_EQ(external("_ZNSt3__14cerrE"), "input and output");
    EXPECT_EQ(external("_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode"),
              "input and output");
}

TEST(BannedNames, AreNotWhatEveryCleanStepUses) {
    for (const char* symbol :
         {"_Znwm",
          "_ZdlPvm",
          "malloc",
          "memcpy",
          "__memcpy_chk",
          "memmove",
          "memset",
          "memcmp",
          "strlen",
          "abort",
          "__assert_fail",
          "__stack_chk_fail",
          "_Unwind_Resume",
          "__cxa_throw",
          "__cxa_allocate_exception",
          "__cxa_guard_acquire",
          "__gxx_personality_v0",
          "_ZSt20__throw_length_errorPKc",
          "_ZSt17__throw_bad_allocv",
          "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
          "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm",
          "_ZNSt13runtime_errorC1EPKc",
          "_ZTISt13runtime_error",
          "snprintf",
          "__divti3",
          "__udivti3",
          "__multi3",
          "__popcountdi2",
          "__udivdi3",
          "_ZN6tandem4sqrtENS_10BasicFixedIlLi32EEE",
          "_ZN6tandem3sinENS_5AngleE",
          "_GLOBAL_OFFSET_TABLE_",
          "__tls_get_addr",
          "_ZSt9terminatev"}) {
        EXPECT_EQ(external(symbol), "") << symbol;
    }
}

TEST(BannedNames, DoNotCoverAFunctionOfTheGameThatOnlySharesTheName) {
    EXPECT_EQ(banned_kind("time", true), "");
    EXPECT_EQ(banned_kind("_ZN4game4timeEv", true), "");
    EXPECT_EQ(banned_kind("_ZN4game10read_clockEv", false), "");
}

TEST(ReadableNames, AreThoseOfTheSource) {
    EXPECT_EQ(readable("_ZN4game4stepEi"), "game::step(int)");
    EXPECT_EQ(readable("_ZN4game4stepEi.cold"), "game::step(int)");
    EXPECT_EQ(readable("main"), "main");
}

}  // namespace
}  // namespace tandem::object_check
