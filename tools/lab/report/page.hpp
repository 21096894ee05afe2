// SPDX-License-Identifier: MIT
// Makes the page around the figures: an HTML document that needs nothing else, neither a script nor
// a font nor an address. Its every element is closed, so that XML readers take it as well.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::report {

struct Chapter {
    std::string id;
    std::string title;
    std::string lead;  // a few sentences
    std::vector<Figure> figures;
    std::vector<std::string> blocks;  // markup, below the figures
};

// A figure in the sense of a number, for the top of the page.
struct Count {
    std::string number;
    std::string words;
};

struct Page {
    std::string title;
    std::vector<std::string> lead;  // paragraphs
    std::vector<Count> counts;
    std::vector<Chapter> chapters;
    std::string closing;  // at the end
};

// The verdict of each claim: "shown", "refuted" or "not testable: why", by the claim's id.
using Verdicts = std::map<std::string, std::string, std::less<>>;

std::string page_html(const Page& page, const Verdicts& verdicts);

// Returns a table in a box that scrolls by itself. The first column names the row. `id` is the
// box's name in the page.
std::string table_html(const Table& table, std::string_view id);
// Returns a table of speeds: a cell's look tells if it is as meant, too slow or too fast.
std::string speeds_html(const Table& table, std::string_view id);
// Returns the claims, which a narrow screen shows one below the other. Columns are found by their
// keys: id, verdict, claim, fails, holds, expected, measured (asserted).
std::string claims_html(const Table& table, std::string_view id);

// Returns a verdict as a word with a mark and a colour; the reason of an open one is left out.
std::string verdict_badge(std::string_view verdict);
Verdicts verdicts_of(const Table& claims);

// Returns the report: everything the lab shows, as one page, the same bytes on every machine. The
// error is that of a section that could not run.
sim::Result<std::string> make_report();

// The page's name in its folder.
inline constexpr std::string_view k_page_name = "index.html";

}  // namespace tandem::tools::lab::report
