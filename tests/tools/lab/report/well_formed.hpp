// SPDX-License-Identifier: MIT
// A small strict reader of markup: what an XML reader would refuse in a page, and the chart readers
// of the tests stand on it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools::lab::report {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;  // values without entities
    std::string text;                 // of itself and what is within, without entities
    std::vector<std::string> within;  // the names of the elements around it

    std::string attribute(const std::string& name) const;
};

struct Document {
    std::vector<Element> elements;      // in the order in which they begin
    std::vector<std::string> problems;  // one sentence each; empty where all is well formed
};

// Every tag closed in order, every value quoted, every entity known, no attribute twice, no byte
// that XML forbids.
Document read_markup(std::string_view markup);

std::vector<Element> find_elements(const Document& document,
                                   const std::function<bool(const Element&)>& wanted);

}  // namespace tandem::tools::lab::report
