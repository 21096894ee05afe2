// SPDX-License-Identifier: MIT
// A letter is a text of lines with a space between them; a line is its corners, two digits each: x,
// then y. A single corner is a dot. Curves are corners cut off, which small letters show as round.
// Strokes are about one unit wide, so they keep from 1 to 5 in a cell of 6.
#include <tandem/tools/view/stroke_font.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace tandem::tools {
namespace {

constexpr char k_first = ' ';
constexpr char k_last = '~';

// The letters go from ' ' to '~'. Row 0 is the top of capitals, 2 that of small letters, 7 the
// foot, 9 the depth.
constexpr std::array<std::string_view, k_last - k_first + 1> k_letters{
    "",                                     // space
    "3034 37",                              // !
    "2022 4042",                            // "
    "2027 4047 1252 1555",                  // #
    "524121121323445556472716 3038",        // $
    "1030321210 5116 3555573735",           // %
    "5722213041421516273754",               // &
    "3032",                                 // '
    "40323648",                             // (
    "20323628",                             // )
    "3135 1254 5214",                       // *
    "3236 1454",                            // +
    "363728",                               // ,
    "1454",                                 // -
    "37",                                   // .
    "5017",                                 // /
    "204051564727161120 4225",              // 0
    "123037 1757",                          // 1
    "1120405152161757",                     // 2
    "1120405152435456472716 2343",          // 3
    "47401555",                             // 4
    "501013435456472716",                   // 5
    "514020111627475654432314",             // 6
    "10505137",                             // 7
    "204051524354564727161423121120 2343",  // 8
    "162747565140201113244453",             // 9
    "33 37",                                // :
    "33 363728",                            // ;
    "511457",                               // <
    "1353 1555",                            // =
    "115417",                               // >
    "11204051523435 37",                    // ?
    "4727161120405155353252",               // @
    "173057 2545",                          // A
    "1343545647171040515243",               // B
    "5140201116274756",                     // C
    "10305255371710",                       // D
    "50101757 1343",                        // E
    "501017 1343",                          // F
    "51402011162747565434",                 // G
    "1017 5057 1353",                       // H
    "2040 3037 2747",                       // I
    "5056472716",                           // J
    "1017 5014 2357",                       // K
    "101757",                               // L
    "1710335057",                           // M
    "17105750",                             // N
    "204051564727161120",                   // O
    "17104051534414",                       // P
    "204051564727161120 3557",              // Q
    "17104051534414 3457",                  // R
    "514020111223445556472716",             // S
    "1050 3037",                            // T
    "101627475650",                         // U
    "103750",                               // V
    "1027324750",                           // W
    "1057 5017",                            // X
    "103350 3337",                          // Y
    "10501757",                             // Z
    "40202848",                             // [
    "1057",                                 // backslash
    "20404828",                             // ]
    "123052",                               // ^
    "1858",                                 // _
    "2031",                                 // `
    "22425357 54241516274756",              // a
    "1017 1322425356472716",                // b
    "5342221316274756",                     // c
    "5057 5342221316274756",                // d
    "145453422213162747",                   // e
    "50403137 1252",                        // f
    "5342221316274756 52584929",            // g
    "1017 1322425357",                      // h
    "30 223237 2747",                       // i
    "40 3242483929",                        // j
    "1017 5216 3457",                       // k
    "203037 2747",                          // l
    "1217 13223337 33425357",               // m
    "1217 1322425357",                      // n
    "224253564727161322",                   // o
    "1219 1322425356472716",                // p
    "5259 5342221316274756",                // q
    "1217 14324253",                        // r
    "53422213244556472716",                 // s
    "30364757 1252",                        // t
    "1216274756 5257",                      // u
    "123752",                               // v
    "1227334752",                           // w
    "1257 5217",                            // x
    "1237 5229",                            // y
    "12521757",                             // z
    "40313324353748",                       // {
    "3038",                                 // |
    "20313344353728",                       // }
    "14234554",                             // ~
};

constexpr Stroke stroke_at(std::string_view from, std::string_view to) {
    return {static_cast<float>(from[0] - '0'), static_cast<float>(from[1] - '0'),
            static_cast<float>(to[0] - '0'), static_cast<float>(to[1] - '0')};
}

// A dot is wider than a stroke, or nobody would see it in small text.
template <class Append>
constexpr void append_dot(Stroke at, Append append) {
    constexpr float k_aside = 0.25F;
    for (const float up : {0.5F, 0.0F}) {
        append(Stroke{at.x0 - k_aside, at.y0 - up, at.x0 + k_aside, at.y0 - up});
    }
}

// Calls `append` for each stroke of a letter.
template <class Append>
constexpr void for_each_stroke(std::string_view letter, Append append) {
    while (!letter.empty()) {
        const std::string_view line = letter.substr(0, letter.find(' '));
        if (line.size() == 2) {
            append_dot(stroke_at(line, line), append);
        }
        for (std::size_t at = 2; at < line.size(); at += 2) {
            append(stroke_at(line.substr(at - 2), line.substr(at)));
        }
        letter.remove_prefix(line.size() < letter.size() ? line.size() + 1 : line.size());
    }
}

constexpr std::size_t count_strokes() {
    std::size_t count = 0;
    for (const std::string_view letter : k_letters) {
        for_each_stroke(letter, [&](Stroke) { ++count; });
    }
    return count;
}

struct Font {
    std::array<Stroke, count_strokes()> strokes{};
    std::array<std::size_t, k_letters.size() + 1> begins{};  // each letter's, and the end
};

constexpr Font read_font() {
    Font font;
    std::size_t count = 0;
    for (std::size_t i = 0; i < k_letters.size(); ++i) {
        for_each_stroke(k_letters[i], [&](Stroke stroke) { font.strokes[count++] = stroke; });
        font.begins[i + 1] = count;
    }
    return font;
}

constexpr Font k_font = read_font();

}  // namespace

std::span<const Stroke> strokes_of(char character) {
    const bool is_printable = character >= k_first && character <= k_last;
    const auto letter = static_cast<std::size_t>((is_printable ? character : '?') - k_first);
    return std::span(k_font.strokes)
        .subspan(k_font.begins[letter], k_font.begins[letter + 1] - k_font.begins[letter]);
}

}  // namespace tandem::tools
