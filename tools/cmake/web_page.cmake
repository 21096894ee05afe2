# SPDX-License-Identifier: MIT
# The browser's page: a build of its own by emscripten, whose two files the program carries as a
# source. Sets tandem_page_source to it. Without emscripten the source says that there is no page.
find_program(TANDEM_EMCMAKE emcmake DOC "Emscripten's cmake, for the browser's page")
find_package(Python3 QUIET COMPONENTS Interpreter)
set(tandem_page_default OFF)
if(PROJECT_IS_TOP_LEVEL AND TANDEM_EMCMAKE AND Python3_FOUND AND NOT CMAKE_CROSSCOMPILING AND
   NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(tandem_page_default ON)
endif()
option(TANDEM_BUILD_PAGE "Build the browser's page into the program (needs emscripten)"
       ${tandem_page_default})
set(TANDEM_ZSTD_SOURCE "$ENV{TANDEM_ZSTD_SOURCE}" CACHE PATH
    "A folder of zstd's sources, for the page; empty: Debian's source package")
set(tandem_page ${PROJECT_BINARY_DIR}/web)
set(tandem_page_source ${tandem_page}/no_page.cpp)
string(CONCAT nothing "#include <tandem/tools/web/page.hpp>\n"
       "std::vector<tandem::tools::WebFile> tandem::tools::page_files() { return {}; }\n")
file(CONFIGURE OUTPUT ${tandem_page_source} CONTENT "${nothing}")

# Sources and headers that emscripten may see, and nothing else of this machine.
set(zstd ${TANDEM_ZSTD_SOURCE})
if(TANDEM_BUILD_PAGE AND NOT zstd)
    set(zstd ${tandem_page}/sources/zstd)
    if(TANDEM_FETCH AND NOT EXISTS ${zstd}/lib/zstd.h)
        message(STATUS "tandem: the page needs the sources of zstd; fetching Debian's")
        execute_process(COMMAND ${PROJECT_SOURCE_DIR}/tools/fetch_zstd.sh ${tandem_page}/sources
                        OUTPUT_QUIET ERROR_QUIET)
    endif()
endif()
find_path(tandem_cereal_headers cereal/cereal.hpp HINTS ${cereal_SOURCE_DIR}/include)
find_path(tandem_xxhash_headers xxhash.h HINTS ${xxhash_SOURCE_DIR})
mark_as_advanced(tandem_cereal_headers tandem_xxhash_headers)
if(TANDEM_BUILD_PAGE AND NOT (EXISTS ${zstd}/lib/zstd.h AND tandem_cereal_headers AND
                              tandem_xxhash_headers))
    message(STATUS "tandem: no sources of zstd, so the program carries no page; "
            "-DTANDEM_ZSTD_SOURCE=FOLDER names them")
elseif(TANDEM_BUILD_PAGE)
    file(COPY ${tandem_cereal_headers}/cereal ${tandem_xxhash_headers}/xxhash.h
         DESTINATION ${tandem_page}/headers)
    set(web ${PROJECT_SOURCE_DIR}/tools/web)
    file(GLOB_RECURSE parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/*.[ch]pp
         ${PROJECT_SOURCE_DIR}/replay/*.[ch]pp ${PROJECT_SOURCE_DIR}/tools/games/*.[ch]pp
         ${web}/module/* ${web}/page/*)
    file(GLOB tools CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/inputs/value_text.*
         ${PROJECT_SOURCE_DIR}/tools/program/evidence/*_facts.* ${PROJECT_SOURCE_DIR}/tools/text/*
         ${PROJECT_SOURCE_DIR}/tools/view/*)
    file(GLOB samples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/pictures/*.tandem)
    include(ProcessorCount)
    ProcessorCount(processors)
    set(tandem_page_source ${tandem_page}/page.cpp)
    # Emscripten's optimiser looks for its JavaScript modules where Debian's node would. A launcher
    # would hide its own cache lookups.
    add_custom_command(OUTPUT ${tandem_page_source}
        COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_C_COMPILER_LAUNCHER
                --unset=CMAKE_CXX_COMPILER_LAUNCHER --unset=CXXFLAGS --unset=CFLAGS
                ${TANDEM_EMCMAKE} ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${web}/module
                -B ${tandem_page}/module -D CMAKE_BUILD_TYPE=None
                -D TANDEM_ZSTD_SOURCE=${zstd} -D TANDEM_HEADERS=${tandem_page}/headers
                -D TANDEM_VERSION=${PROJECT_VERSION} --log-level=WARNING
        COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs
                ${CMAKE_COMMAND} --build ${tandem_page}/module -j ${processors}
        COMMAND ${Python3_EXECUTABLE} ${web}/pack.py ${web}/page
                ${tandem_page}/module/viewer.js ${tandem_page}/module/viewer.wasm ${tandem_page}
        DEPENDS ${parts} ${tools} ${samples} ${web}/pack.py VERBATIM
        COMMENT "Building the browser's page")
endif()
set_source_files_properties(${tandem_page_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                            COMPILE_OPTIONS "-O0;-w")
