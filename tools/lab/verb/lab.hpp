// SPDX-License-Identifier: MIT
// The lab as a verb, for a program that wants it.
#pragma once

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

Verb lab_verb();

// Returns the verb web of a program that has the lab: with --lab it writes the lab's page too.
Verb web_with_lab_verb();

}  // namespace tandem::tools
