// SPDX-License-Identifier: MIT
// The names come from the C and C++ standards, POSIX, glibc and the compilers' run-time libraries.
#include <tandem/tools/object_check/ban_list.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <set>

#include <cxxabi.h>

#include <tandem/tools/object_check/beginnings.hpp>

namespace tandem::object_check {
namespace {

const std::set<std::string_view>& clocks();
const std::set<std::string_view>& thread_locals();
const std::set<std::string_view>& randoms();
const std::set<std::string_view>& inputs_and_outputs();
const std::set<std::string_view>& mathematics();
std::string_view plain_name(std::string_view name);
bool is_soft_float(std::string_view name);
bool is_mathematics(std::string_view name);
std::string_view banned_c_name(std::string_view symbol);

const std::set<std::string_view>& harmless();
bool is_compiler_runtime(std::string_view symbol);
bool is_integer_routine(std::string_view symbol);
std::string_view qualified_name(std::string_view text);
std::string_view without_parameters(std::string_view text);
bool is_harmless_cxx(std::string_view name);
bool takes_floating_point(std::string_view name);
std::string_view unknown_name(const std::string& symbol, const std::string& name);

std::string without_versions(std::string name);
std::string_view banned_cxx_name(const std::string& name);

}  // namespace

std::string readable(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) {
        return symbol;  // a C function f would come out as the type float
    }
    const std::string mangled = symbol.substr(0, symbol.find('.'));  // for f.cold, f.part.0
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && name ? std::string(name.get()) : symbol;
}

std::string_view banned_kind(const std::string& symbol, bool is_defined) {
    const std::string name = without_versions(readable(symbol));
    const auto kind = symbol.starts_with("_Z") ? banned_cxx_name(name)
                      : is_defined             ? std::string_view{}
                                               : banned_c_name(symbol);
    return kind.empty() && !is_defined ? unknown_name(symbol, name) : kind;
}

bool may_be_static(const std::string& symbol) {
    const std::string name = without_versions(readable(symbol));
    return is_compiler_runtime(symbol) || is_harmless_cxx(qualified_name(name)) ||
           name.starts_with("guard variable for ");
}

bool is_allowed(const std::string& symbol, const std::vector<std::string>& allowed) {
    const std::string name = readable(symbol);
    return std::any_of(allowed.begin(), allowed.end(), [&](std::string_view pattern) {
        if (pattern.ends_with("*")) {
            pattern.remove_suffix(1);
            return symbol.starts_with(pattern) || qualified_name(name).starts_with(pattern);
        }
        return pattern == symbol || pattern == name || pattern == without_parameters(name);
    });
}

namespace {

const std::set<std::string_view>& clocks() {
    static const std::set<std::string_view> k_names{
        "clock",  "time",   "ftime",     "gettimeofday", "clock_gettime",   "timespec_get",
        "mktime", "gmtime", "localtime", "gmtime_r",     "localtime_r",     "times",
        "sleep",  "usleep", "nanosleep", "getrusage",    "clock_nanosleep", "ctime"};
    return k_names;
}

const std::set<std::string_view>& thread_locals() {
    static const std::set<std::string_view> k_names{
        "__tls_get_addr",       "___tls_get_addr",     "__tls_get_offset",
        "__emutls_get_address", "__cxa_thread_atexit", "__cxa_thread_atexit_impl",
        "__errno_location"};
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

// Returns the plain name for glibc's other names of a function: __printf_chk, __isoc99_fscanf,
// _IO_putc, open64.
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

// True for functions that a compiler calls if the processor has no instruction: __adddf3,
// __floattidf (GCC's manual, "Soft float library routines").
bool is_soft_float(std::string_view name) {
    // These are 32-bit Arm's, from its "Run-time ABI".
    constexpr std::array<std::string_view, 9> k_arm{"__aeabi_d",  "__aeabi_f",   "__aeabi_cd",
                                                    "__aeabi_cf", "__aeabi_i2",  "__aeabi_ui2",
                                                    "__aeabi_l2", "__aeabi_ul2", "__aeabi_h2"};
    if (starts_with_any(name, k_arm)) {
        return true;
    }
    constexpr std::array<std::string_view, 19> k_operations{
        "__add",    "__sub",   "__mul",   "__div", "__neg", "__fix", "__float",
        "__extend", "__trunc", "__eq",    "__ne",  "__lt",  "__le",  "__gt",
        "__ge",     "__cmp",   "__unord", "__pow", "__gnu_"};
    if (!starts_with_any(name, k_operations)) {
        return false;
    }
    const std::string_view types = name.substr(2);
    for (const std::string_view type :
         {"sf", "df", "tf", "xf", "hf", "bf", "sc", "dc", "tc", "xc"}) {
        if (types.find(type) != types.npos) {
            return true;
        }
    }
    return false;
}

bool is_mathematics(std::string_view name) {
    if (mathematics().contains(name)) {
        return true;
    }
    // The siblings for float and long double end so.
    return (name.ends_with("f") || name.ends_with("l")) &&
           mathematics().contains(name.substr(0, name.size() - 1));
}

std::string_view banned_c_name(std::string_view symbol) {
    const std::string_view name = plain_name(symbol);
    if (thread_locals().contains(symbol)) {
        return "thread-local";
    }
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

// ---- Names that a step may link -----------------------------------------------------------------

// Returns harmless functions of the C library: their results depend on nothing but their arguments,
// and memory.
const std::set<std::string_view>& harmless() {
    static const std::set<std::string_view> k_names{
        "memcpy", "memmove", "memset",  "memcmp",        "memchr",         "memrchr", "mempcpy",
        "bcmp",   "strlen",  "strnlen", "strcmp",        "strncmp",        "strchr",  "strrchr",
        "strcpy", "strncpy", "wmemcpy", "wmemmove",      "wmemset",        "wmemcmp", "wcslen",
        "malloc", "calloc",  "realloc", "aligned_alloc", "posix_memalign", "free",    "abort",
        "abs",    "labs",    "llabs",   "div",           "ldiv",           "lldiv"};
    return k_names;
}

// True for functions that the compilers call without being asked to.
bool is_compiler_runtime(std::string_view symbol) {
    static const std::set<std::string_view> k_names{
        "__assert_fail", "__stack_chk_fail", "__stack_chk_fail_local", "__stack_chk_guard",
        "__gxx_personality_v0", "__dynamic_cast", "_GLOBAL_OFFSET_TABLE_", "__dso_handle",
        // The first says if a count of references has to be atomic.
        "__libc_single_threaded", "__pthread_key_create", "mcount", "_mcount", "__fentry__"};
    // These are exceptions, guards of statics and atomic counts; then functions that measure or
    // guard a build.
    constexpr std::array<std::string_view, 18> k_beginnings{
        "__cxa_",       "_Unwind_", "__atomic_", "__sync_",   "__aarch64_",  "__x86.",
        "__asan_",      "__ubsan_", "__tsan_",   "__msan_",   "__lsan_",     "__hwasan_",
        "__sanitizer_", "__sancov", "__gcov",    "llvm_gcov", "__llvm_prof", "__profc_"};
    return k_names.contains(symbol) || starts_with_any(symbol, k_beginnings);
}

// True for __udivti3, __clzdi2: an operation on 32, 64 or 128 bits (GCC's manual, "Integer library
// routines").
bool is_integer_routine(std::string_view symbol) {
    static const std::set<std::string_view> k_operations{
        "add",  "addv", "sub",  "subv", "mul",  "mulv",  "mulo",  "neg",    "negv",    "abs",
        "absv", "div",  "udiv", "mod",  "umod", "ashl",  "ashr",  "lshr",   "divmod",  "udivmod",
        "cmp",  "ucmp", "clz",  "ctz",  "ffs",  "clrsb", "bswap", "parity", "popcount"};
    constexpr std::size_t k_type_and_count = 3;  // "ti3"
    if (!symbol.starts_with("__") || symbol.size() < k_type_and_count + 2) {
        return false;
    }
    const std::string_view type = symbol.substr(symbol.size() - k_type_and_count, 2);
    return (type == "si" || type == "di" || type == "ti") &&
           k_operations.contains(symbol.substr(2, symbol.size() - 2 - k_type_and_count));
}

// Returns the name without a template's return type in front of it and without parameters.
std::string_view qualified_name(std::string_view text) {
    std::size_t start = 0;
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        constexpr std::string_view k_operator = "operator";
        if (depth == 0 && text.substr(at).starts_with(k_operator)) {
            break;  // any sign may follow
        }
        const char letter = text[at];
        if (depth == 0 && letter == '(' && !text.substr(at).starts_with("(anonymous ")) {
            break;
        }
        if (letter == '<' || letter == '(') {
            ++depth;
        } else if ((letter == '>' || letter == ')') && depth > 0) {
            --depth;
        } else if (letter == ' ' && depth == 0) {
            start = at + 1;
        }
    }
    return text.substr(start);
}

// Returns the name as people would call it: game::f for "int game::f<int>(int)".
std::string_view without_parameters(std::string_view text) {
    const std::string_view name = qualified_name(text);
    return name.substr(0, name.find_first_of("(<"));
}

// True for strings, containers, exceptions and reference counts of either C++ library, and for
// Tandem's core, which has the same test of its own.
bool is_harmless_cxx(std::string_view name) {
    constexpr std::array<std::string_view, 4> k_not_the_core{
        "tandem::games::", "tandem::net::", "tandem::replay::", "tandem::tools::"};
    constexpr std::array<std::string_view, 54> k_beginnings{"std::allocator<",
                                                            "__gnu_cxx::__exchange_and_add",
                                                            "__gnu_cxx::__atomic_add",
                                                            "__gnu_debug::",
                                                            "tandem::",
                                                            "operator new",
                                                            "operator delete",
                                                            "__cxxabiv1::",
                                                            "std::__throw_",
                                                            "std::__glibcxx_assert_fail",
                                                            "std::__libcpp_verbose_abort",
                                                            "std::__detail::_List_node_base",
                                                            "std::_List_node_base",
                                                            "std::_Rb_tree_",
                                                            "std::__tree_",
                                                            "std::_Sp_",
                                                            "std::__shared_count",
                                                            "std::__shared_weak_count",
                                                            "std::basic_string<",
                                                            "std::__basic_string_common<",
                                                            "std::__vector_base_common<",
                                                            "std::string::",
                                                            "std::to_string",
                                                            "std::to_chars",
                                                            "std::__to_chars",
                                                            "std::__itoa::",
                                                            "std::__sort<",
                                                            "std::__insertion_sort_incomplete<",
                                                            "std::nothrow",
                                                            "std::align",
                                                            "std::terminate",
                                                            "std::get_new_handler",
                                                            "std::type_info",
                                                            "std::exception",
                                                            "std::__exception_ptr::",
                                                            "std::current_exception",
                                                            "std::rethrow_exception",
                                                            "std::uncaught_exception",
                                                            "std::nested_exception",
                                                            "std::bad_",
                                                            "std::logic_error",
                                                            "std::domain_error",
                                                            "std::invalid_argument",
                                                            "std::length_error",
                                                            "std::out_of_range",
                                                            "std::runtime_error",
                                                            "std::range_error",
                                                            "std::overflow_error",
                                                            "std::underflow_error",
                                                            "std::system_error",
                                                            "std::error_code",
                                                            "std::error_category",
                                                            "std::_V2::error_category",
                                                            "std::generic_category"};
    return starts_with_any(name, k_beginnings) && !starts_with_any(name, k_not_the_core);
}

// True if other code may compute floating point with its arguments: to_string(double).
bool takes_floating_point(std::string_view name) {
    constexpr std::string_view k_letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    for (const std::string_view type : {"float", "double", "__float128", "_Float16"}) {
        for (std::size_t at = name.find(type); at != name.npos; at = name.find(type, at + 1)) {
            const std::size_t end = at + type.size();
            const bool begins = at == 0 || k_letters.find(name[at - 1]) == k_letters.npos;
            const bool stops = end == name.size() || k_letters.find(name[end]) == k_letters.npos;
            if (begins && stops) {
                return true;
            }
        }
    }
    return false;
}

std::string_view unknown_name(const std::string& symbol, const std::string& name) {
    constexpr std::string_view k_not_allowed = "not on the list of what a step may link";
    if (!symbol.starts_with("_Z")) {
        return harmless().contains(plain_name(symbol)) || is_compiler_runtime(symbol) ||
                       is_integer_routine(symbol) || symbol.starts_with("XXH")
                   ? std::string_view{}
                   : k_not_allowed;
    }
    // Names of types hold no code.
    if (name.starts_with("typeinfo ")) {
        return {};
    }
    if (takes_floating_point(name)) {
        return "floating point";
    }
    return is_harmless_cxx(qualified_name(name)) ? std::string_view{} : k_not_allowed;
}

// ---- Together -----------------------------------------------------------------------------------

// Removes versions, which libraries put into inline namespaces: std::__1::thread,
// std::chrono::_V2::steady_clock.
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
    constexpr std::array<Ban, 45> k_bans{{
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
        {"std::geometric_distribution", "random"},
        {"std::binomial_distribution", "random"},
        {"std::poisson_distribution", "random"},
        {"std::exponential_distribution", "random"},
        {"std::shuffle_order_engine", "random"},
        {"std::discard_block_engine", "random"},
        {"std::independent_bits_engine", "random"},
        {"std::shuffle<", "random"},
        {"std::sample<", "random"},
        {"TLS init function for ", "thread-local"},
        {"TLS wrapper function for ", "thread-local"},
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
}  // namespace tandem::object_check
