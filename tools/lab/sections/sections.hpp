// SPDX-License-Identifier: MIT
// What each section runs, one function a file.
#pragma once

#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

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
