// SPDX-License-Identifier: MIT
// A reader of declarations as our headers write them: no macros, one declarator to a statement.
#include <tests/golden/public_functions.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <regex>
#include <string_view>

#include <tests/tidy/source_text.hpp>

namespace tandem::test {
namespace {

// Without comments, preprocessor and line breaks.
std::string code_of(const std::string& text) {
    std::string code;
    for (const std::string& line : tidy::make_file("", text).code) {
        if (!line.starts_with('#')) {
            code += line + ' ';
        }
    }
    return code;
}

std::size_t end_of_block(std::string_view code, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        depth += code[at] == '{' ? 1 : 0;
        depth -= code[at] == '}' ? 1 : 0;
        if (depth == 0) {
            return at + 1;
        }
    }
    return code.size();
}

// What declares a function, without what its name and parameters do not depend on.
std::string bare(const std::string& statement) {
    static const std::regex k_noise(R"(template ?<[^<>]*(<[^<>]*>[^<>]*)*>|explicit\([^()]*\))"
                                    R"(|,? ?(sim::)?Site site = [\w:]*\(\))");
    static const std::regex k_spaces(" +");
    static const std::regex k_compact(R"(\bFixed16\b)");
    std::string text = std::regex_replace(statement, k_spaces, " ");
    text = std::regex_replace(text, k_noise, "");
    return std::regex_replace(text, k_compact, "Fixed");
}

void add_function(std::set<PublicFunction>& functions, const std::string& statement) {
    static const std::regex k_operator(R"((operator ?[^ (]+) ?\(([^()]*))");
    static const std::regex k_name(R"(^[^=(]*?(\w+) ?\(([^()]*))");
    const std::string text = bare(statement);
    std::smatch match;
    const bool found =
        std::regex_search(text, match, k_operator) || std::regex_search(text, match, k_name);
    const bool makes_default = match[2].length() == 0 && text.ends_with("= default");
    if (found && !makes_default && match[1] != "static_assert") {
        functions.insert({match[1], match[2]});
    }
}

class Reader {
public:
    explicit Reader(const std::string& header) : code_(code_of(header)) {}

    std::set<PublicFunction> read() {
        while (at_ < code_.size()) {
            const char character = code_[at_++];
            parentheses_ += character == '(' ? 1 : 0;
            parentheses_ -= character == ')' ? 1 : 0;
            if (parentheses_ > 0 || !ends_statement(character)) {
                statement_ += character;
            }
        }
        return functions_;
    }

private:
    // Acts on what ends or opens a statement; false for what is a part of it.
    bool ends_statement(char character) {
        if (character == '{') {
            open();
        } else if (character == '}') {
            if (!is_public_.empty()) {
                is_public_.pop_back();
            }
        } else if (character == ';') {
            declare();
        } else if (character != ':' || !changes_access()) {
            return false;
        }
        statement_.clear();
        return true;
    }

    bool is_public() const {
        return std::all_of(is_public_.begin(), is_public_.end(), [](bool open) { return open; });
    }

    void declare() {
        if (is_public()) {
            add_function(functions_, statement_);
        }
    }

    bool changes_access() {
        static const std::regex k_access(R"( *(public|private|protected) *)");
        std::smatch match;
        if (!std::regex_match(statement_, match, k_access) || is_public_.empty()) {
            return false;
        }
        is_public_.back() = match[1] == "public";
        return true;
    }

    // A namespace or class is entered; the body of anything else is skipped.
    void open() {
        static const std::regex k_namespace(R"((inline )?namespace ([\w:]+) *$)");
        static const std::regex k_class(R"(\b(class|struct) [\w<>: ]+$)");
        std::smatch match;
        if (std::regex_search(statement_, match, k_namespace)) {
            is_public_.push_back(match[2] == "tandem" || match[1].matched);
        } else if (std::regex_search(statement_, match, k_class)) {
            is_public_.push_back(match[1] == "struct");
        } else {
            declare();
            at_ = end_of_block(code_, at_ - 1);
        }
    }

    std::string code_;
    std::size_t at_ = 0;
    int parentheses_ = 0;
    std::string statement_;
    std::vector<bool> is_public_;  // of each namespace and class around
    std::set<PublicFunction> functions_;
};

std::string escaped(const std::string& text) {
    std::string pattern;
    for (const char character : text) {
        pattern += std::string("\\") + character;
    }
    return pattern;
}

// How a source calls a function of that name.
std::regex call_of(const std::string& name) {
    static const std::map<std::string, std::string> k_written_otherwise{
        {"BasicFixed", R"(\b(N|Fixed|Fixed16)\()"},
        {"Random", R"(\bRandom( \w+)?[({;])"},
        {"operator<=>", R"(return [^;]* < )"},
    };
    if (const auto known = k_written_otherwise.find(name); known != k_written_otherwise.end()) {
        return std::regex(known->second);
    }
    constexpr std::string_view k_literal = "operator\"\"";
    if (name.starts_with(k_literal)) {
        return std::regex("[0-9]" + name.substr(k_literal.size()) + "\\b");
    }
    constexpr std::string_view k_operator = "operator";
    if (name.starts_with(k_operator)) {
        const std::string symbol = escaped(name.substr(k_operator.size()));
        return std::regex("(return |put\\()([^;]* " + symbol + " |" + symbol + "\\w)");
    }
    return std::regex("\\b" + name + "\\(");
}

}  // namespace

std::set<PublicFunction> public_functions(const std::string& header) {
    return Reader(header).read();
}

std::vector<std::string> unswept_functions(const std::string& header, const std::string& source) {
    std::map<std::string, std::ptrdiff_t> overloads;
    for (const PublicFunction& function : public_functions(header)) {
        ++overloads[function.name];
    }
    overloads.erase("serialize");  // every state holds a Random, and saves it
    const std::string code = code_of(source);
    std::vector<std::string> unswept;
    for (const auto& [name, count] : overloads) {
        const std::regex call = call_of(name);
        const auto calls = std::distance(std::sregex_iterator(code.begin(), code.end(), call), {});
        if (calls < count) {
            unswept.push_back(name + " (" + std::to_string(calls) + " of " + std::to_string(count) +
                              ")");
        }
    }
    return unswept;
}

}  // namespace tandem::test
