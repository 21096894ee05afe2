# SPDX-License-Identifier: MIT
# Runs a fuzz target once, bounded and seeded: cmake -D TARGET=program -D RUNS=count -D FOUND=folder
# [-D CORPUS=folder] -P run.cmake
#
# libFuzzer adds what it finds to the first folder: never to the one in the source tree, and empty
# at the start, or the same seed would be another run.
file(REMOVE_RECURSE ${FOUND})
file(MAKE_DIRECTORY ${FOUND})
set(command ${TARGET} -seed=1 -runs=${RUNS} -max_len=65536 -timeout=60 ${FOUND} ${CORPUS})
execute_process(COMMAND ${command} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    list(JOIN command " " line)
    message(FATAL_ERROR "ended with ${result}; again by: ${line}")
endif()
