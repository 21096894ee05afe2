// SPDX-License-Identifier: MIT
// The functions of the sections, one in each file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// Tells the caller how far the section is.
class WorkCount {
public:
    // Counts so many runs of loops, each of that window.
    WorkCount(const Request& request, std::size_t runs, Flicks window);
    WorkCount(const Request& request, WorkDone all);

    // Call it before one or more of them.
    void next(std::uint64_t count = 1);

private:
    const Request& request_;
    WorkDone so_far_;
};
// True if any of these loops is among the chosen.
bool has_any_of(const std::vector<const Loop*>& chosen,
                std::initializer_list<std::string_view> ids);
// Returns an error (usage) for a stall that the run does not outlast: it would show nothing, or
// something untrue.
sim::Result<void> check_stall(const Request& request, const RunOptions& options);
// These words stand behind the title of a table that was measured.
inline constexpr std::string_view k_measured = ", measured on this machine's clock";
// Returns the word for a row's setting `clock`. run_section adds it if a section has none of its
// own.
std::string_view clock_word(bool real);
// Returns the section's own machines if none was asked for, with the screen that was asked for.
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
// Real sessions on a simulated network, in virtual time.
sim::Result<std::vector<Table>> lockstep_section(const Request& request);
// Recordings, made and played with the product's own parts.
sim::Result<std::vector<Table>> replay_section(const Request& request);
// A row for each claim of the articles, or for those that were asked for.
sim::Result<std::vector<Table>> claims_section(const Request& request);
sim::Result<std::vector<Table>> inventory_section(const Request& request);

}  // namespace tandem::tools::lab
