// SPDX-License-Identifier: MIT
// A terminal for tests: it takes what a program writes and knows what then stands on its screen. It
// does what xterm does, wrapping and erasing at the last column included, and nothing else: what it
// does not know fails the test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/tools/view/term_picture.hpp>

namespace tandem::test {

class ModelTerminal {
public:
    ModelTerminal(std::uint32_t columns, std::uint32_t rows, bool wraps = false)
        : columns_(columns), rows_(rows), wraps_(wraps), cells_(std::size_t{columns} * rows) {}

    void write(std::string_view text) {
        bytes_ += text.size();
        while (!text.empty()) {
            text.remove_prefix(take_one(text));
        }
    }
    const tools::TermCell& cell(std::uint32_t column, std::uint32_t row) const {
        return cells_[std::size_t{row} * columns_ + column];
    }
    const std::vector<tools::TermCell>& cells() const { return cells_; }
    // Without colours, spaces at row ends removed.
    std::string row(std::uint32_t row) const {
        std::string text;
        for (std::uint32_t column = 0; column < columns_; ++column) {
            const char32_t character = cell(column, row).character;
            text += character < 0x80 ? static_cast<char>(character) : '?';
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    }
    std::string text() const {
        std::string all;
        for (std::uint32_t i = 0; i < rows_; ++i) {
            all += row(i) + "\n";
        }
        return all;
    }
    std::size_t bytes() const { return bytes_; }
    // How often something scrolled.
    std::uint32_t scrolls() const { return scrolls_; }

private:
    static constexpr char32_t k_right_half = 0;  // of a wide character

    // How many bytes that were.
    std::size_t take_one(std::string_view text) {
        const auto lead = static_cast<unsigned char>(text[0]);
        if (lead == 0x1B) {
            return take_sequence(text);
        }
        if (lead == '\r') {
            column_ = 0;
            is_wrap_pending_ = false;
            return 1;
        }
        if (lead == '\n') {
            is_wrap_pending_ = false;
            feed();
            return 1;
        }
        if (lead < 0x20 || lead == 0x7F) {
            ADD_FAILURE() << "control character " << int{lead};
            return 1;
        }
        const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t value = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
        for (std::size_t i = 1; i < bytes && i < text.size(); ++i) {
            value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
        }
        print(value);
        return std::min(bytes, text.size());
    }

    // Those whose width the tests need; a combining one joins what is there.
    static std::uint32_t width_of(char32_t character) {
        const bool is_combining = character >= 0x300 && character < 0x370;
        const bool is_wide = character >= 0x1100 && character != tools::k_upper_half &&
                             character != tools::k_lower_half && character != tools::k_full_block &&
                             character != U'€';
        return is_combining ? 0 : is_wide ? 2 : 1;
    }

    void print(char32_t character) {
        const std::uint32_t width = width_of(character);
        if (width == 0) {
            return;
        }
        if (is_wrap_pending_ || column_ + width > columns_) {
            if (wraps_) {
                column_ = 0;
                feed();
            } else {
                column_ = columns_ - std::min(width, columns_);
            }
            is_wrap_pending_ = false;
        }
        forget_wide_at(column_);
        forget_wide_at(column_ + width - 1);
        at(column_, row_) = {character, front_, back_};
        if (width == 2 && column_ + 1 < columns_) {
            at(column_ + 1, row_) = {k_right_half, front_, back_};
        }
        column_ += width;
        if (column_ >= columns_) {
            column_ = columns_ - 1;
            is_wrap_pending_ = wraps_;
        }
    }

    // A wide character of which one half is written over is gone whole.
    void forget_wide_at(std::uint32_t column) {
        if (column < columns_ && at(column, row_).character == k_right_half && column > 0) {
            at(column - 1, row_).character = U' ';
            at(column, row_).character = U' ';
        } else if (column + 1 < columns_ && at(column + 1, row_).character == k_right_half) {
            at(column + 1, row_).character = U' ';
        }
    }

    void feed() {
        if (row_ + 1 < rows_) {
            ++row_;
            return;
        }
        ++scrolls_;
        cells_.erase(cells_.begin(), cells_.begin() + columns_);
        cells_.resize(std::size_t{columns_} * rows_);
    }

    std::size_t take_sequence(std::string_view text) {
        std::size_t end = 2;
        while (end < text.size() && !(text[end] >= 0x40 && text[end] <= 0x7E)) {
            ++end;
        }
        if (text.size() < 3 || text[1] != '[' || end >= text.size()) {
            ADD_FAILURE() << "no control sequence";
            return text.size();
        }
        const std::string_view parameters = text.substr(2, end - 2);
        execute(text[end], parameters);
        return end + 1;
    }

    static std::vector<std::uint32_t> numbers(std::string_view text) {
        std::vector<std::uint32_t> found{0};
        for (const char c : text) {
            if (c == ';') {
                found.push_back(0);
            } else {
                found.back() = found.back() * 10 + static_cast<std::uint32_t>(c - '0');
            }
        }
        return found;
    }

    void execute(char final, std::string_view parameters) {
        if (parameters.starts_with('?')) {
            wraps_ = parameters == "?7" ? final == 'h' : wraps_;
            return;
        }
        const std::vector<std::uint32_t> values = numbers(parameters);
        switch (final) {
            case 'H':
                row_ = std::min(std::max(values[0], 1U), rows_) - 1;
                column_ = std::min(std::max(values.size() > 1 ? values[1] : 1, 1U), columns_) - 1;
                break;
            case 'C':
                column_ = std::min(column_ + std::max(values[0], 1U), columns_ - 1);
                break;
            case 'K':
                EXPECT_EQ(values[0], 0U);
                erase(row_ * columns_ + column_, (row_ + 1) * columns_);
                break;
            case 'J':
                EXPECT_EQ(values[0], 2U);
                erase(0, rows_ * columns_);
                break;
            case 'm':
                return select(values);
            default:
                ADD_FAILURE() << "sequence that ends with " << final;
        }
        is_wrap_pending_ = false;
    }

    // In the present background, as xterm does.
    void erase(std::uint32_t from, std::uint32_t to) {
        std::fill(cells_.begin() + from, cells_.begin() + to,
                  tools::TermCell{U' ', tools::TermCell::k_own_color, back_});
    }

    void select(const std::vector<std::uint32_t>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] == 0) {
                front_ = back_ = tools::TermCell::k_own_color;
            } else if (values[i] == 39 || values[i] == 49) {
                (values[i] == 39 ? front_ : back_) = tools::TermCell::k_own_color;
            } else if ((values[i] == 38 || values[i] == 48) && i + 4 < values.size()) {
                (values[i] == 38 ? front_ : back_) =
                    values[i + 2] << 16 | values[i + 3] << 8 | values[i + 4];
                i += 4;
            } else {
                ADD_FAILURE() << "attribute " << values[i];
            }
        }
    }

    tools::TermCell& at(std::uint32_t column, std::uint32_t row) {
        return cells_[std::size_t{row} * columns_ + column];
    }

    std::uint32_t columns_;
    std::uint32_t rows_;
    bool wraps_;
    std::vector<tools::TermCell> cells_;
    std::uint32_t column_ = 0;
    std::uint32_t row_ = 0;
    bool is_wrap_pending_ = false;
    std::uint32_t front_ = tools::TermCell::k_own_color;
    std::uint32_t back_ = tools::TermCell::k_own_color;
    std::uint32_t scrolls_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace tandem::test
