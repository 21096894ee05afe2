// SPDX-License-Identifier: MIT
// Writers of pictures, one for each format. States of a recording go in, in order, and bytes come
// out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/formats/table_writer.hpp>
#include <tandem/tools/view/playback.hpp>
#include <tandem/tools/view/players_shown.hpp>

namespace tandem::tools {

// In pixels or in cells of a terminal.
struct PictureSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// What is shown.
struct PictureShow {
    std::string title;        // a foreign text
    replay::TickRange range;  // by ticks done: both ends are shown
    TickRate rate{60};
    PictureSize size;
    std::uint32_t frames_per_second = 60;
    PlayersShown players = {};
    std::vector<PlaybackMark> marks = {};  // by their ticks
    std::string file = {};                 // that is written; empty: standard output
};

// One picture of them.
struct PictureMoment {
    const sim::AnySimulation& current;
    const sim::AnySimulation& previous;
    sim::Alpha alpha{1, 1};
    std::uint64_t ticks_done = 0;    // of `current`
    std::uint64_t microseconds = 0;  // since the first picture
};

class PictureWriter {
public:
    virtual ~PictureWriter() = default;
    // Called once, before the first picture.
    virtual sim::Result<void> begin() = 0;
    // It fails where the game's draw does.
    virtual sim::Result<void> picture(const PictureMoment& moment) = 0;
    // Called once, after the last picture.
    virtual sim::Result<void> finish() { return {}; }
};

// Each writes `show`, which must outlive the writer, into `sink`. An error (usage) where this build
// or this machine cannot.
using MakePictureWriter = sim::Result<std::unique_ptr<PictureWriter>>(const PictureShow& show,
                                                                      Sink sink);

// A picture file of the last moment.
MakePictureWriter make_png_writer;
// A recording of a terminal (asciicast, version 2) with the marks as its markers.
MakePictureWriter make_cast_writer;
// A film, by ffmpeg. Its format is that of the file's name.
MakePictureWriter make_video_writer;

}  // namespace tandem::tools
