// SPDX-License-Identifier: MIT
// One way to run a scenario, so that a test and a foreign machine cannot mean different things.
#include <tests/golden/chain_run.hpp>

#include <utility>

#include <tandem/sim/text.hpp>

namespace tandem::test {

const Scenario* scenario_named(std::string_view name) {
    for (const Scenario& scenario : scenarios()) {
        if (scenario.name == name) {
            return &scenario;
        }
    }
    return nullptr;
}

std::string reason_to_skip(const Scenario& scenario) {
    return scenario.demo.empty() ? std::string() : read_doom_demo(scenario.demo).reason;
}

sim::Result<GoldenChain> run_scenario(const Scenario& scenario, std::uint64_t ticks,
                                      std::optional<sim::Plant> plant,
                                      sim::TickObserver* observer) {
    sim::Timeline timeline(scenario.make_simulation(), observer);
    if (plant) {
        timeline.set_plant(std::move(*plant));
    }
    if (auto started = timeline.start(scenario.make_setup(timeline.simulation().info()));
        !started) {
        return std::move(started).error();
    }
    const RecordSource source = scenario.make_source();
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        TANDEM_TRY(timeline.advance(source(timeline.simulation(), tick)));
    }
    TANDEM_TRY(timeline.end(sim::EndReason::tick_limit));
    return GoldenChain{scenario.name, timeline.ticks_done(), timeline.start_value(),
                       timeline.chain().value};
}

std::string golden_line(const GoldenChain& chain) {
    return "GoldenChain{\"" + std::string(chain.scenario) + "\", " + std::to_string(chain.ticks) +
           ", 0x" + sim::hex64(chain.start) + ", 0x" + sim::hex64(chain.chain) + "},";
}

}  // namespace tandem::test
