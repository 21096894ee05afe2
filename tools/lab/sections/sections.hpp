// SPDX-License-Identifier: MIT
// What each section runs, one function a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// Tells whoever asked how far the section is.
class RowCount {
public:
    // `runs_per_row` last for `window` each where they are real.
    RowCount(const Request& request, std::size_t rows, Flicks window,
             std::int64_t runs_per_row = 1);

    // Before each row.
    void next();

private:
    const Request& request_;
    RowsDone so_far_;
};
// Error usage for a stall that would begin when the run has ended: it would show nothing.
sim::Result<void> check_stall(const RunOptions& options);
// Behind the title of a table that was measured.
inline constexpr std::string_view k_measured = ", measured on this machine's clock";
// As a row's setting `clock` says it, which run_section adds where a section has none of its own.
std::string_view clock_word(bool real);
// The section's own machines where none was asked for, with the screen that was asked for.
std::vector<Machine> machines_asked(const Request& request, std::vector<Machine> usual);

sim::Result<std::vector<Table>> loops_section(const Request& request);
sim::Result<std::vector<Table>> numbers_section(const Request& request);
sim::Result<std::vector<Table>> physics_section(const Request& request);
sim::Result<std::vector<Table>> stall_section(const Request& request);
sim::Result<std::vector<Table>> refresh_section(const Request& request);
sim::Result<std::vector<Table>> quality_section(const Request& request);
sim::Result<std::vector<Table>> events_section(const Request& request);
sim::Result<std::vector<Table>> throttled_section(const Request& request);
sim::Result<std::vector<Table>> gap_section(const Request& request);
sim::Result<std::vector<Table>> replay_section(const Request& request);
sim::Result<std::vector<Table>> lockstep_section(const Request& request);
sim::Result<std::vector<Table>> claims_section(const Request& request);
sim::Result<std::vector<Table>> inventory_section(const Request& request);

}  // namespace tandem::tools::lab
