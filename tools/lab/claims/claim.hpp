// SPDX-License-Identifier: MIT
// A claim of the articles as an experiment with two arms: one in which, the claim says, something
// goes wrong, and one in which it does not. A reader of a verdict can run both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/articles.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

enum class Verdict : unsigned char { shown, refuted, not_testable };

// The result of an arm: in words, and as the numbers that the verdict is made from.
struct Finding {
    std::string text;
    std::vector<double> values;
};

struct Arms {
    Finding (*run_fails)() = nullptr;
    Finding (*run_holds)() = nullptr;
    Verdict (*judge)(const Finding& fails, const Finding& holds) = nullptr;
    Flicks lasts{};               // about so long, both
    std::string_view holds = {};  // the loop or machine of that arm, if it is not the claim's
};

struct Claim {
    std::string_view id;             // as in the inventory, "C22"
    Articles articles = {};          // those that make the claim
    std::string_view sentence;       // the claim
    std::string_view fails = {};     // the arm that goes wrong: its loop or machine
    std::string_view holds = {};     // the arm that does not
    std::string_view expected = {};  // the figures derived beforehand, both arms
    // Each runs its arm anew. Null if the claim is not testable.
    Finding (*run_fails)() = nullptr;
    Finding (*run_holds)() = nullptr;
    // Judges if the findings bear the claim out. With the arms exchanged it must answer otherwise:
    // that is its canary.
    Verdict (*judge)(const Finding& fails, const Finding& holds) = nullptr;
    std::string_view why_not_testable = {};  // if it is not
    // The arms on the real clock, for a claim about clocks and operating systems.
    std::optional<Arms> real = std::nullopt;
};

struct ClaimResult {
    Verdict verdict = Verdict::not_testable;
    Finding fails;
    Finding holds;
};

ClaimResult run_claim(const Claim& claim);
// Runs on the real clock; the claim has such arms.
ClaimResult run_claim_for_real(const Claim& claim);
// Returns the verdict with the two findings swapped.
Verdict canary(const Claim& claim, const ClaimResult& result);

// Returns "shown", "refuted" or "not testable: why".
std::string verdict_text(const Claim& claim, Verdict verdict);

// Serves a judge that only asks if the numbers bear the claim out.
constexpr Verdict shown_if(bool borne_out) { return borne_out ? Verdict::shown : Verdict::refuted; }

// Returns several chapters' claims, ordered by id.
std::vector<Claim> joined(const std::vector<std::vector<Claim>>& lists);
// Returns all claims, ordered by id.
const std::vector<Claim>& claims();
// Returns the claim of that id, which exists.
const Claim& claim_of(std::string_view id);

}  // namespace tandem::tools::lab
