# SPDX-License-Identifier: MIT
# The page of an autopsy: its fixed parts, put into a source by Python as the viewer's are. Sets
# tandem_autopsy_page_source to that source, or to one that says there is no page.
set(tandem_autopsy_page ${PROJECT_BINARY_DIR}/autopsy)
set(tandem_autopsy_page_source ${tandem_autopsy_page}/no_autopsy_page.cpp)
string(CONCAT nothing "#include <tandem/tools/autopsy/page.hpp>\n"
       "std::vector<tandem::tools::WebFile> tandem::tools::autopsy::page_files() "
       "{ return {}; }\n")
file(CONFIGURE OUTPUT ${tandem_autopsy_page_source} CONTENT "${nothing}")
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
    set(autopsy ${PROJECT_SOURCE_DIR}/tools/autopsy)
    file(GLOB parts CONFIGURE_DEPENDS ${autopsy}/page/*)
    set(tandem_autopsy_page_source ${tandem_autopsy_page}/autopsy_page.cpp)
    add_custom_command(OUTPUT ${tandem_autopsy_page_source}
        COMMAND ${Python3_EXECUTABLE} ${autopsy}/pack.py ${PROJECT_SOURCE_DIR}/tools/web
                ${autopsy}/page ${tandem_autopsy_page}
        DEPENDS ${parts} ${autopsy}/pack.py ${PROJECT_SOURCE_DIR}/tools/web/pack.py VERBATIM
        COMMENT "Packing the page of an autopsy")
endif()
set_source_files_properties(${tandem_autopsy_page_source} PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS "-O0;-w")
