# SPDX-License-Identifier: MIT
# Configures projects that call tandem_add_simulation: each call has a test that ctest runs, or a
# warning says in one sentence why not.
#
#   cmake -D CXX=... -D MODULE=tools/cmake -D WORK=... -P registered.cmake
file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/game.cpp "int step() { return 0; }\n")

# configure(BEFORE AFTER OPTION...): what it said in `said`, its tests in `tests`.
function(configure before after)
    file(REMOVE_RECURSE ${WORK}/build)
    # Two targets of one game, and two games whose names are one as a test's.
    file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES CXX)
add_library(tandem::sim INTERFACE IMPORTED)
add_library(tandem::deterministic INTERFACE IMPORTED)
include(${MODULE}/tandem-simulation.cmake)
${before}
add_library(game OBJECT game.cpp)
add_library(game-2.0 OBJECT game.cpp)
tandem_add_simulation(game GAME my::Game HEADER game.hpp)
tandem_add_simulation(game-2.0 GAME my::Game HEADER game.hpp)
tandem_add_simulation(game GAME my_Game HEADER game.hpp)
${after}
")
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build
                            -D CMAKE_CXX_COMPILER=${CXX} ${ARGN}
                    ERROR_VARIABLE said OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --show-only
                    OUTPUT_VARIABLE tests ERROR_QUIET)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    set(said "${said}" PARENT_SCOPE)
    set(tests "${tests}" PARENT_SCOPE)
endfunction()

foreach(place before after)
    set(before "")
    set(after "")
    set(${place} "enable_testing()")
    configure("${before}" "${after}")
    if(NOT said STREQUAL "")
        message(SEND_ERROR "With testing enabled ${place} the calls it said: ${said}")
    endif()
    foreach(name "" _in_game_2_0 _in_game)
        if(NOT tests MATCHES "object_code_of_my_Game${name}\n")
            message(SEND_ERROR "There is no object_code_of_my_Game${name}: ${tests}")
        endif()
    endforeach()
endforeach()

configure("" "")
string(REGEX MATCHALL "testing is off there" warnings "${said}")
list(LENGTH warnings count)
if(NOT count EQUAL 1)
    message(SEND_ERROR "One warning should say that testing is off, but it said: ${said}")
endif()

configure("include(CTest)" "" -D BUILD_TESTING=OFF)
if(NOT said STREQUAL "")
    message(SEND_ERROR "Who turned tests off should not be told so: ${said}")
endif()
