// SPDX-License-Identifier: MIT
// Every word is read once for what it declares and once for what it uses. The layout that
// clang-format gives tells `Type& name` from `left & right`.
#include <tests/tidy/outline.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <tests/tidy/tokens.hpp>

namespace tandem::tidy {
namespace {

using Words = std::unordered_set<std::string_view>;

// ---- What a file declares -----------------------------------------------------------------------

enum class Kind { names, members, enumerators, inside };

struct Scope {
    Kind kind = Kind::names;
    std::string place;       // the namespaces
    bool is_hidden = false;  // in a function or an initialiser
    std::size_t parentheses = 0;
};

class Declarations {
public:
    Declarations(const Tokens& tokens, Outline& outline) : tokens_(tokens), outline_(outline) {}

    // `is_hidden`: all of it lies in a function, as the text of a macro does.
    void read(bool is_hidden) {
        scopes_.assign(1, {Kind::names, "", is_hidden, 0});
        for (at_ = 0; at_ < tokens_.size(); ++at_) {
            if (is_word(tokens_[at_]))
                read_word();
            else
                read_bracket();
        }
    }

private:
    void read_bracket() {
        const std::string_view token = tokens_.text(at_);
        Scope& scope = scopes_.back();
        if (token == "{") {
            const Kind kind = scope.parentheses != 0 ? Kind::inside : kind_of_braces();
            const std::string place = kind == Kind::names ? place_of_braces() : scope.place;
            scopes_.push_back({kind, place, scope.is_hidden || kind == Kind::inside, 0});
            head_ = at_ + 1;
        } else if (token == "}") {
            if (scopes_.size() > 1)
                scopes_.pop_back();
            head_ = at_ + 1;
        } else if (token == ";") {
            head_ = at_ + 1;
        } else if (token == "(") {
            ++scope.parentheses;
        } else if (token == ")") {
            scope.parentheses -= scope.parentheses != 0 ? 1 : 0;
        } else if (token == "[") {
            read_structured_binding();
        } else if (token == "#if") {
            before_branches_.push_back(scopes_);
        } else if (token == "#else" && !before_branches_.empty()) {
            scopes_ = before_branches_.back();
        } else if (token == "#endif" && !before_branches_.empty()) {
            before_branches_.pop_back();
        }
    }

    // What opens at the brace, by the words since the last statement.
    Kind kind_of_braces() const {
        int parentheses = 0;  // less than none where the statement began in a for (...)
        for (std::size_t index = head_; index < at_; ++index) {
            const std::string_view token = tokens_.text(index);
            if (token == "template" && tokens_.text(index + 1) == "<")
                index = end_of_template(index) - 1;
            else if (token == "(")
                ++parentheses;
            else if (token == ")")
                --parentheses;
            else if (token == "=" || parentheses != 0)
                continue;
            else if (token == "namespace" || (token == "extern" && tokens_.text(index + 1) == "\""))
                return Kind::names;
            else if (token == "enum")
                return Kind::enumerators;
            else if (is_class_key(token))
                return Kind::members;
        }
        return Kind::inside;
    }

    // Where the names between the braces of a namespace stand.
    std::string place_of_braces() {
        std::string place = scopes_.back().place;
        const bool is_inline = tokens_.text(head_) == "inline";
        for (std::size_t index = head_; index < at_; ++index) {
            if (is_inline || !tokens_.is_name(index))
                continue;
            place += (place.empty() ? "" : "::") + std::string(tokens_.text(index));
            outline_.places.insert(place);
        }
        return place;
    }

    // One past the `>` that ends the parameters of the template at `start`.
    std::size_t end_of_template(std::size_t start) const {
        std::size_t depth = 0;
        std::size_t parentheses = 0;
        for (std::size_t index = start + 1; index < tokens_.size(); ++index) {
            const std::string_view token = tokens_.text(index);
            if (token == "(")
                ++parentheses;
            else if (token == ")")
                --parentheses;
            else if (token == "<" && parentheses == 0)
                ++depth;
            else if (token == ">" && parentheses == 0 && --depth == 0)
                return index + 1;
        }
        return tokens_.size();
    }

    void read_structured_binding() {
        std::size_t start = at_;
        while (start > 0 && tokens_.before(start) == "&")
            --start;
        if (tokens_.before(start) != "auto")
            return;
        for (std::size_t index = at_ + 1; index < tokens_.size() && tokens_.text(index) != "]";
             ++index)
            outline_.local.insert(tokens_.text(index));
    }

    void read_word() {
        const std::string_view word = tokens_.text(at_);
        if (word == "template" && tokens_.text(at_ + 1) == "<") {
            read_template_parameters();
        } else if (word == "namespace") {
            read_namespace();
        } else if (word == "using") {
            read_using();
        } else if (is_class_key(word)) {
            read_class();
        } else if (!is_keyword(word)) {
            const bool is_enumerator = scopes_.back().kind == Kind::enumerators &&
                                       (tokens_.before(at_) == "{" || tokens_.before(at_) == ",");
            const bool is_capture = (tokens_.before(at_) == "[" || tokens_.before(at_) == ",") &&
                                    tokens_.text(at_ + 1) == "=";
            if (is_enumerator || is_declared_here(at_))
                note(at_);
            else if (is_capture)
                outline_.local.insert(word);
        }
    }

    void read_template_parameters() {
        const std::size_t end = end_of_template(at_);
        for (std::size_t index = at_ + 2; index < end; ++index) {
            const std::string_view next = tokens_.text(index + 1);
            if (tokens_.is_name(index) && tokens_.before(index) != "::" &&
                (next == "," || next == ">" || next == "="))
                outline_.local.insert(tokens_.text(index));
        }
        at_ = end - 1;
    }

    void read_namespace() {
        const std::size_t first = at_ + 1;
        while (tokens_.is_name(at_ + 1) || tokens_.text(at_ + 1) == "::")
            ++at_;
        if (tokens_.text(at_ + 1) == "=") {
            note(first);
            return;
        }
        for (std::size_t index = first; index <= at_; ++index) {
            if (tokens_.is_name(index))
                outline_.namespaces.insert(tokens_.text(index));
        }
    }

    void read_using() {
        const bool is_directive = tokens_.text(at_ + 1) == "namespace";
        if (is_directive || tokens_.text(at_ + 1) == "enum")
            ++at_;
        const std::size_t first = at_ + 1;
        if (tokens_.text(first + 1) == "=") {
            note(++at_);
            return;
        }
        std::string whole;
        while (tokens_.text(at_ + 1) != ";")
            whole += tokens_.text(++at_);
        if (is_directive) {
            outline_.directives.insert(whole);
        } else if (at_ > first) {
            note(at_);
        }
    }

    void read_class() {
        std::size_t name = at_ + 1;
        if (tokens_.text(at_) == "enum" && is_class_key(tokens_.text(name)))
            ++name;
        while (tokens_.text(name) == "[" || tokens_.text(name) == "alignas") {
            const std::string_view close = tokens_.text(name) == "[" ? "]" : ")";
            while (name < tokens_.size() && tokens_.text(name) != close)
                ++name;
            while (tokens_.text(name) == close)
                ++name;
        }
        while (tokens_.is_name(name) && tokens_.text(name + 1) == "::")
            name += 2;
        if (!tokens_.is_name(name))
            return;
        const std::string_view next = tokens_.text(name + 1);
        if (next == "{" || next == ":" || next == ";" || next == "final")
            note(name);
        else if (next == "," || next == ">" || next == "=" || next == "...")
            outline_.local.insert(tokens_.text(name));
        at_ = name;
    }

    // `Type name` before what may follow a declared name; the other names of one statement; the
    // name of a pointer to a function.
    bool is_declared_here(std::size_t index) const {
        static const Words k_after{"=", "{", "(", ";", ",", ")", ":", "["};
        if (index == 0 || k_after.count(tokens_.text(index + 1)) == 0)
            return false;
        if (tokens_.before(index) == ",")
            return last_noted_ + 2 == index && scopes_.back().parentheses == 0;
        std::size_t type = index - 1;
        if (tokens_.before(index) == "*" && tokens_.before(type) == "(" &&
            tokens_.text(index + 2) == "(")
            return true;
        if (tokens_.text(type) == "const" && tokens_.before(type) == "*")
            --type;
        if (tokens_.text(type) == "...")
            return true;
        while (type > 0 && (tokens_.text(type) == "&" || tokens_.text(type) == "*") &&
               !tokens_[type].is_spaced)
            --type;
        if (tokens_.text(type) == ">") {
            while (type > 0 && tokens_.text(type) == ">" && !tokens_[type].is_spaced)
                --type;
            return tokens_.text(type) != ">";
        }
        return is_word(tokens_[type]) &&
               (!is_keyword(tokens_.text(type)) || ends_a_type(tokens_.text(type)));
    }

    void note(std::size_t index) {
        const Scope& scope = scopes_.back();
        const std::string_view name = tokens_.text(index);
        last_noted_ = index;
        if (scope.is_hidden || scope.parentheses != 0) {
            outline_.local.insert(name);
            return;
        }
        if (scope.kind == Kind::names)
            outline_.offers.push_back({name, scope.place, tokens_.text(index + 1) == "("});
        else
            outline_.members.insert(name);
    }

    TokenRow tokens_;
    Outline& outline_;
    std::size_t at_ = 0;
    std::size_t head_ = 0;  // the first token of the statement
    std::size_t last_noted_ = 0;
    std::vector<Scope> scopes_;
    std::vector<std::vector<Scope>> before_branches_;
};

// ---- What a file uses ---------------------------------------------------------------------------

class Uses {
public:
    Uses(const Tokens& tokens, Outline& outline) : tokens_(tokens), outline_(outline) {}

    void read(std::size_t start) {
        for (std::size_t index = start; index < tokens_.size(); ++index) {
            if (!is_word(tokens_[index]) || is_keyword(tokens_.text(index)))
                continue;
            if (tokens_.before(index) != "." && tokens_.before(index) != "->" &&
                !names_a_test(index))
                note(index);
        }
    }

private:
    void note(std::size_t index) {
        const std::string_view name = tokens_.text(index);
        const std::size_t line = tokens_[index].line;
        if (tokens_.before(index) != "::") {
            outline_.used.emplace(name, line);
            return;
        }
        const std::string_view qualifier = tokens_.before(index - 1);
        if (qualifier == "std") {
            if (name != "ranges")
                outline_.standard.emplace(name, line);
        } else if (qualifier == "ranges" && index > 3 && tokens_.text(index - 4) == "std") {
            outline_.standard.emplace(name, line);
        } else if (qualifier != ">" && qualifier != ")" && qualifier != "]") {
            const bool is_named = tokens_.is_name(index - 2);
            outline_.qualified.push_back(
                {is_named ? qualifier : "", name, line, tokens_.text(index + 1) == "("});
        }
    }

    // The words in TEST(Suite, Case) stand for nothing; in TEST_F and TEST_P the first is a class.
    bool names_a_test(std::size_t index) const {
        if (index < 2)
            return false;
        const auto is_macro = [](std::string_view word) {
            return word == "TEST" || word == "RC_GTEST_PROP";
        };
        if (tokens_.text(index - 1) == "(")
            return is_macro(tokens_.text(index - 2));
        if (index < 4 || tokens_.text(index - 1) != "," || tokens_.text(index - 3) != "(")
            return false;
        const std::string_view macro = tokens_.text(index - 4);
        return is_macro(macro) || macro == "TEST_F" || macro == "TEST_P";
    }

    TokenRow tokens_;
    Outline& outline_;
};

void read_directive(const Tokens& directive, Outline& outline) {
    const std::string_view word = directive.size() > 1 ? directive[1].text : "";
    if (word != "define" && !word.starts_with("if") && !word.starts_with("el"))
        return;
    if (word == "define" && directive.size() > 2) {
        outline.macros.insert(directive[2].text);
        const bool has_parameters =
            directive.size() > 3 && directive[3].text == "(" && !directive[3].is_spaced;
        for (std::size_t index = 4;
             has_parameters && index < directive.size() && directive[index].text != ")"; ++index)
            outline.local.insert(directive[index].text);
        Declarations(directive, outline).read(true);
    }
    Uses(directive, outline).read(2);
}

}  // namespace

Outline outline_of(const File& file) {
    Outline outline;
    outline.includes = includes_of(file);
    const Rows rows = rows_of(file);
    Declarations(rows.code, outline).read(false);
    Uses(rows.code, outline).read(0);
    for (const Tokens& directive : rows.directives)
        read_directive(directive, outline);
    return outline;
}

}  // namespace tandem::tidy
