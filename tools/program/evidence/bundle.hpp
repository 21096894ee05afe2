// SPDX-License-Identifier: MIT
// A desync bundle: the folder that a live match leaves beside its recording if its two sides part.
// It holds the known data of both sides and bundle.json, which describes the other files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The name of the file in a bundle that describes the others.
inline constexpr std::string_view k_manifest_name = "bundle.json";
// The name of the packets of the last seconds in every bundle of this program.
inline constexpr std::string_view k_packets_name = "packets.jsonl";
// The version of bundle.json that this program writes and reads.
inline constexpr std::uint64_t k_bundle_schema = 1;
// The most bytes of a bundle.json; a longer one is refused before it is read.
inline constexpr std::uint64_t k_manifest_bytes_max = 64 * 1024;

// The contents of bundle.json. Names of files are plain ones, of files in the bundle's own folder.
struct BundleManifest {
    std::uint64_t tick = 0;          // the states first differ after the step of this tick
    bool is_host = false;            // true if the host wrote it
    std::uint32_t player = 0;        // its own slot
    std::uint32_t other_player = 0;  // the slot of the side that differs from it
    std::string game{};
    std::uint32_t game_version = 0;
    std::string build{};              // as a header has it
    std::string other_build{};        // build of the other side; empty: unknown
    std::string machine{};            // machine of this side; empty: unknown
    std::string cause{};              // cause that the live match assumed, as explain names classes
    std::string text{};               // sentence of the live match about it
    std::string ours{"ours.tandem"};  // the whole recording of this side
    std::string theirs{};             // known part of the other side's recording, or empty
    std::string theirs_missing{};     // the reason why there is none, in one sentence
    std::string packets{};            // the packets of the last seconds; empty: not kept

    friend bool operator==(const BundleManifest&, const BundleManifest&) = default;
};

// The members of bundle.json, in their order.
JsonObject manifest_facts(const BundleManifest& manifest);
// bundle.json as a whole, with its line end.
std::string manifest_text(const BundleManifest& manifest);
// Reads a manifest_text. Unknown members are passed over; one that may be empty may be null.
// `place` is the name of the text in errors. Error bad_data: it is no JSON, is nested deeply or has
// a member twice, is of another schema, lacks a member, or one of them is of another kind, too
// large, or no plain name of a file.
sim::Result<BundleManifest> parse_manifest(std::string_view text, const std::string& place);

// A bundle as it lies on the disk.
struct Bundle {
    std::string folder;  // as it was named
    BundleManifest manifest;
    std::string ours;    // the paths of its recordings
    std::string theirs;  // empty: there is none
};

// True if a path is a folder. A folder must be a bundle if it is named in place of a recording.
bool is_folder(const std::string& path);
// Reads bundle.json of the folder and finds the recordings that it names, unread. The folder's
// files must be plain ones: a link, a pipe or a device is refused before it is opened. Error
// bad_data as for parse_manifest; io: a file is missing, is no plain one, or cannot be read.
sim::Result<Bundle> open_bundle(const std::string& folder);
// The recording that a verb for one file reads. For a folder it is the bundle's own one, for
// anything else the path itself, which need not exist. Errors are those of open_bundle.
sim::Result<std::string> own_recording(const std::string& path);

}  // namespace tandem::tools
