# SPDX-License-Identifier: MIT
# Runs a test program, or the shard of it that the environment names, and holds that it told what
# became of its cases: a case that ends the process with exit code 0 would hide all that follow.
# In: PROGRAM, CASES (the file it writes).
file(REMOVE ${CASES})
execute_process(COMMAND ${PROGRAM} --gtest_output=xml:${CASES} RESULT_VARIABLE result)
if(NOT EXISTS ${CASES})
    message(FATAL_ERROR "${PROGRAM} ended with ${result} before all of its cases had run: the last "
            "one named above ended it.")
endif()
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${result}")
endif()
