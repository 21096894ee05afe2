# SPDX-License-Identifier: MIT
# The flags a simulation needs, and the include layout: <tandem/sim/fixed.hpp> in the tree and after installation alike.
add_library(tandem_deterministic INTERFACE)
add_library(tandem::deterministic ALIAS tandem_deterministic)
set_target_properties(tandem_deterministic PROPERTIES EXPORT_NAME deterministic)
target_compile_features(tandem_deterministic INTERFACE cxx_std_20)
target_compile_options(tandem_deterministic INTERFACE -ffp-contract=off)

add_library(tandem_warnings INTERFACE)
target_compile_options(tandem_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow)

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/tandem)
foreach(folder sim replay net tools)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/include/tandem/${folder}
         COPY_ON_ERROR SYMBOLIC)
endforeach()

# tandem_library(sim SOURCES ... PUBLIC ... PRIVATE ...): one module, as tandem::sim.
function(tandem_library folder)
    cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(tandem_${folder} STATIC ${arg_SOURCES})
    add_library(tandem::${folder} ALIAS tandem_${folder})
    set_target_properties(tandem_${folder} PROPERTIES EXPORT_NAME ${folder})
    target_include_directories(tandem_${folder} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_link_libraries(tandem_${folder}
        PUBLIC tandem_deterministic ${arg_PUBLIC}
        PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:tandem_warnings>)
endfunction()
