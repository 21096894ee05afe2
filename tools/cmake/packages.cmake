# SPDX-License-Identifier: MIT
# Says what `cpack` makes in a build folder: tandem_VERSION_ARCHITECTURE.deb, the program, and
# tandem-dev_..., with which a game is built. They depend on the packages of the machine that built
# them, so they are for its release of Debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tandem)
set(CPACK_PACKAGE_CONTACT "The Tandem authors <tandem@localhost>")
set(CPACK_PACKAGE_VENDOR Tandem)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Finds the packages of the libraries that a program was linked with; of dpkg-dev.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME tandem)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION}: the program
 Records, plays, verifies and compares sessions, plays lockstep matches, and says
 where and why two histories differ. With two games and their pages.")
# A window, a film; without them the program says so.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS libsdl2-2.0-0)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS ffmpeg)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME tandem-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "${PROJECT_DESCRIPTION}: for building games
 Headers, static libraries, the CMake package and .pc files.")
# tandem-config.cmake asks for these, in the same words and with the same bounds.
set(tandem_dev_depends "tandem (= ${PROJECT_VERSION})" pkg-config libcereal-dev)
foreach(dependency IN LISTS tandem_archive_dependencies)
    list(APPEND tandem_dev_depends lib${dependency}-dev)
endforeach()
list(TRANSFORM tandem_dev_depends REPLACE "^libxxhash-dev$" "libxxhash-dev (>= 0.8.0)")
list(TRANSFORM tandem_dev_depends REPLACE "^libenet-dev$" "libenet-dev (>= 1.3.13)")
list(JOIN tandem_dev_depends ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)
# tandem_add_simulation reads objects with it.
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS binutils)
include(CPack)
