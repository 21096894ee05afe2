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
# Function, what it did, what is said of it.
foreach(sin "multiply_floats|v?f?mul|mdb|is floating point" "convert|[a-z0-9]+ |is floating point"
        "take_root|cbrt|is floating point" "read_steady_clock|steady_clock::now|depends on a clock"
        "read_time|time|depends on a clock" "draw_c_random|rand|draws random numbers"
        "draw_engine|random_device|draws random numbers"
        "start_thread|thread|is for threads" "lock_mutex|mutex|is for threads"
        "print|printf|reads or writes outside the game"
        "stream|std::.*cout|reads or writes outside the game"
        "open_file|fopen|reads or writes outside the game"
        "times_in_table|[a-z]+ |is floating point"
        "read_counter|rdtsc|mrs|rdtime|csrr|stck|depends on a clock"
        "draw_hardware|rdrand|[Ss]3_3|csrrw|prno|rndr|draws random numbers"
        "ask_processor|cpuid|mrs|csrr|stfle|asks which machine it is"
        "call_system|int|svc|ecall|calls the operating system"
        "count_in_static|calls|is a variable that outlives the game"
        "count_in_global|g_count|is a variable that outlives the game"
        "count_in_thread|t_count|%fs|mrs|is thread-local"
        "call_elsewhere|planted_elsewhere|is not on the list of what a step may link"
        "sort_with_c|qsort|is not on the list of what a step may link"
        "print_number|to_chars.*double|is floating point"
        "Glider::move|[a-z]+ |is floating point")
    string(REGEX MATCH "^([^|]*)\\|(.*)\\|([^|]*)$" matched "${sin}")
    set(pattern "(${CMAKE_MATCH_1})[^\n]*: `[^\n]*(${CMAKE_MATCH_2})[^\n]*` ${CMAKE_MATCH_3}\n")
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
