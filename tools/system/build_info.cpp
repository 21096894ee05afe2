// SPDX-License-Identifier: MIT
// Everything comes from the compiler's own macros, so that equal sources give equal builds.
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools {
namespace {

std::string compiler() {
#if defined(__clang__)
    return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) +
           "." + std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
    return "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
           std::to_string(__GNUC_PATCHLEVEL__);
#else
    return "an unknown compiler";
#endif
}

std::string machine() {
#if defined(__x86_64__)
    return "x86_64";
#elif defined(__aarch64__)
    return "aarch64";
#elif defined(__i386__)
    return "i386";
#else
    return "another machine";
#endif
}

std::string optimisation() {
#if defined(__OPTIMIZE__)
    return "optimised";
#else
    return "not optimised";
#endif
}

}  // namespace

std::string version_text() { return TANDEM_VERSION; }

std::string build_text() {
    return "tandem " + version_text() + ", " + compiler() + ", " + machine() + ", " +
           optimisation();
}

}  // namespace tandem::tools
