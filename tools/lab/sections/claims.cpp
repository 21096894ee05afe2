// SPDX-License-Identifier: MIT
// claims: one row for each claim of the articles, or for those that were asked for.
#include <utility>

#include <tandem/tools/lab/claims/choice.hpp>
#include <tandem/tools/lab/claims/table.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

constexpr const char* k_free_numbers =
    "No claim was dropped or merged: C08, C09, C21 and C63 to C69 were left free between chapters.";

}  // namespace

sim::Result<std::vector<Table>> claims_section(const Request& request) {
    const auto chosen = choose_claims(claims(), {request.claims, request.articles, request.real});
    TANDEM_TRY(chosen);
    WorkDone work{.all = chosen->size()};
    for (const Claim& claim : *chosen) {
        work.real_time += request.real ? claim.real->lasts : Flicks(0);
    }
    WorkCount count(request, work);
    Table table = claims_table(*chosen, request.real, [&] { count.next(); });
    if (chosen->size() == claims().size()) {
        table.notes.emplace_back(k_free_numbers);
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
