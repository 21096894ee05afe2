# SPDX-License-Identifier: MIT
# Examines the game with a hundred harmless findings and one of floating point: that one comes
# first, the others are told once, and --each tells them all.
#
#   cmake -D CHECK=tandem-object-check -D OBJDUMP=objdump -D OBJECT=... -P grouped.cmake
function(examine)
    execute_process(COMMAND ${CHECK} --objdump ${OBJDUMP} ${ARGN} ${OBJECT}
                    RESULT_VARIABLE code OUTPUT_VARIABLE said)
    if(NOT code EQUAL 1)
        message(SEND_ERROR "The exit code should be 1, but was ${code}.")
    endif()
    string(REGEX MATCHALL "\n" line_ends "${said}")
    list(LENGTH line_ends lines)
    set(said "${said}" PARENT_SCOPE)
    set(lines ${lines} PARENT_SCOPE)
endfunction()

examine()
if(NOT said MATCHES "^planted::Crowded::slow_down[^\n]*` is floating point\n")
    message(SEND_ERROR "The floating point should come first: ${said}")
endif()
if(NOT said MATCHES "and 99 more: in [^\n]*count_one<[0-9]+u>[^\n]*, \\.\\.\\.\n")
    message(SEND_ERROR "The others should be counted: ${said}")
endif()
set(kinds "1 floating point \\(1 name\\), 100 a variable that outlives the game \\(1 name\\)")
if(NOT said MATCHES "\nBy kind: ${kinds}\n[^\n]* in 1 object: 101 findings\n$")
    message(SEND_ERROR "The last lines should say what there is in all: ${said}")
endif()
if(lines GREATER 20)
    message(SEND_ERROR "It should be told in a few lines, not in ${lines}: ${said}")
endif()
message("${said}")

examine(--each)
if(lines LESS 300 OR NOT said MATCHES "Tagged<99u>::value` is a variable")
    message(SEND_ERROR "Each should be told in full: ${said}")
endif()
