// SPDX-License-Identifier: MIT
// Which header declares a name that is not ours: the standard library's, POSIX's and third
// parties'. Each table is text: a line names headers and, after the colon, what each of them
// declares; an indented line goes on. A name may stand in several rows, and any of their headers
// will do; a report names the first. A `*` at the end of a name stands for whatever follows, at its
// beginning for whatever comes before.
#pragma once

#include <string_view>

namespace tandem::tidy {

// After std:: or std::ranges::. A header stands here where the standard says that it declares the
// name, and where its own declarations need the name in every library.
std::string_view standard_names();

// After a bare ::, as we write calls of the operating system.
std::string_view system_names();

// Without a qualifier: macros, and C names with a prefix of their own.
std::string_view plain_names();

// Namespaces of third parties, and names in them that have a header of their own.
std::string_view qualified_names();

// Standard headers that others include by the standard's word, or because their classes derive
// from what is in it: the included one comes first.
std::string_view implied_headers();

}  // namespace tandem::tidy
