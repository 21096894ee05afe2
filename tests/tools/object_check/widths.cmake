# SPDX-License-Identifier: MIT
# Examines the game with a size_t in its state: member, file and line must be named, and --allow
# must answer for it.
#
#   cmake -D CHECK=tandem-object-check -D OBJDUMP=objdump -D OBJECT=... -D SOURCE=...
#         -P widths.cmake
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/planted_wide.hpp lines)
set(number 0)
foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "widths.cmake looks")
        break()
    endif()
endforeach()
set(command ${CHECK} --objdump ${OBJDUMP} --source ${SOURCE})
execute_process(COMMAND ${command} ${OBJECT} RESULT_VARIABLE code OUTPUT_VARIABLE said)
set(finding "Wide::total: `std::size_t total` [^\n]*\n    at [^\n]*planted_wide.hpp:${number}\n")
if(NOT code EQUAL 1 OR NOT said MATCHES "^${finding}" OR
   NOT said MATCHES " in 1 object: 1 finding\n$")
    message(SEND_ERROR "One finding should be in line ${number}, but it said: ${said}")
endif()
execute_process(COMMAND ${command} --allow Wide::total ${OBJECT} RESULT_VARIABLE code
                OUTPUT_VARIABLE said)
if(NOT code EQUAL 0)
    message(SEND_ERROR "It should be allowed, but it said: ${said}")
endif()
