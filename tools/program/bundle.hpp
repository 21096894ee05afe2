// SPDX-License-Identifier: MIT
// A desync bundle: the folder that a live match leaves beside its recording where its two sides
// part, with what is known of both and bundle.json, which says what is what.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The file of a bundle that says what the others are.
inline constexpr std::string_view k_manifest_name = "bundle.json";
// The packets of the last seconds, as every bundle of this program names them.
inline constexpr std::string_view k_packets_name = "packets.jsonl";
// The version of bundle.json that this program writes and reads.
inline constexpr std::uint64_t k_bundle_schema = 1;
// A longer bundle.json is refused before it is read.
inline constexpr std::uint64_t k_manifest_bytes_max = 64 * 1024;

// What bundle.json says. Names of files are plain ones, of files in the bundle's own folder.
struct BundleManifest {
    std::uint64_t tick = 0;          // the states first differ after the step of this tick
    bool is_host = false;            // which side wrote it
    std::uint32_t player = 0;        // its own slot
    std::uint32_t other_player = 0;  // the slot of the side that differs from it
    std::string game{};
    std::uint32_t game_version = 0;
    std::string build{};        // as a header has it
    std::string other_build{};  // of the other side; empty: unknown
    std::string machine{};      // of this side; empty: unknown
    std::string cause{};        // what the live match took for the cause, as explain names classes
    std::string text{};         // what it said of it, in one sentence
    std::string ours{"ours.tandem"};  // the whole recording of this side
    std::string theirs{};             // what is known of the other side; empty: nothing
    std::string theirs_missing{};     // then why, in one sentence
    std::string packets{};            // the packets of the last seconds; empty: not kept

    friend bool operator==(const BundleManifest&, const BundleManifest&) = default;
};

// As bundle.json has it, member by member.
JsonObject manifest_facts(const BundleManifest& manifest);
// bundle.json as a whole, with its line end.
std::string manifest_text(const BundleManifest& manifest);
// The inverse of it. Members that are not known are passed over; one that may be empty may be null.
// `place` is how errors call the text. Error bad_data: it is no JSON, is nested deeply or has a
// member twice, is of another schema, lacks a member, or one of them is of another kind, too large,
// or no plain name of a file.
sim::Result<BundleManifest> parse_manifest(std::string_view text, const std::string& place);

// A bundle as it lies on the disk.
struct Bundle {
    std::string folder;  // as it was named
    BundleManifest manifest;
    std::string ours;    // the paths of its recordings
    std::string theirs;  // empty: there is none
};

// Whether a path is a folder, which only a bundle may be where recordings are named.
bool is_folder(const std::string& path);
// Reads bundle.json of the folder and finds the recordings that it names, unread. What the folder
// holds must be plain files: a link, a pipe or a device is refused before it is opened. Error
// bad_data as of parse_manifest; io: a file is missing, is no plain one, or cannot be read.
sim::Result<Bundle> open_bundle(const std::string& folder);
// The recording that a verb of one file reads: of a folder the bundle's own one, of anything else
// the path itself, which need not be there. Errors are those of open_bundle.
sim::Result<std::string> own_recording(const std::string& path);

}  // namespace tandem::tools
