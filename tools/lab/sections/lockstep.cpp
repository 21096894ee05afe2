// SPDX-License-Identifier: MIT
// lab lockstep: real sessions on a simulated network, in virtual time.
#include <tandem/tools/lab/lockstep/tables.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {

sim::Result<std::vector<Table>> lockstep_section(const Request&) {
    return std::vector<Table>{speed_table(),      apart_table(),    gaps_table(),    floor_table(),
                              standstill_table(), catch_up_table(), refusals_table()};
}

}  // namespace tandem::tools::lab
