// SPDX-License-Identifier: MIT
// The sessions whose chains are frozen.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tests/support/record_source.hpp>

namespace tandem::test {

struct Scenario {
    std::string_view name;
    std::function<sim::AnySimulation()> make_simulation;
    std::function<Setup(const sim::GameInfo&)> make_setup;
    std::function<RecordSource()> make_source;
    std::string demo = {};  // that it needs, see read_doom_demo; usually none
};

const std::vector<Scenario>& scenarios();

}  // namespace tandem::test
