// SPDX-License-Identifier: MIT
// The table has a row for each claim of the articles.
#include <tandem/tools/lab/claims/table.hpp>

#include <algorithm>

namespace tandem::tools::lab {
namespace {

std::string measured_text(const ClaimResult& result) {
    return result.fails.text + " | " + result.holds.text;
}

std::string count_line(const std::vector<Verdict>& verdicts) {
    const auto count = [&](Verdict verdict) {
        return std::to_string(std::count(verdicts.begin(), verdicts.end(), verdict));
    };
    return std::to_string(verdicts.size()) + (verdicts.size() == 1 ? " claim: " : " claims: ") +
           count(Verdict::shown) + " shown, " + count(Verdict::refuted) + " refuted, " +
           count(Verdict::not_testable) + " not testable.";
}

std::string inconclusive_text(bool real) {
    return real ? "not testable: this machine's noise is as large as what is asked"
                : "not testable: the arms did not come out as named";
}

}  // namespace

Table claims_table(const std::vector<Claim>& claims, bool real,
                   const std::function<void()>& on_claim) {
    Table table{.name = "claims",
                .title = "What the articles claim, and what came of it (failing arm | holding arm)",
                .columns = {{"id", "id"},
                            {"verdict", "verdict"},
                            {"article", "article"},
                            {"claim", "claim"},
                            {"fails", "arm that fails"},
                            {"holds", "arm that holds"},
                            {"expected", "expected"},
                            {"measured", "measured"}}};
    table.row_names = 4;
    table.in_paragraphs = true;
    std::vector<Verdict> verdicts;
    Articles articles;
    for (const Claim& claim : claims) {
        if (real && !claim.real) {
            continue;
        }
        if (on_claim) {
            on_claim();
        }
        const ClaimResult result = real ? run_claim_for_real(claim) : run_claim(claim);
        verdicts.push_back(result.verdict);
        articles = articles | claim.articles;
        const bool ran = real || claim.judge != nullptr;
        const bool is_inconclusive = ran && result.verdict == Verdict::not_testable;
        const auto holds = real && !claim.real->holds.empty() ? claim.real->holds : claim.holds;
        // A claim that is not testable may have no arms.
        table.rows.push_back(
            {std::string(claim.id),
             is_inconclusive ? inconclusive_text(real) : verdict_text(claim, result.verdict),
             articles_text(claim.articles), std::string(claim.sentence),
             text_or_nothing(claim.fails), text_or_nothing(holds), text_or_nothing(claim.expected),
             ran ? Cell(measured_text(result)) : Cell()});
    }
    table.notes.push_back(count_line(verdicts));
    for (const std::string& note : article_notes(articles)) {
        table.notes.push_back(note);
    }
    if (real) {
        table.notes.emplace_back("Measured on this computer, and different every time.");
    }
    return table;
}

}  // namespace tandem::tools::lab
