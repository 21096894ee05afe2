// SPDX-License-Identifier: MIT
// The terminal of libvterm behind the functions of ModelTerminal: a second judge, which others
// wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <vterm.h>

#include <tandem/tools/view/term_picture.hpp>

namespace tandem::test {

class VtermTerminal {
public:
    VtermTerminal(std::uint32_t columns, std::uint32_t rows, bool wraps = false)
        : columns_(columns),
          rows_(rows),
          terminal_(vterm_new(static_cast<int>(rows), static_cast<int>(columns)), vterm_free),
          screen_(vterm_obtain_screen(terminal_.get())) {
        vterm_set_utf8(terminal_.get(), 1);
        vterm_screen_set_callbacks(screen_, &k_callbacks, &scrolls_);
        vterm_screen_set_unrecognised_fallbacks(screen_, &k_unknown, nullptr);
        vterm_screen_reset(screen_, 1);
        write(wraps ? "\x1b[?7h" : "\x1b[?7l");
    }

    void write(std::string_view text) {
        vterm_input_write(terminal_.get(), text.data(), text.size());
    }
    tools::TermCell cell(std::uint32_t column, std::uint32_t row) const {
        VTermScreenCell found{};
        vterm_screen_get_cell(screen_, {static_cast<int>(row), static_cast<int>(column)}, &found);
        const bool is_empty = found.chars[0] == 0;
        const bool is_right_half = found.chars[0] == static_cast<std::uint32_t>(-1);
        return {is_empty        ? U' '
                : is_right_half ? char32_t{0}
                                : char32_t{found.chars[0]},
                VTERM_COLOR_IS_DEFAULT_FG(&found.fg) ? k_own : rgb(found.fg),
                VTERM_COLOR_IS_DEFAULT_BG(&found.bg) ? k_own : rgb(found.bg)};
    }
    std::vector<tools::TermCell> cells() const {
        std::vector<tools::TermCell> all;
        for (std::uint32_t i = 0; i < columns_ * rows_; ++i) {
            all.push_back(cell(i % columns_, i / columns_));
        }
        return all;
    }
    // Without colours, spaces at row ends removed.
    std::string text() const {
        std::string all;
        for (std::uint32_t row = 0; row < rows_; ++row) {
            for (std::uint32_t column = 0; column < columns_; ++column) {
                const char32_t character = cell(column, row).character;
                all += character < 0x80 ? static_cast<char>(character) : '?';
            }
            all.erase(all.find_last_not_of(' ') + 1);
            all += '\n';
        }
        return all;
    }
    // How many lines left the screen at its top.
    std::uint32_t scrolls() const { return scrolls_; }

private:
    static constexpr std::uint32_t k_own = tools::TermCell::k_own_color;

    static std::uint32_t rgb(const VTermColor& color) {
        EXPECT_TRUE(VTERM_COLOR_IS_RGB(&color));
        return std::uint32_t{color.rgb.red} << 16 | std::uint32_t{color.rgb.green} << 8 |
               std::uint32_t{color.rgb.blue};
    }
    static int count_line(int, const VTermScreenCell*, void* scrolls) {
        ++*static_cast<std::uint32_t*>(scrolls);
        return 1;
    }
    static int fail_control(unsigned char control, void*) {
        ADD_FAILURE() << "control character " << int{control};
        return 1;
    }
    static int fail_sequence(const char*, const long*, int, const char*, char command, void*) {
        ADD_FAILURE() << "sequence that ends with " << command;
        return 1;
    }
    static constexpr VTermScreenCallbacks k_callbacks{nullptr, nullptr, nullptr,    nullptr,
                                                      nullptr, nullptr, count_line, nullptr};
    static constexpr VTermParserCallbacks k_unknown{nullptr, fail_control, nullptr, fail_sequence,
                                                    nullptr, nullptr,      nullptr};

    std::uint32_t columns_;
    std::uint32_t rows_;
    std::uint32_t scrolls_ = 0;
    std::unique_ptr<VTerm, void (*)(VTerm*)> terminal_;
    VTermScreen* screen_;
};

}  // namespace tandem::test
