// SPDX-License-Identifier: MIT
// Keeps the parser between two looks.
#include <tandem/replay/recording/growing_file.hpp>

#include <utility>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/recording/replay_parser.hpp>

namespace tandem::replay {

GrowingFile::GrowingFile(std::string path, OpenOptions options)
    : path_(std::move(path)), options_(std::move(options)) {}
GrowingFile::GrowingFile(GrowingFile&&) noexcept = default;
GrowingFile& GrowingFile::operator=(GrowingFile&&) noexcept = default;
GrowingFile::~GrowingFile() = default;

sim::Result<Replay> GrowingFile::read() {
    auto file = open_source(path_);
    TANDEM_TRY(file);
    auto replay = read(std::move(file->source), file->is_live).within(path_);
    TANDEM_TRY(replay);
    for (sim::Error& flaw : replay->flaws_) {
        flaw = flaw.within(path_);
    }
    return replay;
}

sim::Result<Replay> GrowingFile::read(std::shared_ptr<const ByteSource> source, bool is_live) {
    if (parser_ != nullptr) {
        const auto goes_on = parser_->go_on(source, is_live);
        TANDEM_TRY(goes_on);
        if (!*goes_on) {
            parser_.reset();
        }
    }
    if (parser_ == nullptr) {
        options_.is_live = is_live;
        parser_ = std::make_unique<ReplayParser>(std::move(source), options_);
    }
    auto replay = parser_->parse();
    const bool can_go_on = replay && replay->completeness() == Completeness::live &&
                           options_.depth == OpenDepth::blocks;
    if (!can_go_on) {
        parser_.reset();
    }
    return replay;
}

}  // namespace tandem::replay
