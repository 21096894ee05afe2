# SPDX-License-Identifier: MIT
# Runs the sweep with a wrong bit in each function: it must report every one as over its bound.
execute_process(COMMAND ${PROGRAM} --quick --plant
    OUTPUT_VARIABLE table ERROR_VARIABLE notes RESULT_VARIABLE code)
string(REGEX MATCHALL "[|] over [|]" found "${table}")
string(REGEX MATCHALL "[|] ok [|]" missed "${table}")
list(LENGTH found found_count)
if(NOT code EQUAL 1 OR missed OR found_count EQUAL 0)
    message(FATAL_ERROR "a planted bit was not found: exit code ${code}, ${found_count} found\n"
            "${table}${notes}")
endif()
message(STATUS "${found_count} planted bits, all found")
