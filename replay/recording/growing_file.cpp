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
    // The parser still has the last file open, so that no other one can have its identity.
    if (std::exchange(identity_, file->identity) != file->identity) {
        parser_.reset();
    }
    return Replay::within(path_, read(std::move(file->source), file->is_live));
}

sim::Result<Replay> GrowingFile::read(std::shared_ptr<const ByteSource> source, bool is_live) {
    // All of it is read whenever it has doubled, so that damage to what is known is seen. All looks
    // together read the file three times at most, and once more when it has ended.
    constexpr std::uint64_t k_growth = 2;
    if (parser_ != nullptr && source->size() < k_growth * bytes_read_whole_) {
        const auto goes_on = parser_->go_on(source, is_live);
        TANDEM_TRY(goes_on);
        if (*goes_on) {
            auto replay = parser_->parse_so_far();
            if (replay && replay->completeness() == Completeness::live) {
                return replay;
            }
            // The last look reads all of it too.
        }
    }
    options_.is_live = is_live;
    bytes_read_whole_ = source->size();
    parser_ = std::make_unique<ReplayParser>(std::move(source), options_);
    auto replay = parser_->parse_so_far();
    const bool can_go_on = replay && replay->completeness() == Completeness::live &&
                           options_.depth == OpenDepth::blocks;
    if (!can_go_on) {
        parser_.reset();
    }
    return replay;
}

}  // namespace tandem::replay
