// SPDX-License-Identifier: MIT
// Writes the files of diff and explain beside their answer, if they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/netview/trace_writer.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools::autopsy {

// Returns --html, --trace and --force.
std::vector<Option> output_options();

// Names are taken before the answer is computed; a file that is not written leaves nothing.
class Outputs {
public:
    // Opens the files that these options ask for, of a verb that has output_options(). The error
    // (usage) says that a file is one of those which are read, or (io) that it exists and --force
    // is missing.
    static sim::Result<Outputs> open(const Arguments& arguments,
                                     const std::vector<std::string>& files_read);

    // True if any file is asked for.
    bool are_wanted() const { return html_ != nullptr || trace_ != nullptr; }
    // Writes all of it.
    sim::Result<void> write(const PageInput& input, const replay::Progress& progress = nullptr);
    // Says which files were written, in words and as the members html_file, html_bytes and
    // trace_file of `facts`.
    void report(Console& console, JsonObject& facts) const;

private:
    std::unique_ptr<replay::FileOutput> html_;
    std::unique_ptr<replay::FileOutput> trace_;
    std::uint64_t html_bytes_ = 0;
};

// So many ticks around the bad one are slices; marks, keyframes and the history are those of the
// whole match, and the values of inputs those of the exact span of `facts`.
inline constexpr std::uint64_t k_ticks_traced = 600;

// Writes all of it and finishes the trace. A tick lasts as long as the rate says: waits for a
// player are told beside, from the tick on before which they were.
void write_both_sides(netview::TraceWriter& writer, const PageFacts& facts);

// Adds the states of both sides to `facts`, which has all the rest: their fields, if the verdict
// names none, and their pictures, or in words why nothing is drawn. A game without a picture of its
// own leaves those empty.
void add_states(const PageInput& input, PageFacts& facts,
                const replay::Progress& progress = nullptr);

// Paints the difference of two pictures of one size (asserted) into `a`: blue where only the first
// shows something, orange where only the second does, all else grey. Returns how many pixels
// differ.
std::uint64_t paint_difference(Raster& a, const Raster& b);

}  // namespace tandem::tools::autopsy
