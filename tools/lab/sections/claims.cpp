// SPDX-License-Identifier: MIT
// claims: one row for each claim of the articles.
#include <tandem/tools/lab/claims/table.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {

sim::Result<std::vector<Table>> claims_section(const Request& request) {
    return std::vector<Table>{claims_table(claims(), request.real)};
}

}  // namespace tandem::tools::lab
