// SPDX-License-Identifier: MIT
// Gathers large pieces, so that the operating system is rarely asked.
#include <tandem/tools/program/session/piece_sink.hpp>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::tools {
namespace {

constexpr std::size_t k_piece_bytes = 64 << 10;

}  // namespace

Result<void> check_piece_output(const std::string& output, const Console& console) {
    if (output.empty()) {
        return Error{ErrorCode::usage, "--output",
                     "say where to write to: -o FILE, or -o - for standard output"};
    }
    if (output == k_standard_output && console.json()) {
        return Error{ErrorCode::usage, "--json",
                     "both this and -o - want standard output; name a file"};
    }
    return {};
}

Result<void> PieceSink::write(std::string_view bytes) {
    bytes_ += bytes.size();
    piece_ += bytes;
    return piece_.size() < k_piece_bytes ? Result<void>() : pass_on();
}

Result<void> PieceSink::finish() {
    TANDEM_TRY(pass_on());
    if (file_ != nullptr) {
        return file_->close();
    }
    return console_.flush() ? Result<void>() : output_lost();
}

Result<void> PieceSink::pass_on() {
    Result<void> done;
    if (file_ != nullptr) {
        done = file_->append(sim::as_bytes(piece_));
    } else if (!console_.write(piece_) || !console_.flush()) {
        done = output_lost();
    }
    piece_.clear();
    return done;
}

}  // namespace tandem::tools
