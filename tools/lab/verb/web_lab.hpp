// SPDX-License-Identifier: MIT
// The verb web of a program that has the lab: with --lab it writes the lab's page too.
#pragma once

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

Verb web_with_lab_verb();

}  // namespace tandem::tools
