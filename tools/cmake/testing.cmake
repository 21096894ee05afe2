# SPDX-License-Identifier: MIT
# How a test becomes a ctest test: gtest programs one case at a time, fuzz targets as one bounded,
# seeded run.
include(GoogleTest)

# In front of every test's name, so that a list of several builds' failures says which build it was.
set(TANDEM_TEST_PREFIX "" CACHE STRING "Prefix of all test names")

# Whether the build has a sanitizer, as preset asan-ubsan: objects are then not what users get.
set(TANDEM_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(TANDEM_SANITIZED ON)
endif()

# tandem_test(sim_tests SOURCES ... [LIBRARIES ...] [DEFINITIONS ...] [TIMEOUT
# seconds_for_one_test] [PROPERTIES name value ...]). Each case is its own process;
# TANDEM_SOURCE_DIR is the root of the tree, for files that tests read.
function(tandem_test name)
    cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBRARIES;DEFINITIONS;PROPERTIES" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)  # generous: it ends a hang, it judges no speed
    endif()
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main
                          tandem_warnings tandem_deterministic)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
    # The libraries are optimised as users get them. A test's own code, and what it takes from
    # headers, runs for moments and would take a compiler twice as long.
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS}
                               TANDEM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    gtest_discover_tests(${name} TEST_PREFIX "${TANDEM_TEST_PREFIX}"
        DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${arg_TIMEOUT}
        ${arg_PROPERTIES})
endfunction()

add_custom_target(fuzzers COMMENT "All fuzz targets")

# tandem_fuzz_target(fuzz_reader SOURCES ... LIBRARIES ... [CORPUS folder] [RUNS count]). The
# sources define LLVMFuzzerTestOneInput. With TANDEM_BUILD_FUZZERS it is a libFuzzer program; else
# a plain driver with the same arguments mutates the corpus without feedback. Both run bounded and
# seeded as the test NAME.
function(tandem_fuzz_target name)
    cmake_parse_arguments(arg "" "CORPUS;RUNS" "SOURCES;LIBRARIES" ${ARGN})
    if(NOT arg_RUNS)
        set(arg_RUNS 20000)
    endif()
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} tandem_warnings tandem_deterministic)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
    add_dependencies(fuzzers ${name})
    if(TANDEM_BUILD_FUZZERS)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/plain_driver.cpp)
    endif()
    add_test(NAME "${TANDEM_TEST_PREFIX}${name}"
        COMMAND ${CMAKE_COMMAND} -D TARGET=$<TARGET_FILE:${name}> -D RUNS=${arg_RUNS}
                -D FOUND=${CMAKE_CURRENT_BINARY_DIR}/${name}.found -D CORPUS=${arg_CORPUS}
                -P ${PROJECT_SOURCE_DIR}/tests/fuzz/run.cmake)
    set_tests_properties("${TANDEM_TEST_PREFIX}${name}" PROPERTIES TIMEOUT 600)
endfunction()
