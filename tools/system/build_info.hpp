// SPDX-License-Identifier: MIT
// Which build this is: shown by --version and in a match, stored in every recording, compared by
// nobody. Everything comes from the compiler's own macros, so that equal sources give equal builds.
#pragma once

#include <string>
#include <string_view>

// Its arguments as text.
#define TANDEM_TEXT_OF_TOKENS(...) #__VA_ARGS__
// The same, once macros among them are taken for what they stand for.
#define TANDEM_TEXT_OF(...) TANDEM_TEXT_OF_TOKENS(__VA_ARGS__)

// Whether the compiler says that it does this. Clang and later versions of g++ can be asked;
// earlier ones have a macro for each sanitizer.
#if defined(__has_feature)
#define TANDEM_HAS_FEATURE(name) __has_feature(name)
#else
#define TANDEM_HAS_FEATURE(name) 0
#endif

namespace tandem::tools {

// How one source was compiled.
struct BuildFacts {
    std::string compiler = "an unknown compiler";  // with its version
    std::string machine = "another machine";       // the processor it is for
    std::string optimisation = "not optimised";    // or "optimised"
    std::string instruments;                       // ", address sanitizer"
    std::string id;  // TANDEM_BUILD_ID: what its author calls this build
};

// Of the source that includes this, and so another answer in each: a program that links Tandem is
// not compiled as Tandem was.
static inline BuildFacts build_of_this_source() {
    BuildFacts facts;
#if defined(__clang__)
    facts.compiler = "clang " TANDEM_TEXT_OF(__clang_major__) "." TANDEM_TEXT_OF(
        __clang_minor__) "." TANDEM_TEXT_OF(__clang_patchlevel__);
#elif defined(__GNUC__)
    facts.compiler = "g++ " TANDEM_TEXT_OF(__GNUC__) "." TANDEM_TEXT_OF(
        __GNUC_MINOR__) "." TANDEM_TEXT_OF(__GNUC_PATCHLEVEL__);
#endif
#if defined(_LIBCPP_VERSION)
    facts.compiler += " with libc++";
#endif
#if defined(__x86_64__)
    facts.machine = "x86_64";
#elif defined(__aarch64__)
    facts.machine = "aarch64";
#elif defined(__i386__)
    facts.machine = "i386";
#elif defined(__riscv)
    facts.machine = "riscv";
#elif defined(__s390x__)
    facts.machine = "s390x";
#elif defined(__wasm__)
    facts.machine = "wasm";
#endif
#if defined(__OPTIMIZE__)
    facts.optimisation = "optimised";
#endif
#if defined(__FAST_MATH__)
    facts.instruments += ", fast math";
#endif
#if defined(__SANITIZE_ADDRESS__) || TANDEM_HAS_FEATURE(address_sanitizer)
    facts.instruments += ", address sanitizer";
#endif
#if defined(__SANITIZE_THREAD__) || TANDEM_HAS_FEATURE(thread_sanitizer)
    facts.instruments += ", thread sanitizer";
#endif
#if TANDEM_HAS_FEATURE(memory_sanitizer)
    facts.instruments += ", memory sanitizer";
#endif
#if TANDEM_HAS_FEATURE(undefined_behavior_sanitizer)
    facts.instruments += ", undefined behaviour sanitizer";
#endif
#if defined(TANDEM_BUILD_ID)
    facts.id = TANDEM_TEXT_OF(TANDEM_BUILD_ID);
#endif
    return facts;
}

// Tandem's own: "0.1.0".
std::string version_text();

// "race 1a2b3c4, g++ 12.2.0, x86_64, optimised, tandem 0.1.0" of the program `name` that was
// compiled as `facts` say; "tandem 0.1.0, g++ 12.2.0, x86_64, optimised" where it has neither name
// nor id. No path, host, user or time but what its author put into the id.
std::string build_text(const BuildFacts& facts, std::string_view name);

// Of this program: as it was compiled itself, once it has said so, else as Tandem was.
std::string build_text();
// To be called before anything asks.
void set_own_build(const BuildFacts& facts, std::string_view name);

}  // namespace tandem::tools

#undef TANDEM_TEXT_OF
#undef TANDEM_TEXT_OF_TOKENS
#undef TANDEM_HAS_FEATURE
