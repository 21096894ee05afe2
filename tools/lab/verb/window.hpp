// SPDX-License-Identifier: MIT
// Runs `lab window`, which is called like a section.
#pragma once

#include <functional>
#include <memory>

#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/window/lab_window.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

using OpenLabWindow = std::function<sim::Result<std::unique_ptr<lab::window::LabWindow>>()>;

// Takes loops and window of a request. Returns the exit code.
int run_lab_window(const lab::Request& request, bool csv, const OpenLabWindow& open,
                   Context& context);

}  // namespace tandem::tools
