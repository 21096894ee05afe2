// SPDX-License-Identifier: MIT
// Choosing loops, and running one.
#include <tandem/tools/lab/loops/loop.hpp>

#include <algorithm>
#include <limits>
#include <memory>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools::lab {
namespace {

std::string known_ids() {
    std::string known;
    for (const Loop& loop : loops()) {
        known += (known.empty() ? "" : " ") + std::string(loop.id);
    }
    return known;
}

// The loop of that id, or those whose id only adds a letter to it.
std::vector<const Loop*> loops_named(const std::string& id) {
    if (const Loop* loop = find_loop(id)) {
        return {loop};
    }
    std::vector<const Loop*> found;
    for (const Loop& loop : loops()) {
        if (id.size() == 2 && loop.id.size() == 3 && loop.id.starts_with(id)) {
            found.push_back(&loop);
        }
    }
    return found;
}

std::unique_ptr<Time> make_time(const RunOptions& options) {
    if (options.real) {
        return std::make_unique<RealTime>(options.window);
    }
    return options.jitter_seed ? std::make_unique<UnevenTime>(*options.jitter_seed)
                               : std::make_unique<VirtualTime>();
}

sim::Error too_many_steps(const Loop& loop, const Machine& machine, const RunOptions& options,
                          const TooManySteps& steps) {
    const auto whole_seconds = [](Flicks time) {
        return std::to_string(std::chrono::floor<std::chrono::seconds>(time).count());
    };
    return {sim::ErrorCode::usage, "--seconds",
            std::string(loop.id) + " on the machine " + escaped(machine.name) +
                " takes more than " + std::to_string(options.steps_max) + " steps in " +
                whole_seconds(options.window) + " s: ask for " + whole_seconds(steps.reached) +
                " --seconds at most, less if another loop needs it, or for a slower --machine"};
}

}  // namespace

std::vector<const Loop*> steady_loops() {
    std::vector<const Loop*> steady;
    for (const Loop& loop : loops()) {
        if (!loop.is_driven_by_input && !loop.stops_early) {
            steady.push_back(&loop);
        }
    }
    return steady;
}

const Loop* find_loop(std::string_view id) {
    const auto found = std::find_if(loops().begin(), loops().end(),
                                    [&](const Loop& loop) { return loop.id == id; });
    return found == loops().end() ? nullptr : &*found;
}

sim::Result<std::vector<const Loop*>> choose_loops(const std::vector<std::string>& ids) {
    std::vector<const Loop*> chosen;
    for (const Loop& loop : loops()) {
        if (ids.empty()) {
            chosen.push_back(&loop);
        }
    }
    for (const std::string& id : ids) {
        const auto found = loops_named(id);
        if (found.empty()) {
            return sim::Error{sim::ErrorCode::usage, "--loop",
                              "expected one of " + known_ids() + ", found '" + escaped(id) + "'"};
        }
        for (const Loop* loop : found) {
            if (std::find(chosen.begin(), chosen.end(), loop) == chosen.end()) {
                chosen.push_back(loop);
            }
        }
    }
    return chosen;
}

sim::Result<std::vector<const Loop*>> choose_steady_loops(const std::vector<std::string>& ids) {
    return ids.empty() ? steady_loops() : choose_loops(ids);
}

std::vector<Flicks> scripted_presses(Flicks window, Flicks first, Flicks interval) {
    std::vector<Flicks> presses;
    for (Flicks at = first; at < window; at += interval) {
        presses.push_back(at);
    }
    return presses;
}

sim::Result<LoopReport> try_loop(const Loop& loop, const Machine& machine,
                                 const RunOptions& options, Game* game) {
    const std::unique_ptr<Time> time = make_time(options);
    Game nobody;
    Platform platform(machine, *time, options.window, game != nullptr ? *game : nobody,
                      options.presses, options.stall);
    // On the real clock the window ends a run that asks for many.
    platform.limit_steps(options.real ? std::numeric_limits<std::uint64_t>::max()
                                      : options.steps_max);
    if (options.hidden) {
        platform.hide(*options.hidden);
    }
    if (options.screen != nullptr) {
        platform.show_on(*options.screen);
    }
    if (game != nullptr) {
        game->begin(platform);
    }
    try {
        (options.repaired ? loop.repaired : loop.published)(platform);
    } catch (const WindowEnded&) {
    } catch (const TooManySteps& steps) {
        return too_many_steps(loop, machine, options, steps);
    }
    LoopReport report = platform.report();
    report.tick = loop.tick_of_form(options.repaired);
    if (!loop.form_counts_updates(options.repaired)) {
        report.updates_per_frame_max = 0;
    }
    return report;
}

LoopReport run_loop(const Loop& loop, const Machine& machine, const RunOptions& options,
                    Game* game) {
    const auto report = try_loop(loop, machine, options, game);
    if (!report) {
        throw RunTooLong{report.error()};
    }
    return *report;
}

}  // namespace tandem::tools::lab
