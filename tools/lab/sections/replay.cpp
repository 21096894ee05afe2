// SPDX-License-Identifier: MIT
// lab replay: recordings, made and played with the product's own parts.
#include <tandem/tools/lab/replay/tables.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {

sim::Result<std::vector<Table>> replay_section(const Request&) {
    return std::vector<Table>{stored_table(),  bytes_table(),     loops_table(),
                              noise_table(),   assertion_table(), refresh_rates_table(),
                              controls_table()};
}

}  // namespace tandem::tools::lab
