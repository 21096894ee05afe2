// SPDX-License-Identifier: MIT
// Writes the facts as one line of text.
#include <tandem/tools/system/build_info.hpp>

#include <algorithm>

namespace tandem::tools {
namespace {

// The most bytes of a word. A file's header holds 255 bytes for the line.
constexpr std::size_t k_word_bytes_max = 64;

// The word of -DTANDEM_BUILD_ID=1a2b3c4 and of -DTANDEM_BUILD_ID=\"1a2b3c4\" alike; it ends up in
// one line of text.
std::string word_of(std::string_view text) {
    if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
        text = text.substr(1, text.size() - 2);
    }
    std::string word(text.substr(0, k_word_bytes_max));
    std::replace_if(
        word.begin(), word.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return word;
}

std::string& own_build() {
    static std::string text = build_text(build_of_this_source(), "");
    return text;
}

std::string& own_compiler() {
    static std::string text;
    return text;
}

}  // namespace

std::string version_text() { return TANDEM_VERSION; }

std::string build_text(const BuildFacts& facts, std::string_view name) {
    const std::string id = word_of(facts.id);
    const std::string own = word_of(name) + (name.empty() || id.empty() ? "" : " ") + id;
    const std::string tandem = "tandem " + version_text();
    return (own.empty() ? tandem : own) + ", " + facts.compiler + ", " + facts.machine + ", " +
           facts.optimisation + facts.instruments + (own.empty() ? "" : ", " + tandem);
}

std::string compiler_text(const BuildFacts& facts) {
    return facts.compiler + ", " + facts.machine + ", " + facts.optimisation + facts.instruments +
           facts.arithmetic;
}

std::string build_text() { return own_build(); }

std::string own_compiler_text() { return own_compiler(); }

void set_own_build(const BuildFacts& facts, std::string_view name) {
    own_build() = build_text(facts, name);
    own_compiler() = compiler_text(facts);
}

}  // namespace tandem::tools
