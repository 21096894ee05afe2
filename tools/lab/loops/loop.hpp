// SPDX-License-Identifier: MIT
// The loops of the inventory, each as its article has it and once repaired.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/articles.hpp>
#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

using LoopFunction = void (*)(Platform&);

struct Loop {
    std::string_view id;  // the inventory's, "L3"
    std::string_view name;
    std::string_view constants;    // as published
    Articles articles = {};        // those that publish it
    std::string_view limit = {};   // its bug, or what it cannot do, as published
    std::string_view remedy = {};  // its behaviour once repaired
    Flicks tick{};                 // the advance of an update; zero with a variable step
    bool counts_updates = false;   // as published: may run none or several before a picture
    LoopFunction published = nullptr;
    LoopFunction repaired = nullptr;
    std::optional<Flicks> repaired_tick = std::nullopt;  // if it is another
    bool is_driven_by_input = false;                     // it moves when the player presses
    bool stops_early = false;                            // it does not run until the window ends

    Flicks tick_of_form(bool is_repaired) const {
        return is_repaired ? repaired_tick.value_or(tick) : tick;
    }
    // True if a form may run none or several updates before a picture. A repaired loop runs as many
    // as its pacer says.
    bool form_counts_updates(bool is_repaired) const { return is_repaired || counts_updates; }
};

// Returns all loops, in the inventory's order.
const std::vector<Loop>& loops();
// Returns the loops that run by themselves and all the time.
std::vector<const Loop*> steady_loops();
// Returns null for an unknown id.
const Loop* find_loop(std::string_view id);
// Returns the loops of the ids, each once, or all without any; G7 stands for G7a and G7b. An
// unknown id is an error (usage) that names the known ones.
sim::Result<std::vector<const Loop*>> choose_loops(const std::vector<std::string>& ids);
// Returns the same, but only the steady ones without any id.
sim::Result<std::vector<const Loop*>> choose_steady_loops(const std::vector<std::string>& ids);

// Returns the presses of a player from `first` on, one each `interval`. By default it is a press in
// each second, ten in ten, a quarter past it, where no idle event and no countdown is.
std::vector<Flicks> scripted_presses(Flicks window, Flicks first = std::chrono::milliseconds(250),
                                     Flicks interval = std::chrono::seconds(1));

struct RunOptions {
    Flicks window = std::chrono::seconds(10);  // as in the inventory's tables
    std::optional<Stall> stall = std::nullopt;
    std::vector<Flicks> presses{};
    std::optional<Stall> hidden = std::nullopt;  // as Platform::hide
    bool repaired = false;
    bool real = false;
    std::uint64_t steps_max = k_steps_max;
    std::optional<std::uint64_t> jitter_seed = std::nullopt;  // seed of UnevenTime; not for real
    Screen* screen = nullptr;                                 // as Platform::show_on, if any
};

// Runs the loop on the machine for the window. `game` watches if it is given. A run of more than
// its steps_max is an error (usage) that says what to ask for instead.
sim::Result<LoopReport> try_loop(const Loop& loop, const Machine& machine,
                                 const RunOptions& options = {}, Game* game = nullptr);

// run_loop throws it in place of that error, and run_section catches it.
struct RunTooLong {
    sim::Error error;
};
LoopReport run_loop(const Loop& loop, const Machine& machine, const RunOptions& options = {},
                    Game* game = nullptr);

}  // namespace tandem::tools::lab
