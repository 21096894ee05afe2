# SPDX-License-Identifier: MIT
# Compiles one wrong game and holds what a person sees: it is refused with exactly one error, which
# is the sentence after EXPECT in the source, and the line marked HERE is named. Where a constant
# expression has no value the error is the compiler's own, and EXPECT-NAMED is what it must name.
# In: COMPILER, INCLUDES (separated by |), SOURCE.
file(READ ${SOURCE} text)
if(NOT text MATCHES "// EXPECT(-NAMED)?: ([^\n]*)\n")
    message(FATAL_ERROR "${SOURCE} does not say what to expect.")
endif()
set(is_named "${CMAKE_MATCH_1}")
set(expected "${CMAKE_MATCH_2}")

string(REPLACE "|" ";" includes "${INCLUDES}")
list(TRANSFORM includes PREPEND -I)
set(ENV{LC_ALL} C)
execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Werror ${includes} ${SOURCE}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(expected STREQUAL "nothing")
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "expected to compile, but:\n${output}")
    endif()
    return()
endif()
if(result EQUAL 0)
    message(FATAL_ERROR "was accepted; expected the error: ${expected}")
endif()

# A semicolon would cut a list in two.
string(REPLACE ";" "," output "${output}")
string(REPLACE ";" "," expected "${expected}")
string(REGEX MATCHALL "[^\n]*error: [^\n]*" errors "${output}")
list(LENGTH errors count)
if(NOT count EQUAL 1)
    message(FATAL_ERROR "expected one error, got ${count}:\n${output}")
endif()
if(is_named)
    # clang names it in a note of its error.
    string(FIND "${output}" "${expected}" place)
else()
    string(FIND "${errors}" "Tandem: ${expected}" place)
endif()
if(place EQUAL -1)
    message(FATAL_ERROR "expected the error: ${expected}\ngot: ${errors}")
endif()

string(REPLACE ";" "," text "${text}")
string(REGEX REPLACE "// HERE.*" "" before "${text}")
string(REGEX MATCHALL "\n" line_ends "${before}")
list(LENGTH line_ends line)
math(EXPR line "${line} + 1")
string(FIND "${output}" "${SOURCE}:${line}:" place)
if(place EQUAL -1)
    message(FATAL_ERROR "the mistake's line ${line} is not named:\n${output}")
endif()
