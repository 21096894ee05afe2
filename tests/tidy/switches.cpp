// SPDX-License-Identifier: MIT
// A switch is over an enumeration where one of its cases is a qualified name: ours are all scoped.
// Numbers and characters are written as they are, or are constants by their names.
#include <tests/tidy/switches.hpp>

#include <vector>

#include <tests/tidy/source_text.hpp>
#include <tests/tidy/tokens.hpp>

namespace tandem::tidy {
namespace {

// What stands between two braces.
struct Block {
    bool is_switch = false;
    bool has_enumerator = false;
    std::size_t default_line = 0;  // 0: there is none
};

// Whether the label that begins behind `case` at `index` is names joined by "::".
bool is_enumerator(const TokenRow& row, std::size_t index) {
    bool is_qualified = false;
    while (row.is_name(index + 1) && row.text(index + 2) == "::") {
        is_qualified = true;
        index += 2;
    }
    return is_qualified && row.is_name(index + 1) && row.text(index + 2) == ":" &&
           !row.text(index + 1).starts_with("k_");
}

// The index behind the parentheses that begin at `index`.
std::size_t behind_parentheses(const TokenRow& row, std::size_t index) {
    std::size_t depth = 0;
    for (; index < row.size(); ++index) {
        if (row.text(index) == "(")
            ++depth;
        else if (row.text(index) == ")" && --depth == 0)
            return index + 1;
    }
    return index;
}

Block* innermost_switch(std::vector<Block>& blocks) {
    for (std::size_t i = blocks.size(); i-- > 0;) {
        if (blocks[i].is_switch)
            return &blocks[i];
    }
    return nullptr;
}

void check_switches(const File& file, std::vector<Finding>& findings) {
    const bool is_ours = file.path.starts_with("sim/") || file.path.starts_with("replay/") ||
                         file.path.starts_with("net/") || file.path.starts_with("tools/");
    if (!is_ours || !(file.path.ends_with(".hpp") || file.path.ends_with(".cpp")))
        return;
    const Rows rows = rows_of(file);
    const TokenRow row(rows.code);
    std::vector<Block> blocks;
    std::size_t switch_brace = row.size();
    for (std::size_t i = 0; i < row.size(); ++i) {
        Block* const inside = innermost_switch(blocks);
        if (row.text(i) == "switch") {
            switch_brace = behind_parentheses(row, i + 1);
        } else if (row.text(i) == "{") {
            blocks.push_back({i == switch_brace, false, 0});
        } else if (row.text(i) == "}" && !blocks.empty()) {
            const Block& block = blocks.back();
            if (block.has_enumerator && block.default_line != 0) {
                findings.push_back({block.default_line, "list the enumeration's other values"});
            }
            blocks.pop_back();
        } else if (row.text(i) == "case" && inside != nullptr) {
            inside->has_enumerator = inside->has_enumerator || is_enumerator(row, i);
        } else if (row.text(i) == "default" && row.text(i + 1) == ":" && inside != nullptr) {
            inside->default_line = row[i].line;
        }
    }
}

}  // namespace

Rule switches_rule() {
    return {
        "switches",
        check_switches,
        {{"sim/x.cpp", "switch (kind) {\n    case Kind::a:\n        default:\n            f();\n}"},
         {"replay/x.cpp", "switch (f(kind)) { default: break; case sim::Kind::a: break; }"},
         {"net/x.cpp", "switch (k) { case Kind::a: { f({1}); } default: return; }"},
         {"tools/x.hpp",
          "switch (k) { case Kind::a: switch (n) { case 1: break; } default: return; }"},
         {"tools/x.cpp",
          "switch (n) { case 1: switch (k) { case Kind::a: default: break; } default: ; }"}},
        {{"sim/x.cpp", "switch (n) { case 1: break; default: break; }"},
         {"sim/x.cpp", "switch (n) { case sizeof(std::uint8_t): break; default: break; }"},
         {"sim/x.cpp", "switch (letter) { case 'A': return Key::up; default: return {}; }"},
         {"sim/x.cpp", "switch (n) { case 1: switch (k) { case Kind::a: ; } default: ; }"},
         {"tools/x.cpp", "switch (n) { case sdl::k_quit: break; default: break; }"},
         {"sim/x.hpp", "struct X { X() = default; };"},
         {"sim/x.cpp", "switch (k) { case Kind::a: break; }  // no default:"},
         {"tests/sim/x.cpp", "switch (k) { case Kind::a: break; default: break; }"}}};
}

}  // namespace tandem::tidy
