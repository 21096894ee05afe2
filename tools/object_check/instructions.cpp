// SPDX-License-Identifier: MIT
// The mnemonics are from the manuals of Intel and Arm, the RISC-V unprivileged specification and
// IBM's Principles of Operation, as GNU binutils and LLVM print them.
#include <tandem/tools/object_check/instructions.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <tandem/tools/object_check/beginnings.hpp>

namespace tandem::object_check {
namespace {

constexpr std::string_view k_float = "floating point";
constexpr std::string_view k_clock = "clock";
constexpr std::string_view k_random = "random";
constexpr std::string_view k_machine = "machine";
constexpr std::string_view k_system_call = "system call";
constexpr std::string_view k_unreadable = "unreadable";

using Names = std::set<std::string_view>;

template <std::size_t size>
bool ends_with_any(std::string_view text, const std::array<std::string_view, size>& ends);
std::string_view first_word(std::string_view text);
std::string_view after_first_word(std::string_view text);
std::string_view operand(std::string_view operands, std::size_t number);

bool is_x87(std::string_view mnemonic);
bool is_sse(std::string_view mnemonic);
bool is_thread_local_on_x86(std::string_view operands);
std::string_view on_x86(std::string_view instruction);

std::string_view system_register(std::string_view name);
std::string_view on_aarch64(std::string_view instruction);

std::string_view control_register(std::string_view name);
std::string_view on_riscv(std::string_view instruction);

bool is_scalar_float_on_s390(std::string_view mnemonic);
bool is_vector_float_on_s390(std::string_view mnemonic);
std::string_view on_s390(std::string_view instruction);
bool is_unreadable(std::string_view mnemonic);

}  // namespace

std::string_view banned_instruction(Architecture architecture, std::string_view instruction) {
    if (is_unreadable(first_word(instruction))) {
        return k_unreadable;
    }
    switch (architecture) {
        case Architecture::x86:
            return on_x86(instruction);
        case Architecture::aarch64:
            return on_aarch64(instruction);
        case Architecture::riscv:
            return on_riscv(instruction);
        case Architecture::s390:
            return on_s390(instruction);
        case Architecture::unknown:
            break;
    }
    return {};
}

namespace {

template <std::size_t size>
bool ends_with_any(std::string_view text, const std::array<std::string_view, size>& ends) {
    return std::any_of(ends.begin(), ends.end(),
                       [&](std::string_view end) { return text.ends_with(end); });
}

// ---- x86 ----------------------------------------------------------------------------------------

// ---- aarch64 ------------------------------------------------------------------------------------

// ---- RISC-V -------------------------------------------------------------------------------------

// ---- z/Architecture -----------------------------------------------------------------------------

std::string_view first_word(std::string_view text) {
    return text.substr(0, text.find_first_of(" \t"));
}

std::string_view after_first_word(std::string_view text) {
    text.remove_prefix(first_word(text).size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

// Returns the operand with this number, counted from 0.
std::string_view operand(std::string_view operands, std::size_t number) {
    for (; number > 0; --number) {
        operands.remove_prefix(std::min(operands.find(','), operands.size() - 1) + 1);
    }
    operands.remove_prefix(std::min(operands.find_first_not_of(" \t"), operands.size()));
    return operands.substr(0, operands.find_first_of(", \t"));
}

// True for the floating-point unit of 1980: it also loads, stores and steers, which decides
// nothing. Its control word holds precision and rounding.
bool is_x87(std::string_view mnemonic) {
    static const Names k_control{"fldcw",  "fnstcw", "fstcw", "fldenv", "fnstenv",
                                 "fstenv", "fnsave", "fsave", "frstor"};
    constexpr std::array<std::string_view, 10> k_moves{
        "fld", "fst", "fxch", "fwait", "fnst", "fncl", "fninit", "ffree", "fxsave", "fxrstor"};
    static const Names k_nothing{"fnop", "femms", "fs"};
    return mnemonic.starts_with("f") &&
           (k_control.contains(mnemonic) ||
            (!starts_with_any(mnemonic, k_moves) && !k_nothing.contains(mnemonic)));
}

// True for SSE to AVX-512 and AMX: operations on ss, sd, ps, pd, sh and ph, with their conversions;
// 3DNow.
bool is_sse(std::string_view mnemonic) {
    static const Names k_control{"ldmxcsr", "stmxcsr"};
    if (mnemonic.starts_with("v")) {
        mnemonic.remove_prefix(1);
    }
    constexpr std::array<std::string_view, 8> k_conversions{"cvt",     "pf",      "pi2f", "dpbf16",
                                                            "tdpbf16", "tdpfp16", "tcmm", "4f"};
    if (k_control.contains(mnemonic) || starts_with_any(mnemonic, k_conversions)) {
        return true;
    }
    constexpr std::array<std::string_view, 6> k_types{"ss", "sd", "ps", "pd", "sh", "ph"};
    constexpr std::array<std::string_view, 33> k_operations{
        "add",    "sub",     "mul",     "div",      "sqrt",     "min",    "max",
        "rcp",    "rsqrt",   "round",   "cmp",      "comi",     "comx",   "ucomi",
        "ucomx",  "hadd",    "hsub",    "dpp",      "fmadd",    "fmsub",  "fnmadd",
        "fnmsub", "getexp",  "getmant", "fixupimm", "rndscale", "reduce", "range",
        "scalef", "fpclass", "exp2",    "fcm",      "fmulc"};
    return ends_with_any(mnemonic, k_types) && starts_with_any(mnemonic, k_operations);
}

// True if an operand is by %fs or %gs, which lead to a thread's own data, and there to the kernel's
// entry points. The stack protector's canary, at 0x28 and 0x14, decides nothing.
bool is_thread_local_on_x86(std::string_view operands) {
    for (const std::string_view segment : {"%fs:", "%gs:"}) {
        for (std::size_t at = operands.find(segment); at != operands.npos;
             at = operands.find(segment, at + 1)) {
            const std::string_view place = operand(operands.substr(at + segment.size()), 0);
            const bool is_canary = segment == "%fs:" ? place == "0x28" || place == "40"
                                                     : place == "0x14" || place == "20";
            if (!is_canary) {
                return true;
            }
        }
    }
    return false;
}

std::string_view on_x86(std::string_view instruction) {
    // A prefix is printed like a mnemonic of its own.
    static const Names k_prefixes{"lock",   "rep",     "repe",  "repne",    "repz",
                                  "repnz",  "notrack", "bnd",   "cs",       "ds",
                                  "es",     "ss",      "fs",    "gs",       "data16",
                                  "addr32", "rex",     "rex.W", "xacquire", "xrelease"};
    while (k_prefixes.contains(first_word(instruction)) && !after_first_word(instruction).empty()) {
        instruction = after_first_word(instruction);
    }
    const std::string_view mnemonic = first_word(instruction);
    static const Names k_clocks{"rdtsc", "rdtscp", "rdpmc", "rdpru"};
    static const Names k_machine_names{"cpuid",   "xgetbv", "rdpid", "rdpkru", "rdmsr",  "sgdt",
                                       "sidt",    "sldt",   "str",   "smsw",   "xbegin", "xtest",
                                       "pconfig", "enclu",  "sgdtl", "sidtl"};
    static const Names k_calls{"syscall", "sysenter", "int",   "into",  "in",    "out", "insb",
                               "insw",    "insl",     "outsb", "outsw", "outsl", "inb", "inw",
                               "inl",     "outb",     "outw",  "outl",  "vmcall"};
    if (k_clocks.contains(mnemonic)) {
        return k_clock;
    }
    if (mnemonic.starts_with("rdrand") || mnemonic.starts_with("rdseed")) {
        return k_random;
    }
    if (k_machine_names.contains(mnemonic)) {
        return k_machine;
    }
    if (k_calls.contains(mnemonic)) {
        return k_system_call;
    }
    if (mnemonic.starts_with("rdfsbase") || mnemonic.starts_with("rdgsbase") ||
        is_thread_local_on_x86(after_first_word(instruction))) {
        return k_thread_local;
    }
    return is_x87(mnemonic) || is_sse(mnemonic) ? k_float : std::string_view{};
}

// Returns the kind of a register that `mrs` reads and `msr` writes.
std::string_view system_register(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    if (lower == "nzcv") {
        return {};
    }
    if (lower == "fpcr" || lower == "fpsr") {
        return k_float;
    }
    if (lower.starts_with("tpidr") || lower.starts_with("tpidrro")) {
        return k_thread_local;
    }
    // An assembler that is older than the name prints its number.
    if (lower.starts_with("rndr") || lower.starts_with("s3_3_c2_c4_")) {
        return k_random;
    }
    return lower.starts_with("cnt") || lower.starts_with("pm") ? k_clock : k_machine;
}

std::string_view on_aarch64(std::string_view instruction) {
    const std::string_view mnemonic = first_word(instruction);
    const std::string_view operands = after_first_word(instruction);
    if (mnemonic == "mrs") {
        return system_register(operand(operands, 1));
    }
    if (mnemonic == "msr") {
        return system_register(operand(operands, 0));
    }
    static const Names k_calls{"svc", "hvc", "smc"};
    if (k_calls.contains(mnemonic)) {
        return k_system_call;
    }
    constexpr std::array<std::string_view, 3> k_moves{"fmov", "fcsel", "fcpy"};
    static const Names k_bit_fields{"bfi", "bfxil", "bfc", "bfm"};
    const bool is_float = (mnemonic.starts_with("f") && !starts_with_any(mnemonic, k_moves)) ||
                          (mnemonic.starts_with("bf") && !k_bit_fields.contains(mnemonic)) ||
                          mnemonic.starts_with("scvtf") || mnemonic.starts_with("ucvtf");
    return is_float ? k_float : std::string_view{};
}

std::string_view control_register(std::string_view name) {
    static const Names k_rounding{"fflags", "frm", "fcsr"};
    if (k_rounding.contains(name)) {
        return k_float;
    }
    if (name == "seed") {
        return k_random;
    }
    return name == "time" || name == "timeh" || name.starts_with("cycle") ||
                   name.starts_with("instret") || name.starts_with("hpmcounter")
               ? k_clock
               : k_machine;
}

std::string_view on_riscv(std::string_view instruction) {
    const std::string_view mnemonic = first_word(instruction);
    const std::string_view operands = after_first_word(instruction);
    if (mnemonic == "ecall") {
        return k_system_call;
    }
    if (mnemonic.starts_with("rdtime") || mnemonic.starts_with("rdcycle") ||
        mnemonic.starts_with("rdinstret")) {
        return k_clock;
    }
    // The forms are csrr rd, register; csrw register, rs; csrrw rd, register, rs.
    if (mnemonic.starts_with("csrr")) {
        return control_register(operand(operands, 1));
    }
    if (mnemonic.starts_with("csr")) {
        return control_register(operand(operands, 0));
    }
    static const Names k_vector_integers{"vfirst.m"};
    constexpr std::array<std::string_view, 2> k_vector_moves{"vfmv", "vfmerge"};
    if (mnemonic.starts_with("vf") || mnemonic.starts_with("vmf")) {
        return k_vector_integers.contains(mnemonic) || starts_with_any(mnemonic, k_vector_moves)
                   ? std::string_view{}
                   : k_float;
    }
    static const Names k_loads{"flh", "flw", "fld",   "flq",   "fsh",   "fsw",
                               "fsd", "fsq", "flwsp", "fldsp", "fswsp", "fsdsp"};
    constexpr std::array<std::string_view, 4> k_moves{"fmv", "fence", "fli.", "fsgnj."};
    return mnemonic.starts_with("f") && !k_loads.contains(mnemonic) &&
                   !starts_with_any(mnemonic, k_moves)
               ? k_float
               : std::string_view{};
}

// True for binary floating point, whose short names have no system, so they are told one by one:
// the operation, then e, d or x for the width, then b for memory and br for registers.
bool is_scalar_float_on_s390(std::string_view mnemonic) {
    static const Names k_names{
        "aeb",   "adb",   "aebr",  "adbr",  "axbr",  "seb",   "sdb",   "sebr",  "sdbr",  "sxbr",
        "meeb",  "mdb",   "meebr", "mdbr",  "mxbr",  "mdeb",  "mdebr", "mxdb",  "mxdbr", "deb",
        "ddb",   "debr",  "ddbr",  "dxbr",  "sqeb",  "sqdb",  "sqebr", "sqdbr", "sqxbr", "ceb",
        "cdb",   "cebr",  "cdbr",  "cxbr",  "keb",   "kdb",   "kebr",  "kdbr",  "kxbr",  "maeb",
        "madb",  "maebr", "madbr", "mseb",  "msdb",  "msebr", "msdbr", "ldeb",  "lxdb",  "lxeb",
        "lcebr", "lcdbr", "lcxbr", "lnebr", "lndbr", "lnxbr", "lpebr", "lpdbr", "lpxbr", "ltebr",
        "ltdbr", "ltxbr", "tceb",  "tcdb",  "tcxb",  "diebr", "didbr", "efpc",  "sfpc",  "lfpc",
        "stfpc", "sfasr", "lfas",  "srnm",  "srnmb", "srnmt"};
    if (k_names.contains(mnemonic)) {
        return true;
    }
    // Conversions are cdfbr, cgdbra, clfebr, ldebr, ledbra, fidbra, and decimal ones, which end in
    // tr.
    if (mnemonic.ends_with("a")) {
        mnemonic.remove_suffix(1);
    }
    constexpr std::array<std::string_view, 12> k_conversions{
        "ce", "cd", "cx", "cf", "cg", "clf", "clg", "lde", "lxd", "lxe", "led", "ldx"};
    constexpr std::array<std::string_view, 4> k_others{"lex", "fie", "fid", "fix"};
    if (mnemonic.ends_with("br") && mnemonic.size() > 4) {
        return starts_with_any(mnemonic, k_conversions) || starts_with_any(mnemonic, k_others);
    }
    return mnemonic.ends_with("tr") && mnemonic.size() > 3 && !mnemonic.starts_with("tr");
}

bool is_vector_float_on_s390(std::string_view mnemonic) {
    constexpr std::array<std::string_view, 3> k_searches{"vfae", "vfee", "vfene"};  // for integers
    constexpr std::array<std::string_view, 16> k_operations{
        "vf",   "wf",    "vcdg", "vcdlg", "vcgd",  "vclgd",  "wcdg", "wcdlg",
        "wcgd", "wclgd", "vcfe", "vclfe", "vcefb", "vcelfb", "vlde", "vled"};
    constexpr std::array<std::string_view, 12> k_more{"wlde",  "wled",  "wcef",   "wcelf",
                                                      "wcfe",  "wclfe", "vcfps",  "vcfpl",
                                                      "vcsfp", "vclfp", "vclfnh", "vcnf"};
    return !starts_with_any(mnemonic, k_searches) &&
           (starts_with_any(mnemonic, k_operations) || starts_with_any(mnemonic, k_more));
}

std::string_view on_s390(std::string_view instruction) {
    const std::string_view mnemonic = first_word(instruction);
    static const Names k_clocks{"stck", "stckf", "stcke", "stpt", "ectg", "ptff", "qctri", "ecctr"};
    static const Names k_randoms{"ppno", "prno"};
    static const Names k_machine_names{"stfl", "stfle",  "stidp",   "stsi", "stap",
                                       "ecag", "tbegin", "tbeginc", "stcps"};
    if (k_clocks.contains(mnemonic)) {
        return k_clock;
    }
    if (k_randoms.contains(mnemonic)) {
        return k_random;
    }
    if (k_machine_names.contains(mnemonic)) {
        return k_machine;
    }
    if (mnemonic == "svc" || mnemonic == "pc") {
        return k_system_call;
    }
    return is_scalar_float_on_s390(mnemonic) || is_vector_float_on_s390(mnemonic)
               ? k_float
               : std::string_view{};
}

// True for bytes that the disassembler itself could not make sense of.
bool is_unreadable(std::string_view mnemonic) {
    static const Names k_names{"(bad)", "<unknown>", ".byte", ".inst", ".insn", ".short", ".long"};
    return k_names.contains(mnemonic);
}

}  // namespace
}  // namespace tandem::object_check
