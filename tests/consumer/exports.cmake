# SPDX-License-Identifier: MIT
# Reads the installed package: what must not reach a consumer does not.
#
#   cmake -D PREFIX=... -D SOURCE=... -P exports.cmake

# Warnings, places of the build and the loop lab are ours, and third parties are linked, never on
# the include path, which is what LINK_ONLY says. Sets `leak` to the first pattern found.
function(find_leak text)
    string(REGEX REPLACE "\\\\?\\$<LINK_ONLY:[^>]*>|-Wl,[^ ]*" "" text "${text}")
    set(leak "" PARENT_SCOPE)
    foreach(pattern IN ITEMS " -W[a-z]" ";-W[a-z]" "\"-W[a-z]" tandem_warnings CLI11 nlohmann
            PkgConfig:: "tandem(_|::)lab" "${SOURCE}")
        if(text MATCHES "${pattern}")
            set(leak "${pattern}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

foreach(canary IN ITEMS "INTERFACE_COMPILE_OPTIONS \"-ffp-contract=off;-Wall\""
        "INTERFACE_LINK_LIBRARIES \"PkgConfig::zstd\"" "add_library(tandem::lab STATIC IMPORTED)"
        "INTERFACE_INCLUDE \"${SOURCE}/sim\"")
    find_leak("${canary}")
    if(NOT leak)
        message(FATAL_ERROR "this check is blind: it passes ${canary}")
    endif()
endforeach()

file(GLOB_RECURSE exported ${PREFIX}/*/tandem-targets*.cmake ${PREFIX}/*/tandem*.pc)
list(LENGTH exported count)
if(count LESS 5)
    message(FATAL_ERROR "no installed package under ${PREFIX}")
endif()
foreach(file IN LISTS exported)
    file(READ ${file} text)
    find_leak("${text}")
    if(leak)
        message(FATAL_ERROR "${file} exports ${leak}")
    endif()
endforeach()
