# SPDX-License-Identifier: MIT
# Whether the loops over units were compiled to packed integer arithmetic on whole registers.
#
#   cmake -D OBJDUMP=objdump -D OBJECT=swarm_motion.cpp.o -P vectorised.cmake
execute_process(COMMAND ${OBJDUMP} --disassemble --demangle --no-show-raw-insn ${OBJECT}
                RESULT_VARIABLE code OUTPUT_VARIABLE listing ERROR_VARIABLE problem)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${OBJDUMP} could not list ${OBJECT}: ${code} ${problem}")
endif()
# A list's separator, and brackets that would keep it from separating.
string(REGEX REPLACE "[][;]" " " listing "${listing}")
string(REGEX REPLACE "\n\n" ";" functions "${listing}")
# Function, an instruction of its arithmetic: products of a wanted velocity, bounds of the world.
foreach(wanted "Swarm::steer_units|vpmulld" "Swarm::apply_pushes|vpminsd")
    string(REPLACE "|" ";" wanted "${wanted}")
    list(GET wanted 0 name)
    list(GET wanted 1 instruction)
    set(lanes 0)
    foreach(function IN LISTS functions)
        if(function MATCHES "^[^\n]*<[^\n]*${name}\\(\\)[^\n]*>:\n")
            string(REGEX MATCHALL "\t${instruction}[ \t][^\n]*%ymm" found "${function}")
            list(LENGTH found count)
            math(EXPR lanes "${lanes} + ${count}")
        endif()
    endforeach()
    if(lanes EQUAL 0)
        message(SEND_ERROR "${name} holds no packed ${instruction} of eight units")
    else()
        message("${name}: ${lanes} times ${instruction} of eight units")
    endif()
endforeach()
