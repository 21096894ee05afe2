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
    std::string_view id;  // of the inventory, "L3"
    std::string_view name;
    std::string_view constants;    // as published
    Articles articles = {};        // that publish it
    std::string_view limit = {};   // its bug, or what it cannot do, as published
    std::string_view remedy = {};  // what it does once repaired
    Flicks tick{};                 // what one update advances; zero with a variable step
    bool counts_updates = false;   // as published: may run none or several before a picture
    LoopFunction published = nullptr;
    LoopFunction repaired = nullptr;
    std::optional<Flicks> repaired_tick = std::nullopt;  // where it is another
    bool is_driven_by_input = false;                     // it moves when the player presses
    bool stops_early = false;                            // it does not run until the window ends

    Flicks tick_of_form(bool is_repaired) const {
        return is_repaired ? repaired_tick.value_or(tick) : tick;
    }
    // A repaired loop runs as many updates before a picture as its pacer says.
    bool form_counts_updates(bool is_repaired) const { return is_repaired || counts_updates; }
};

// All, in the inventory's order.
const std::vector<Loop>& loops();
// Those that run by themselves and all the time.
std::vector<const Loop*> steady_loops();
// Null for an id that is none.
const Loop* find_loop(std::string_view id);
// Those of the ids, each once, all without any; G7 stands for G7a and G7b. An unknown id is an
// Error usage that names the known ones.
sim::Result<std::vector<const Loop*>> choose_loops(const std::vector<std::string>& ids);
// The same, but the steady ones without any id.
sim::Result<std::vector<const Loop*>> choose_steady_loops(const std::vector<std::string>& ids);

// What a player of those that are driven by input does where nobody says otherwise: a press in each
// second, ten in ten.
std::vector<Flicks> scripted_presses(Flicks window);

struct RunOptions {
    Flicks window = std::chrono::seconds(10);  // as the inventory's tables
    std::optional<Stall> stall = std::nullopt;
    std::vector<Flicks> presses{};
    std::optional<Stall> hidden = std::nullopt;  // as Platform::hide
    bool repaired = false;
    bool real = false;
    std::uint64_t steps_max = k_steps_max;
    std::optional<std::uint64_t> jitter_seed = std::nullopt;  // of UnevenTime; not for real
    Screen* screen = nullptr;                                 // as Platform::show_on, if any
};

// Runs the loop on the machine for the window. `game` watches where given. A run of more than
// its steps_max is an Error usage that says what to ask for instead.
sim::Result<LoopReport> try_loop(const Loop& loop, const Machine& machine,
                                 const RunOptions& options = {}, Game* game = nullptr);

// Thrown by run_loop in place of that error, and caught by run_section.
struct RunTooLong {
    sim::Error error;
};
LoopReport run_loop(const Loop& loop, const Machine& machine, const RunOptions& options = {},
                    Game* game = nullptr);

}  // namespace tandem::tools::lab
