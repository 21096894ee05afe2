// SPDX-License-Identifier: MIT
// The lab as a verb, for a program that wants it.
#pragma once

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

Verb lab_verb();

}  // namespace tandem::tools
