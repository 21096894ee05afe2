// SPDX-License-Identifier: MIT
// A definition at namespace scope begins in the first column: clang-format indents no namespace.
#include <tests/tidy/type_names.hpp>

#include <map>
#include <regex>
#include <set>
#include <utility>

namespace tandem::tidy {

std::vector<std::string> shared_type_names(const std::vector<File>& files) {
    static const std::regex k_definition(
        R"(^(?:template <.*> )?(?:class|struct|union|enum(?: class)?) (?:\[\[\w+\]\] )?(\w+))"
        R"((?: final)?(?: : ?[^;{]*)?(?: \{|$))");
    static const std::set<std::string> k_layers{"sim", "replay", "net", "tools"};
    std::map<std::pair<std::string, std::string>, std::set<std::string>> paths;
    for (const File& file : files) {
        const std::string layer = file.path.substr(0, file.path.find('/'));
        const bool is_cpp = file.path.ends_with(".hpp") || file.path.ends_with(".cpp");
        if (k_layers.count(layer) == 0 || !is_cpp)
            continue;
        for (const std::string& line : file.code) {
            std::smatch match;
            if (std::regex_search(line, match, k_definition))
                paths[{layer, match[1]}].insert(file.path);
        }
    }
    std::vector<std::string> shared;
    for (const auto& [name, places] : paths) {
        if (places.size() < 2)
            continue;
        std::string line = name.second;
        for (const std::string& path : places)
            line += " " + path;
        shared.push_back(line);
    }
    return shared;
}

}  // namespace tandem::tidy
