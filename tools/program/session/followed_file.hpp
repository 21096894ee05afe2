// SPDX-License-Identifier: MIT
// A recording that a session may still be writing, read again when it has grown.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/growing_file.hpp>

namespace tandem::tools {

class FollowedFile {
public:
    // The time that a reader that has read everything waits before it asks for more.
    static constexpr std::chrono::nanoseconds k_wait_for_more = std::chrono::milliseconds(50);

    // `replay` is the last reading of `file`.
    FollowedFile(replay::GrowingFile file, replay::Replay replay);

    const replay::Replay& replay() const { return *replay_; }
    // True while a session is still writing it.
    bool is_live() const { return replay_->completeness() == replay::Completeness::live; }

    // Takes a longer reading in place of `replay()`; an error leaves that one.
    using Follow = std::function<sim::Result<void>(const replay::Replay& longer)>;
    // Looks at the file, a few times a second at most. If there is more of it, or if it has ended,
    // lets `follow` or the player go on with that. Returns whether it is so. `replay()` is another
    // object then.
    sim::Result<bool> read_more(const Follow& follow, std::chrono::nanoseconds now);
    sim::Result<bool> read_more(replay::Player& player, std::chrono::nanoseconds now);

private:
    sim::Result<bool> read_again(const Follow& follow);
    bool has_changed(std::chrono::nanoseconds now);

    replay::GrowingFile file_;
    std::unique_ptr<replay::Replay> replay_;
    std::uint64_t bytes_;
    std::optional<std::chrono::nanoseconds> looked_;
    std::optional<std::chrono::nanoseconds> read_;
};

}  // namespace tandem::tools
