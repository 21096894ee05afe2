// SPDX-License-Identifier: MIT
// It plans the runs and does them.
#include <tandem/tools/lab/window/survey.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <tandem/tools/lab/window/claims_of_window.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::milliseconds;

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

// In the middle of several: whatever else the machine does makes some of them longer.
std::optional<Flicks> layer_cost(LabWindow& window) {
    constexpr std::uint32_t k_layers = 64;
    constexpr std::size_t k_layered_pictures = 9;
    window.begin("how long a picture takes", k_layers);
    std::vector<Flicks> costs;
    while (costs.size() < k_layered_pictures && window.is_open()) {
        RealTime time;
        window.draw({.updates = costs.size()});
        costs.push_back(time.now());
        window.show();
    }
    std::sort(costs.begin(), costs.end());
    return window.gone() ? std::nullopt : std::optional(costs[costs.size() / 2] / k_layers);
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
        for (const DecidedClaim& claim : claims_of_window(loops)) {
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
    constexpr std::int64_t k_heavy_tenths = 23;       // tenths of a refresh; half of the quality
                                                      // fits
    constexpr std::int64_t k_too_heavy_tenths = 200;  // a quarter of it takes more than one
    const Flicks refresh = Flicks(std::chrono::seconds(1)) / static_cast<std::int64_t>(refresh_hz);
    std::vector<WindowRun> plan;
    const auto add = [&](std::string_view loop, bool repaired, std::string_view name,
                         std::int64_t tenths) {
        const std::int64_t layers =
            std::max<std::int64_t>(2, refresh * tenths / 10 / std::max(layer_cost, Flicks(1)));
        WindowRun run;
        run.loop = find_loop(loop);
        run.repaired = repaired;
        run.vsync = true;
        run.layers = static_cast<std::uint32_t>(layers);
        run.machine = painter(name, refresh_hz, run.layers, layer_cost);
        run.window = std::max(window, k_quality_window_least);
        plan.push_back(std::move(run));
    };
    add(k_full_quality_loop, false, k_heavy, k_heavy_tenths);
    add(k_quality_loop, false, k_heavy, k_heavy_tenths);
    add(k_quality_loop, true, k_heavy, k_heavy_tenths);
    add(k_quality_loop, false, k_too_heavy, k_too_heavy_tenths);
    add(k_quality_loop, true, k_too_heavy, k_too_heavy_tenths);
    return plan;
}

sim::Result<void> run_plan(const std::vector<WindowRun>& plan, LabWindow& window, Survey& survey,
                           const std::function<void(std::size_t)>& on_run) {
    for (std::size_t i = 0; i < plan.size() && !window.gone(); ++i) {
        on_run(i);
        if (i == 0 || plan[i].vsync != plan[i - 1].vsync) {
            TANDEM_TRY(window.set_vsync(plan[i].vsync));
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
    TANDEM_TRY(window.set_vsync(false));
    // Within a loop, since a display takes pictures faster where nothing comes between them.
    WindowRun flat_out;
    flat_out.loop = find_loop("L0");
    flat_out.machine = machine_of("fast");
    flat_out.machine.render_cost = Flicks(0);
    flat_out.window = milliseconds(300);
    const auto figures = run_in_window(flat_out, window);
    const auto layers = figures ? layer_cost(window) : std::nullopt;
    if (!layers) {
        return std::optional<PictureCosts>();
    }
    const auto frames =
        static_cast<std::int64_t>(std::max<std::uint64_t>(1, figures->report.frames));
    const Flicks picture = flat_out.window / frames - flat_out.machine.update_cost;
    return std::optional(PictureCosts{std::max(picture, Flicks(0)), *layers});
}

namespace {

using std::chrono::milliseconds;

constexpr std::array k_sizes{WindowSize{500, 400}, WindowSize{700, 300}, WindowSize{320, 240}};
constexpr std::uint64_t k_pictures_after = 10;

// Waits until the window has that size, at most for half a second.
void await(const WindowSize& size, LabWindow& window) {
    constexpr milliseconds k_longest(500);
    constexpr milliseconds k_pause(2);
    const auto end = steady_now() + k_longest;
    while (window.is_open() && window.size_signals().size != size && steady_now() < end) {
        sleep_until(steady_now() + k_pause);
    }
}

}  // namespace

std::optional<Resizes> try_resizes(LabWindow& window) {
    const WindowSize before{window.display().width, window.display().height};
    window.begin("three new sizes", 1);
    std::uint64_t seen = window.size_signals().count;
    const std::uint64_t first = seen;
    for (const WindowSize& size : k_sizes) {
        window.resize(size);
    }
    await(k_sizes.back(), window);
    Resizes resizes;
    bool is_kept = false;
    WindowSize viewport = before;
    for (; resizes.pictures < k_pictures_after && window.is_open(); ++resizes.pictures) {
        const SizeSignals now = window.size_signals();
        const bool is_signalled = now.count != seen;
        seen = now.count;
        is_kept = is_kept || is_signalled;
        resizes.kept += is_kept ? 1U : 0U;
        if (is_signalled) {
            ++resizes.consumed;
            viewport = now.size;
        }
        window.draw({.updates = resizes.pictures});
        window.show();
    }
    resizes.signals = seen - first;
    resizes.is_last_size = viewport == k_sizes.back();
    window.resize(before);
    await(before, window);
    return window.gone() ? std::nullopt : std::optional(resizes);
}

}  // namespace tandem::tools::lab::window
