# SPDX-License-Identifier: MIT
# One consumer test: builds the game in ./game in the way that ROAD names and plays it.
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

if(ROAD STREQUAL "pkg_config")
    file(GLOB_RECURSE pc ${PREFIX}/*/tandem.pc)
    cmake_path(GET pc PARENT_PATH pc_dir)
    set(ENV{PKG_CONFIG_PATH} ${pc_dir})
    foreach(program "tug main.cpp tandem" "library_user library_user.cpp tandem-sim")
        string(REPLACE " " ";" program ${program})
        list(GET program 0 name)
        list(GET program 1 file)
        list(GET program 2 package)
        execute_process(COMMAND pkg-config --cflags --libs ${package} OUTPUT_VARIABLE flags
                        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        separate_arguments(flags UNIX_COMMAND "${flags}")
        run(${LAUNCHER} ${CXX} -std=c++20 -c ${game}/${file} -o ${name}.o ${flags})
        run(${CXX} ${name}.o -o ${name} ${flags})
    endforeach()
else()
    set(road -DCMAKE_PREFIX_PATH=${PREFIX})
    if(ROAD STREQUAL "add_subdirectory")
        set(road -DTANDEM_SUBDIRECTORY=${SOURCE})
    endif()
    run(${CMAKE_COMMAND} -S ${game} -B ${WORK} -G Ninja ${road} -DCMAKE_CXX_COMPILER=${CXX}
        -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
    run(${CMAKE_COMMAND} --build ${WORK} -j 2)
endif()

run(./library_user)
run(./tug record -o match.tandem --players 2 --inputs bot --ticks 300)
run(./tug verify match.tandem)
