// SPDX-License-Identifier: MIT
// A piece ends where an event ends. After a failure nothing more is gathered.
#include <tandem/tools/netview/trace_file.hpp>

#include <utility>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools::netview {

sim::Result<std::unique_ptr<TraceFile>> TraceFile::create(const std::string& path, bool force) {
    auto output = create_output(path, {.force = force, .sync = replay::FileSync::none});
    TANDEM_TRY(output);
    return std::unique_ptr<TraceFile>(new TraceFile(*std::move(output)));
}

TraceFile::TraceFile(std::unique_ptr<replay::FileOutput> output)
    : output_(std::move(output)), writer_([this](std::string_view text) { append(text); }) {}

void TraceFile::append(std::string_view text) {
    if (error_ || (!is_kept_ && piece_.size() + text.size() > k_early_bytes_max)) {
        return;
    }
    piece_ += text;
    if (is_kept_ && piece_.size() >= k_piece_bytes) {
        write();
    }
}

void TraceFile::write() {
    auto written = output_->append(sim::as_bytes(piece_));
    piece_.clear();
    if (written) {
        written = output_->flush();
    }
    if (!written) {
        error_ = written.error();
    }
}

void TraceFile::tend(net::Time now) {
    if (is_kept_ && !error_ && now - written_at_ >= std::chrono::seconds(1)) {
        written_at_ = now;
        write();
    }
}

sim::Result<void> TraceFile::close(net::Time now) {
    if (is_kept_) {
        writer_.finish(now);
        if (!error_) {
            write();
        }
    }
    auto closed = output_->close();
    return error_ ? sim::Result<void>(*error_) : closed;
}

}  // namespace tandem::tools::netview
