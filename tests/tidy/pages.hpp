// SPDX-License-Identifier: MIT
// What pages point at: links, headings and paths in their text. A page that names what is not there
// is worse than one that says nothing.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {

struct Link {
    std::string target;    // "../sim/GAME.md#keys"
    std::size_t line = 0;  // from 1
};

// Those outside of code, in order.
std::vector<Link> links_of(const File& page);

// What stands between backticks, outside of blocks of code, in order.
std::vector<Link> code_spans_of(const File& page);

// The names by which links reach the headings of a page.
std::set<std::string> anchors_of(const File& page);

// Each link into the tree that leads to no file, folder or heading. `pages` are those whose
// headings are known, `paths` all files and folders.
std::vector<Finding> dead_links(const File& page, const std::vector<File>& pages,
                                const std::set<std::string>& paths);

// Each path between backticks or in a drawing (mermaid) that is neither there from the root of the
// tree nor from the page's own folder. A path has a slash, and begins with a folder of the root or
// ends as a file does.
std::vector<Finding> dead_paths(const File& page, const std::set<std::string>& paths);

// The rooms that stand alone in the first cell of a row of a table, in order: "sim/math/".
std::vector<std::string> rooms_shown(const File& page);

}  // namespace tandem::tidy
