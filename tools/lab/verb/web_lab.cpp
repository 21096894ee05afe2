// SPDX-License-Identifier: MIT
// web with the lab's page beside the viewer.
#include <tandem/tools/lab/verb/web_lab.hpp>

#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/verbs/web.hpp>

namespace tandem::tools {
namespace {

Result<int> run_web_with_lab(const Arguments& arguments, Context& context) {
    return run_web(
        arguments, context,
        arguments.flag("--lab") ? lab::browser::all_page_files() : std::vector<WebFile>());
}

}  // namespace

Verb web_with_lab_verb() {
    Verb verb = web_verb();
    verb.options.insert(
        verb.options.begin() + 1,
        {.names = {"--lab"},
         .sentence = "Beside it the loop lab's page: two machines to play with, and MDN's loops in "
                     "that browser"});
    verb.run = &reported<&run_web_with_lab>;
    return verb;
}

}  // namespace tandem::tools
