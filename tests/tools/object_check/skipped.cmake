# SPDX-License-Identifier: MIT
# A project whose proof proves nothing, as in a cross build: ctest must call it skipped by its name.
#
#   cmake -D CHECK=tandem-object-check -D CXX=... -D MODULE=tools/cmake -D WORK=... -P skipped.cmake
file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/game.cpp "int step() { return 0; }\n")
file(WRITE ${WORK}/game.hpp "namespace tandem::sim { template <class> struct StepRoots {}; }\n")
file(WRITE ${WORK}/tandem/sim/game/step_roots.hpp "struct Game {};\n")
file(WRITE ${WORK}/objdump "#!/bin/sh\necho 'game.o:     file format elf64-powerpcle'\n")
file(CHMOD ${WORK}/objdump PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
# tandem::object_check is what no cross build has.
file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES CXX)
enable_testing()
add_library(tandem::sim INTERFACE IMPORTED)
add_library(tandem::deterministic INTERFACE IMPORTED)
include(${MODULE}/tandem-simulation.cmake)
add_library(game OBJECT game.cpp)
target_include_directories(game PRIVATE .)
tandem_add_simulation(game GAME Game HEADER game.hpp)
")

# expect_skipped(REASON OPTION...)
function(expect_skipped reason)
    file(REMOVE_RECURSE ${WORK}/build)
    foreach(command "-S;${WORK};-B;${WORK}/build;-D;CMAKE_CXX_COMPILER=${CXX};${ARGN}"
            "--build;${WORK}/build")
        execute_process(COMMAND ${CMAKE_COMMAND} ${command} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --verbose
                    RESULT_VARIABLE code OUTPUT_VARIABLE said)
    if(NOT code EQUAL 0 OR NOT said MATCHES "Skipped: [^\n]*${reason}" OR
       NOT said MATCHES "object_code_of_Game \\(Skipped\\)")
        message(SEND_ERROR "It should be skipped with '${reason}', but said: ${said}")
    endif()
endfunction()

expect_skipped("TANDEM_OBJECT_CHECK names one" -D TANDEM_OBJECT_CHECK=)
expect_skipped("processor whose instructions are not known" -D TANDEM_OBJECT_CHECK=${CHECK}
               -D CMAKE_OBJDUMP=${WORK}/objdump)
