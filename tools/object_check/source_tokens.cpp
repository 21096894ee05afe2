// SPDX-License-Identifier: MIT
// It knows only as much of C++ as it takes to tell words, literals and signs apart.
#include <tandem/tools/object_check/source_tokens.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

namespace tandem::object_check {
namespace {

bool is_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

class Tokeniser {
public:
    explicit Tokeniser(std::string_view text) : text_(text) {}

    TokenizedSource read() {
        while (at_ < text_.size()) {
            const char letter = text_[at_];
            if (letter == '\n') {
                ++line_;
                ++at_;
                begins_line_ = true;
                continue;
            }
            if (letter == '#' && begins_line_) {
                read_marker();
                continue;
            }
            begins_line_ = false;
            if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
                ++at_;
            } else {
                read_token(letter);
            }
        }
        return std::move(source_);
    }

private:
    // Reads # 12 "game.hpp" 1 3: the next line is line 12 of game.hpp, which begins here (1) and is
    // the system's (3). Without the 1 a 3 says nothing of the file: g++ also marks text that a
    // macro of the system writes into a file of the user's.
    void read_marker() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string marker(text_.substr(at_, end - at_));
        at_ = end + 1;
        const std::size_t name = marker.find('"');
        const std::size_t name_end = marker.find('"', name + 1);
        if (name_end == marker.npos) {
            ++line_;
            return;
        }
        line_ = std::strtoul(marker.c_str() + 1, nullptr, 10);
        const std::string file = marker.substr(name + 1, name_end - name - 1);
        const auto has_flag = [&](const char* flag) {
            return marker.find(flag, name_end) != marker.npos;
        };
        if (has_flag(" 1") && has_flag(" 3")) {
            system_files_.insert(file);
        }
        is_of_system_ = system_files_.count(file) != 0;
        source_.files.push_back(file);
    }

    void read_token(char letter) {
        if (is_letter(letter)) {
            std::size_t end = at_;
            while (end < text_.size() && is_letter(text_[end])) {
                ++end;
            }
            const std::string_view word = text_.substr(at_, end - at_);
            if (end < text_.size() && text_[end] == '"' && word.ends_with('R')) {
                read_raw_text(end);
            } else {
                add(Token::Kind::word, at_, end);
                at_ = end;
            }
        } else if (letter == '"' || (letter == '\'' && !is_within_number())) {
            read_text(letter);
        } else {
            const bool is_scope = text_.substr(at_, 2) == "::";
            add(Token::Kind::sign, at_, at_ + (is_scope ? 2 : 1));
            at_ += is_scope ? 2 : 1;
        }
    }

    // True within a number like 60'000.
    bool is_within_number() const {
        return at_ > 0 && std::isxdigit(static_cast<unsigned char>(text_[at_ - 1])) != 0 &&
               !source_.tokens.empty() &&
               std::isdigit(static_cast<unsigned char>(source_.tokens.back().text[0])) != 0;
    }

    void read_text(char quote) {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
            end += text_[end] == '\\' ? 2U : 1U;
        }
        add(Token::Kind::text, at_ + 1, std::min(end, text_.size()));
        at_ = end + 1;
    }

    // Reads R"name(text)name", from its first quote on.
    void read_raw_text(std::size_t quote) {
        const std::size_t open = std::min(text_.find('(', quote), text_.size());
        const std::string close =
            ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
        const std::size_t end = std::min(text_.find(close, open), text_.size());
        add(Token::Kind::text, open, end);
        for (; at_ < std::min(end + close.size(), text_.size()); ++at_) {
            line_ += text_[at_] == '\n' ? 1U : 0U;
        }
    }

    void add(Token::Kind kind, std::size_t begin, std::size_t end) {
        if (!is_of_system_) {
            if (source_.files.empty()) {
                source_.files.emplace_back();
            }
            source_.tokens.push_back(
                {kind, text_.substr(begin, end - begin), source_.files.size() - 1, line_});
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    bool begins_line_ = true;
    bool is_of_system_ = false;
    std::set<std::string> system_files_;
    TokenizedSource source_;
};

}  // namespace

TokenizedSource tokens_of(std::string_view text) { return Tokeniser(text).read(); }

}  // namespace tandem::object_check
