# SPDX-License-Identifier: MIT
# One consumer test: builds the game in ./game and the one of the README in the way that
# ROAD names, and plays them.
#
#   cmake -D ROAD=find_package|add_subdirectory|pkg_config -D PREFIX=... -D WORK=... -P use.cmake
#
# SOURCE is Tandem's tree; CXX, BUILD_TYPE and LAUNCHER are those of the build under test.
set(game ${CMAKE_CURRENT_LIST_DIR}/game)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

macro(run)
    execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT WORKING_DIRECTORY ${WORK}
                    COMMAND_ERROR_IS_FATAL ANY)
endmacro()

# The first game of the README, as a reader would copy it.
file(READ ${SOURCE}/README.md readme)
string(FIND "${readme}" "```cpp\n#include <tandem/tools/run.hpp>" start)
if(start EQUAL -1)
    message(FATAL_ERROR "README.md shows no game.")
endif()
math(EXPR start "${start} + 7")
string(SUBSTRING "${readme}" ${start} -1 readme)
string(FIND "${readme}" "```" end)
string(SUBSTRING "${readme}" 0 ${end} readme)
file(WRITE ${WORK}/race.cpp "${readme}")

if(ROAD STREQUAL "pkg_config")
    file(GLOB_RECURSE pc ${PREFIX}/*/tandem.pc)
    cmake_path(GET pc PARENT_PATH pc_dir)
    set(ENV{PKG_CONFIG_PATH} ${pc_dir})
    # build(NAME FILE PACKAGE...)
    function(build name file)
        execute_process(COMMAND pkg-config --cflags --libs ${ARGN} OUTPUT_VARIABLE flags
                        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        separate_arguments(flags UNIX_COMMAND "${flags}")
        run(${LAUNCHER} ${CXX} -std=c++20 -c ${file} -o ${name}.o ${flags})
        run(${CXX} ${name}.o -o ${name} ${flags})
    endfunction()
    build(library_user ${game}/library_user.cpp tandem-sim)
    build(own_loop ${game}/own_loop.cpp tandem-replay tandem-net)
    build(tug ${game}/main.cpp tandem)
    build(race ${WORK}/race.cpp tandem)
else()
    set(road -DCMAKE_PREFIX_PATH=${PREFIX})
    if(ROAD STREQUAL "add_subdirectory")
        set(road -DTANDEM_SUBDIRECTORY=${SOURCE})
    endif()
    run(${CMAKE_COMMAND} -S ${game} -B ${WORK} -G Ninja ${road} -DREADME_GAME=${WORK}/race.cpp
        -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
        -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
    run(${CMAKE_COMMAND} --build ${WORK} -j 2)
endif()

run(./library_user)
run(./own_loop record own.tandem)
run(./own_loop play own.tandem)
run(./tug verify own.tandem)
run(./tug record -o match.tandem --players 2 --inputs bot --ticks 300)
run(./tug verify match.tandem)
run(./race record -o race.tandem --inputs bot --ticks 600)
run(./race verify race.tandem)
