# SPDX-License-Identifier: MIT
# One consumer test: builds the programs in ./game and those of the pages in the way that ROAD
# names, and runs them.
#
#   cmake -D ROAD=find_package|add_subdirectory|pkg_config -D PREFIX=... -D WORK=... -P use.cmake
#
# SOURCE is Tandem's tree; CXX, BUILD_TYPE and LAUNCHER are those of the build under test. JOINED:
# sources are compiled many at once.
set(game ${CMAKE_CURRENT_LIST_DIR}/game)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

macro(run)
    execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT WORKING_DIRECTORY ${WORK}
                    COMMAND_ERROR_IS_FATAL ANY)
endmacro()

# extract(PAGE OPENING VARIABLE): the code of a page that begins so, as a reader would copy it.
function(extract page opening variable)
    file(READ ${SOURCE}/${page} text)
    string(FIND "${text}" "```cpp\n${opening}" start)
    if(start EQUAL -1)
        message(FATAL_ERROR "${page} shows no code that begins with '${opening}'.")
    endif()
    math(EXPR start "${start} + 7")
    string(SUBSTRING "${text}" ${start} -1 text)
    string(FIND "${text}" "```" end)
    string(SUBSTRING "${text}" 0 ${end} text)
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The first game of the README, and the same with what sim/GAME.md puts in the place of two lines.
extract(README.md "#include <tandem/tools/run.hpp>" race)
extract(sim/GAME.md "    struct Options" members)
file(WRITE ${WORK}/race.cpp "${race}")
set(replacement "")
foreach(old "bool finished" "void reset")
    string(REGEX MATCH "\n    ${old}[^\n]*}\n" line "${race}")
    if(NOT line)
        message(FATAL_ERROR "README.md's game has no line of ${old} for sim/GAME.md to replace.")
    endif()
    string(REPLACE "${line}" "\n${replacement}" race "${race}")
    set(replacement "${members}")
endforeach()
file(WRITE ${WORK}/race_with_keys.cpp "${race}")

# What the page of the program shows of a verb of one's own is the game that is built here.
extract(tools/CLI.md "#include <tandem/tools/run.hpp>" verb)
file(READ ${game}/main.cpp main)
string(FIND "${main}" "${verb}" place)
if(place EQUAL -1)
    message(FATAL_ERROR "tools/CLI.md shows another program than tests/consumer/game/main.cpp.")
endif()

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
    build(returning_loop ${game}/returning_loop.cpp tandem-replay tandem-net)
    build(tug ${game}/main.cpp tandem)
    build(tug_for_players ${game}/main.cpp tandem-players)
    build(race ${WORK}/race.cpp tandem)
    build(race_with_keys ${WORK}/race_with_keys.cpp tandem)
else()
    set(road -DCMAKE_PREFIX_PATH=${PREFIX})
    if(ROAD STREQUAL "add_subdirectory")
        set(road -DTANDEM_SUBDIRECTORY=${SOURCE})
    endif()
    set(joined "")
    if(JOINED)
        set(joined -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40)
    endif()
    # What runs for moments need not be optimised.
    run(${CMAKE_COMMAND} -S ${game} -B ${WORK} -G Ninja ${road} -DPAGES_CODE=${WORK} ${joined}
        -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
        -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
    run(${CMAKE_COMMAND} --build ${WORK} -j 2)
    run(${CMAKE_CTEST_COMMAND} --no-tests=error --output-on-failure
        -R "^object_code_of_(Nested)?Tug$")
    execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --verbose -R "^object_code_of_FloatingTug$"
                    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE code OUTPUT_VARIABLE said)
    if(code EQUAL 0 OR NOT said MATCHES "FloatingTug::step[^\n]*is floating point")
        message(FATAL_ERROR "Floating point in a step should be found and named, but:\n${said}")
    endif()
endif()

run(./library_user)
run(./own_loop record own.tandem)
run(./own_loop play own.tandem)
# On one road: they all would take the same port.
if(ROAD STREQUAL "find_package")
    run(${SOURCE}/tests/consumer/come_back.sh ./returning_loop come_back)
endif()
run(./tug verify own.tandem)
run(./tug record -o match.tandem --players 2 --inputs bot --ticks 300)
run(./tug verify match.tandem)
# says(PATTERN VERB...): what the verb prints has it.
function(says pattern)
    execute_process(COMMAND ./tug ${ARGN} OUTPUT_VARIABLE said WORKING_DIRECTORY ${WORK}
                    COMMAND_ERROR_IS_FATAL ANY)
    if(NOT said MATCHES "${pattern}")
        message(FATAL_ERROR "tug ${ARGN} should say '${pattern}', but said:\n${said}")
    endif()
endfunction()
says("the even side wins [0-9]+ of 20" odds --rounds 20)
says("\"verb\":\"odds\",\"rounds\":100," odds --json)
says("Example: tug odds --rounds 1000" help odds)
says("odds" completion bash -- od)
says("[.]SS odds" man)
# The loop lab is a guest of the program tandem.
execute_process(COMMAND ./tug lab RESULT_VARIABLE code ERROR_VARIABLE said
                WORKING_DIRECTORY ${WORK})
if(NOT code EQUAL 2 OR NOT said MATCHES "there is no verb 'lab'")
    message(FATAL_ERROR "tug should have no lab, but said:\n${said}")
endif()
# What players get plays the same, and has no verbs for those who develop the game.
run(./tug_for_players verify match.tandem)
execute_process(COMMAND ./tug_for_players explain match.tandem RESULT_VARIABLE code
                ERROR_VARIABLE said WORKING_DIRECTORY ${WORK})
if(NOT code EQUAL 2 OR NOT said MATCHES "program for players has no verb 'explain'")
    message(FATAL_ERROR "tug_for_players should not explain, but said:\n${said}")
endif()
run(./race record -o race.tandem --inputs bot --ticks 600)
run(./race verify race.tandem)
run(./race_with_keys record -o keys.tandem --inputs bot --ticks 600 --option goal=5)
run(./race_with_keys verify keys.tandem)
