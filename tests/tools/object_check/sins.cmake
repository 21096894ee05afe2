# SPDX-License-Identifier: MIT
# Examines the game that commits every sin: each function must be named with what it did, and what
# only draws must not be.
#
#   cmake -D CHECK=tandem-object-check -D OBJDUMP=objdump -D OBJECTS=... -P sins.cmake
execute_process(COMMAND ${CHECK} --objdump ${OBJDUMP} ${OBJECTS}
                RESULT_VARIABLE code OUTPUT_VARIABLE said)
if(NOT code EQUAL 1)
    message(SEND_ERROR "The exit code should be 1, but was ${code}.")
endif()
# Function, what it did, its kind.
foreach(sin "multiply_floats|v?f?mul|mdb|floating point" "convert|[a-z0-9]+ |floating point"
        "take_root|cbrt|floating point" "read_steady_clock|steady_clock::now|clock"
        "read_time|time|clock" "draw_c_random|rand|random" "draw_engine|random_device|random"
        "start_thread|thread|thread" "lock_mutex|mutex|thread"
        "print|printf|input and output" "stream|std::.*cout|input and output"
        "open_file|fopen|input and output" "times_in_table|[a-z]+ |floating point"
        "read_counter|rdtsc|mrs|rdtime|csrr|stck|clock"
        "draw_hardware|rdrand|[Ss]3_3|csrrw|prno|rndr|random"
        "ask_processor|cpuid|mrs|csrr|stfle|machine" "call_system|int|svc|ecall|system call"
        "count_in_static|calls|a variable that outlives the game"
        "count_in_global|g_count|a variable that outlives the game"
        "count_in_thread|t_count|%fs|mrs|thread-local"
        "call_elsewhere|planted_elsewhere|not on the list of what a step may link"
        "sort_with_c|qsort|not on the list of what a step may link"
        "print_number|to_chars.*double|floating point"
        "Glider::move|[a-z]+ |floating point")
    string(REGEX MATCH "^([^|]*)\\|(.*)\\|([^|]*)$" matched "${sin}")
    set(pattern "(${CMAKE_MATCH_1})[^\n]*: `[^\n]*(${CMAKE_MATCH_2})[^\n]*` is ${CMAKE_MATCH_3}\n")
    if(NOT said MATCHES "${pattern}")
        message(SEND_ERROR "Not found: ${pattern}")
    endif()
endforeach()
if(said MATCHES "alpha_for_drawing")
    message(SEND_ERROR "What no step reaches was examined.")
endif()
if(NOT said MATCHES "reached by [^\n]*StepRoots<planted::Sinner>::step[^\n]*\n[^\n]*-> ")
    message(SEND_ERROR "How a function was reached is not said.")
endif()
message("${said}")
