// SPDX-License-Identifier: MIT
// Splits the text into words, and parses it with one call for each kind of condition and each
// parenthesis.
#include <tandem/replay/query/expression_syntax.hpp>

#include <optional>
#include <utility>

#include <tandem/sim/nearest.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

enum class TokenKind : std::uint8_t { end, word, path, number, text, relation, open, close };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;
    std::size_t at = 0;
};

bool is_digit(char character);
bool is_word_start(char character);
bool is_word_character(char character);
std::optional<unsigned> hex_digit(char character);
std::string_view meant_by(char character);

class ExpressionLexer {
public:
    explicit ExpressionLexer(std::string_view text) : text_(text) {}

    Result<std::vector<Token>> run();

private:
    Result<Token> next();

    Error wrong(std::size_t at, std::string message) const {
        return {ErrorCode::usage, expression_place(text_, at), std::move(message)};
    }

    Token taken(TokenKind kind, std::size_t size);

    // Reads a word: names, points, and brackets with whatever stands in them.
    Result<Token> word();

    // Returns the place behind the bracket that closes the one at `open`. A key that is a text
    // stands in quotes.
    std::optional<std::size_t> end_of_brackets(std::size_t open) const;
    Token number();
    Result<Token> path();
    Result<Token> quoted();

    std::string_view text_;
    std::size_t at_ = 0;
};

Relation relation_of(std::string_view text);

class ExpressionParser {
public:
    ExpressionParser(std::string_view text, std::vector<Token> tokens)
        : text_(text), tokens_(std::move(tokens)) {}

    Result<ExpressionSyntax> run();

private:
    using Kind = ConditionSyntax::Kind;
    using Place = Result<std::size_t>;

    const Token& here() const { return tokens_[next_]; }
    bool is_word(std::string_view word) const {
        return here().kind == TokenKind::word && here().text == word;
    }
    bool is_before_parenthesis() const { return tokens_[next_ + 1].kind == TokenKind::open; }

    Error wrong(const std::string& expected) const;
    // Returns the same error with a hint, if one of these words may have been meant.
    Error wrong(const std::string& expected, const std::vector<std::string>& words) const;
    Place add(ConditionSyntax condition);

    // The condition that was parsed last is always the one that was added last.
    Place any(std::uint32_t depth) {
        return joined(Kind::any, "or", &ExpressionParser::all, depth);
    }
    Place all(std::uint32_t depth) {
        return joined(Kind::all, "and", &ExpressionParser::negation, depth);
    }

    Place joined(Kind kind, std::string_view word, Place (ExpressionParser::*part)(std::uint32_t),
                 std::uint32_t depth);
    Place negation(std::uint32_t depth);
    Place simple(std::uint32_t depth);
    Place closed(std::size_t inner);

    // Parses "changed(PATH)" or "present(SLOT)".
    Place of_one(Kind kind, std::pair<TokenKind, TokenKind> allowed, const std::string& expected);
    Place comparison();
    Result<Operand> operand();

    std::string_view text_;
    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    ExpressionSyntax syntax_;
};

}  // namespace

Result<ExpressionSyntax> parse_expression(std::string_view text) {
    if (text.size() > ExpressionLimits::bytes_max) {
        return Error{ErrorCode::usage, "expression",
                     "has " + std::to_string(text.size()) + " bytes where at most " +
                         std::to_string(ExpressionLimits::bytes_max) + " are read"};
    }
    auto tokens = ExpressionLexer(text).run();
    TANDEM_TRY(tokens);
    return ExpressionParser(text, std::move(*tokens)).run();
}

std::string expression_place(std::string_view text, std::size_t at) {
    return "expression, character " + std::to_string(sim::characters_of(text.substr(0, at)) + 1);
}

namespace {

// True for the digits 0 to 9, whatever the locale says.
bool is_digit(char character) { return character >= '0' && character <= '9'; }

bool is_word_start(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_';
}

bool is_word_character(char character) {
    return is_word_start(character) || is_digit(character) || character == '.';
}

std::optional<unsigned> hex_digit(char character) {
    const std::size_t digit = std::string_view("0123456789abcdefABCDEF").find(character);
    if (digit == std::string_view::npos) {
        return std::nullopt;
    }
    return static_cast<unsigned>(digit < 16 ? digit : digit - 6);
}

// Hints at the word for a character that people write who know another language.
std::string_view meant_by(char character) {
    switch (character) {
        case '&':
            return "; write and";
        case '|':
            return "; write or";
        case '!':
            return "; write not, or != for different";
        case '=':
            return "; write == to compare";
        default:
            return "";
    }
}

Result<std::vector<Token>> ExpressionLexer::run() {
    std::vector<Token> tokens;
    for (;;) {
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
            ++at_;
        }
        auto token = next();
        TANDEM_TRY(token);
        tokens.push_back(std::move(*token));
        if (tokens.back().kind == TokenKind::end) {
            return tokens;
        }
    }
}

Result<Token> ExpressionLexer::next() {
    if (at_ == text_.size()) {
        return Token{TokenKind::end, "", at_};
    }
    const char first = text_[at_];
    if (is_word_start(first)) {
        return word();
    }
    if (is_digit(first) || (first == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
        return number();
    }
    if (first == '"') {
        return quoted();
    }
    if (first == '`') {
        return path();
    }
    if (first == '(' || first == ')') {
        return taken(first == '(' ? TokenKind::open : TokenKind::close, 1);
    }
    if (text_.substr(at_).starts_with("<>")) {
        return wrong(at_, "'<>' is not known here; write != for different");
    }
    for (const std::string_view relation : {"==", "!=", "<=", ">=", "<", ">"}) {
        if (text_.substr(at_).starts_with(relation)) {
            return taken(TokenKind::relation, relation.size());
        }
    }
    const auto character = sim::first_characters(text_.substr(at_), 1);
    return wrong(at_, "'" + sim::escaped_ascii(character) + "' begins nothing here" +
                          std::string(meant_by(first)));
}

Token ExpressionLexer::taken(TokenKind kind, std::size_t size) {
    Token token{kind, std::string(text_.substr(at_, size)), at_};
    at_ += size;
    return token;
}

Result<Token> ExpressionLexer::word() {
    std::size_t end = at_;
    while (end < text_.size() && (is_word_character(text_[end]) || text_[end] == '[')) {
        if (text_[end] != '[') {
            ++end;
            continue;
        }
        const auto close = end_of_brackets(end);
        if (!close) {
            return wrong(end, "this bracket is never closed");
        }
        end = *close;
    }
    return taken(TokenKind::word, end - at_);
}

std::optional<std::size_t> ExpressionLexer::end_of_brackets(std::size_t open) const {
    bool is_quoted = false;
    for (std::size_t i = open + 1; i < text_.size(); ++i) {
        if (text_[i] == '"') {
            is_quoted = !is_quoted;
        } else if (text_[i] == ']' && !is_quoted) {
            return i + 1;
        }
    }
    return std::nullopt;
}

Token ExpressionLexer::number() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word_character(text_[end])) {
        ++end;
    }
    return taken(TokenKind::number, end - at_);
}

Result<Token> ExpressionLexer::path() {
    const std::size_t close = text_.find('`', at_ + 1);
    if (close == text_.npos) {
        return wrong(at_, "this backquote is never closed");
    }
    Token token{TokenKind::path, std::string(text_.substr(at_ + 1, close - at_ - 1)), at_};
    at_ = close + 1;
    return token;
}

Result<Token> ExpressionLexer::quoted() {
    Token token{TokenKind::text, "", at_};
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
        if (text_[i] == '"') {
            at_ = i + 1;
            return token;
        }
        if (text_[i] != '\\') {
            token.text.push_back(text_[i]);
            continue;
        }
        const std::string_view behind = text_.substr(i + 1);
        if (behind.starts_with('"') || behind.starts_with('\\')) {
            token.text.push_back(behind[0]);
            ++i;
            continue;
        }
        const auto high = behind.size() > 2 ? hex_digit(behind[1]) : std::nullopt;
        const auto low = behind.size() > 2 ? hex_digit(behind[2]) : std::nullopt;
        if (!behind.starts_with('x') || !high || !low) {
            return wrong(i, "a backslash is followed by \\, \" or xNN");
        }
        token.text.push_back(static_cast<char>(*high << 4 | *low));
        i += 3;
    }
    return wrong(at_, "this quote is never closed");
}

Relation relation_of(std::string_view text) {
    return text == "=="   ? Relation::equal
           : text == "!=" ? Relation::different
           : text == "<"  ? Relation::less
           : text == "<=" ? Relation::at_most
           : text == ">"  ? Relation::greater
                          : Relation::at_least;
}

Result<ExpressionSyntax> ExpressionParser::run() {
    TANDEM_TRY(any(0));
    if (here().kind != TokenKind::end) {
        return wrong("and, or, or the end", {"and", "or"});
    }
    return std::move(syntax_);
}

Error ExpressionParser::wrong(const std::string& expected) const {
    const Token& token = here();
    return {ErrorCode::usage, expression_place(text_, token.at),
            "expected " + expected + ", found " +
                (token.kind == TokenKind::end ? "the end"
                                              : "'" + sim::escaped_ascii(token.text) + "'")};
}

Error ExpressionParser::wrong(const std::string& expected,
                              const std::vector<std::string>& words) const {
    Error error = wrong(expected);
    error.message += sim::nearest_hint(here().text, words);
    return error;
}

ExpressionParser::Place ExpressionParser::add(ConditionSyntax condition) {
    syntax_.conditions.push_back(std::move(condition));
    return syntax_.root();
}

ExpressionParser::Place ExpressionParser::joined(Kind kind, std::string_view word,
                                                 Place (ExpressionParser::*part)(std::uint32_t),
                                                 std::uint32_t depth) {
    ConditionSyntax condition;
    condition.kind = kind;
    for (;;) {
        const auto parsed = (this->*part)(depth);
        TANDEM_TRY(parsed);
        condition.parts.push_back(*parsed);
        if (!is_word(word)) {
            break;
        }
        ++next_;
    }
    return condition.parts.size() == 1 ? Place(condition.parts[0]) : add(std::move(condition));
}

ExpressionParser::Place ExpressionParser::negation(std::uint32_t depth) {
    bool is_negated = false;
    while (is_word("not")) {
        is_negated = !is_negated;
        ++next_;
    }
    const auto inner = simple(depth);
    if (!inner || !is_negated) {
        return inner;
    }
    ConditionSyntax condition;
    condition.kind = Kind::negation;
    condition.parts.push_back(*inner);
    return add(std::move(condition));
}

ExpressionParser::Place ExpressionParser::simple(std::uint32_t depth) {
    if (here().kind == TokenKind::open) {
        if (depth == ExpressionLimits::depth_max) {
            return Error{ErrorCode::usage, expression_place(text_, here().at),
                         "parentheses may stand in each other at most " +
                             std::to_string(ExpressionLimits::depth_max) + " deep"};
        }
        ++next_;
        const auto inner = any(depth + 1);
        return inner ? closed(*inner) : inner;
    }
    if (is_word("changed") && is_before_parenthesis()) {
        return of_one(Kind::changed, {TokenKind::word, TokenKind::path}, "a path");
    }
    if (is_word("present") && is_before_parenthesis()) {
        return of_one(Kind::present, {TokenKind::number, TokenKind::number},
                      "the number of a player");
    }
    return comparison();
}

ExpressionParser::Place ExpressionParser::closed(std::size_t inner) {
    if (here().kind != TokenKind::close) {
        return wrong("and, or, or )", {"and", "or"});
    }
    ++next_;
    return inner;
}

ExpressionParser::Place ExpressionParser::of_one(Kind kind, std::pair<TokenKind, TokenKind> allowed,
                                                 const std::string& expected) {
    next_ += 2;
    if (here().kind != allowed.first && here().kind != allowed.second) {
        return wrong(expected);
    }
    ConditionSyntax condition;
    condition.kind = kind;
    auto left = operand();
    TANDEM_TRY(left);
    condition.left = std::move(*left);
    if (here().kind != TokenKind::close) {
        return wrong(")");
    }
    ++next_;
    return add(std::move(condition));
}

ExpressionParser::Place ExpressionParser::comparison() {
    if (here().kind == TokenKind::word && is_before_parenthesis()) {
        return Error{ErrorCode::usage, expression_place(text_, here().at),
                     "'" + sim::escaped_ascii(here().text) +
                         "(' is not known here; there are changed(PATH) and present(PLAYER)" +
                         sim::nearest_hint(here().text, {"changed", "present"})};
    }
    ConditionSyntax condition;
    auto left = operand();
    TANDEM_TRY(left);
    condition.left = std::move(*left);
    if (here().kind == TokenKind::relation) {
        condition.kind = Kind::comparison;
        condition.relation = relation_of(here().text);
        ++next_;
        auto right = operand();
        TANDEM_TRY(right);
        condition.right = std::move(*right);
        if (here().kind == TokenKind::relation) {
            return wrong("and, or, or the end after a comparison");
        }
    }
    return add(std::move(condition));
}

Result<Operand> ExpressionParser::operand() {
    const Token token = here();
    if (token.kind == TokenKind::word &&
        (token.text == "and" || token.text == "or" || token.text == "not")) {
        return wrong("a field or a value");
    }
    switch (token.kind) {
        case TokenKind::word: {
            ++next_;
            const bool is_raw = token.text == "raw";
            if ((is_raw || token.text == "alternative") && here().kind == TokenKind::number) {
                Operand number{is_raw ? Operand::Kind::raw : Operand::Kind::alternative,
                               here().text, token.at};
                ++next_;
                return number;
            }
            return Operand{Operand::Kind::word, token.text, token.at};
        }
        case TokenKind::path:
            ++next_;
            return Operand{Operand::Kind::path, token.text, token.at};
        case TokenKind::number:
            ++next_;
            return Operand{Operand::Kind::number, token.text, token.at};
        case TokenKind::text:
            ++next_;
            return Operand{Operand::Kind::text, token.text, token.at};
        case TokenKind::end:
        case TokenKind::relation:
        case TokenKind::open:
        case TokenKind::close:
            break;
    }
    return wrong("a field or a value");
}

}  // namespace
}  // namespace tandem::replay
