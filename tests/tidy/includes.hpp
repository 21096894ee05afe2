// SPDX-License-Identifier: MIT
// Whether each file includes what it uses. A build that joins many sources in one does not show a
// forgotten include, and compiling each file alone costs minutes; this reads the text instead.
//
// A file may use a name that it declares, or that a file declares which its includes lead to; a
// forward declaration is enough. For a name of the standard library, of POSIX or of a third party
// the includes must lead to a header that tests/tidy/foreign_names.cpp names. Each header is
// checked alone, and each source includes its own header first.
//
// What it does not see, and a compiler does:
// - a type that is declared where it has to be complete,
// - a member of a type whose header is not reached, as in `auto x = f(); x.member`,
// - a function that a reached header declares for other arguments, in another namespace too,
// - a name that some reached class has as a member,
// - a name that the file gives to a variable as well, or that is a namespace too,
// - names behind `using namespace` of a third party, and C names that no table has,
// - which branch of an #if counts: it reads them all.
#pragma once

#include <string>
#include <vector>

#include <tests/tidy/rules.hpp>
#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

struct MissingInclude {
    std::string path;
    Finding finding;
};

// Of the headers and sources among `files`, by path and line.
std::vector<MissingInclude> missing_includes(const std::vector<File>& files);

}  // namespace tandem::tidy
