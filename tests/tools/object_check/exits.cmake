# SPDX-License-Identifier: MIT
# Each exit code of tandem-object-check, and its sentence.
#
#   cmake -D CHECK=tandem-object-check -D OBJDUMP=objdump -D OBJECTS=... -D WORK=... -P exits.cmake

# expect(CODE SENTENCE ARGUMENT...)
function(expect expected sentence)
    execute_process(COMMAND ${CHECK} ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE said
                    ERROR_VARIABLE complained)
    if(NOT code STREQUAL expected OR NOT "${said}${complained}" MATCHES "${sentence}")
        message(SEND_ERROR "With ${ARGN} it should exit with ${expected} and say '${sentence}', "
                "but exited with ${code} and said: ${said}${complained}")
    endif()
endfunction()

expect(0 "--allow SYMBOL.*77 nothing is proven" --help)
expect(2 "usage: tandem-object-check" --allow)
expect(2 "usage: tandem-object-check" --each)
expect(2 "usage: tandem-object-check" --no-such-option ${OBJECTS})
expect(3 "/nowhere/objdump could not list .*apt-get install binutils" --objdump /nowhere/objdump
       ${OBJECTS})
expect(3 "/nowhere/game.ii could not be read" --objdump ${OBJDUMP} --source /nowhere/game.ii
       ${OBJECTS})
expect(3 "no function to begin with" --objdump ${OBJDUMP} ${OBJECTS})

# What an objdump says of an object for another processor, or in another format.
foreach(format elf64-powerpcle pe-x86-64 "Mach-O arm64")
    file(WRITE ${WORK}/objdump "#!/bin/sh\necho 'planted.o:     file format ${format}'\n")
    file(CHMOD ${WORK}/objdump PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    expect(77 "^Skipped: planted.cpp.o is for a processor .*not known" --objdump ${WORK}/objdump
           ${OBJECTS})
endforeach()
