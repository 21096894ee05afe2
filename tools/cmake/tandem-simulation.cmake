# SPDX-License-Identifier: MIT
# tandem_add_simulation: in Tandem's own build and, with the installed package, in a user's.

# tandem_add_simulation(TARGET GAME my::Game HEADER my_game.hpp)
#
# Sets the flags of a simulation on TARGET, which exists and has the game's sources, and registers
# the test `object_code_of_<game>`: the object code of everything that can be reached from the
# game's reset, step, restored, finished and serialize inside the objects of TARGET holds no
# floating-point arithmetic and refers to no clock, random source, thread, input or output. What
# only draws or reads inputs does not count, and neither does what other targets define.
#
# HEADER is a path as in the TARGET's own sources, or relative to the current folder. With several
# games in one target call it once for each. Needs enable_testing() before it and GNU objdump when
# the tests run.
function(tandem_add_simulation target)
    cmake_parse_arguments(arg "" "GAME;HEADER" "" ${ARGN})
    if(NOT arg_GAME OR NOT arg_HEADER OR arg_UNPARSED_ARGUMENTS OR NOT TARGET ${target})
        message(FATAL_ERROR "tandem_add_simulation wants an existing target and both names: "
                "tandem_add_simulation(target GAME my::Game HEADER my_game.hpp)")
    endif()
    if(NOT TARGET tandem::object_check)
        message(FATAL_ERROR "tandem_add_simulation needs tandem-object-check, which this Tandem "
                "was built without, because it was built for another machine.")
    endif()
    set(header ${arg_HEADER})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
        set(header ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    endif()
    # Sections of their own keep the code of one function apart from another's, and its tables too.
    set(options -ffunction-sections -fdata-sections -fno-lto)
    target_link_libraries(${target} PRIVATE tandem::deterministic)
    target_compile_options(${target} PRIVATE ${options})

    string(MAKE_C_IDENTIFIER "${target}_${arg_GAME}_roots" roots)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${roots}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// The entry points of @arg_GAME@ for the test of its object code; nobody calls them.
#include <@header@>

#include <tandem/sim/step_roots.hpp>

template struct tandem::sim::StepRoots<@arg_GAME@>;
")
    add_library(${roots} OBJECT ${source})
    target_link_libraries(${roots} PRIVATE tandem::sim)
    foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
        set_property(TARGET ${roots} PROPERTY ${property}
                     $<TARGET_PROPERTY:${target},${property}>)
    endforeach()
    # Its warnings would be about code that nobody has written.
    target_compile_options(${roots} PRIVATE ${options} -w)

    set(objdump ${CMAKE_OBJDUMP})
    if(NOT objdump)
        set(objdump objdump)  # the test then says what is missing
    endif()
    string(REGEX REPLACE "[^A-Za-z0-9_]+" "_" game "${arg_GAME}")
    set(name ${TANDEM_TEST_PREFIX}object_code_of_${game})
    add_test(NAME ${name} COMMAND tandem::object_check --objdump ${objdump}
             $<TARGET_OBJECTS:${roots}> $<TARGET_OBJECTS:${target}> COMMAND_EXPAND_LISTS)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endfunction()
