# SPDX-License-Identifier: MIT
# How a test becomes a ctest test: gtest programs by case or by shard, fuzz targets as one bounded,
# seeded run.
include(GoogleTest)

# In front of every test's name, so that a list of several builds' failures says which build it was.
set(TANDEM_TEST_PREFIX "" CACHE STRING "Prefix of all test names")

# A process a case costs more than most cases do, and what cases share is then computed for each of
# them. So a whole run (tools/test.sh) makes each program, or each shard of it, one test.
option(TANDEM_TEST_EACH_CASE "Make each case of a test program a test of its own" ON)

# Compiling test programs is most of a whole run. So where a build with sanitizers and one without
# are tested beside each other (tools/test.sh), what says the same in both is in one of them.
option(TANDEM_TEST_ONCE "Leave out the tests that the other build of tools/test.sh has" OFF)

# tandem_test(sim_tests SOURCES ... [LIBRARIES ...] [DEFINITIONS ...] [COMPUTES | WAITS] [ONCE]
# [SHARDS count] [PROPERTIES name value ...]). TANDEM_SOURCE_DIR is the root of the tree, for files
# that tests read. COMPUTES: its own code runs for long enough that optimising it pays. WAITS: it
# waits for clocks and other processes more than it computes, so that it may run beside more tests
# than there are processors, best in several shards.
function(tandem_test name)
    cmake_parse_arguments(arg "COMPUTES;WAITS;ONCE" "SHARDS" "SOURCES;LIBRARIES;DEFINITIONS;PROPERTIES"
                          ${ARGN})
    if(arg_ONCE AND TANDEM_TEST_ONCE AND NOT TANDEM_SANITIZED)
        return()
    endif()
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main
                          tandem_warnings tandem_deterministic)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
    # The libraries are optimised as users get them. A test's own code, and what it takes from
    # headers, mostly runs for moments and would take a compiler twice as long, under sanitizers
    # thrice.
    set(level -O0)
    if(arg_COMPUTES)
        set(level -O1)
    endif()
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:${level}>)
    # Joined with many others a test costs a third less to compile.
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 40)
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS}
                               TANDEM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    if(TANDEM_TEST_EACH_CASE)
        # The time is generous: it ends a hang, it judges no speed.
        gtest_discover_tests(${name} TEST_PREFIX "${TANDEM_TEST_PREFIX}"
            DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300 ${arg_PROPERTIES})
    else()
        set(processors 2)
        if(arg_WAITS)
            set(processors 1)
        endif()
        tandem_add_shards(${name} "${arg_SHARDS}" PROCESSORS ${processors} ${arg_PROPERTIES})
    endif()
endfunction()

# The program as `shards` tests (one where that is empty). Each leaves what became of every case in
# cases/, which tools/test_summary.py reads; what is there from an earlier run is removed, so that a
# process that ends early is seen.
function(tandem_add_shards name shards)
    if(NOT shards)
        set(shards 1)
    endif()
    math(EXPR last "${shards} - 1")
    foreach(shard RANGE ${last})
        set(test ${TANDEM_TEST_PREFIX}${name})
        if(shards GREATER 1)
            string(APPEND test .${shard})
        endif()
        string(REPLACE "/" "." file ${test})
        set(cases ${PROJECT_BINARY_DIR}/cases/${file}.xml)
        add_test(NAME ${test} COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${name}>
                 -D CASES=${cases} -P ${PROJECT_SOURCE_DIR}/tests/run_shard.cmake)
        set_tests_properties(${test} PROPERTIES TIMEOUT 1800
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}" ${ARGN})
    endforeach()
endfunction()

add_custom_target(fuzzers COMMENT "All fuzz targets")

# tandem_fuzz_target(fuzz_reader SOURCES ... LIBRARIES ... [ONCE] [CORPUS folder] [RUNS count]). The
# sources define LLVMFuzzerTestOneInput. With TANDEM_BUILD_FUZZERS it is a libFuzzer program; else
# a plain driver with the same arguments mutates the corpus without feedback. Both run bounded and
# seeded as the test NAME.
function(tandem_fuzz_target name)
    cmake_parse_arguments(arg "ONCE" "CORPUS;RUNS" "SOURCES;LIBRARIES" ${ARGN})
    if(arg_ONCE AND TANDEM_TEST_ONCE AND NOT TANDEM_SANITIZED)
        return()
    endif()
    if(NOT arg_RUNS)
        set(arg_RUNS 20000)
    endif()
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} tandem_warnings tandem_deterministic)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
    add_dependencies(fuzzers ${name})
    if(TANDEM_BUILD_FUZZERS)
        target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
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
