// SPDX-License-Identifier: MIT
// The page of the bundled games as a verb, for the program that has them.
#pragma once

#include <vector>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/web/page.hpp>

namespace tandem::tools {

Verb web_verb();
// The same with other pages beside the viewer.
int run_web(const Arguments& arguments, Context& context, const std::vector<WebFile>& beside);

}  // namespace tandem::tools
