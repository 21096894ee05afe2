// SPDX-License-Identifier: MIT
// The same loop runs on both clocks, and the same game watches it.
#include <tandem/tools/lab/window/run.hpp>

#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::milliseconds;

class EndWatcher : public Game {
public:
    explicit EndWatcher(Flicks window) : last_third_(window - window / 3) {}

    void begin(Platform& platform) override { platform_ = &platform; }
    void render(const Frame& frame) override {
        frames_at_end_ += frame.end > last_third_ ? 1U : 0U;
        quarters_ = platform_->quality();
    }
    std::uint64_t frames_at_end() const { return frames_at_end_; }
    std::uint32_t quarters() const { return quarters_; }

private:
    Flicks last_third_;
    Platform* platform_ = nullptr;
    std::uint64_t frames_at_end_ = 0;
    std::uint32_t quarters_ = k_full_quality;
};

RunOptions options_of(const WindowRun& run, Screen& screen) {
    RunOptions options;
    options.window = run.window;
    options.repaired = run.repaired;
    options.screen = &screen;
    if (run.loop->is_driven_by_input) {
        options.presses = presses_within(run.window);
    }
    return options;
}

Figures figures_of(const WindowRun& run, const Machine& machine, const RunOptions& options) {
    EndWatcher watcher(run.window);
    Figures figures;
    figures.report = run_loop(*run.loop, machine, options, &watcher);
    figures.refresh_hz = machine.refresh_hz;
    figures.frames_at_end = watcher.frames_at_end();
    figures.quarters = watcher.quarters();
    return figures;
}

}  // namespace

std::vector<const Loop*> loops_of_windows() {
    std::vector<const Loop*> found;
    for (const Loop& loop : loops()) {
        if (loop.id.front() != 'M' || is_of_quality(loop)) {
            found.push_back(&loop);
        }
    }
    return found;
}

bool is_of_quality(const Loop& loop) { return loop.id == "M4"; }

std::string run_text(const RunName& name) {
    return std::string(name.loop) + (name.repaired ? " repaired" : " published") +
           (name.vsync ? ", vsync on, " : ", vsync off, ") + std::string(name.machine);
}

double Figures::identical_percent() const {
    constexpr double k_percent = 100;
    return pictures == 0 ? 0
                         : k_percent - k_percent * static_cast<double>(different) /
                                           static_cast<double>(pictures);
}

std::vector<Flicks> presses_within(Flicks window) {
    return scripted_presses(window, milliseconds(100), milliseconds(200));
}

Figures run_in_model(const WindowRun& run) {
    ModelScreen screen(run.vsync);
    Figures figures = figures_of(run, run.machine, options_of(run, screen));
    figures.processor_percent = figures.report.busy_percent();
    figures.pictures = figures.report.frames;
    figures.different = figures.report.distinct;
    return figures;
}

std::optional<Figures> run_in_window(const WindowRun& run, LabWindow& window) {
    RunOptions options = options_of(run, window);
    options.real = true;
    Machine machine = run.machine;
    if (run.layers > 1) {
        machine.render_cost = Flicks(0);
    }
    window.begin(run_text(run.name()), run.layers);
    const auto worked_before = processor_time();
    Figures figures = figures_of(run, machine, options);
    const double worked = std::chrono::duration<double>(processor_time() - worked_before).count();
    constexpr double k_percent = 100;
    figures.processor_percent = k_percent * worked / in_seconds(run.window);
    figures.pictures = window.painting().pictures();
    figures.different = window.painting().different();
    return window.gone() ? std::nullopt : std::optional(figures);
}

}  // namespace tandem::tools::lab::window
