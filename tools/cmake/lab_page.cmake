# SPDX-License-Identifier: MIT
# The lab's page for browsers: built like the viewer (web_page.cmake) and where that is built. Sets
# tandem_lab_page_source to the source that holds it, or that says there is none.
set(tandem_lab_page ${PROJECT_BINARY_DIR}/web/lab)
set(tandem_lab_page_source ${tandem_lab_page}/no_lab_page.cpp)
string(CONCAT nothing "#include <tandem/tools/lab/browser/page.hpp>\n"
       "std::vector<tandem::tools::WebFile> tandem::tools::lab::browser::page_files() "
       "{ return {}; }\n")
file(CONFIGURE OUTPUT ${tandem_lab_page_source} CONTENT "${nothing}")
if(tandem_page_source MATCHES "/page\\.cpp$")
    set(lab ${PROJECT_SOURCE_DIR}/tools/lab)
    file(GLOB parts CONFIGURE_DEPENDS ${lab}/machine/* ${lab}/loops/* ${lab}/games/bodies.*
         ${lab}/browser/module/* ${lab}/browser/page/*
         ${lab}/browser/playground.* ${lab}/browser/world.hpp
         ${PROJECT_SOURCE_DIR}/sim/time/*.[ch]pp
         ${PROJECT_SOURCE_DIR}/sim/math/*.[ch]pp)
    set(tandem_lab_page_source ${tandem_lab_page}/lab_page.cpp)
    add_custom_command(OUTPUT ${tandem_lab_page_source}
        COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_C_COMPILER_LAUNCHER
                --unset=CMAKE_CXX_COMPILER_LAUNCHER --unset=CXXFLAGS --unset=CFLAGS
                ${TANDEM_EMCMAKE} ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${lab}/browser/module
                -B ${tandem_lab_page}/module -D CMAKE_BUILD_TYPE=None
                -D TANDEM_HEADERS=${tandem_page}/headers --log-level=WARNING
        COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs
                ${CMAKE_COMMAND} --build ${tandem_lab_page}/module
        COMMAND ${Python3_EXECUTABLE} ${lab}/browser/pack.py ${PROJECT_SOURCE_DIR}/tools/web
                ${lab}/browser/page ${tandem_lab_page}/module/lab.wasm ${tandem_lab_page}
        DEPENDS ${parts} ${lab}/browser/pack.py ${PROJECT_SOURCE_DIR}/tools/web/pack.py
                ${PROJECT_SOURCE_DIR}/tools/web/page/dom.js VERBATIM
        COMMENT "Building the lab's page for browsers")
endif()
set_source_files_properties(${tandem_lab_page_source} PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS "-O0;-w")
