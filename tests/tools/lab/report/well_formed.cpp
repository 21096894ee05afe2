// SPDX-License-Identifier: MIT
// One pass over the tags with a stack of those that are open.
#include <tests/tools/lab/report/well_formed.hpp>

#include <algorithm>
#include <iterator>

namespace tandem::tools::lab::report {
namespace {

class Reader {
public:
    explicit Reader(std::string_view rest) : rest_(rest) {}

    Document read() {
        if (rest_.starts_with("<!DOCTYPE html>")) {
            rest_.remove_prefix(15);
        }
        while (!rest_.empty()) {
            if (rest_.front() == '<') {
                read_tag();
            } else {
                read_text();
            }
        }
        for (const std::size_t index : open_) {
            problem("never closed: " + document_.elements[index].name);
        }
        return std::move(document_);
    }

private:
    void problem(const std::string& what) { document_.problems.push_back(what); }

    std::string_view until(std::string_view mark) {
        const std::size_t end = rest_.find(mark);
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + mark.size());
        return found;
    }

    std::string plain(std::string_view text) {
        static const std::map<std::string, char, std::less<>> k_entities{
            {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"#39", '\''}};
        std::string out;
        while (!text.empty()) {
            const char letter = text.front();
            text.remove_prefix(1);
            if (static_cast<unsigned char>(letter) < 0x20 && letter != '\n') {
                problem("a control character");
            }
            if (letter != '&') {
                out += letter;
                continue;
            }
            const std::size_t end = std::min(text.find(';'), text.size());
            const auto entity = k_entities.find(text.substr(0, end));
            if (entity == k_entities.end()) {
                problem("no entity: &" + std::string(text.substr(0, 8)));
                continue;
            }
            out += entity->second;
            text.remove_prefix(end + 1);
        }
        return out;
    }

    void read_text() {
        const std::size_t end = std::min(rest_.find('<'), rest_.size());
        const std::string text = plain(rest_.substr(0, end));
        rest_.remove_prefix(end);
        for (const std::size_t index : open_) {
            document_.elements[index].text += text;
        }
        if (open_.empty() && text.find_first_not_of('\n') != std::string::npos) {
            problem("text outside of all elements: " + text);
        }
    }

    void read_tag() {
        rest_.remove_prefix(1);
        const bool is_end = rest_.starts_with('/');
        if (is_end) {
            rest_.remove_prefix(1);
            const std::string name(until(">"));
            if (open_.empty() || document_.elements[open_.back()].name != name) {
                problem("closed, but not open: " + name);
            } else {
                open_.pop_back();
            }
            return;
        }
        Element element;
        const std::size_t name_end = std::min(rest_.find_first_of(" />"), rest_.size());
        element.name = std::string(rest_.substr(0, name_end));
        rest_.remove_prefix(name_end);
        while (rest_.starts_with(' ')) {
            rest_.remove_prefix(1);
            read_attribute(element);
        }
        const bool is_leaf = rest_.starts_with("/>");
        if (!is_leaf && !rest_.starts_with('>')) {
            problem("a tag without an end: " + element.name);
        }
        rest_.remove_prefix(std::min<std::size_t>(is_leaf ? 2 : 1, rest_.size()));
        for (const std::size_t index : open_) {
            element.within.push_back(document_.elements[index].name);
        }
        document_.elements.push_back(std::move(element));
        if (!is_leaf) {
            open_.push_back(document_.elements.size() - 1);
        }
    }

    void read_attribute(Element& element) {
        const std::string key(until("="));
        if (!rest_.starts_with('"')) {
            problem("a value without quotes: " + key);
            return;
        }
        rest_.remove_prefix(1);
        const std::string_view value = until("\"");
        if (value.find('<') != std::string_view::npos) {
            problem("a < in a value: " + key);
        }
        if (!element.attributes.emplace(key, plain(value)).second) {
            problem("twice: " + key);
        }
    }

    std::string_view rest_;
    Document document_;
    std::vector<std::size_t> open_;
};

}  // namespace

std::string Element::attribute(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::string() : found->second;
}

Document read_markup(std::string_view markup) { return Reader(markup).read(); }

std::vector<Element> find_elements(const Document& document,
                                   const std::function<bool(const Element&)>& wanted) {
    std::vector<Element> found;
    std::copy_if(document.elements.begin(), document.elements.end(), std::back_inserter(found),
                 wanted);
    return found;
}

}  // namespace tandem::tools::lab::report
