// SPDX-License-Identifier: MIT
// Comparing with expectations, and where those of the kept replay files are.
#include <tests/golden/expected_json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace tandem::test {
namespace {

namespace fs = std::filesystem;

// What counts of a value for people.
nlohmann::json essence(std::string_view key, const nlohmann::json& value) {
    if (!value.is_string()) {
        return value;
    }
    if (key == "message") {
        return "a message";
    }
    if (key == "error" || key == "flaw") {
        const auto text = value.get<std::string>();
        return text.substr(0, text.find(": "));
    }
    return value;
}

void compare(const std::string& path, std::string_view key, const nlohmann::json& expected,
             const nlohmann::json& actual, std::vector<std::string>& found) {
    if (expected.is_object() && actual.is_object()) {
        for (const auto& [name, value] : expected.items()) {
            const std::string inner = path.empty() ? name : path + "." + name;
            if (actual.contains(name)) {
                compare(inner, name, value, actual[name], found);
            } else {
                found.push_back(inner + ": expected " + value.dump() + ", not there");
            }
        }
    } else if (expected.is_array() && actual.is_array() && expected.size() == actual.size()) {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            compare(path + "[" + std::to_string(i) + "]", "", expected[i], actual[i], found);
        }
    } else if (essence(key, expected) != essence(key, actual)) {
        found.push_back(path + ": expected " + expected.dump() + ", actual " + actual.dump());
    }
}

}  // namespace

std::vector<std::string> differences(const nlohmann::json& expected, const nlohmann::json& actual) {
    std::vector<std::string> found;
    compare("", "", expected, actual, found);
    return found;
}

std::string golden_replays_folder() { return TANDEM_SOURCE_DIR "/tests/golden/replays"; }

std::vector<std::string> golden_replay_names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(golden_replays_folder())) {
        if (entry.path().extension() == ".tandem") {
            const fs::path name = fs::relative(entry.path(), golden_replays_folder());
            names.push_back(fs::path(name).replace_extension().generic_string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

nlohmann::json golden_expectation(const std::string& name) {
    std::ifstream file(golden_replays_folder() + "/" + name + ".json");
    return nlohmann::json::parse(file, nullptr, false);
}

}  // namespace tandem::test
