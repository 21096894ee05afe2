# SPDX-License-Identifier: MIT
# tandem_add_simulation: in Tandem's own build and, with the installed package, in a user's.

# tandem_add_simulation(TARGET GAME my::Game HEADER my_game.hpp [ALLOW symbol...])
#
# Sets the flags of a simulation on TARGET, which exists and has the game's sources, and registers
# the test `object_code_of_<game>`, or, where the folder has one of this name for another target,
# `object_code_of_<game>_in_<target>`: the object code of everything that can be reached from the
# game's reset, step, restored, finished and serialize inside the objects of TARGET holds no
# floating-point arithmetic, reads no clock, random source or machine, has no variables that
# outlive the game, and links nothing that is not on a list of what C++ itself needs. What only
# draws or reads inputs does not count. What other targets define is not looked into: it is named,
# unless ALLOW says that you answer for it, by the name in the object file or in C++, or by its
# beginning and a star: ALLOW my::tables::* crc32. In the source of HEADER and of what it includes
# no member that a serialize names has a width that the machine chooses (size_t, long); ALLOW takes
# Game::member too.
#
# HEADER is a path as in the TARGET's own sources, or relative to the current folder. With several
# games in one target call it once for each. Needs enable_testing() in the current folder or one
# above, and objdump, GNU's or LLVM's, when the tests run. The generated source is compiled after
# TARGET, as TARGET is: with its standard, include directories, definitions and options, and with
# tables of lines, so that what is found in a header is named by file and line.
#
# Where nothing can be proven the test is skipped: for a processor whose instructions are not known,
# and in a cross build for which the cache variable TANDEM_OBJECT_CHECK names no
# tandem-object-check of the machine that builds.
function(tandem_add_simulation target)
    cmake_parse_arguments(arg "" "GAME;HEADER" "ALLOW" ${ARGN})
    if(NOT arg_GAME OR NOT arg_HEADER OR arg_UNPARSED_ARGUMENTS OR NOT TARGET ${target})
        message(FATAL_ERROR "tandem_add_simulation wants an existing target and both names: "
                "tandem_add_simulation(target GAME my::Game HEADER my_game.hpp [ALLOW symbol...])")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
        set(target ${aliased})
    endif()
    get_target_property(folder ${target} SOURCE_DIR)
    set(header ${arg_HEADER})
    foreach(origin ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
        if(NOT IS_ABSOLUTE ${header} AND EXISTS ${origin}/${header})
            set(header ${origin}/${header})
        endif()
    endforeach()
    # Sections of their own keep the code of one function apart from another's, and its tables too.
    set(options -ffunction-sections -fdata-sections -fno-lto)
    target_link_libraries(${target} PRIVATE tandem::deterministic)
    target_compile_options(${target} PRIVATE ${options})

    string(MAKE_C_IDENTIFIER "${target}_${arg_GAME}_roots" roots)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${roots}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// The entry points of @arg_GAME@ for the test of its object code; nobody calls them.
#include <@header@>

#include <tandem/sim/game/step_roots.hpp>

template struct tandem::sim::StepRoots<@arg_GAME@>;
")
    # And the same as text: preprocessed only, because no object tells size_t from std::uint64_t.
    set(text ${roots}_text)
    foreach(library ${roots} ${text})
        add_library(${library} OBJECT ${source})
        target_link_libraries(${library} PRIVATE tandem::sim)
        # Whatever TARGET waits for, a generated header for one, is there once TARGET is.
        add_dependencies(${library} ${target})
        foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
            set_property(TARGET ${library} APPEND PROPERTY ${property}
                         $<TARGET_PROPERTY:${target},${property}>)
        endforeach()
        # Its warnings would be about code that nobody has written.
        target_compile_options(${library} PRIVATE ${options} -w)
        # Properties that take no expressions, and that may still be set after this call.
        cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
                                  CALL tandem_compile_alike ${library} ${target})")
    endforeach()
    # Tables of lines in DWARF 4, because objdump 2.40 confuses files in Clang's DWARF 5; GCC wants
    # the level behind the version.
    target_compile_options(${roots} PRIVATE -gdwarf-4 -g1)
    target_compile_options(${text} PRIVATE -E)

    string(REGEX REPLACE "[^A-Za-z0-9_]+" "_" game "${arg_GAME}")
    set(name ${TANDEM_TEST_PREFIX}object_code_of_${game})
    if(TEST ${name})
        string(REGEX REPLACE "[^A-Za-z0-9_]+" "_" place "${target}")
        string(APPEND name _in_${place})
    endif()
    # enable_testing() may still follow in this folder, and one warning for it is enough.
    cmake_language(DEFER GET_CALL tandem_testing waiting)
    if(NOT waiting)
        cmake_language(DEFER ID tandem_testing CALL tandem_expect_testing)
    endif()
    set(check tandem::object_check)
    if(NOT TARGET tandem::object_check)
        find_program(TANDEM_OBJECT_CHECK tandem-object-check NO_CMAKE_FIND_ROOT_PATH
                     DOC "tandem-object-check of the machine that builds, for a cross build")
        set(check ${TANDEM_OBJECT_CHECK})
    endif()
    if(NOT check)
        add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "Skipped: there is no "
                 "tandem-object-check for the machine that builds; TANDEM_OBJECT_CHECK names one.")
        set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^Skipped: ")
        return()
    endif()
    set(objdump ${CMAKE_OBJDUMP})
    if(NOT objdump)
        set(objdump objdump)  # the test then says what is missing
    endif()
    set(allowed "")
    foreach(symbol IN LISTS arg_ALLOW)
        list(APPEND allowed --allow ${symbol})
    endforeach()
    add_test(NAME ${name} COMMAND ${check} --objdump ${objdump} ${allowed}
             --source $<TARGET_OBJECTS:${text}>
             $<TARGET_OBJECTS:${roots}> $<TARGET_OBJECTS:${target}> COMMAND_EXPAND_LISTS)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endfunction()

# Without it add_test has no effect and ctest finds nothing. Who turns BUILD_TESTING off knows.
function(tandem_expect_testing)
    if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
        message(WARNING "tandem_add_simulation: no test of the object code in "
                "${CMAKE_CURRENT_SOURCE_DIR} will run, because testing is off there; call "
                "enable_testing() in the topmost CMakeLists.txt, before add_subdirectory().")
    endif()
endfunction()

# How TARGET is compiled, for a source that is no part of it.
function(tandem_compile_alike roots target)
    foreach(property CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS COMPILE_FLAGS
            POSITION_INDEPENDENT_CODE)
        get_target_property(value ${target} ${property})
        if(NOT value MATCHES "-NOTFOUND$")
            set_property(TARGET ${roots} PROPERTY ${property} ${value})
        endif()
    endforeach()
endfunction()
