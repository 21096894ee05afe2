// SPDX-License-Identifier: MIT
// It takes a request for a browser, and shows its figures as tables.
#include <tandem/tools/lab/verb/browser.hpp>

#include <algorithm>
#include <chrono>
#include <string>

#include <tandem/tools/lab/browser/measure.hpp>
#include <tandem/tools/lab/browser/page.hpp>
#include <tandem/tools/lab/browser/tables.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;

// Returns the order of the request, as far as the page has it.
sim::Result<lab::browser::MeasureOrder> order_of(const LabCommand& command,
                                                 const lab::Request& request) {
    lab::browser::MeasureOrder order{.program = command.browser};
    if (request.window) {
        order.window = std::chrono::duration_cast<std::chrono::milliseconds>(*request.window);
        if (*request.window > lab::browser::k_window_most) {
            return Error{ErrorCode::usage, "--seconds",
                         "a run in a browser lasts at most " +
                             std::to_string(lab::browser::k_window_most.count()) +
                             " seconds, found " + escaped(command.seconds.value_or(""))};
        }
    }
    if (!request.loops.empty()) {
        const auto loops = lab::choose_loops(request.loops);
        TANDEM_TRY(loops);
        for (const lab::Loop* loop : *loops) {
            order.loops.emplace_back(loop->id);
            if (!loop->id.starts_with('M')) {
                return Error{
                    ErrorCode::usage, "--loop",
                    "a browser runs MDN's loops, M0a to M5, found " + std::string(loop->id)};
            }
        }
    }
    const auto& decided = lab::browser::ids_of_browser_claims();
    for (const std::string& claim : request.claims) {
        if (std::find(decided.begin(), decided.end(), claim) == decided.end()) {
            return Error{ErrorCode::usage, "--claim",
                         "no browser decides '" + escaped(claim) +
                             "'; lab browser lists those that one can"};
        }
    }
    order.claims = request.claims;
    if (!request.articles.empty()) {
        return Error{ErrorCode::usage, "--article", "lab browser takes no such option"};
    }
    return order;
}

}  // namespace

sim::Result<std::vector<lab::Table>> run_lab_browser(const LabCommand& command,
                                                     const lab::Request& request,
                                                     Console& console) {
    const auto order = order_of(command, request);
    TANDEM_TRY(order);
    const std::vector<WebFile> files = lab::browser::all_page_files();
    if (files.empty()) {
        return sim::Error{sim::ErrorCode::usage, "",
                          "this build carries no page for a browser: it was made without "
                          "emscripten (Debian: apt-get install emscripten nodejs node-acorn) or "
                          "with -DTANDEM_BUILD_PAGE=OFF, as by tools/demo.sh; build again"};
    }
    const ElapsedLine line(console.err(), console.may_redraw(), "lab browser");
    const auto figures = lab::browser::measure(files, *order, console);
    TANDEM_TRY(figures);
    return lab::browser::tables_of(*figures);
}

}  // namespace tandem::tools
