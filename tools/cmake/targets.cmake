# SPDX-License-Identifier: MIT
# The flags a simulation needs, and the include layout: <tandem/sim/math/fixed.hpp> in the tree and
# after installation alike.

# tandem::deterministic: what a translation unit that steps a simulation must be compiled with. It
# reaches every user of tandem::sim, because a game's step is compiled by the game.
# - The core is integer only, but a game may keep sim::Unportable<double>, and drawing blends
#   floats. Contraction would fuse a*b+c into one rounding on processors that have the
#   instruction and into two on others.
# - On 32-bit x86 the x87 unit keeps 80-bit intermediates whose rounding depends on register
#   pressure; SSE2 does not.
# -ffast-math and its parts must never be added beside it.
add_library(tandem_deterministic INTERFACE)
add_library(tandem::deterministic ALIAS tandem_deterministic)
set_target_properties(tandem_deterministic PROPERTIES EXPORT_NAME deterministic)
target_compile_features(tandem_deterministic INTERFACE cxx_std_20)
target_compile_options(tandem_deterministic INTERFACE -ffp-contract=off)
set(tandem_deterministic_flags -ffp-contract=off)
if(NOT EMSCRIPTEN AND CMAKE_SIZEOF_VOID_P EQUAL 4 AND
   CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86|x86_64|AMD64)$")
    target_compile_options(tandem_deterministic INTERFACE -msse2 -mfpmath=sse)
    list(APPEND tandem_deterministic_flags -msse2 -mfpmath=sse)
endif()
# A game inlines the arithmetic: whether it reports an overflow, and which twin of
# sim/math/estimate.hpp it calls, must be the same in all of a program.
set(tandem_arithmetic TANDEM_ARITHMETIC_CHECKS=0)
if(TANDEM_ARITHMETIC_CHECKS)
    set(tandem_arithmetic TANDEM_ARITHMETIC_CHECKS=1)
endif()
if(TANDEM_INTEGER_ONLY)
    list(APPEND tandem_arithmetic TANDEM_INTEGER_ONLY)
endif()
target_compile_definitions(tandem_deterministic INTERFACE ${tandem_arithmetic})
list(TRANSFORM tandem_arithmetic PREPEND -D)
list(APPEND tandem_deterministic_flags ${tandem_arithmetic})

# True if the build has a sanitizer, as preset asan-ubsan: objects are then not what users get.
set(TANDEM_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(TANDEM_SANITIZED ON)
endif()

# Code that waits for people, files and peers need not be fast but small, since players carry it;
# code that computes is in the libraries below tools. A compiler then takes less time too, and where
# it also adds the checks of sanitizers, not optimising at all takes it less than half. Who asks for
# less than -O2 gets that.
add_library(tandem_unhurried INTERFACE)
string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" tandem_build_flags)
set(TANDEM_OPTIMISES OFF)
if(TANDEM_SANITIZED)
    target_compile_options(tandem_unhurried INTERFACE -O0)
elseif("${${tandem_build_flags}}" MATCHES "-O[23]")
    set(TANDEM_OPTIMISES ON)
    target_compile_options(tandem_unhurried INTERFACE -Os)
endif()

# Each function and each datum of the libraries stands in a section of its own, so that a program
# can leave out those that it does not call.
include(CheckLinkerFlag)
set(tandem_drop_sections LINKER:--gc-sections)
check_linker_flag(CXX ${tandem_drop_sections} TANDEM_DROPS_SECTIONS)

# For our own sources only: never exported, never linked publicly.
add_library(tandem_warnings INTERFACE)
target_compile_options(tandem_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With -O3 it takes the inactive members of a variant for uninitialised ones (GCC bug 80635).
    target_compile_options(tandem_warnings INTERFACE -Wno-maybe-uninitialized)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # An inlined "literal" + std::string passes for an overlapping copy (GCC bug 105651), an
        # inlined comparison of two vectors for one of half the address space.
        target_compile_options(tandem_warnings INTERFACE -Wno-restrict -Wno-stringop-overread)
    endif()
endif()
if(TANDEM_BUILD_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "TANDEM_BUILD_FUZZERS needs clang, for libFuzzer: "
                "configure with --preset fuzz.")
    endif()
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

set(tandem_folders sim replay net tools)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)
foreach(folder IN LISTS tandem_folders)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/include/tandem/${folder}
         COPY_ON_ERROR SYMBOLIC)
endforeach()

# Wholly compiled into our archives: users of the installed package need not have them.
set(tandem_header_only_dependencies CLI11::CLI11 nlohmann_json::nlohmann_json)

# tandem_library(sim SOURCES ... [UNHURRIED ...] PUBLIC ... PRIVATE ...): one module, as
# tandem::sim. Where a build optimises, the sources UNHURRIED are compiled for their size.
function(tandem_library folder)
    cmake_parse_arguments(arg "" "" "SOURCES;UNHURRIED;PUBLIC;PRIVATE" ${ARGN})
    if(NOT TANDEM_OPTIMISES)
        list(APPEND arg_SOURCES ${arg_UNHURRIED})
    elseif(arg_UNHURRIED)
        add_library(tandem_${folder}_unhurried OBJECT ${arg_UNHURRIED})
        tandem_compile(tandem_${folder}_unhurried ${folder} PUBLIC ${arg_PUBLIC}
                       PRIVATE ${arg_PRIVATE} tandem_unhurried)
        list(APPEND arg_SOURCES $<TARGET_OBJECTS:tandem_${folder}_unhurried>)
    endif()
    add_library(tandem_${folder} STATIC ${arg_SOURCES})
    tandem_compile(tandem_${folder} ${folder} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    add_library(tandem::${folder} ALIAS tandem_${folder})
    set_target_properties(tandem_${folder} PROPERTIES EXPORT_NAME ${folder})
    set_property(GLOBAL APPEND PROPERTY TANDEM_LIBRARIES ${folder})
endfunction()

# tandem_compile(tandem_sim sim PUBLIC ... PRIVATE ...): how the sources of a module are compiled.
function(tandem_compile target folder)
    cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE" ${ARGN})
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    foreach(dependency IN LISTS tandem_header_only_dependencies)
        list(TRANSFORM arg_PRIVATE REPLACE "^${dependency}$" "$<BUILD_INTERFACE:${dependency}>")
    endforeach()
    target_link_libraries(${target}
        PUBLIC tandem_deterministic ${arg_PUBLIC}
        PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:tandem_warnings>)
    if(TANDEM_DROPS_SECTIONS)
        target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
    endif()
    # The fuzzers are led by the branches of the code that they run, and not by those of tests.
    if(TANDEM_BUILD_FUZZERS AND NOT folder STREQUAL "tools")
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()
