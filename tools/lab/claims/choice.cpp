// SPDX-License-Identifier: MIT
// Claims by id and by article.
#include <tandem/tools/lab/claims/choice.hpp>

#include <algorithm>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools::lab {
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
