// SPDX-License-Identifier: MIT
// Which instructions are a step's and which are not, processor by processor.
#include <tandem/tools/object_check/instructions.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

bool is_float(Architecture architecture, std::string_view instruction) {
    return banned_instruction(architecture, instruction) == "floating point";
}

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
                                    "fchs",
                                    "fnstcw 0x6(%esp)",
                                    "fldcw  0x4(%esp)",
                                    "ldmxcsr (%rsp)",
                                    "vstmxcsr (%rsp)",
                                    "vaddph %zmm1,%zmm0,%zmm0",
                                    "vmulsh %xmm1,%xmm0,%xmm0",
                                    "vdpbf16ps %zmm1,%zmm0,%zmm0",
                                    "vrcp14sd %xmm1,%xmm0,%xmm0",
                                    "vfmaddsub231pd %ymm2,%ymm1,%ymm0",
                                    "vfcmaddcph %zmm2,%zmm1,%zmm0",
                                    "vcvtph2ps %xmm0,%ymm0",
                                    "v4fmaddps (%rax),%zmm0,%zmm1",
                                    "tdpbf16ps %tmm1,%tmm2,%tmm3",
                                    "pfadd  %mm1,%mm0",
                                    "pi2fd  %mm1,%mm0",
                                    "data16 mulsd %xmm1, %xmm0"}) {
        EXPECT_TRUE(is_float(Architecture::x86, instruction)) << instruction;
    }
    for (const char* instruction :
         {"fmul d0, d0, d1", "fmadd d0, d0, d1, d2", "scvtf d0, x0", "ucvtf s0, w0",
          "fcvtzs x0, d0", "fcmp d0, d1", "fsqrt d0, d0", "fmla v0.2d, v1.2d, v2.2d",
          "frintm d0, d0", "fneg d0, d0", "bfdot v0.2s, v1.4h, v2.4h", "bfcvt h0, s0",
          "mrs x0, fpcr", "msr fpcr, x0"}) {
        EXPECT_TRUE(is_float(Architecture::aarch64, instruction)) << instruction;
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
                                    "vpermilps $0x0,%ymm0,%ymm0",
                                    "prefetcht0 (%rax)",
                                    "vpaddd %zmm1,%zmm0,%zmm0",
                                    "int3",
                                    "ud2",
                                    "inc    %eax"}) {
        EXPECT_EQ(banned_instruction(Architecture::x86, instruction), "") << instruction;
    }
    for (const char* instruction :
         {"fmov x0, d0", "fcsel d0, d1, d2, eq", "ldr d0, [x0]", "mul x0, x1, x2",
          "bfi w0, w1, #3, #4", "bfxil x0, x1, #0, #8", "mrs x0, nzcv", "umulh x0, x1, x2",
          "add v0.2d, v1.2d, v2.2d", "csel x0, x1, x2, lt"}) {
        EXPECT_EQ(banned_instruction(Architecture::aarch64, instruction), "") << instruction;
    }
}

TEST(FloatingPoint, IsKnownOnRiscv) {
    for (const char* instruction :
         {"fadd.d fa0,fa0,fa1", "fmul.s fa0, fa0, fa1", "fmadd.d fa0,fa1,fa2,fa3",
          "fcvt.l.d a0,fa0,rtz", "fcvt.d.w fa0,a0", "flt.d a0,fa0,fa1", "fle.s a0,fa0,fa1",
          "feq.d a0,fa0,fa1", "fsqrt.d fa0,fa0", "fneg.d fa0,fa0", "fclass.d a0,fa0",
          "fmin.d fa0,fa0,fa1", "vfadd.vv v0,v1,v2", "vmflt.vv v0,v1,v2", "frcsr a0", "fsrm a0,a1",
          "csrr a0,fcsr", "csrw frm,a0"}) {
        EXPECT_TRUE(is_float(Architecture::riscv, instruction)) << instruction;
    }
    for (const char* instruction :
         {"fld fa0,0(sp)", "fsd fa0,0(sp)", "flw fa0,0(a0)", "fmv.x.d a0,fa0", "fmv.d fa0,fa1",
          "fence rw,rw", "fence.i", "mulhu a0,a1,a2", "vfirst.m a0,v0", "vfmv.v.f v0,fa0",
          "vadd.vv v0,v1,v2", "ebreak"}) {
        EXPECT_EQ(banned_instruction(Architecture::riscv, instruction), "") << instruction;
    }
}

TEST(FloatingPoint, IsKnownOnS390) {
    for (const char* instruction :
         {"adbr %f0,%f2",           "mdb %f0,0(%r1)",     "meebr %f0,%f2",
          "ddbr %f0,%f2",           "cdbr %f0,%f2",       "cdfbr %f0,%r1",
          "cdgbra %f0,0,%r1,0",     "cgdbr %r1,5,%f0",    "clgdbr %r1,5,%f0,1",
          "cdlgbr %f0,1,%r1,1",     "ledbr %f0,%f1",      "ldebr %f0,%f2",
          "ltdbr %f0,%f0",          "lcdbr %f0,%f0",      "madbr %f0,%f1,%f2",
          "sqdbr %f0,%f2",          "fidbra %f0,5,%f1,1", "tcdb %f0,0",
          "adtr %f0,%f1,%f2",       "cdgtr %f0,%r1",      "vfadb %v0,%v1,%v2",
          "wfmadb %f0,%f1,%f2,%f3", "wfcdb %f0,%f1",      "vcdgb %v0,%v1,0,0",
          "wcgdb %v0,%v1,0,0",      "vledb %v0,%v1,0,0",  "sfpc %r1"}) {
        EXPECT_TRUE(is_float(Architecture::s390, instruction)) << instruction;
    }
    for (const char* instruction : {"br %r14",
                                    "lbr %r1,%r2",
                                    "lgbr %r1,%r2",
                                    "slbr %r1,%r2",
                                    "ltr %r2,%r2",
                                    "ldr %f0,%f2",
                                    "ld %f0,0(%r1)",
                                    "std %f0,0(%r1)",
                                    "ldgr %f0,%r1",
                                    "lgdr %r1,%f0",
                                    "cpsdr %f0,%f1,%f2",
                                    "tr 0(8,%r1),0(%r2)",
                                    "mlgr %r2,%r4",
                                    "dlgr %r2,%r4",
                                    "clgr %r1,%r2",
                                    "cdsg %r0,%r2,0(%r1)",
                                    "vfeeb %v0,%v1,%v2,0",
                                    "vfaeb %v0,%v1,%v2,0",
                                    "vag %v0,%v1,%v2",
                                    "ear %r1,%a0",
                                    "lcdfr %f0,%f1"}) {
        EXPECT_EQ(banned_instruction(Architecture::s390, instruction), "") << instruction;
    }
}

struct Case {
    Architecture architecture;
    const char* instruction;
    const char* kind;
};

TEST(Instructions, ThatAskTheProcessorAreNotASteps) {
    constexpr auto k_x86 = Architecture::x86;
    constexpr auto k_arm = Architecture::aarch64;
    constexpr auto k_riscv = Architecture::riscv;
    constexpr auto k_s390 = Architecture::s390;
    for (const auto& [architecture, instruction, kind] :
         {Case{k_x86, "rdtsc", "clock"},
          Case{k_x86, "rdtscp", "clock"},
          Case{k_x86, "rdpmc", "clock"},
          Case{k_x86, "rdrand %eax", "random"},
          Case{k_x86, "rdrandq %rax", "random"},
          Case{k_x86, "rdseed %rax", "random"},
          Case{k_x86, "cpuid", "machine"},
          Case{k_x86, "xgetbv", "machine"},
          Case{k_x86, "rdpid  %rax", "machine"},
          Case{k_x86, "syscall", "system call"},
          Case{k_x86, "sysenter", "system call"},
          Case{k_x86, "int    $0x80", "system call"},
          Case{k_x86, "in     (%dx),%al", "system call"},
          Case{k_x86, "rep outsb %ds:(%rsi),(%dx)", "system call"},
          Case{k_arm, "mrs x0, cntvct_el0", "clock"},
          Case{k_arm, "mrs\tx0, CNTVCT_EL0", "clock"},
          Case{k_arm, "mrs x0, pmccntr_el0", "clock"},
          Case{k_arm, "mrs x0, rndr", "random"},
          Case{k_arm, "mrs x0, s3_3_c2_c4_0", "random"},
          Case{k_arm, "mrs x0, midr_el1", "machine"},
          Case{k_arm, "mrs x0, tpidr_el0", "thread-local"},
          Case{k_arm, "svc #0x0", "system call"},
          Case{k_riscv, "rdtime a0", "clock"},
          Case{k_riscv, "rdcycle a0", "clock"},
          Case{k_riscv, "rdinstret a0", "clock"},
          Case{k_riscv, "csrr a0, cycle", "clock"},
          Case{k_riscv, "csrrw a0,seed,zero", "random"},
          Case{k_riscv, "csrr a0,vlenb", "machine"},
          Case{k_riscv, "ecall", "system call"},
          Case{k_s390, "stck 0(%r15)", "clock"},
          Case{k_s390, "stckf 0(%r15)", "clock"},
          Case{k_s390, "stcke 0(%r15)", "clock"},
          Case{k_s390, "prno %r2,%r4", "random"},
          Case{k_s390, "stfle 0(%r15)", "machine"},
          Case{k_s390, "svc 1", "system call"}}) {
        EXPECT_EQ(banned_instruction(architecture, instruction), kind) << instruction;
    }
}

TEST(Instructions, ReachWhatAThreadHasOfItsOwnExceptTheCanaryOfTheStack) {
    for (const char* instruction :
         {"mov    %fs:0x0,%rax", "mov    %rax,%fs:0xfffffffffffffffc", "movq %fs:0, %rax",
          "mov    %gs:0x0,%eax", "mov    %fs:(%rax),%ecx", "call   *%gs:0x10",
          "mov    %fs:0x280,%rax", "rdfsbase %rax"}) {
        EXPECT_EQ(banned_instruction(Architecture::x86, instruction), "thread-local")
            << instruction;
    }
    for (const char* instruction :
         {"mov    %fs:0x28,%rax", "sub    %fs:0x28,%rdx", "movq %fs:40, %rax",
          "mov    %gs:0x14,%eax", "movl %gs:20, %eax", "movsb  %ds:(%rsi),%es:(%rdi)"}) {
        EXPECT_EQ(banned_instruction(Architecture::x86, instruction), "") << instruction;
    }
}

TEST(Instructions, ThatNobodyCanReadProveNothing) {
    for (const char* instruction : {"(bad)", "<unknown>", ".byte 0x62", ".inst 0x12345678"}) {
        EXPECT_EQ(banned_instruction(Architecture::x86, instruction), "unreadable") << instruction;
    }
}

}  // namespace
}  // namespace tandem::object_check
