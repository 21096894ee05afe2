// SPDX-License-Identifier: MIT
// /proc tells which files are mapped as code. The executable alone would not do: a library of the
// game or of mathematics may change while the executable stays.
#include <tandem/tools/system/program_identity.hpp>

#include <fstream>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;

// The files whose code this process has mapped, by name; nothing where there is no such list.
std::set<std::string> mapped_files() {
    std::set<std::string> files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        // 7f00-7f01 r-xp 00000000 fe:00 1234    /usr/lib/libm.so.6
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

sim::Digest digest_text_of(const std::string& text) {
    return sim::digest_bytes(std::as_bytes(std::span(text)));
}

Error unknown(const std::string& why) { return {ErrorCode::io, "identity of this program", why}; }

// The lines of the first processor that say what it is and what it can do.
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

}  // namespace

sim::Result<ProgramIdentity> own_identity() {
    const auto files = mapped_files();
    if (files.empty()) {
        return unknown("cannot be told on this system, which lists no mapped files in /proc");
    }
    std::string parts;
    for (const std::string& file : files) {
        if (file.ends_with(" (deleted)")) {
            return unknown(file + " was replaced since it was loaded; start the program again");
        }
        const auto content = read_file(file);
        if (!content) {
            return unknown("cannot be told: " + content.error().text());
        }
        const std::string name = file.substr(file.rfind('/') + 1);
        parts += name + " " + digest_text(sim::digest_bytes(*content)) + "\n";
    }
    if (mapped_files() != files) {
        return unknown("cannot be told while its files are replaced; start the program again");
    }
    return ProgramIdentity{digest_text_of(parts), digest_text_of(processor_text())};
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
