// SPDX-License-Identifier: MIT
// The table has a row for each claim of the articles.
#include <tandem/tools/lab/claims/table.hpp>

#include <algorithm>

#include <tandem/tools/text/escaped.hpp>

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

namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

bool is_among(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Chosen>
std::string ids_of(const std::vector<Claim>& all, Chosen chosen) {
    std::string ids;
    for (const Claim& claim : all) {
        if (chosen(claim)) {
            ids += (ids.empty() ? "" : " ") + std::string(claim.id);
        }
    }
    return ids;
}

bool has_real_arms(const Claim& claim) { return claim.real.has_value(); }

Result<void> check_ids(const std::vector<Claim>& all, const ClaimChoice& choice) {
    for (const std::string& id : choice.ids) {
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const Claim& claim) { return claim.id == id; });
        if (found == all.end()) {
            return Error{ErrorCode::usage, "--claim",
                         "expected one of " + ids_of(all, [](const Claim&) { return true; }) +
                             ", found '" + escaped(id) + "'"};
        }
        if (choice.real && !has_real_arms(*found)) {
            return Error{
                ErrorCode::usage, "--claim",
                id + " does not run on the real clock; these do: " + ids_of(all, has_real_arms)};
        }
    }
    return {};
}

Result<Articles> articles_of(const std::vector<std::string>& words) {
    Articles articles;
    for (const std::string& word : words) {
        std::string known;
        bool is_known = false;
        for (const ArticleName& entry : k_articles) {
            known += (known.empty() ? "" : " ") + std::string(entry.word);
            if (entry.word == word) {
                articles = articles | entry.article;
                is_known = true;
            }
        }
        if (!is_known) {
            return Error{ErrorCode::usage, "--article",
                         "expected one of " + known + ", found '" + escaped(word) + "'"};
        }
    }
    return articles;
}

}  // namespace

Result<std::vector<Claim>> choose_claims(const std::vector<Claim>& all, const ClaimChoice& choice) {
    TANDEM_TRY(check_ids(all, choice));
    const auto articles = articles_of(choice.articles);
    TANDEM_TRY(articles);
    std::vector<Claim> chosen = all;
    std::erase_if(chosen, [&](const Claim& claim) {
        return (!choice.ids.empty() && !is_among(choice.ids, claim.id)) ||
               (!articles->is_empty() && !articles->has_any_of(claim.articles)) ||
               (choice.real && !has_real_arms(claim));
    });
    if (chosen.empty()) {
        return Error{ErrorCode::usage, "--article",
                     "none of " +
                         ids_of(all,
                                [&](const Claim& claim) {
                                    return choice.ids.empty() ? has_real_arms(claim)
                                                              : is_among(choice.ids, claim.id);
                                }) +
                         " is of " + articles_text(*articles)};
    }
    return chosen;
}

}  // namespace tandem::tools::lab
