# SPDX-License-Identifier: MIT
# Reads the installed pages: each of their links leads to something that is installed too. Headings
# are tidy_test's to follow.
#
#   cmake -D PREFIX=... -D WORK=... -P pages.cmake

# follow(FOLDER): the links of all pages below it, in `links`, and those that lead to nothing there,
# each with its page, in `dead`.
function(follow folder)
    file(GLOB_RECURSE pages ${folder}/*.md)
    set(links 0)
    set(dead "")
    foreach(page IN LISTS pages)
        file(READ ${page} text)
        # What CMake's lists would stumble over, then code, where brackets are no links.
        string(REPLACE ";" " " text "${text}")
        string(REPLACE "](" "@link " text "${text}")
        string(REGEX REPLACE "[][]" " " text "${text}")
        string(REGEX REPLACE "```[^`]*```" "" text "${text}")
        string(REGEX REPLACE "`[^`\n]*`" "" text "${text}")
        string(REGEX MATCHALL "@link [^) \n]+\\)" targets "${text}")
        cmake_path(GET page PARENT_PATH beside)
        foreach(target IN LISTS targets)
            string(REGEX REPLACE "^@link ([^)#]*).*" "\\1" target "${target}")
            if(target MATCHES ":")
                continue()
            endif()
            math(EXPR links "${links} + 1")
            if(NOT EXISTS ${beside}/${target})
                list(APPEND dead "${page}: ${target}")
            endif()
        endforeach()
    endforeach()
    set(links ${links} PARENT_SCOPE)
    set(dead "${dead}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/sim/page.md "[a](b.md), [c](../page.md#d) [e](https://f.org/g) `h[i](j.md)`\n"
     "```\nk[l](m.md)\n```\n[n](#o)\n")
file(WRITE ${WORK}/page.md "")
follow(${WORK})
if(NOT links EQUAL 3 OR NOT dead STREQUAL "${WORK}/sim/page.md: b.md")
    message(FATAL_ERROR "this check is blind: of ${links} links it finds dead '${dead}'")
endif()

file(GLOB_RECURSE start ${PREFIX}/*/README.md)
cmake_path(GET start PARENT_PATH folder)
follow(${folder})
if(links LESS 20)
    message(FATAL_ERROR "only ${links} links in the pages under '${folder}'")
endif()
foreach(link IN LISTS dead)
    message(SEND_ERROR "leads to nothing that is installed: ${link}")
endforeach()
