// SPDX-License-Identifier: MIT
// Recordings to measure, as files on disk.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/result.hpp>
#include <tests/bench/replay/streams.hpp>

namespace tandem::bench {

// A folder of this run, removed at its end.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

// What a bench cannot go on without.
template <class T>
T sound(sim::Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    return std::move(*result);
}
void sound(const sim::Result<void>& result);

inline constexpr std::uint64_t k_duel_hour_ticks = 216'000;
inline constexpr std::uint64_t k_swarm_hour_ticks = 108'000;

// Two bots of a game with default options.
Setup bots_of(const sim::GameInfo& game);

// Changes the record of a tick before it is played.
using ChangeRecord = std::function<void(std::uint64_t tick, sim::Bytes& record)>;

// Writes a session of bots to a file that does not exist.
void record_bots(const std::string& path, sim::AnySimulation simulation, const Setup& setup,
                 std::uint64_t ticks, const replay::RecorderOptions& options = {},
                 const ChangeRecord& change = nullptr);
// Writes a stream of inputs as a session whose state is empty.
void record_stream(const std::string& path, const Stream& stream,
                   const replay::RecorderOptions& options = {});

// A file whose reads are counted.
class CountingSource final : public replay::ByteSource {
public:
    explicit CountingSource(std::shared_ptr<const replay::ByteSource> file)
        : file_(std::move(file)) {}
    std::uint64_t size() const override { return file_->size(); }
    sim::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const override {
        ++reads_;
        return file_->read(offset, out);
    }
    std::uint64_t reads() const { return reads_; }

private:
    std::shared_ptr<const replay::ByteSource> file_;
    mutable std::uint64_t reads_ = 0;  // counting changes nothing that anybody reads
};

}  // namespace tandem::bench
