// SPDX-License-Identifier: MIT
// Writes elements that are always closed and text that is always escaped, in the form that HTML and
// XML readers understand alike.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem::tools {

// Escapes foreign text: characters that have a meaning in markup are replaced by their entities,
// and characters that no reader can show (control characters, bidirectional overrides, bytes that
// are no UTF-8) by \xNN.
std::string escaped_markup(std::string_view text);

// Names and values in the order in which they are written. Values are escaped, names are not.
using Attributes = std::vector<std::pair<std::string_view, std::string>>;

// Collects elements and text, one after the other.
class Markup {
public:
    // Begins an element; close() ends it.
    void open(std::string_view name, const Attributes& attributes = {});
    // Ends the element that was opened last.
    void close();
    void text(std::string_view text) { out_ += escaped_markup(text); }
    // Adds <name/>, for an element that never has content.
    void leaf(std::string_view name, const Attributes& attributes = {});
    // Adds an element with nothing but text.
    void element(std::string_view name, std::string_view text, const Attributes& attributes = {});
    // Adds the text of another Markup.
    void nested(std::string_view markup) { out_ += markup; }
    void end_line() { out_ += '\n'; }

    // The whole text; every element must be closed (asserted).
    std::string extract();

private:
    void begin(std::string_view name, const Attributes& attributes);

    std::string out_;
    std::vector<std::string> open_;
};

}  // namespace tandem::tools
