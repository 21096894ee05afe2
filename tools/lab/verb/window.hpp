// SPDX-License-Identifier: MIT
// `lab window`, which is asked for like a section.
#pragma once

#include <functional>
#include <memory>

#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/lab/window/lab_window.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

using OpenLabWindow = std::function<sim::Result<std::unique_ptr<lab::window::LabWindow>>()>;

// Of a request, its loops and its window. Gives the exit code.
int run_lab_window(const lab::Request& request, bool csv, const OpenLabWindow& open,
                   Context& context);

}  // namespace tandem::tools
