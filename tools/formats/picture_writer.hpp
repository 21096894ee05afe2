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
#include <tandem/sim/result.hpp>
#include <tandem/tools/formats/table_writer.hpp>
#include <tandem/tools/view/playback.hpp>
#include <tandem/tools/view/players_shown.hpp>
#include <tandem/tools/view/raster.hpp>

namespace tandem::tools {

// A size in pixels or in cells of a terminal.
struct PictureSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The recording that is shown.
struct PictureShow {
    std::string title;        // a foreign text
    replay::TickRange range;  // by ticks done: both ends are shown
    TickRate rate{60};
    PictureSize size;
    std::uint32_t frames_per_second = 60;
    PlayersShown players = {};
    std::vector<PlaybackMark> marks = {};  // in order of their ticks
    std::string file = {};                 // the file that is written; empty: standard output
};

// The moment of a picture.
struct PictureMoment {
    const sim::AnySimulation& current;
    const sim::AnySimulation& previous;
    sim::Alpha alpha{1, 1};
    std::uint64_t ticks_done = 0;    // at `current`
    std::uint64_t microseconds = 0;  // since the first picture
};

class PictureWriter {
public:
    virtual ~PictureWriter() = default;
    // It is called once, before the first picture.
    virtual sim::Result<void> begin() = 0;
    // It fails if the game's draw does.
    virtual sim::Result<void> picture(const PictureMoment& moment) = 0;
    // It is called once, after the last picture.
    virtual sim::Result<void> finish() { return {}; }
};

// Each writes `show`, which must outlive the writer, into `sink`. The error (usage) says that this
// build or this machine cannot.
using MakePictureWriter = sim::Result<std::unique_ptr<PictureWriter>>(const PictureShow& show,
                                                                      Sink sink);

// Writes a picture file of the last moment.
MakePictureWriter make_png_writer;
// Writes a recording of a terminal (asciicast, version 2) with the marks as its markers.
MakePictureWriter make_cast_writer;
// Writes a film, by ffmpeg. The file's name gives its format.
MakePictureWriter make_video_writer;

// ---- A picture of a game for picture files: the game, its own words, and the place in the
// recording (picture.cpp) ----

// Returns a raster for pictures of this size, with letters that can be read on it.
Raster picture_raster(PictureSize size);

// Returns the moment for the error of a draw: "after 20 ticks".
std::string moment_text(const PictureMoment& moment);

// Draws the whole picture. The error is that of the game's draw.
sim::Result<void> draw_picture(Raster& raster, const PictureShow& show,
                               const PictureMoment& moment);

// Returns the bytes. The error (usage) says that this build has no libpng.
sim::Result<std::string> png_of(const Raster& raster);

}  // namespace tandem::tools
