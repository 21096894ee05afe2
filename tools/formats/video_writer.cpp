// SPDX-License-Identifier: MIT
// Pictures go through a pipe to ffmpeg. It writes into a file beside the one that was asked for,
// because most formats of films are finished by going back; that file is copied on once it is
// whole.
#include <tandem/tools/formats/picture_writer.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <tandem/tools/process/fed_program.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

struct FilmFormat {
    std::string_view ending;
    const char* name;  // ffmpeg's name
};
constexpr std::array<FilmFormat, 4> k_film_formats{
    {{".mp4", "mp4"}, {".webm", "webm"}, {".mkv", "matroska"}, {".mov", "mov"}}};

Result<std::string> format_of(const std::string& file) {
    for (const FilmFormat& format : k_film_formats) {
        if (file.ends_with(format.ending)) {
            return std::string(format.name);
        }
    }
    return Error{ErrorCode::usage, "--output " + file,
                 "the name of a film ends with .mp4, .webm, .mkv or .mov"};
}

// A file that is deleted afterwards.
class FileBeside {
public:
    static Result<FileBeside> create(const std::string& path) {
        std::string name = path + ".partXXXXXX";
        const int file = mkstemp(name.data());
        if (file < 0) {
            return Error{ErrorCode::io, path, std::strerror(errno)};
        }
        ::close(file);
        return FileBeside(std::move(name));
    }
    FileBeside(FileBeside&& other) noexcept : name_(std::exchange(other.name_, {})) {}
    FileBeside& operator=(FileBeside&&) = delete;
    ~FileBeside() {
        if (!name_.empty()) {
            ::unlink(name_.c_str());
        }
    }

    const std::string& name() const { return name_; }

private:
    explicit FileBeside(std::string name) : name_(std::move(name)) {}
    std::string name_;
};

std::vector<std::string> command_of(const PictureShow& show, const std::string& format,
                                    const std::string& file) {
    const std::string size =
        std::to_string(show.size.width) + "x" + std::to_string(show.size.height);
    // Every player shows this way of storing colours. "file:": a name is never taken for anything
    // else.
    return {"ffmpeg", "-v",       "error",       "-y",
            "-f",     "rawvideo", "-pix_fmt",    "rgba",
            "-s",     size,       "-r",          std::to_string(show.frames_per_second),
            "-i",     "pipe:0",   "-pix_fmt",    "yuv420p",
            "-f",     format,     "file:" + file};
}

class VideoWriter final : public PictureWriter {
public:
    VideoWriter(const PictureShow& show, Sink sink, std::string format)
        : show_(show),
          sink_(std::move(sink)),
          format_(std::move(format)),
          raster_(picture_raster(show.size)) {}

    Result<void> begin() override {
        auto beside = FileBeside::create(show_.file);
        TANDEM_TRY(beside);
        beside_.emplace(std::move(*beside));
        auto started = FedProgram::start(
            command_of(show_, format_, beside_->name()),
            {ErrorCode::io, "ffmpeg",
             "this program, which makes films, is not installed (Debian: apt-get install ffmpeg)"});
        TANDEM_TRY(started);
        ffmpeg_ = std::move(*started);
        return {};
    }

    Result<void> picture(const PictureMoment& moment) override {
        TANDEM_TRY(draw_picture(raster_, show_, moment));
        const auto bytes = std::as_bytes(raster_.pixels());
        return ffmpeg_->write(sim::as_text(bytes));
    }

    Result<void> finish() override {
        TANDEM_TRY(ffmpeg_->finish());
        return pass_on();
    }

private:
    Result<void> pass_on() {
        std::ifstream stream(beside_->name(), std::ios::binary);
        std::string piece(1 << 20, '\0');
        while (stream && pending_signal() == 0) {
            stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
            const auto bytes = static_cast<std::size_t>(stream.gcount());
            TANDEM_TRY(sink_(std::string_view(piece).substr(0, bytes)));
        }
        return stream.bad() || !stream.eof()
                   ? Result<void>(Error{ErrorCode::io, beside_->name(), "it cannot be read back"})
                   : Result<void>();
    }

    const PictureShow& show_;
    Sink sink_;
    std::string format_;
    Raster raster_;
    std::optional<FileBeside> beside_;
    std::unique_ptr<FedProgram> ffmpeg_;
};

}  // namespace

Result<std::unique_ptr<PictureWriter>> make_video_writer(const PictureShow& show, Sink sink) {
    auto format = format_of(show.file);
    TANDEM_TRY(format);
    if (show.size.width % 2 != 0 || show.size.height % 2 != 0) {
        return Error{ErrorCode::usage, "--size", "a film has an even width and height"};
    }
    return std::unique_ptr<PictureWriter>(
        std::make_unique<VideoWriter>(show, std::move(sink), std::move(*format)));
}

}  // namespace tandem::tools
