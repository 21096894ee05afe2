// SPDX-License-Identifier: MIT
// A claim of the articles as an experiment with two arms: one in which, the claim says, something
// goes wrong, and one in which it does not. Whoever reads a verdict can run both.
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

// What one arm gave: in words, and as the numbers that the verdict is made from.
struct Finding {
    std::string text;
    std::vector<double> values;
};

struct Arms {
    Finding (*run_fails)() = nullptr;
    Finding (*run_holds)() = nullptr;
    Verdict (*judge)(const Finding& fails, const Finding& holds) = nullptr;
    Flicks lasts{};               // about, both
    std::string_view holds = {};  // what runs in that arm, where it is not what the claim says
};

struct Claim {
    std::string_view id;             // as in the inventory, "C22"
    Articles articles = {};          // that claim it
    std::string_view sentence;       // what is claimed
    std::string_view fails = {};     // the arm that goes wrong: what runs there
    std::string_view holds = {};     // the arm that does not
    std::string_view expected = {};  // the figures derived beforehand, both arms
    // Each runs its arm anew. Null where the claim is not testable.
    Finding (*run_fails)() = nullptr;
    Finding (*run_holds)() = nullptr;
    // Whether the findings bear the claim out. Given the arms the wrong way round it must answer
    // otherwise: that is its canary.
    Verdict (*judge)(const Finding& fails, const Finding& holds) = nullptr;
    std::string_view why_not_testable = {};  // where it is not
    // The same on the real clock, for a claim about clocks and operating systems.
    std::optional<Arms> real = std::nullopt;
};

struct ClaimResult {
    Verdict verdict = Verdict::not_testable;
    Finding fails;
    Finding holds;
};

ClaimResult run_claim(const Claim& claim);
// On the real clock; the claim has such arms.
ClaimResult run_claim_for_real(const Claim& claim);
// The verdict with the two findings swapped.
Verdict canary(const Claim& claim, const ClaimResult& result);

// "shown", "refuted", "not testable: why".
std::string verdict_text(const Claim& claim, Verdict verdict);

// For a judge that only asks whether the numbers bear the claim out.
constexpr Verdict shown_if(bool borne_out) { return borne_out ? Verdict::shown : Verdict::refuted; }

// Several chapters' claims, ordered by id.
std::vector<Claim> joined(const std::vector<std::vector<Claim>>& lists);
// All claims, ordered by id.
const std::vector<Claim>& claims();
// The one of that id, which there is.
const Claim& claim_of(std::string_view id);

}  // namespace tandem::tools::lab
