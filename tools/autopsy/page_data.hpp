// SPDX-License-Identifier: MIT
// Gives the time line as data to the page's script.
#pragma once

#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::autopsy {

// Returns the data that the script enlarges: the buckets of the whole match and each value of the
// exact span.
JsonObject page_data(const PageFacts& facts);

// Returns an object as the content of a script element: nothing in it can end the element.
std::string script_data(const JsonObject& object);

}  // namespace tandem::tools::autopsy
