// SPDX-License-Identifier: MIT
// Says which build this is. It is shown by --version and in a match and stored in every recording,
// but never compared. Everything comes from the compiler's own macros, so that equal sources give
// equal builds.
#pragma once

#include <string>
#include <string_view>

// The arguments as text.
#define TANDEM_TEXT_OF_TOKENS(...) #__VA_ARGS__
// The same, after macros in the arguments are replaced.
#define TANDEM_TEXT_OF(...) TANDEM_TEXT_OF_TOKENS(__VA_ARGS__)

// True if the compiler says that it does this. Clang and later versions of g++ can be asked;
// earlier ones have a macro for each sanitizer.
#if defined(__has_feature)
#define TANDEM_HAS_FEATURE(name) __has_feature(name)
#else
#define TANDEM_HAS_FEATURE(name) 0
#endif

namespace tandem::tools {

// The facts of how one source was compiled.
struct BuildFacts {
    std::string compiler = "an unknown compiler";  // with its version
    std::string machine = "another machine";       // the processor it is for
    std::string optimisation = "not optimised";    // or "optimised"
    std::string instruments;                       // ", address sanitizer"
    std::string id;  // TANDEM_BUILD_ID: the author's name for this build
    // Other things that may decide a step: ", fused multiply-add, no assertions".
    std::string arithmetic{};
};

// The facts of the source that includes this header. Each source may get another answer, because a
// program that links Tandem may be compiled in another way than Tandem.
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
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    facts.arithmetic += ", fused multiply-add";
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
    facts.arithmetic += ", wide floating point";
#endif
#if defined(NDEBUG)
    facts.arithmetic += ", no assertions";
#endif
#if defined(TANDEM_BUILD_ID)
    facts.id = TANDEM_TEXT_OF(TANDEM_BUILD_ID);
#endif
    return facts;
}

// The version of Tandem: "0.1.0".
std::string version_text();

// The build in words: "race 1a2b3c4, g++ 12.2.0, x86_64, optimised, tandem 0.1.0" for a program
// `name` with these facts; "tandem 0.1.0, g++ 12.2.0, x86_64, optimised" if it has neither name nor
// id. It contains no path, host, user or time, unless the author has put one into the id.
std::string build_text(const BuildFacts& facts, std::string_view name);

// The way the source with these facts was compiled: "g++ 12.2.0, x86_64, optimised, no assertions".
std::string compiler_text(const BuildFacts& facts);

// The build of this program: the one of set_own_build, or else the build of Tandem.
std::string build_text();
// The way the source was compiled that registered this program's games, and with it their code.
// Empty if set_own_build was not called.
std::string own_compiler_text();
// Sets the build of this program. Call it before anything asks for it.
void set_own_build(const BuildFacts& facts, std::string_view name);

}  // namespace tandem::tools

#undef TANDEM_TEXT_OF
#undef TANDEM_TEXT_OF_TOKENS
#undef TANDEM_HAS_FEATURE
