# SPDX-License-Identifier: MIT
# Toolchain file for the cross compilers that Debian packages: linked statically, run by qemu-user.
#
#   cmake --toolchain tools/cmake/debian-cross.cmake -D TANDEM_TRIPLE=s390x-linux-gnu ...
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TANDEM_TRIPLE)
set(TANDEM_TRIPLE "" CACHE STRING "Triple of the target, as in the compiler's name")
if(NOT TANDEM_TRIPLE MATCHES "^([^-]+)-linux-gnu")
    message(FATAL_ERROR "TANDEM_TRIPLE is '${TANDEM_TRIPLE}', but should be like s390x-linux-gnu.")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
set(CMAKE_C_COMPILER ${TANDEM_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${TANDEM_TRIPLE}-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

# qemu's name of the processor; what this machine runs by itself needs none.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86_64)$" OR
   NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
    string(REGEX REPLACE "^i[3-6]86$" "i386" tandem_qemu_processor ${CMAKE_SYSTEM_PROCESSOR})
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${tandem_qemu_processor}-static)
endif()

# Nothing of this machine's own: its libraries are of another kind. They come from the target's
# folder, or as sources by FETCHCONTENT_SOURCE_DIR_ZSTD and its like.
set(CMAKE_FIND_ROOT_PATH /usr/${TANDEM_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} /usr/${TANDEM_TRIPLE}/lib/pkgconfig)
