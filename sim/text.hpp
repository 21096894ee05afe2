// SPDX-License-Identifier: MIT
// Small values as text for people. Each form is written here once, so that all layers write it
// alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tandem/sim/types.hpp>

namespace tandem::sim {

// A hash as 16 lower-case hexadecimal digits.
std::string hex64(std::uint64_t value);

// A byte as "\xNN".
std::string byte_escape(char byte);

// True if this byte of UTF-8 text continues a character.
bool continues_character(char byte);
// How many characters UTF-8 text has. This is its width in columns if each character takes one
// column.
std::size_t characters_of(std::string_view text);
// The beginning of UTF-8 text, at most `characters_max` characters.
std::string_view first_characters(std::string_view text, std::size_t characters_max);
// The beginning of UTF-8 text, at most `bytes_max` bytes; no character is cut.
std::string_view whole_characters(std::string_view text, std::size_t bytes_max);

// Text of foreign origin between quotes: control characters, quotes, backslashes and bytes beyond
// ASCII are escaped, so that it is safe on a terminal and cannot end its quotes.
std::string escaped_ascii(std::string_view text);

// "60", or "50/3" if the rate has no whole number of ticks in a second.
std::string rate_text(TickRate rate);

// "1 tick", "2 ticks".
std::string ticks_text(std::uint64_t ticks);

// The slots whose bits are set, "0,1,5"; "none" if no bit is set.
std::string slots_text(std::uint64_t slots);

}  // namespace tandem::sim
