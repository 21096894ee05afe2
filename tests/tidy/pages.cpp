// SPDX-License-Identifier: MIT
// Just enough of Markdown to find what a page points at.
#include <tests/tidy/pages.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>

namespace tandem::tidy {
namespace {

// The lines with those of blocks of code emptied.
std::vector<std::string> prose_of(const File& page) {
    std::vector<std::string> lines = page.lines;
    bool is_code = false;
    for (std::string& line : lines) {
        const bool is_fence = line.starts_with("```");
        is_code = is_code != is_fence;
        if (is_code || is_fence || line.starts_with("    "))
            line.clear();
    }
    return lines;
}

// The lines of drawings that name files, and all others emptied.
std::vector<std::string> drawings_of(const File& page) {
    std::vector<std::string> lines = page.lines;
    bool is_drawing = false;
    for (std::string& line : lines) {
        if (line.starts_with("```")) {
            is_drawing = line == "```mermaid";
            line.clear();
        } else if (!is_drawing) {
            line.clear();
        }
    }
    return lines;
}

std::vector<Link> find_all(const std::vector<std::string>& lines, const std::regex& pattern) {
    std::vector<Link> found;
    for (std::size_t index = 0; index < lines.size(); ++index) {
        const std::string& line = lines[index];
        for (auto match = std::sregex_iterator(line.begin(), line.end(), pattern);
             match != std::sregex_iterator(); ++match) {
            found.push_back({(*match)[1], index + 1});
        }
    }
    return found;
}

const std::regex& code_span() {
    static const std::regex k_span("`([^`]+)`");
    return k_span;
}

std::string folder_of_page(const File& page) {
    const std::size_t slash = page.path.rfind('/');
    return slash == std::string::npos ? "" : page.path.substr(0, slash + 1);
}

std::string normal(const std::string& path) {
    std::string plain = std::filesystem::path(path).lexically_normal().generic_string();
    if (plain.ends_with('/'))
        plain.pop_back();
    return plain;
}

bool is_there(const std::string& path, const std::set<std::string>& paths) {
    return path == "." || paths.count(path) != 0;
}

}  // namespace

std::vector<Link> links_of(const File& page) {
    static const std::regex k_link(R"(\]\(([^)\s]+)\))");
    std::vector<std::string> lines = prose_of(page);
    for (std::string& line : lines)
        line = std::regex_replace(line, code_span(), "");
    return find_all(lines, k_link);
}

std::vector<Link> code_spans_of(const File& page) { return find_all(prose_of(page), code_span()); }

std::set<std::string> anchors_of(const File& page) {
    std::set<std::string> anchors;
    for (const std::string& line : prose_of(page)) {
        const std::size_t text = line.find_first_not_of('#');
        if (text == 0 || text == std::string::npos || line[text] != ' ')
            continue;
        std::string anchor;
        for (const char character : line.substr(text + 1)) {
            const auto byte = static_cast<unsigned char>(character);
            if (character == ' ') {
                anchor += '-';
            } else if (std::isalnum(byte) != 0 || character == '-' || character == '_') {
                anchor += static_cast<char>(std::tolower(byte));
            }
        }
        anchors.insert(anchor);
    }
    return anchors;
}

std::vector<Finding> dead_links(const File& page, const std::vector<File>& pages,
                                const std::set<std::string>& paths) {
    std::vector<Finding> findings;
    for (const Link& link : links_of(page)) {
        if (link.target.find(':') != std::string::npos)
            continue;  // elsewhere on the net
        const std::size_t hash = link.target.find('#');
        const std::string file = link.target.substr(0, hash);
        const std::string path = file.empty() ? page.path : normal(folder_of_page(page) + file);
        if (!is_there(path, paths)) {
            findings.push_back({link.line, link.target + " leads to nothing"});
            continue;
        }
        const auto target = std::find_if(pages.begin(), pages.end(),
                                         [&](const File& other) { return other.path == path; });
        if (hash != std::string::npos &&
            (target == pages.end() || anchors_of(*target).count(link.target.substr(hash + 1)) == 0))
            findings.push_back({link.line, link.target + " leads to no heading"});
    }
    return findings;
}

std::vector<Finding> dead_paths(const File& page, const std::set<std::string>& paths) {
    static const std::regex k_path(R"([\w.-]+(/[\w.-]+)*/?)");
    static const std::regex k_file(R"(.*\.(hpp|cpp|cmake|txt|sh|py|md|json|csv|awk|in)$)");
    static const std::regex k_in_drawing(R"(([\w.-]+(?:/[\w.-]+)+/?))");
    std::vector<Link> spans = code_spans_of(page);
    const std::vector<Link> drawn = find_all(drawings_of(page), k_in_drawing);
    spans.insert(spans.end(), drawn.begin(), drawn.end());
    std::vector<Finding> findings;
    for (const Link& span : spans) {
        const std::size_t slash = span.target.find('/');
        if (slash == std::string::npos || !std::regex_match(span.target, k_path))
            continue;
        const std::string first = span.target.substr(0, slash);
        const bool is_of_the_tree =
            paths.count(first) != 0 || std::regex_match(span.target, k_file);
        if (first == "build" || !is_of_the_tree)
            continue;
        if (!is_there(normal(span.target), paths) &&
            !is_there(normal(folder_of_page(page) + span.target), paths))
            findings.push_back({span.line, span.target + " is not there"});
    }
    return findings;
}

std::vector<std::string> rooms_shown(const File& page) {
    static const std::regex k_row(R"(^\| `(\w+/(?:\w+/)+)` \|.*)");
    std::vector<std::string> rooms;
    for (const Link& row : find_all(page.lines, k_row))
        rooms.push_back(row.target);
    return rooms;
}

}  // namespace tandem::tidy
