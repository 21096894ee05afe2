# SPDX-License-Identifier: MIT
# Whether each public symbol of the installed headers has its comment: Doxygen makes the reference,
# and fails where one has none. First it is shown to fail.
#
#   cmake -D DOXYGEN=... -D DOXYFILE=... -D WORK=... -P reference.cmake
file(REMOVE_RECURSE ${WORK})
file(READ ${DOXYFILE} settings)

# make(NAME INPUT): its exit code in `code`, what it said in `said`, its pages in WORK/NAME/html.
# No INPUT means what the Doxyfile has.
function(make name input)
    set(mine "${settings}\nOUTPUT_DIRECTORY = \"${WORK}/${name}\"\n")
    if(input)
        string(APPEND mine "INPUT = \"${input}\"\n")
    endif()
    file(WRITE ${WORK}/${name}/doxyfile "${mine}")
    execute_process(COMMAND ${DOXYGEN} ${WORK}/${name}/doxyfile RESULT_VARIABLE code
                    OUTPUT_VARIABLE said ERROR_VARIABLE said)
    set(code ${code} PARENT_SCOPE)
    set(said "${said}" PARENT_SCOPE)
endfunction()

set(head "// SPDX-License-Identifier: MIT
// A page's pages.
#pragma once

// What it is about.
namespace tandem::canary {

")
set(tail "
}  // namespace tandem::canary
")
set(sound "// What a page is: a < b, and @b.
struct Page {
    int lines = 0;  // not less than 0;
                    // nor more than 60
    Page() = default;

    // Its first word, or its n-th.
    int word() const;
    int word(int n) const;
    int size() const;
    auto begin() { return 0; }
    void reserve(int lines);
    using value_type = int;

private:
    int words_ = 0;
};
namespace detail {
int inside();
}
")

# expect_found(NAME DECLARATIONS SYMBOL): it must be named as having no comment.
function(expect_found name declarations symbol)
    file(WRITE ${WORK}/${name}.hpp "${head}${declarations}${tail}")
    make(${name} ${WORK}/${name}.hpp)
    if(code EQUAL 0 OR NOT said MATCHES "${symbol}[^\n]* is not documented")
        message(SEND_ERROR "${symbol} has no comment, but: ${code} ${said}")
    endif()
endfunction()

expect_found(class "struct Bare {\n    int lines = 0;  // some\n};\n" "Bare")
expect_found(function "${sound}\nint bare();\n" "bare")
expect_found(member "// A page.\nstruct Page {\n    int bare = 0;\n};\n" "bare")
expect_found(neighbour "// The first.\nint first();\nint bare();\n" "bare")
expect_found(field_end "// A run.\nstruct Run {\n    int end = 0;\n};\n" "end")
expect_found(call_of_end "// A run.\nstruct Run {\n    void end(int reason);\n};\n" "end")
set(game "// A game.\nstruct Game {\n")
expect_found(type_function "${game}    int input_type() const;\n};\n" "input_type")
expect_found(type_alias "${game}    using input_type = int;\n};\n" "input_type")
expect_found(macro "#define TANDEM_BARE 1\n" "TANDEM_BARE")

file(WRITE ${WORK}/sound.hpp "${head}${sound}${tail}")
make(sound ${WORK}/sound.hpp)
if(NOT code EQUAL 0)
    message(SEND_ERROR "Each of these has its comment, but: ${said}")
endif()

make(whole "")
file(GLOB_RECURSE pages ${WORK}/whole/html/class*.html ${WORK}/whole/html/struct*.html)
list(LENGTH pages count)
if(NOT code EQUAL 0 OR count LESS 50)
    message(FATAL_ERROR "${count} pages of classes, and these have no comment:\n${said}")
endif()
