# SPDX-License-Identifier: MIT
# Configures Tandem with options that cannot go together and without what it needs: each time it
# must fail with a sentence of its own, or work.
#
#   cmake -D SOURCE=... -D WORK=... -D CXX=... -P options.cmake
file(REMOVE_RECURSE ${WORK})

# configure(NAME OPTION...): the exit code in `code`, all output as one line in `said`.
function(configure name)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/${name}
                            -D CMAKE_CXX_COMPILER=${CXX} -D TANDEM_FETCH=OFF ${ARGN}
                    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
    string(REGEX REPLACE "[ \n]+" " " said "${out} ${err}")
    set(code ${code} PARENT_SCOPE)
    set(said "${said}" PARENT_SCOPE)
endfunction()

# expect_refused(NAME SENTENCE OPTION...)
function(expect_refused name sentence)
    configure(${name} ${ARGN})
    string(FIND "${said}" "${sentence}" found)
    if(code EQUAL 0 OR found EQUAL -1)
        message(SEND_ERROR "With ${ARGN} configuring should say '${sentence}', but said: ${said}")
    endif()
endfunction()

expect_refused(tests_alone "TANDEM_BUILD_TESTS needs TANDEM_BUILD_TOOLS: the tests play"
               -D TANDEM_BUILD_TOOLS=OFF -D TANDEM_BUILD_PROGRAM=OFF -D TANDEM_BUILD_TESTS=ON)
expect_refused(program_alone "TANDEM_BUILD_PROGRAM needs TANDEM_BUILD_TOOLS: the program is made"
               -D TANDEM_BUILD_TOOLS=OFF -D TANDEM_BUILD_PROGRAM=ON -D TANDEM_BUILD_TESTS=OFF)
expect_refused(tools_without_net "TANDEM_BUILD_TOOLS needs TANDEM_BUILD_REPLAY and TANDEM_BUILD_NET"
               -D TANDEM_BUILD_NET=OFF)
expect_refused(chains_without_replay "TANDEM_BUILD_CHAINS needs TANDEM_BUILD_REPLAY"
               -D TANDEM_BUILD_TOOLS=OFF -D TANDEM_BUILD_PROGRAM=OFF -D TANDEM_BUILD_TESTS=OFF
               -D TANDEM_BUILD_REPLAY=OFF -D TANDEM_BUILD_CHAINS=ON)
expect_refused(no_cereal "tandem needs cereal, which is neither installed nor could be downloaded"
               -D CMAKE_DISABLE_FIND_PACKAGE_cereal=ON)
file(WRITE ${WORK}/forged/downloads/cereal.tar.gz "something else")
expect_refused(forged "tandem needs cereal, but ${WORK}/forged/downloads/cereal.tar.gz is not what"
               -D CMAKE_DISABLE_FIND_PACKAGE_cereal=ON)

foreach(options "TOOLS=OFF;PROGRAM=OFF;TESTS=OFF"
        "TOOLS=OFF;PROGRAM=OFF;TESTS=OFF;NET=OFF;REPLAY=OFF"
        "TOOLS=OFF;PROGRAM=OFF;TESTS=OFF;NET=OFF;CHAINS=ON" "TOOLS=ON;PROGRAM=OFF;TESTS=ON")
    list(TRANSFORM options PREPEND -DTANDEM_BUILD_ OUTPUT_VARIABLE arguments)
    string(MAKE_C_IDENTIFIER "${options}" name)
    configure(${name} ${arguments})
    if(NOT code EQUAL 0)
        message(SEND_ERROR "With ${arguments} configuring should work, but said: ${said}")
    endif()
endforeach()
