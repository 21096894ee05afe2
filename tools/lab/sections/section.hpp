// SPDX-License-Identifier: MIT
// The lab's sections: each makes the tables of a request, in virtual time unless --real.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// The progress of a section.
struct WorkDone {
    std::uint64_t done = 0;
    std::uint64_t all = 0;
    Flicks real_time{};  // the time of all of it on the real clock; zero if it is computed
};

// The request on the command line; a value that was not given stays empty and the section has its
// default.
struct Request {
    std::vector<std::string> loops;  // ids of the inventory, "L3"
    std::vector<Machine> machines;
    std::optional<Flicks> window;
    std::optional<std::uint32_t> refresh_hz;
    std::optional<Stall> stall;
    bool repaired = false;
    bool real = false;
    std::vector<std::string> claims;                 // ids of the inventory, "C14"
    std::vector<std::string> articles;               // by their words, "mdn"
    std::function<void(const WorkDone&)> on_work{};  // is told before each piece of work
};

// The options that a section understands; any other is refused, never ignored in silence.
struct Understands {
    bool loops = false;
    bool machines = false;
    bool window = false;
    bool refresh = false;
    bool stall = false;
    bool repaired = false;
    bool real = false;
    bool claims = false;  // and their articles

    // True if it has pieces of work to tell of; otherwise it is done soon.
    bool tells_of_work() const { return window || claims; }
};

struct Section {
    std::string_view name;
    std::string_view what;  // a sentence about it
    Understands understands;
    sim::Result<std::vector<Table>> (*run)(const Request&);  // called by run_section
};

const std::vector<Section>& sections();
// Returns null for an unknown name.
const Section* find_section(std::string_view name);
// Returns its tables; an error (usage) too if a run that was asked for would take too long.
sim::Result<std::vector<Table>> run_section(const Section& section, const Request& request);

// Prints tables as text or CSV with an empty line between two tables.
void print_tables(const std::vector<Table>& tables, bool csv, Console& console);
// Shows them so, or as one JSON object a row.
void show_tables(const std::string& section, const std::vector<Table>& tables, bool csv,
                 Console& console);

}  // namespace tandem::tools::lab
