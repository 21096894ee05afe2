// SPDX-License-Identifier: MIT
// Which runs there are, and running them.
#include <tandem/tools/lab/window/survey.hpp>

#include <algorithm>
#include <string>

#include <tandem/tools/lab/window/decided_claims.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::window {
namespace {

constexpr std::string_view k_quality_loop = "M4";
constexpr std::string_view k_full_quality_loop = "M1";

bool is_planned(const std::vector<WindowRun>& plan, const RunName& name) {
    return std::any_of(plan.begin(), plan.end(),
                       [&](const WindowRun& run) { return run.name() == name; });
}

void add_run(std::vector<WindowRun>& plan, const RunName& name, Flicks window,
             std::uint32_t refresh_hz) {
    if (is_planned(plan, name)) {
        return;
    }
    WindowRun run;
    run.loop = find_loop(name.loop);
    run.repaired = name.repaired;
    run.vsync = name.vsync;
    run.machine = machine_of(name.machine);
    run.machine.refresh_hz = refresh_hz;
    run.window = window;
    plan.push_back(std::move(run));
}

// A machine whose pictures, painted so often, take that many refreshes in full.
Machine painter(std::string_view name, std::uint32_t refresh_hz, std::uint32_t layers,
                Flicks layer_cost) {
    Machine machine = machine_of("fast");
    machine.name = name;
    machine.render_cost = layer_cost * layers;
    machine.refresh_hz = refresh_hz;
    return machine;
}

}  // namespace

const Surveyed* Survey::find(const RunName& name) const {
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const Surveyed& surveyed) {
        return surveyed.run.name() == name;
    });
    return found == runs.end() ? nullptr : &*found;
}

std::vector<WindowRun> plan_of(const std::vector<const Loop*>& loops, Flicks window,
                               std::uint32_t refresh_hz) {
    std::vector<WindowRun> plan;
    for (const bool vsync : {true, false}) {
        for (const Loop* loop : loops) {
            if (is_of_quality(*loop)) {
                continue;
            }
            add_run(plan, {loop->id, false, vsync}, window, refresh_hz);
            add_run(plan, {loop->id, true, vsync}, window, refresh_hz);
        }
        for (const DecidedClaim& claim : decided_claims(loops)) {
            for (const RunName& name : claim.runs()) {
                if (name.vsync == vsync && !is_of_quality(*find_loop(name.loop)) &&
                    name.loop != k_full_quality_loop) {
                    add_run(plan, name, window, refresh_hz);
                }
            }
        }
    }
    return plan;
}

std::vector<WindowRun> quality_plan(Flicks window, std::uint32_t refresh_hz, Flicks layer_cost) {
    constexpr std::int64_t k_heavy_refreshes = 2;       // half of the quality takes half of one
    constexpr std::int64_t k_too_heavy_refreshes = 20;  // a quarter takes more than one
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / static_cast<std::int64_t>(refresh_hz);
    std::vector<WindowRun> plan;
    const auto add = [&](std::string_view loop, bool repaired, std::string_view name,
                         std::int64_t refreshes) {
        const std::int64_t layers =
            std::max<std::int64_t>(2, refresh * refreshes / std::max(layer_cost, Flicks(1)));
        WindowRun run;
        run.loop = find_loop(loop);
        run.repaired = repaired;
        run.vsync = true;
        run.layers = static_cast<std::uint32_t>(layers);
        run.machine = painter(name, refresh_hz, run.layers, layer_cost);
        run.window = std::max(window, k_quality_window_least);
        plan.push_back(std::move(run));
    };
    add(k_full_quality_loop, false, k_heavy, k_heavy_refreshes);
    add(k_quality_loop, false, k_heavy, k_heavy_refreshes);
    add(k_quality_loop, true, k_heavy, k_heavy_refreshes);
    add(k_quality_loop, false, k_too_heavy, k_too_heavy_refreshes);
    add(k_quality_loop, true, k_too_heavy, k_too_heavy_refreshes);
    return plan;
}

sim::Result<void> run_plan(const std::vector<WindowRun>& plan, LabWindow& window, Survey& survey,
                           const std::function<void(std::size_t)>& on_run) {
    for (std::size_t i = 0; i < plan.size() && !window.gone(); ++i) {
        on_run(i);
        if (i == 0 || plan[i].vsync != plan[i - 1].vsync) {
            if (auto set = window.set_vsync(plan[i].vsync); !set) {
                return set;
            }
            survey.vsync = plan[i].vsync ? std::optional(window.vsync()) : survey.vsync;
        }
        if (const auto measured = run_in_window(plan[i], window)) {
            WindowRun model = plan[i];
            model.machine.render_cost = std::max(model.machine.render_cost, survey.picture_cost);
            survey.runs.push_back({plan[i], *measured, run_in_model(model)});
        }
    }
    return {};
}

sim::Result<std::optional<PictureCosts>> measure_pictures(LabWindow& window) {
    if (auto set = window.set_vsync(false); !set) {
        return set.error();
    }
    // The least of several: whatever else the machine does only adds to it.
    const auto least_of = [&](std::uint32_t layers, int pictures) {
        window.begin("how long a picture takes", layers);
        Flicks least = Flicks::max();
        for (int i = 0; i < pictures && window.is_open(); ++i) {
            RealTime time;
            window.draw({.updates = static_cast<std::uint64_t>(i)});
            window.show();
            least = std::min(least, time.now());
        }
        return least;
    };
    constexpr std::uint32_t k_layers = 65;
    constexpr int k_pictures = 16;
    constexpr int k_layered_pictures = 8;
    const Flicks one = least_of(1, k_pictures);
    const Flicks many = least_of(k_layers, k_layered_pictures);
    if (window.gone()) {
        return std::optional<PictureCosts>();
    }
    return std::optional(PictureCosts{one, std::max(many - one, Flicks(0)) / (k_layers - 1)});
}

}  // namespace tandem::tools::lab::window
