// SPDX-License-Identifier: MIT
// It reads declarations by their shape: a member stands directly within a structure and is no
// function.
#include <tandem/tools/object_check/widths.hpp>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <tandem/tools/object_check/ban_list.hpp>
#include <tandem/tools/object_check/source_tokens.hpp>

namespace tandem::object_check {
namespace {

using Tokens = std::vector<Token>;

const std::set<std::string_view>& machine_widths();
bool contains(std::span<const Token> tokens, std::string_view word);
bool begins_with(const Tokens& tokens, std::initializer_list<std::string_view> words);
std::string written(std::span<const Token> tokens);

struct Member {
    std::string record;
    std::string name;
    std::string declaration;
    Token place;
};

class Declarations {
public:
    explicit Declarations(const TokenizedSource& source) : source_(source) {}

    void read();
    std::vector<Member> found() const;

private:
    struct Scope {
        std::string record;  // empty if it is no structure
        Tokens statement;    // the statement that it stands in
    };

    // Reads the text before a brace: the head of a structure, of a function, a value of a member.
    void open();
    void close(const Token& next);

    // Returns the name of the structure that a brace begins; empty if it begins something else.
    static std::string record_of(const Tokens& head);

    bool is_in_record() const { return !scopes_.empty() && !scopes_.back().record.empty(); }

    // Returns the structure whose function this is; empty outside of any.
    std::string record_around() const;

    // Reads make_nvp("hp", unit.hp_): both the name and the member.
    void name_fields(std::size_t at);
    void end_statement();
    bool is_machine_width(std::span<const Token> type) const;
    void learn_alias();

    // Reads TYPE NAME, TYPE NAME = VALUE, TYPE NAME[COUNT], TYPE ONE, TWO. A function has a
    // parenthesis.
    void read_member();
    void add_member(std::span<const Token> type, const Token& name);

    const TokenizedSource& source_;
    std::vector<Scope> scopes_;
    Tokens statement_;
    std::set<std::string_view> aliases_;
    std::vector<Member> members_;
    std::map<std::string, std::set<std::string>> fields_;
    std::set<std::string> fields_of_nobody_;
};

}  // namespace

std::vector<Width> find_widths(std::string_view preprocessed,
                               const std::vector<std::string>& allowed) {
    const TokenizedSource source = tokens_of(preprocessed);
    Declarations declarations(source);
    declarations.read();
    std::vector<Width> widths;
    for (const Member& member : declarations.found()) {
        Width width{member.record + "::" + member.name, member.declaration,
                    source.files[member.place.file] + ":" + std::to_string(member.place.line)};
        if (!is_allowed(width.member, allowed)) {
            widths.push_back(std::move(width));
        }
    }
    return widths;
}

std::string text_of(const Width& width) {
    return width.member + ": `" + width.declaration +
           "` has the width that the machine chooses; write std::int8_t to std::uint64_t\n    at " +
           width.place;
}

namespace {

const std::set<std::string_view>& machine_widths() {
    static const std::set<std::string_view> k_names{
        "long",          "size_t",        "ssize_t",       "ptrdiff_t",      "intptr_t",
        "uintptr_t",     "intmax_t",      "uintmax_t",     "time_t",         "clock_t",
        "int_fast8_t",   "int_fast16_t",  "int_fast32_t",  "int_fast64_t",   "uint_fast8_t",
        "uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "difference_type"};
    return k_names;
}

bool contains(std::span<const Token> tokens, std::string_view word) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](const Token& token) { return token.is(word); });
}

bool begins_with(const Tokens& tokens, std::initializer_list<std::string_view> words) {
    return !tokens.empty() && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return tokens.front().is(word);
    });
}

// Returns the text as people write it: a blank between two words and behind a comma.
std::string written(std::span<const Token> tokens) {
    std::string text;
    for (std::size_t index = 0; index < tokens.size(); ++index) {
        const bool follows_word =
            index > 0 && (tokens[index - 1].kind == Token::Kind::word || tokens[index - 1].is(">"));
        const bool follows_comma = index > 0 && tokens[index - 1].is(",");
        if ((follows_word && tokens[index].kind == Token::Kind::word) || follows_comma) {
            text += ' ';
        }
        text += tokens[index].text;
    }
    return text;
}

void Declarations::read() {
    for (std::size_t index = 0; index < source_.tokens.size(); ++index) {
        const Token& token = source_.tokens[index];
        if (token.is("{")) {
            open();
        } else if (token.is("}")) {
            close(index + 1 < source_.tokens.size() ? source_.tokens[index + 1] : Token{});
        } else if (token.is(";")) {
            end_statement();
        } else if (token.is(":") && begins_with(statement_, {"public", "private", "protected"})) {
            statement_.clear();
        } else {
            if (token.is("make_nvp")) {
                name_fields(index);
            }
            statement_.push_back(token);
        }
    }
}

std::vector<Member> Declarations::found() const {
    std::vector<Member> found;
    for (const Member& member : members_) {
        const auto named = fields_.find(member.record);
        if ((named != fields_.end() && named->second.contains(member.name)) ||
            fields_of_nobody_.contains(member.name)) {
            found.push_back(member);
        }
    }
    return found;
}

void Declarations::open() {
    scopes_.push_back({record_of(statement_), statement_});
    statement_.clear();
}

void Declarations::close(const Token& next) {
    if (scopes_.empty()) {
        return;
    }
    const Scope scope = std::move(scopes_.back());
    scopes_.pop_back();
    statement_.clear();
    // The name of `int count{};` still counts, but of a function only the beginning of its body
    // does: Game() : count{1} {}.
    const bool is_function = contains(scope.statement, "(");
    const bool goes_on = next.is(",") || next.is("{");
    if (scope.record.empty() && is_in_record() && !contains(scope.statement, "enum") &&
        (!is_function || goes_on)) {
        statement_ = scope.statement;
    }
}

std::string Declarations::record_of(const Tokens& head) {
    std::size_t angles = 0;  // within them `class` names a parameter
    const auto keyword = std::find_if(head.begin(), head.end(), [&](const Token& token) {
        angles += token.is("<") ? 1U : 0U;
        angles -= token.is(">") && angles > 0 ? 1U : 0U;
        return angles == 0 &&
               (token.is("struct") || token.is("class") || token.is("union") || token.is("enum"));
    });
    if (keyword == head.end() || keyword->is("enum") || contains(head, "=")) {
        return "";
    }
    std::size_t parentheses = 0;
    for (auto token = keyword + 1; token != head.end(); ++token) {
        const bool opens = token->is("(") || token->is("[");
        const bool closes = token->is(")") || token->is("]");
        parentheses += opens ? 1 : 0;
        parentheses -= closes && parentheses > 0 ? 1 : 0;
        // The name is not that of [[nodiscard]], nor of alignas(8).
        if (parentheses == 0 && token->kind == Token::Kind::word && !token->is("alignas")) {
            return std::string(token->text);
        }
    }
    return "";
}

std::string Declarations::record_around() const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        if (!scope->record.empty()) {
            return scope->record;
        }
    }
    return "";
}

void Declarations::name_fields(std::size_t at) {
    const auto& tokens = source_.tokens;
    if (at + 2 >= tokens.size() || tokens[at + 2].kind != Token::Kind::text) {
        return;
    }
    const std::string record = record_around();
    auto& fields = record.empty() ? fields_of_nobody_ : fields_[record];
    fields.insert(std::string(tokens[at + 2].text));
    std::string_view last;
    for (std::size_t index = at + 3; index < tokens.size() && !tokens[index].is(")"); ++index) {
        if (tokens[index].kind == Token::Kind::word) {
            last = tokens[index].text;
        }
    }
    fields.insert(std::string(last));
}

void Declarations::end_statement() {
    if (begins_with(statement_, {"using"})) {
        learn_alias();
    } else if (is_in_record() &&
               !begins_with(statement_, {"typedef", "friend", "static", "template", "enum"})) {
        read_member();
    }
    statement_.clear();
}

bool Declarations::is_machine_width(std::span<const Token> type) const {
    return std::any_of(type.begin(), type.end(), [&](const Token& token) {
        return token.kind == Token::Kind::word &&
               (machine_widths().contains(token.text) || aliases_.contains(token.text));
    });
}

void Declarations::learn_alias() {
    constexpr std::size_t k_value = 3;  // in using NAME = ...
    if (statement_.size() > k_value && statement_[2].is("=") &&
        is_machine_width(std::span(statement_).subspan(k_value))) {
        aliases_.insert(statement_[1].text);
    }
}

void Declarations::read_member() {
    std::size_t angles = 0;
    std::size_t parentheses = 0;
    std::size_t type_end = 0;
    bool is_value = false;
    for (std::size_t index = 0; index < statement_.size(); ++index) {
        const Token& token = statement_[index];
        parentheses += token.is("(") ? 1U : 0U;
        parentheses -= token.is(")") && parentheses > 0 ? 1U : 0U;
        angles += token.is("<") && !is_value ? 1U : 0U;
        angles -= token.is(">") && angles > 0 ? 1U : 0U;
        if (angles > 0 || parentheses > 0) {
            if (angles == 0 && !is_value) {
                return;
            }
            continue;
        }
        is_value = token.is("=") || (is_value && !token.is(","));
        const bool ends = index + 1 == statement_.size() || statement_[index + 1].is(",") ||
                          statement_[index + 1].is("=") || statement_[index + 1].is("[") ||
                          statement_[index + 1].is(":");
        if (token.kind == Token::Kind::word && ends && index > 0 && !is_value) {
            type_end = type_end == 0 ? index : type_end;
            add_member(std::span(statement_).first(type_end), token);
        }
    }
}

void Declarations::add_member(std::span<const Token> type, const Token& name) {
    if (is_machine_width(type)) {
        members_.push_back({scopes_.back().record, std::string(name.text),
                            written(type) + " " + std::string(name.text), name});
    }
}

}  // namespace
}  // namespace tandem::object_check
