# SPDX-License-Identifier: MIT
# The page of an autopsy: its fixed part, put into a source. Sets tandem_autopsy_page_source to it.
set(autopsy ${PROJECT_SOURCE_DIR}/tools/autopsy)
set(tandem_autopsy_page_source ${PROJECT_BINARY_DIR}/autopsy/autopsy_page.cpp)
file(GLOB parts CONFIGURE_DEPENDS ${autopsy}/page/*)
add_custom_command(OUTPUT ${tandem_autopsy_page_source}
    COMMAND ${CMAKE_COMMAND} -D PAGE=${autopsy}/page -D OUT=${tandem_autopsy_page_source}
            -P ${autopsy}/pack.cmake
    DEPENDS ${parts} ${autopsy}/pack.cmake VERBATIM
    COMMENT "Packing the page of an autopsy")
set_source_files_properties(${tandem_autopsy_page_source} PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS "-O0;-w")
