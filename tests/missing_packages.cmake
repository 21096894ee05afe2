# SPDX-License-Identifier: MIT
# A missing package is named before anything is configured: with a dpkg-query that knows all but
# one, tools/install_packages.sh --missing prints that one, and installs nothing.
# In: SOURCE, WORK.
file(WRITE ${WORK}/dpkg-query "#!/bin/sh
for last; do :; done
if [ \"$last\" = librapidcheck-dev ]; then exit 1; fi
echo installed
")
file(WRITE ${WORK}/apt-get "#!/bin/sh
touch ${WORK}/was_called
")
file(CHMOD ${WORK}/dpkg-query ${WORK}/apt-get PERMISSIONS OWNER_READ OWNER_EXECUTE)
set(ENV{PATH} "${WORK}:$ENV{PATH}")
foreach(list quick test)
    execute_process(COMMAND ${SOURCE}/tools/install_packages.sh --missing ${list}
                    RESULT_VARIABLE result OUTPUT_VARIABLE output)
    if(NOT result EQUAL 0 OR NOT output STREQUAL "librapidcheck-dev\n")
        message(FATAL_ERROR
                "expected that librapidcheck-dev is missing for ${list}, got: ${output}")
    endif()
endforeach()
execute_process(COMMAND ${SOURCE}/tools/install_packages.sh --missing demo OUTPUT_VARIABLE output)
if(NOT output STREQUAL "" OR EXISTS ${WORK}/was_called)
    message(FATAL_ERROR "expected nothing to be missing or called, got: ${output}")
endif()
