// SPDX-License-Identifier: MIT
// lab report: everything the lab shows as one page in a folder.
#include <tandem/tools/lab/verb/report.hpp>

#include <tandem/tools/lab/report/report.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/write_page.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

constexpr const char* k_default_folder = "lab-report";

// Every loop on every machine, and every claim: some seconds.
sim::Result<std::string> make_page(Console& console) {
    const ElapsedLine elapsed(console.err(), console.may_redraw(), "running the lab");
    return lab::report::make_report();
}

}  // namespace

int run_lab_report(const LabCommand& command, Context& context) {
    const std::string folder = command.output.empty() ? k_default_folder : command.output;
    if (auto free = check_page(folder, lab::report::k_page_name, command.force); !free) {
        return context.fail(free.error());
    }
    const auto page = make_page(context.console);
    if (!page) {
        return context.fail(page.error());
    }
    // A file that cannot be written is then an error, and a Ctrl-C leaves nothing half written.
    const SignalGuard guard;
    const auto file = write_page(folder, lab::report::k_page_name, *page, command.force);
    if (!file) {
        return context.fail(file.error());
    }
    context.console.print(escaped(*file) + ": " + count_text(page->size(), "byte") +
                          "; open it in any browser");
    context.console.report({{"file", *file}, {"bytes", std::uint64_t{page->size()}}});
    return 0;
}

}  // namespace tandem::tools
