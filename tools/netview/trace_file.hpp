// SPDX-License-Identifier: MIT
// Writes a trace to a file in pieces, about one a second, so that a killed program leaves a file
// that opens, and memory is bounded.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <tandem/replay/files/output.hpp>
#include <tandem/tools/netview/trace_writer.hpp>

namespace tandem::tools::netview {

class TraceFile {
public:
    // A piece has at least so many bytes, unless the last one is a second ago.
    static constexpr std::size_t k_piece_bytes = 64 * 1024;
    // Text that is written before keep() and does not fit into this is left out.
    static constexpr std::size_t k_early_bytes_max = std::size_t{1} << 20;

    // Reserves the name. An existing file is an error (io) without `force`.
    static sim::Result<std::unique_ptr<TraceFile>> create(const std::string& path, bool force);
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    TraceWriter& writer() { return writer_; }
    // Keeps the file. Without this call nothing is left behind.
    void keep() { is_kept_ = true; }
    // Writes the text that has gathered if it is time.
    void tend(net::Time now);
    // Closes the trace and the file. Returns the first error since create().
    sim::Result<void> close(net::Time now);
    const std::string& path() const { return output_->path(); }

private:
    explicit TraceFile(std::unique_ptr<replay::FileOutput> output);
    void append(std::string_view text);
    void write();

    std::unique_ptr<replay::FileOutput> output_;
    TraceWriter writer_;
    std::string piece_;
    net::Time written_at_{0};
    bool is_kept_ = false;
    std::optional<sim::Error> error_;
};

}  // namespace tandem::tools::netview
