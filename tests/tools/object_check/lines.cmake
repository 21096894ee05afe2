# SPDX-License-Identifier: MIT
# Examines the game whose step computes floating point in a header: file and line must be named.
#
#   cmake -D CHECK=tandem-object-check -D OBJDUMP=objdump -D OBJECT=... -P lines.cmake
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/planted.hpp lines)
set(number 0)
foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "lines.cmake looks")
        break()
    endif()
endforeach()
execute_process(COMMAND ${CHECK} --objdump ${OBJDUMP} ${OBJECT} OUTPUT_VARIABLE said)
if(NOT said MATCHES "floating point\n    at [^\n]*planted.hpp:${number}\n" OR
   NOT said MATCHES " in 1 object: 1 finding\n$")
    message(SEND_ERROR "One finding should be in line ${number}, but it said: ${said}")
endif()
