// SPDX-License-Identifier: MIT
// Reads folders to their end and sorts them, so that every machine has the same list.
#include <tandem/tools/verify/file_list.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace tandem::tools {
namespace {

sim::Result<std::vector<std::string>> list_folder(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code failure;
    std::filesystem::recursive_directory_iterator entry(folder, failure);
    for (; !failure && entry != std::filesystem::recursive_directory_iterator();
         entry.increment(failure)) {
        if (entry->path().extension() == ".tandem") {
            found.push_back(entry->path().string());
        }
    }
    if (failure) {
        return Error{ErrorCode::io, folder, "cannot be listed: " + failure.message()};
    }
    if (found.empty()) {
        return Error{ErrorCode::bad_data, folder,
                     "there is no .tandem file in this folder, so there is nothing to do"};
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

sim::Result<std::vector<std::string>> list_recordings(const std::vector<std::string>& paths) {
    std::vector<std::string> files;
    std::set<std::string> known;
    for (const std::string& path : paths) {
        std::vector<std::string> found{path};
        std::error_code failure;
        if (std::filesystem::is_directory(path, failure)) {
            auto listed = list_folder(path);
            TANDEM_TRY(listed);
            found = std::move(*listed);
        }
        for (std::string& file : found) {
            if (known.insert(file).second) {
                files.push_back(std::move(file));
            }
        }
    }
    return files;
}

}  // namespace tandem::tools
