// SPDX-License-Identifier: MIT
// The articles that a loop or a claim comes from: often one, sometimes several that say the same.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools::lab {

// `implied` stands for claims that no article makes, but that follow from the articles.
enum class Article : std::uint8_t { witters, patterns, lwjgl, mdn, implied };

// The names of an article.
struct ArticleName {
    Article article;
    std::string_view word;  // in tables
    std::string_view name;
};

// All articles, in the order in which tables name them.
inline constexpr std::array k_articles{
    ArticleName{Article::witters, "witters",
                "Koen Witters, deWiTTERS Game Loop, and its translators"},
    ArticleName{Article::patterns, "patterns",
                "Robert Nystrom, Game Programming Patterns, chapter Game Loop"},
    ArticleName{Article::lwjgl, "lwjgl", "3D Game Development with LWJGL 3, chapter The Game Loop"},
    ArticleName{Article::mdn, "mdn", "MDN, Anatomy of a video game"},
    ArticleName{Article::implied, "implied", "none says so, but it follows from what they say"},
};

// A set of articles.
class Articles {
public:
    constexpr Articles() = default;
    constexpr Articles(Article article) : bits_(bit(article)) {}

    constexpr bool has(Article article) const { return (bits_ & bit(article)) != 0; }
    constexpr bool has_any_of(Articles others) const { return (bits_ & others.bits_) != 0; }
    constexpr bool is_empty() const { return bits_ == 0; }

    friend constexpr Articles operator|(Articles a, Articles b) {
        Articles both;
        both.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
        return both;
    }

private:
    static constexpr std::uint8_t bit(Article article) {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(article));
    }

    std::uint8_t bits_ = 0;
};

constexpr Articles operator|(Article a, Article b) { return Articles(a) | Articles(b); }

// Returns their words in the order above: "witters, patterns".
std::string articles_text(Articles articles);
// Returns the meaning of each of these words, in lines for below a table.
std::vector<std::string> article_notes(Articles articles);

}  // namespace tandem::tools::lab
