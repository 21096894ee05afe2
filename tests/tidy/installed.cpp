// SPDX-License-Identifier: MIT
// Follows includes from the headers that a user is told of.
#include <tests/tidy/installed.hpp>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace tandem::tidy {
namespace {

using Paths = std::set<std::string>;

Paths as_set(const std::vector<std::string>& list) { return {list.begin(), list.end()}; }

// What is included from `starts` on, each with who includes it first.
std::map<std::string, std::string> closure(const std::vector<std::string>& starts,
                                           const std::vector<File>& files) {
    std::map<std::string, const File*> by_path;
    for (const File& file : files)
        by_path[file.path] = &file;
    std::map<std::string, std::string> found;
    std::vector<std::string> open;
    for (const std::string& start : starts) {
        found[start] = "";
        open.push_back(start);
    }
    while (!open.empty()) {
        const std::string path = open.back();
        open.pop_back();
        if (by_path.count(path) == 0)
            continue;
        for (const Include& include : includes_of(*by_path[path])) {
            if (!include.target.starts_with("tandem/"))
                continue;
            const std::string target = include.target.substr(7);
            if (found.emplace(target, path).second)
                open.push_back(target);
        }
    }
    return found;
}

// Every header that the pages name as <tandem/...>, with the page that does.
std::map<std::string, std::string> named_by_pages(const std::vector<std::string>& pages,
                                                  const std::vector<File>& files) {
    static const std::regex k_header("<tandem/([^>]+)>");
    const Paths wanted = as_set(pages);
    std::map<std::string, std::string> named;
    for (const File& file : files) {
        if (wanted.count(file.path) == 0 || !file.path.ends_with(".md"))
            continue;
        for (const std::string& line : file.lines) {
            for (auto match = std::sregex_iterator(line.begin(), line.end(), k_header);
                 match != std::sregex_iterator(); ++match)
                named.emplace((*match)[1], file.path);
        }
    }
    return named;
}

// Headers of sim, replay and net.
std::size_t count_of_libraries(const std::vector<std::string>& headers) {
    return static_cast<std::size_t>(
        std::count_if(headers.begin(), headers.end(),
                      [](const std::string& path) { return !path.starts_with("tools/"); }));
}

void check_bound(const std::string& what, std::size_t count, std::size_t count_max,
                 std::vector<std::string>& mistakes) {
    if (count > count_max)
        mistakes.push_back(std::to_string(count) + " headers of sim, replay and net are " + what +
                           "; at most " + std::to_string(count_max) + " may be");
}

}  // namespace

Installed parse_installed(const File& list) {
    Installed installed;
    std::map<std::string, std::vector<std::string>*> lists{
        {"set(tandem_installed_headers_named", &installed.named},
        {"set(tandem_installed_headers_included", &installed.included},
        {"set(tandem_installed_headers_needed", &installed.needed},
        {"set(tandem_installed_pages", &installed.pages}};
    std::vector<std::string>* open = nullptr;
    for (std::string line : list.lines) {
        if (lists.count(line) != 0) {
            open = lists[line];
            continue;
        }
        if (open == nullptr || line.starts_with("    #"))
            continue;
        const bool is_last = line.ends_with(')');
        if (is_last)
            line.pop_back();
        const std::size_t start = line.find_first_not_of(' ');
        if (start != std::string::npos)
            open->push_back(line.substr(start));
        if (is_last)
            open = nullptr;
    }
    return installed;
}

std::vector<std::string> list_mistakes(const Installed& installed, const std::vector<File>& files) {
    std::vector<std::string> mistakes;
    std::vector<std::string> starts = installed.named;
    starts.insert(starts.end(), installed.included.begin(), installed.included.end());
    std::vector<std::string> all = starts;
    all.insert(all.end(), installed.needed.begin(), installed.needed.end());

    Paths listed;
    for (const std::string& header : all) {
        if (!listed.insert(header).second)
            mistakes.push_back(header + " is listed twice");
        const bool is_there = std::any_of(files.begin(), files.end(),
                                          [&](const File& file) { return file.path == header; });
        if (!is_there)
            mistakes.push_back(header + " is listed, but is not there");
    }
    const auto reached = closure(starts, files);
    for (const auto& [header, by] : reached) {
        if (listed.count(header) == 0)
            mistakes.push_back(header + " is not listed, but " + by + " includes it");
    }
    for (const std::string& header : installed.needed) {
        if (reached.count(header) == 0)
            mistakes.push_back(header +
                               " is listed, but no header that a user is told of needs it");
    }
    const auto named = named_by_pages(installed.pages, files);
    for (const std::string& header : installed.named) {
        if (named.count(header) == 0)
            mistakes.push_back(header + " is listed as named, but no installed page names it");
    }
    const Paths named_here = as_set(installed.named);
    for (const auto& [header, page] : named) {
        if (named_here.count(header) == 0)
            mistakes.push_back(page + " names " + header + ", which is not listed as named");
    }
    check_bound("named", count_of_libraries(installed.named), k_named_headers_max, mistakes);
    check_bound("installed", count_of_libraries(all), k_installed_headers_max, mistakes);
    return mistakes;
}

}  // namespace tandem::tidy
