# SPDX-License-Identifier: MIT
# The target `reference`: what each installed header offers, as pages for a browser, made of the
# comments in them by Doxygen. A public symbol without its comment fails the target.
include(installed)

find_program(TANDEM_DOXYGEN NAMES doxygen DOC "Doxygen, which makes the reference")
set(reference_folder ${PROJECT_SOURCE_DIR}/tools/reference)
set(reference_output ${PROJECT_BINARY_DIR}/reference)
set(reference_include ${PROJECT_BINARY_DIR}/include)
set(reference_input "\"${reference_folder}/main.dox\"")
foreach(header IN LISTS tandem_installed_headers_named tandem_installed_headers_included
        tandem_installed_headers_needed)
    string(APPEND reference_input " \\\n    \"${reference_include}/tandem/${header}\"")
endforeach()
set(TANDEM_DOXYFILE ${PROJECT_BINARY_DIR}/reference.doxyfile)
configure_file(${reference_folder}/Doxyfile.in ${TANDEM_DOXYFILE} @ONLY)

if(TANDEM_DOXYGEN)
    add_custom_target(reference
        COMMAND ${CMAKE_COMMAND} -E make_directory ${reference_output}
        COMMAND ${TANDEM_DOXYGEN} ${TANDEM_DOXYFILE}
        COMMAND ${CMAKE_COMMAND} -E echo "The reference: ${reference_output}/html/index.html"
        VERBATIM)
else()
    message(STATUS "There is no target reference: doxygen is not installed (Debian: doxygen).")
endif()
