// SPDX-License-Identifier: MIT
// The time line as data for the page's script.
#pragma once

#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::autopsy {

// What the script enlarges: the buckets of the whole match and each value of the exact span.
JsonObject page_data(const PageFacts& facts);

// An object as the content of a script element: nothing in it can end the element.
std::string script_data(const JsonObject& object);

}  // namespace tandem::tools::autopsy
