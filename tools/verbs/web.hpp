// SPDX-License-Identifier: MIT
// The verb for the page of the bundled games, for the program that has them.
#pragma once

#include <vector>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/web/page.hpp>

namespace tandem::tools {

Verb web_verb();
// Runs the verb with other pages beside the viewer.
Result<int> run_web(const Arguments& arguments, Context& context,
                    const std::vector<WebFile>& beside);

}  // namespace tandem::tools
