// SPDX-License-Identifier: MIT
// The page of the bundled games as a verb, for the program that has them.
#pragma once

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

Verb web_verb();

}  // namespace tandem::tools
