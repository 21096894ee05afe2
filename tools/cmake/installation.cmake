# SPDX-License-Identifier: MIT
# Says what `cmake --install` lays down: headers, archives, the CMake package and .pc files for
# those who build (component dev), the program, its manual page and the pages for everybody
# (runtime).
include(CMakePackageConfigHelpers)
include(installed)

get_property(tandem_libraries GLOBAL PROPERTY TANDEM_LIBRARIES)
list(TRANSFORM tandem_libraries PREPEND tandem_ OUTPUT_VARIABLE tandem_library_targets)
# They link these, and a consumer must therefore find them again.
set(tandem_archive_dependencies xxhash)
if(TANDEM_BUILD_REPLAY)
    list(APPEND tandem_archive_dependencies zstd)
endif()
if(TANDEM_BUILD_NET)
    list(APPEND tandem_archive_dependencies enet sodium)
endif()
if(TARGET PkgConfig::png)
    list(APPEND tandem_archive_dependencies png)
endif()
set(tandem_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)

if(TARGET tandem_players)
    list(APPEND tandem_library_targets tandem_players)
endif()
install(TARGETS tandem_deterministic ${tandem_library_targets} EXPORT tandem
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
foreach(header IN LISTS tandem_installed_headers_named tandem_installed_headers_included
        tandem_installed_headers_needed)
    string(REGEX MATCH "^[^/]+" library ${header})
    if(library IN_LIST tandem_libraries)
        cmake_path(GET header PARENT_PATH folder)
        install(FILES ${PROJECT_SOURCE_DIR}/${header}
                DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${folder} COMPONENT dev)
    endif()
endforeach()
if(TARGET tandem_object_check)
    install(TARGETS tandem_object_check EXPORT tandem
            RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)
endif()
if(TARGET tandem)
    install(TARGETS tandem RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
    # The program prints its manual page; one that was built for another machine cannot do so here.
    if(NOT CMAKE_CROSSCOMPILING)
        # Two installations at a time must not see half a page of each other.
        install(CODE "set(page \"${PROJECT_BINARY_DIR}/package/tandem.1\")
            string(RANDOM LENGTH 16 suffix)
            execute_process(COMMAND \"$<TARGET_FILE:tandem>\" man
                            OUTPUT_FILE \"\${page}.\${suffix}\" COMMAND_ERROR_IS_FATAL ANY)
            file(RENAME \"\${page}.\${suffix}\" \"\${page}\")" COMPONENT runtime)
        install(FILES ${PROJECT_BINARY_DIR}/package/tandem.1
                DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
    endif()
endif()

install(EXPORT tandem NAMESPACE tandem:: FILE tandem-targets.cmake
        DESTINATION ${tandem_package_dir} COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tandem-config.cmake.in
    ${PROJECT_BINARY_DIR}/package/tandem-config.cmake INSTALL_DESTINATION ${tandem_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/tandem-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/tandem-config.cmake
              ${PROJECT_BINARY_DIR}/package/tandem-config-version.cmake
              ${PROJECT_SOURCE_DIR}/tools/cmake/tandem-simulation.cmake
        DESTINATION ${tandem_package_dir} COMPONENT dev)

# MIT wants its notice beside every copy; the pages say what a header cannot.
# They lie beside each other as in the tree, so that their links lead somewhere.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
foreach(page IN LISTS tandem_installed_pages)
    cmake_path(GET page PARENT_PATH folder)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${page})
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/${page}
                DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT runtime
                FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cpp")
    else()
        install(FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder}
                COMPONENT runtime)
    endif()
endforeach()

# Each library has a .pc file; `tandem` itself is the one with the command line, which has all the
# others, and `tandem-players` the same for the program that players get. The archives are static
# only, so what they link stands in Libs and plain --libs suffices;
# as Requires it would put third parties on the include path, where a consumer must not find them.
file(RELATIVE_PATH tandem_pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
get_target_property(tandem_cereal_include cereal::cereal INTERFACE_INCLUDE_DIRECTORIES)
list(REMOVE_ITEM tandem_cereal_include ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
list(TRANSFORM tandem_cereal_include PREPEND -I)
function(tandem_pkg_config_file file library description)
    cmake_parse_arguments(arg "" "" "REQUIRES;LINKS;LINK_FLAGS;FLAGS" ${ARGN})
    set(pc_name ${file})
    set(pc_description "${description}")
    list(JOIN arg_REQUIRES " " pc_requires)
    list(JOIN tandem_deterministic_flags " " pc_cflags)
    list(JOIN arg_FLAGS " " pc_flags)
    string(APPEND pc_cflags " ${pc_flags}")
    list(JOIN tandem_cereal_include " " pc_cereal)
    list(JOIN arg_LINK_FLAGS " " pc_libs)
    string(APPEND pc_libs " -ltandem_${library}")
    foreach(dependency IN LISTS arg_LINKS)
        list(JOIN ${dependency}_LDFLAGS " " flags)
        string(APPEND pc_libs " ${flags}")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/tandem.pc.in
                   ${PROJECT_BINARY_DIR}/package/${file}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/package/${file}.pc
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

tandem_pkg_config_file(tandem-sim sim "Tandem: the deterministic core" LINKS xxhash)
if(TANDEM_BUILD_REPLAY)
    tandem_pkg_config_file(tandem-replay replay "Tandem: replay files"
                           REQUIRES tandem-sim LINKS zstd)
endif()
if(TANDEM_BUILD_NET)
    tandem_pkg_config_file(tandem-net net "Tandem: lockstep sessions"
                           REQUIRES tandem-sim LINKS enet sodium)
endif()
if(TANDEM_BUILD_TOOLS)
    set(tandem_picture_libraries "")
    if(TARGET PkgConfig::png)
        set(tandem_picture_libraries png)
    endif()
    set(tandem_program REQUIRES tandem-replay tandem-net tandem-sim
                       LINKS ${tandem_picture_libraries})
    if(TANDEM_DROPS_SECTIONS)
        list(APPEND tandem_program LINK_FLAGS -Wl,--gc-sections)
    endif()
    tandem_pkg_config_file(tandem tools "${PROJECT_DESCRIPTION}" ${tandem_program})
    tandem_pkg_config_file(tandem-players tools "Tandem: what the players of a game get"
                           ${tandem_program} FLAGS -DTANDEM_FOR_PLAYERS)
endif()
