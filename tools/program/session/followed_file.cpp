// SPDX-License-Identifier: MIT
// Reads the file again now and then although it has not grown, because a writer that is killed
// changes nothing in it.
#include <tandem/tools/program/session/followed_file.hpp>

#include <filesystem>
#include <utility>

namespace tandem::tools {
namespace {

constexpr std::chrono::nanoseconds k_between_looks = std::chrono::milliseconds(200);
constexpr std::chrono::nanoseconds k_between_readings = std::chrono::seconds(2);

}  // namespace

FollowedFile::FollowedFile(replay::GrowingFile file, replay::Replay replay)
    : file_(std::move(file)),
      replay_(std::make_unique<replay::Replay>(std::move(replay))),
      bytes_(replay_->bytes()) {}

sim::Result<bool> FollowedFile::read_more(const Follow& follow, std::chrono::nanoseconds now) {
    return is_live() && has_changed(now) ? read_again(follow) : false;
}

sim::Result<bool> FollowedFile::read_more(replay::Player& player, std::chrono::nanoseconds now) {
    return read_more([&](const replay::Replay& longer) { return player.follow(longer); }, now);
}

bool FollowedFile::has_changed(std::chrono::nanoseconds now) {
    if (looked_ && now - *looked_ < k_between_looks) {
        return false;
    }
    looked_ = now;
    read_ = read_.value_or(now);
    std::error_code failure;
    const std::uint64_t bytes = std::filesystem::file_size(file_.path(), failure);
    if (!failure && bytes == bytes_ && now - *read_ < k_between_readings) {
        return false;
    }
    read_ = now;
    return true;
}

sim::Result<bool> FollowedFile::read_again(const Follow& follow) {
    auto longer = file_.read();
    TANDEM_TRY(longer);
    bytes_ = longer->bytes();
    if (longer->end_tick() == replay_->end_tick() &&
        longer->completeness() == replay_->completeness()) {
        return false;
    }
    auto held = std::make_unique<replay::Replay>(std::move(*longer));
    TANDEM_TRY(follow(*held).within(file_.path()));
    replay_ = std::move(held);
    return true;
}

}  // namespace tandem::tools
