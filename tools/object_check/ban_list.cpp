// SPDX-License-Identifier: MIT
// Names from the C and C++ standards, POSIX and glibc; mnemonics from Intel's and Arm's manuals.
#include <tandem/tools/object_check/ban_list.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <set>

#include <cxxabi.h>

namespace tandem::object_check {
namespace {

template <std::size_t size>
bool starts_with_any(std::string_view text, const std::array<std::string_view, size>& beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// ---- Instructions -------------------------------------------------------------------------------

// The unit of 1980: it also loads, stores and steers, which decides nothing.
bool is_x87(std::string_view mnemonic) {
    constexpr std::array<std::string_view, 9> k_moves{"fld",  "fst",    "fxch",  "fwait", "fnst",
                                                      "fncl", "fninit", "ffree", "fxsave"};
    constexpr std::array<std::string_view, 2> k_other{"fxrstor", "fnop"};
    return mnemonic.starts_with("f") && !starts_with_any(mnemonic, k_moves) &&
           !starts_with_any(mnemonic, k_other);
}

// SSE to AVX-512: operations on ss, sd, ps and pd, with their conversions.
bool is_sse(std::string_view mnemonic) {
    if (mnemonic.starts_with("v")) {
        mnemonic.remove_prefix(1);
    }
    if (mnemonic.starts_with("cvt")) {
        return true;
    }
    constexpr std::array<std::string_view, 4> k_types{"ss", "sd", "ps", "pd"};
    const bool is_typed = std::any_of(k_types.begin(), k_types.end(), [&](std::string_view type) {
        return mnemonic.ends_with(type);
    });
    constexpr std::array<std::string_view, 29> k_operations{
        "add",    "sub",   "mul",    "div",     "sqrt",   "min",     "max",      "rcp",
        "rsqrt",  "round", "cmp",    "comi",    "ucomi",  "hadd",    "hsub",     "dpp",
        "fmadd",  "fmsub", "fnmadd", "fnmsub",  "getexp", "getmant", "fixupimm", "rndscale",
        "reduce", "range", "scalef", "fpclass", "exp2"};
    return is_typed && starts_with_any(mnemonic, k_operations);
}

bool is_aarch64(std::string_view mnemonic) {
    constexpr std::array<std::string_view, 2> k_moves{"fmov", "fcsel"};
    return (mnemonic.starts_with("f") && !starts_with_any(mnemonic, k_moves)) ||
           mnemonic.starts_with("scvtf") || mnemonic.starts_with("ucvtf");
}

// ---- Symbols ------------------------------------------------------------------------------------

const std::set<std::string_view>& clocks() {
    static const std::set<std::string_view> k_names{
        "clock",  "time",   "ftime",     "gettimeofday", "clock_gettime",   "timespec_get",
        "mktime", "gmtime", "localtime", "gmtime_r",     "localtime_r",     "times",
        "sleep",  "usleep", "nanosleep", "getrusage",    "clock_nanosleep", "ctime"};
    return k_names;
}

const std::set<std::string_view>& randoms() {
    static const std::set<std::string_view> k_names{
        "rand",    "srand",   "rand_r",    "random",     "srandom",   "initstate", "setstate",
        "drand48", "erand48", "lrand48",   "nrand48",    "mrand48",   "jrand48",   "srand48",
        "seed48",  "lcong48", "getrandom", "getentropy", "arc4random"};
    return k_names;
}

const std::set<std::string_view>& inputs_and_outputs() {
    static const std::set<std::string_view> k_names{
        "stdin",    "stdout",  "stderr",  "printf",     "fprintf", "vprintf", "vfprintf", "dprintf",
        "puts",     "fputs",   "putchar", "fputc",      "putc",    "fwrite",  "fread",    "fgets",
        "fgetc",    "getc",    "getchar", "ungetc",     "scanf",   "fscanf",  "vfscanf",  "fopen",
        "fdopen",   "freopen", "fclose",  "fflush",     "fseek",   "ftell",   "rewind",   "fileno",
        "perror",   "remove",  "rename",  "tmpfile",    "open",    "openat",  "creat",    "close",
        "read",     "write",   "pread",   "pwrite",     "lseek",   "fcntl",   "ioctl",    "mmap",
        "munmap",   "stat",    "fstat",   "unlink",     "mkdir",   "opendir", "readdir",  "socket",
        "connect",  "bind",    "listen",  "accept",     "send",    "sendto",  "sendmsg",  "recv",
        "recvfrom", "recvmsg", "poll",    "select",     "system",  "popen",   "fork",     "execve",
        "getenv",   "setenv",  "getpid",  "gethostname"};
    return k_names;
}

const std::set<std::string_view>& mathematics() {
    static const std::set<std::string_view> k_names{
        "sin",    "cos",    "tan",       "asin",  "acos",      "atan",      "atan2",   "sincos",
        "sinh",   "cosh",   "tanh",      "exp",   "exp2",      "expm1",     "log",     "log2",
        "log10",  "log1p",  "pow",       "sqrt",  "cbrt",      "hypot",     "fma",     "fmod",
        "floor",  "ceil",   "round",     "trunc", "rint",      "lround",    "llround", "lrint",
        "llrint", "ldexp",  "frexp",     "modf",  "scalbn",    "fabs",      "fmin",    "fmax",
        "fdim",   "erf",    "remainder", "asinh", "acosh",     "atanh",     "tgamma",  "lgamma",
        "strtod", "strtof", "strtold",   "atof",  "nearbyint", "nextafter", "logb",    "ilogb"};
    return k_names;
}

// glibc's other names of one function: __printf_chk, __isoc99_fscanf, _IO_putc, open64.
std::string_view plain_name(std::string_view name) {
    for (const std::string_view beginning : {"__isoc99_", "__isoc23_", "_IO_", "__"}) {
        if (name.starts_with(beginning)) {
            name.remove_prefix(beginning.size());
            break;
        }
    }
    for (const std::string_view ending : {"_chk", "64"}) {
        if (name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    return name;
}

// What a compiler calls where the processor has no instruction: __adddf3, __floattidf (GCC's
// manual, "Soft float library routines").
bool is_soft_float(std::string_view name) {
    constexpr std::array<std::string_view, 18> k_operations{
        "__add", "__sub", "__mul", "__div", "__neg", "__fix", "__float", "__extend", "__trunc",
        "__eq",  "__ne",  "__lt",  "__le",  "__gt",  "__ge",  "__cmp",   "__unord",  "__pow"};
    if (!starts_with_any(name, k_operations)) {
        return false;
    }
    const std::string_view types = name.substr(2);
    return types.find("sf") != types.npos || types.find("df") != types.npos ||
           types.find("tf") != types.npos || types.find("xf") != types.npos;
}

bool is_mathematics(std::string_view name) {
    if (mathematics().contains(name)) {
        return true;
    }
    // The siblings for float and long double.
    return (name.ends_with("f") || name.ends_with("l")) &&
           mathematics().contains(name.substr(0, name.size() - 1));
}

std::string_view banned_c_name(std::string_view symbol) {
    const std::string_view name = plain_name(symbol);
    if (clocks().contains(name)) {
        return "clock";
    }
    if (randoms().contains(name)) {
        return "random";
    }
    if (name.starts_with("pthread_") || name.starts_with("thrd_") || name.starts_with("mtx_") ||
        name.starts_with("sem_")) {
        return "thread";
    }
    if (inputs_and_outputs().contains(name)) {
        return "input and output";
    }
    return is_mathematics(name) || is_soft_float(symbol) ? "floating point" : std::string_view{};
}

// Libraries put versions into inline namespaces: std::__1::thread, std::chrono::_V2::steady_clock.
std::string without_versions(std::string name) {
    for (const std::string_view version : {"__1::", "_V2::", "__cxx11::", "__ndk1::"}) {
        for (std::size_t at = name.find(version); at != name.npos; at = name.find(version, at)) {
            name.erase(at, version.size());
        }
    }
    return name;
}

std::string_view banned_cxx_name(const std::string& name) {
    struct Ban {
        std::string_view fragment;
        std::string_view kind;
    };
    constexpr std::array<Ban, 34> k_bans{{
        {"std::chrono::steady_clock::now", "clock"},
        {"std::chrono::system_clock::now", "clock"},
        {"std::random_device", "random"},
        {"std::mersenne_twister_engine", "random"},
        {"std::linear_congruential_engine", "random"},
        {"std::subtract_with_carry_engine", "random"},
        {"std::uniform_int_distribution", "random"},
        {"std::uniform_real_distribution", "random"},
        {"std::normal_distribution", "random"},
        {"std::bernoulli_distribution", "random"},
        {"std::discrete_distribution", "random"},
        {"std::generate_canonical", "random"},
        {"std::thread", "thread"},
        {"std::jthread", "thread"},
        {"std::this_thread", "thread"},
        {"std::mutex", "thread"},
        {"std::recursive_mutex", "thread"},
        {"std::shared_mutex", "thread"},
        {"std::timed_mutex", "thread"},
        {"std::condition_variable", "thread"},
        {"std::promise", "thread"},
        {"std::future", "thread"},
        {"std::__future_base", "thread"},
        {"std::async", "thread"},
        {"std::cout", "input and output"},
        {"std::cerr", "input and output"},
        {"std::clog", "input and output"},
        {"std::cin", "input and output"},
        {"std::wcout", "input and output"},
        {"std::basic_filebuf", "input and output"},
        {"std::basic_ifstream", "input and output"},
        {"std::basic_ofstream", "input and output"},
        {"std::basic_fstream", "input and output"},
        {"std::filesystem", "input and output"},
    }};
    const auto found = std::find_if(k_bans.begin(), k_bans.end(), [&](const Ban& ban) {
        return name.find(ban.fragment) != name.npos;
    });
    return found == k_bans.end() ? std::string_view{} : found->kind;
}

}  // namespace

bool is_floating_point(Architecture architecture, std::string_view instruction) {
    std::string_view mnemonic = instruction.substr(0, instruction.find(' '));
    // A prefix is printed like a mnemonic of its own.
    constexpr std::array<std::string_view, 9> k_prefixes{
        "lock", "rep", "repz", "repnz", "notrack", "bnd", "data16", "cs", "addr32"};
    while (mnemonic.size() < instruction.size() &&
           std::find(k_prefixes.begin(), k_prefixes.end(), mnemonic) != k_prefixes.end()) {
        instruction.remove_prefix(mnemonic.size() + 1);
        mnemonic = instruction.substr(0, instruction.find(' '));
    }
    if (architecture == Architecture::aarch64) {
        return is_aarch64(mnemonic);
    }
    return is_x87(mnemonic) || is_sse(mnemonic);
}

std::string readable(const std::string& symbol) {
    const std::string mangled = symbol.substr(0, symbol.find('.'));  // of f.cold, f.part.0
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && name ? std::string(name.get()) : symbol;
}

std::string_view banned_kind(const std::string& symbol, bool is_defined) {
    if (symbol.starts_with("_Z")) {
        return banned_cxx_name(without_versions(readable(symbol)));
    }
    return is_defined ? std::string_view{} : banned_c_name(symbol);
}

}  // namespace tandem::object_check
