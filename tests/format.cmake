# SPDX-License-Identifier: MIT
# Holds .clang-format over all C++ in the tree, after seeing that it is able to complain.
#
#   cmake -D CLANG_FORMAT=... -D SOURCE=... -D WORK=... -P format.cmake
file(WRITE ${WORK}/canary.cpp "int   main( ){return 0 ;}\n")
execute_process(COMMAND ${CLANG_FORMAT} --style=file:${SOURCE}/.clang-format --dry-run --Werror
                        ${WORK}/canary.cpp RESULT_VARIABLE blind OUTPUT_QUIET ERROR_QUIET)
if(blind EQUAL 0)
    message(FATAL_ERROR "clang-format passes a file that is not formatted.")
endif()

set(files)
foreach(folder sim replay net tools tests)
    file(GLOB_RECURSE found ${SOURCE}/${folder}/*.hpp ${SOURCE}/${folder}/*.cpp)
    list(APPEND files ${found})
endforeach()
execute_process(COMMAND ${CLANG_FORMAT} --dry-run --Werror ${files} COMMAND_ERROR_IS_FATAL ANY)
