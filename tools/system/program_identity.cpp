// SPDX-License-Identifier: MIT
// Asks /proc which files are mapped as code. The executable alone would not do: a library of the
// game or of mathematics may change while the executable stays.
#include <tandem/tools/system/program_identity.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools {
namespace {

constexpr std::size_t k_digested_at_once_bytes = std::size_t{1} << 18;

sim::Digest digest_text_of(const std::string& text) {
    return sim::digest_bytes(std::as_bytes(std::span(text)));
}

Error unknown(const std::string& why) { return {ErrorCode::io, "identity of this program", why}; }

// The lines of the first processor that name it and its features.
std::string processor_text() {
    std::string text;
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line) && !line.empty();) {
        for (const char* key : {"model name", "flags", "Features", "CPU part", "isa", "facilities",
                                "features", "machine"}) {
            text += line.starts_with(key) ? line + "\n" : "";
        }
    }
    return text;
}

// The identity without the processor.
sim::Result<ProgramIdentity> identity_of(const ProgramFiles& files) {
    if (files.empty()) {
        return unknown("cannot be told on this system, which lists no mapped files in /proc");
    }
    std::error_code ignored;
    const std::string own = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    std::string parts;
    std::string libraries;
    ProgramIdentity identity;
    for (const std::string& file : files) {
        if (file.ends_with(" (deleted)")) {
            return unknown(file + " was replaced since it was loaded; start the program again");
        }
        const auto digest = digest_of_file(file);
        if (!digest) {
            return unknown("cannot be told: " + file + " cannot be read");
        }
        const std::string part =
            file.substr(file.rfind('/') + 1) + " " + digest_text(*digest) + "\n";
        parts += part;
        if (file == own) {
            identity.program = *digest;
        } else {
            libraries += part;
        }
    }
    // Files that were loaded meanwhile do not matter here.
    const ProgramFiles still = loaded_files();
    if (!std::includes(still.begin(), still.end(), files.begin(), files.end())) {
        return unknown("cannot be told while its files are replaced; start the program again");
    }
    identity.code = digest_text_of(parts);
    identity.libraries = digest_text_of(libraries);
    return identity;
}

ProgramFiles& linked_files() {
    static ProgramFiles files;
    return files;
}

}  // namespace

sim::Result<ProgramIdentity> own_identity() {
    const ProgramFiles files = loaded_files();
    auto identity = identity_of(files);
    if (identity && loaded_files() != files) {
        return unknown("cannot be told while it loads more files");
    }
    if (identity) {
        identity->machine = digest_text_of(processor_text());
    }
    return identity;
}

void find_linked_files() {
    if (linked_files().empty()) {
        linked_files() = loaded_files();
    }
}

std::optional<replay::GameBuild> game_build_of(const ProgramFiles& files) {
    if (const auto identity = identity_of(files); identity && identity->program != sim::Digest{}) {
        return replay::GameBuild{identity->program, identity->libraries, own_compiler_text()};
    }
    // The program's own file is still at hand if another stands in its place; its libraries are
    // not.
    const auto program = digest_of_file("/proc/self/exe");
    return program ? std::optional(replay::GameBuild{*program, {}, own_compiler_text()})
                   : std::nullopt;
}

std::optional<replay::GameBuild> own_game_build() {
    find_linked_files();
    static const std::optional<replay::GameBuild> k_build = game_build_of(linked_files());
    return k_build;
}

ProgramFiles loaded_files() {
    ProgramFiles files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        // A line reads: 7f00-7f01 r-xp 00000000 fe:00 1234    /usr/lib/libm.so.6
        const std::size_t slash = line.find('/');
        std::istringstream words(line);
        std::string range;
        std::string rights;
        words >> range >> rights;
        if (slash != std::string::npos && rights.find('x') != std::string::npos) {
            files.insert(line.substr(slash));
        }
    }
    return files;
}

// Reads the file piece by piece, since all bytes of a large program at once would be a lot. A
// mapping of a file that a linker cuts meanwhile would end this process by a signal.
std::optional<sim::Digest> digest_of_file(const std::string& path) {
    namespace calls = replay::calls;
    const replay::OpenFile file = replay::open_file(path, calls::Opening::reading);
    const auto bytes = replay::size_of_regular(file);
    if (!bytes) {
        return std::nullopt;
    }
    std::vector<std::byte> piece(k_digested_at_once_bytes);
    sim::DigestSink sink;
    std::uint64_t done = 0;
    for (std::size_t got = 1; got > 0; done += got) {
        if (calls::read_at(file.get(), done, piece, got) != 0) {
            return std::nullopt;
        }
        sink.write(sim::ByteView(piece).first(got));
    }
    // If the file was written meanwhile, the digest is that of neither version.
    return done == *bytes ? std::optional(sink.digest()) : std::nullopt;
}

std::string digest_text(const sim::Digest& digest) {
    constexpr const char* k_digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest.bytes) {
        text += k_digits[std::to_integer<unsigned>(byte) >> 4U];
        text += k_digits[std::to_integer<unsigned>(byte) & 15U];
    }
    return text;
}

}  // namespace tandem::tools
