// SPDX-License-Identifier: MIT
// Reads files as recordings are read; only the words for a path that is no file differ.
#include <tandem/tools/system/file.hpp>

#include <filesystem>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/files/system_calls.hpp>
#include <tandem/tools/system/own_output.hpp>

namespace tandem::tools {

sim::Result<sim::Bytes> read_named_file(const std::string& asked, std::uint64_t bytes_max) {
    const std::string path = asked == "-" ? std::string(k_standard_input) : asked;
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status)) {
        return sim::Error{sim::ErrorCode::io, path, "is a folder; name a file in it"};
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_fifo(status)) {
        return sim::Error{sim::ErrorCode::io, path,
                          "is a device, and only files and pipes are read; write what it gives "
                          "into a file first"};
    }
    // The open file is checked once more, since the path may change its meaning meanwhile.
    auto content = replay::read_file(path, bytes_max);
    TANDEM_TRY(content);
    return std::move(content->bytes);
}

void hold_standard_input() {
    namespace calls = replay::calls;
    constexpr int k_stdin = 0;
    calls::FileStatus status;
    if (calls::status_of(k_stdin, status) != 0 || status.kind != calls::FileStatus::Kind::pipe) {
        return;
    }
    // If it fails, the code that opens the file tells the error.
    if (const auto held = replay::copy_pipe(std::string(k_standard_input), k_stdin)) {
        calls::copy_over(held->get(), k_stdin);
    }
}

sim::Result<std::unique_ptr<replay::FileOutput>> create_output(const std::string& path,
                                                               replay::FileOutputOptions options) {
    if (path == k_standard_output) {
        return replay::FileOutput::over_stream(own_output(), "standard output");
    }
    options.force_name = "--force";
    return replay::FileOutput::create(path, options);
}

sim::Result<std::unique_ptr<replay::FileOutput>> open_whole_output(const std::string& path,
                                                                   bool force) {
    return create_output(path, {.force = force, .is_named_when_flushed = true});
}

sim::Result<void> write_whole(replay::FileOutput& output, sim::ByteView bytes) {
    auto written = output.append(bytes);
    return written ? output.close() : written;
}

sim::Error bad_data_at(const std::string& place, std::size_t byte, const std::string& message) {
    return {sim::ErrorCode::bad_data, place + ", byte " + std::to_string(byte), message};
}

sim::Result<void> check_links_of_folder(const std::string& path) {
    std::filesystem::path part;
    for (const std::filesystem::path& name : std::filesystem::path(path)) {
        part /= name;
        std::error_code ignored;
        // A link that cannot be looked at, or leads in a circle, gets the system's own words.
        if (std::filesystem::is_symlink(part, ignored) &&
            std::filesystem::status(part, ignored).type() ==
                std::filesystem::file_type::not_found) {
            const auto target = part.parent_path() / std::filesystem::read_symlink(part, ignored);
            return sim::Error{sim::ErrorCode::io, part.string(),
                              "is a symbolic link to " + target.string() +
                                  ", and there is nothing; create that folder, remove the link, or "
                                  "choose another folder"};
        }
    }
    return {};
}

sim::Result<void> make_folder(const std::string& path) {
    TANDEM_TRY(check_links_of_folder(path));
    std::error_code failure;
    std::filesystem::create_directories(path, failure);
    if (failure) {
        return sim::Error{sim::ErrorCode::io, path,
                          "cannot be created: " + failure.message() + "; name another folder"};
    }
    return {};
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return std::filesystem::equivalent(a, b, ignored);
}

}  // namespace tandem::tools
