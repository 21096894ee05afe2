// SPDX-License-Identifier: MIT
// Holds all that the page has open, and gives its answers to it as text.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <tandem/replay/verify/verify.hpp>
#include <tandem/tools/view/input_strips.hpp>
#include <tandem/tools/view/raster.hpp>
#include <tandem/tools/web/module/live.hpp>
#include <tandem/tools/web/module/recording.hpp>
#include <tandem/tools/web/module/watch.hpp>

namespace tandem::tools::web {

class Viewer {
public:
    // Opens a file and returns its number from now on.
    sim::Result<int> open(std::string name, sim::Bytes bytes);
    void close(int file);
    sim::Result<std::string> facts(int file) const;
    sim::Result<std::string> compare(int a, int b) const;

    // Watches one recording, or two; `b` is negative if there is only one.
    sim::Result<void> watch(int a, int b, std::chrono::nanoseconds now);
    sim::Result<std::string> watch_frame(std::chrono::nanoseconds now);
    // Presses a key. The facts say where the playback stands now.
    sim::Result<std::string> press(std::uint8_t key, std::chrono::nanoseconds now);
    sim::Result<std::string> inputs(std::size_t side);

    sim::Result<void> begin_verifying(int file);
    // Verifies at most so many ticks more, and returns the result so far.
    sim::Result<std::string> verify_part(std::uint64_t ticks);
    sim::Result<void> begin_strips(int file);
    sim::Result<bool> strips_part(std::uint64_t ticks);
    const InputStrips* strips() const { return strips_.get(); }

    // Takes over in a recording that is watched alone, while nothing is played yet.
    sim::Result<void> hand_over(Slot slot, std::chrono::nanoseconds now);
    sim::Result<void> play(const std::string& game, std::uint32_t players, std::uint64_t seed,
                           std::chrono::nanoseconds now);
    sim::Result<std::string> live_frame(std::chrono::nanoseconds now);
    Live* live() { return live_.get(); }
    void stop_live() { live_.reset(); }

    // Draws the played game or else the watched one; returns the game's words beside its picture.
    sim::Result<std::string> draw(std::size_t side, std::uint32_t width, std::uint32_t height,
                                  float text_height);
    const Raster* raster(std::size_t side) const { return rasters_.at(side).get(); }

    static std::string games();

private:
    sim::Result<const Recording*> find(int file) const;
    Raster& raster_of(std::size_t side, std::uint32_t width, std::uint32_t height,
                      float text_height);

    std::map<int, std::unique_ptr<Recording>> files_;
    int next_file_ = 0;
    std::unique_ptr<Watch> watch_;
    std::unique_ptr<InputStrips> strips_;
    std::optional<replay::Verification> verification_;
    std::unique_ptr<Live> live_;
    std::array<std::unique_ptr<Raster>, 2> rasters_;
};

}  // namespace tandem::tools::web
