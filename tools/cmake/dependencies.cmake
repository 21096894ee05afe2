# SPDX-License-Identifier: MIT
# Where each third-party library comes from: the system first (the packages of Debian 12), else a
# download of the same version from its upstream, else one sentence that names what is missing and
# which package has it.
include(FetchContent)

# Sets tandem_archive to the checked download of `name`, in the caller.
function(tandem_download_archive name debian_package url hash)
    set(archive "${PROJECT_BINARY_DIR}/downloads/${name}.tar.gz")
    set(tandem_archive "${archive}" PARENT_SCOPE)
    if(TANDEM_FETCH AND NOT EXISTS "${archive}")
        message(STATUS "tandem: ${name} is not installed (Debian: ${debian_package}), "
                "downloading ${url}")
        # Before version 3.31 CMake believes any certificate unless told otherwise.
        file(DOWNLOAD "${url}" "${archive}.part" STATUS status INACTIVITY_TIMEOUT 30 TLS_VERIFY ON)
        list(GET status 0 status)
        if(status EQUAL 0)
            file(RENAME "${archive}.part" "${archive}")
        endif()
    endif()
    if(NOT EXISTS "${archive}")
        message(FATAL_ERROR "tandem needs ${name}, which is neither installed nor could be "
                "downloaded from ${url}: install the package that has it "
                "(Debian: apt-get install ${debian_package}) and configure again.")
    endif()
    string(REGEX MATCH "^[^=]+" hash_kind "${hash}")
    file(${hash_kind} "${archive}" hash_found)
    if(NOT "${hash_kind}=${hash_found}" STREQUAL "${hash}")
        message(FATAL_ERROR "tandem needs ${name}, but ${archive} is not what ${url} had "
                "when it was chosen (${hash_kind}=${hash_found}, expected ${hash}): "
                "remove it, or install the package that has it (Debian: apt-get install "
                "${debian_package}), and configure again.")
    endif()
endfunction()

# tandem_download(cereal libcereal-dev URL SHA256=...): sets cereal_SOURCE_DIR in the caller without
# running its build files. Download and check are steps of their own because a failure inside
# FetchContent cannot be caught and explained; sources that are at hand (CMake's own
# FETCHCONTENT_SOURCE_DIR_CEREAL=folder) need neither.
macro(tandem_download name debian_package url hash)
    string(TOUPPER ${name} tandem_upper_name)
    set(tandem_archive "")
    if(NOT FETCHCONTENT_SOURCE_DIR_${tandem_upper_name})
        tandem_download_archive(${name} ${debian_package} "${url}" "${hash}")
    endif()
    # SYSTEM comes first, because behind URL CMake 3.25 takes it for another one.
    FetchContent_Declare(${name} SYSTEM URL "${tandem_archive}" DOWNLOAD_EXTRACT_TIMESTAMP FALSE
                         ${ARGN})
    # Others' sources are not written to be joined.
    set(tandem_unity_build ${CMAKE_UNITY_BUILD})
    set(CMAKE_UNITY_BUILD OFF)
    FetchContent_MakeAvailable(${name})
    set(CMAKE_UNITY_BUILD ${tandem_unity_build})
    # An installed package of ours would point at libraries that only exist in this build.
    set(TANDEM_INSTALL OFF)
endmacro()

# Compiles downloaded C sources under the name that pkg-config would have given the library.
# Upstream's own build files are left out: they differ in every respect but these two.
function(tandem_compile_library name include_dir)
    cmake_parse_arguments(arg "" "" "SOURCES;DEFINITIONS" ${ARGN})
    add_library(tandem_${name} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
    set_target_properties(tandem_${name} PROPERTIES UNITY_BUILD OFF)
    target_include_directories(tandem_${name} SYSTEM PUBLIC ${include_dir})
    target_compile_definitions(tandem_${name} PRIVATE ${arg_DEFINITIONS})
    target_compile_options(tandem_${name} PRIVATE -w)
    add_library(PkgConfig::${name} ALIAS tandem_${name})
endfunction()

function(tandem_header_library target include_dir)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${include_dir})
endfunction()

# Not a folder of any of them: FetchContent unpacks and runs no build file.
set(tandem_unpack_only SOURCE_SUBDIR no-build-file)

find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
    message(FATAL_ERROR "tandem needs pkg-config to find its libraries "
            "(Debian: apt-get install pkg-config).")
endif()
# 0.8.0 froze the output of XXH3.
pkg_check_modules(xxhash QUIET IMPORTED_TARGET GLOBAL libxxhash>=0.8.0)
if(TANDEM_BUILD_REPLAY)
    pkg_check_modules(zstd QUIET IMPORTED_TARGET GLOBAL libzstd)
endif()
if(TANDEM_BUILD_NET)
    pkg_check_modules(enet QUIET IMPORTED_TARGET GLOBAL libenet>=1.3.13)
    pkg_check_modules(sodium QUIET IMPORTED_TARGET GLOBAL libsodium)
endif()
find_package(cereal QUIET GLOBAL)

if(NOT TARGET cereal::cereal)
    tandem_download(cereal libcereal-dev
        https://github.com/USCiLab/cereal/archive/refs/tags/v1.3.2.tar.gz
        SHA256=16a7ad9b31ba5880dac55d62b5d6f243c3ebc8d46a3514149e56b5e7ea81f85f
        ${tandem_unpack_only})
    tandem_header_library(cereal::cereal ${cereal_SOURCE_DIR}/include)
endif()
if(NOT TARGET PkgConfig::xxhash)
    tandem_download(xxhash libxxhash-dev
        https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz
        SHA256=3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c
        ${tandem_unpack_only})
    tandem_compile_library(xxhash ${xxhash_SOURCE_DIR} SOURCES ${xxhash_SOURCE_DIR}/xxhash.c)
endif()
if(TANDEM_BUILD_REPLAY AND NOT TARGET PkgConfig::zstd)
    tandem_download(zstd libzstd-dev
        https://github.com/facebook/zstd/releases/download/v1.5.4/zstd-1.5.4.tar.gz
        SHA256=0f470992aedad543126d06efab344dc5f3e171893810455787d38347343a4424
        ${tandem_unpack_only})
    file(GLOB zstd_sources ${zstd_SOURCE_DIR}/lib/common/*.c ${zstd_SOURCE_DIR}/lib/compress/*.c
         ${zstd_SOURCE_DIR}/lib/decompress/*.c)
    tandem_compile_library(zstd ${zstd_SOURCE_DIR}/lib SOURCES ${zstd_sources}
        DEFINITIONS ZSTD_DISABLE_ASM)
endif()
if(TANDEM_BUILD_NET AND NOT TARGET PkgConfig::enet)
    tandem_download(enet libenet-dev
        https://github.com/lsalzman/enet/archive/refs/tags/v1.3.17.tar.gz
        SHA256=1e0b4bc0b7127a2d779dd7928f0b31830f5b3dcb7ec9588c5de70033e8d2434a
        ${tandem_unpack_only})
    set(enet_files callbacks compress host list packet peer protocol unix win32)
    list(TRANSFORM enet_files PREPEND ${enet_SOURCE_DIR}/)
    list(TRANSFORM enet_files APPEND .c)
    # Its configure script would find these on every POSIX system of today.
    tandem_compile_library(enet ${enet_SOURCE_DIR}/include SOURCES ${enet_files}
        DEFINITIONS HAS_SOCKLEN_T HAS_FCNTL HAS_POLL HAS_GETADDRINFO HAS_GETNAMEINFO
                    HAS_INET_PTON HAS_INET_NTOP HAS_MSGHDR_FLAGS)
endif()
if(TANDEM_BUILD_NET AND NOT TARGET PkgConfig::sodium)
    message(FATAL_ERROR "tandem needs libsodium, whose sources cannot be built by CMake: install "
            "the package that has it (Debian: apt-get install libsodium-dev) and configure again.")
endif()

if(TANDEM_BUILD_TOOLS)
    find_package(CLI11 QUIET GLOBAL)
    if(NOT TARGET CLI11::CLI11)
        tandem_download(CLI11 libcli11-dev
            https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz
            SHA256=26291377e892ba0e5b4972cdfd4a2ab3bf53af8dac1f4ea8fe0d1376b625c8cb
            ${tandem_unpack_only})
        tandem_header_library(CLI11::CLI11 ${cli11_SOURCE_DIR}/include)
    endif()
    find_package(nlohmann_json QUIET GLOBAL)
    if(NOT TARGET nlohmann_json::nlohmann_json)
        tandem_download(nlohmann_json nlohmann-json3-dev
            https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz
            SHA256=d69f9deb6a75e2580465c6c4c5111b89c4dc2fa94e3a85fcd2ffcd9a143d9273
            ${tandem_unpack_only})
        tandem_header_library(nlohmann_json::nlohmann_json ${nlohmann_json_SOURCE_DIR}/include)
    endif()
endif()

# Only pictures need it: nothing is downloaded for them.
if(TANDEM_BUILD_TOOLS)
    pkg_check_modules(png QUIET IMPORTED_TARGET GLOBAL libpng)
    if(NOT TARGET PkgConfig::png)
        message(STATUS "tandem: libpng is not installed (Debian: libpng-dev), so export writes "
                "no png")
    endif()
endif()

if(TANDEM_BUILD_TESTS)
    find_package(GTest QUIET GLOBAL)
    if(NOT TARGET GTest::gtest_main)
        tandem_download(googletest libgtest-dev
            https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz
            SHA256=81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2)
    endif()
    find_package(rapidcheck QUIET GLOBAL)
    if(NOT TARGET rapidcheck)
        # It has no releases: this is the commit that Debian 12 packages.
        string(CONCAT tandem_rapidcheck_hash SHA512=
               d71d17354d2597a168be935e03b1330fc96ff12d6551b6bd34ef8f6c2ba69f7f
               9bff865afd6a6a59c48496bcc9ddf997b07112d80c761d909f7cd9ef93a7464b)
        tandem_download(rapidcheck librapidcheck-dev
            https://github.com/emil-e/rapidcheck/archive/08b505857e32d52a20b2240b5125d937d67a6d86.tar.gz
            ${tandem_rapidcheck_hash})
    endif()
    # Where tests/bench is not skipped.
    if(TANDEM_BUILD_BENCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND
       CMAKE_SIZEOF_VOID_P EQUAL 8)
        find_package(benchmark QUIET GLOBAL)
        if(NOT TARGET benchmark::benchmark)
            set(BENCHMARK_ENABLE_TESTING OFF CACHE INTERNAL "Not its own tests")
            set(BENCHMARK_ENABLE_WERROR OFF CACHE INTERNAL "Newer compilers warn of more")
            tandem_download(benchmark libbenchmark-dev
                https://github.com/google/benchmark/archive/refs/tags/v1.7.1.tar.gz
                SHA256=6430e4092653380d9dc4ccb45a1e2dc9259d581f4866dc0759713126056bc1d7)
        endif()
    endif()
endif()
