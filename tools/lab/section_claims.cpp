// SPDX-License-Identifier: MIT
// claims: one row for each claim of the articles.
#include <algorithm>

#include <tandem/tools/lab/claim.hpp>
#include <tandem/tools/lab/sections.hpp>

namespace tandem::tools::lab {
namespace {

std::string measured_text(const ClaimResult& result) {
    return result.fails.text + " | " + result.holds.text;
}

std::string count_line(const std::vector<Verdict>& verdicts) {
    const auto count = [&](Verdict verdict) {
        return std::to_string(std::count(verdicts.begin(), verdicts.end(), verdict));
    };
    return std::to_string(verdicts.size()) + " claims: " + count(Verdict::shown) + " shown, " +
           count(Verdict::refuted) + " refuted, " + count(Verdict::not_testable) + " not testable";
}

}  // namespace

sim::Result<std::vector<Table>> claims_section(const Request&) {
    Table table{.name = "claims",
                .title = "What the articles claim, and what came of it (failing arm | holding arm)",
                .columns = {{"id", "id"},
                            {"verdict", "verdict"},
                            {"claim", "claim"},
                            {"fails", "arm that fails"},
                            {"holds", "arm that holds"},
                            {"expected", "expected"},
                            {"measured", "measured"}},
                .rows = {},
                .notes = {}};
    table.row_names = 3;
    table.in_paragraphs = true;
    std::vector<Verdict> verdicts;
    for (const Claim& claim : claims()) {
        const ClaimResult result = run_claim(claim);
        verdicts.push_back(result.verdict);
        const bool ran = claim.judge != nullptr;
        table.rows.push_back({std::string(claim.id), verdict_text(claim, result.verdict),
                              std::string(claim.sentence), std::string(claim.fails),
                              std::string(claim.holds), std::string(claim.expected),
                              ran ? Cell(measured_text(result)) : Cell()});
    }
    table.notes.push_back(count_line(verdicts));
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
