// SPDX-License-Identifier: MIT
// Articles by their words.
#include <tandem/tools/lab/articles.hpp>

namespace tandem::tools::lab {

std::string articles_text(Articles articles) {
    std::string text;
    for (const ArticleName& entry : k_articles) {
        if (articles.has(entry.article)) {
            text += (text.empty() ? "" : ", ") + std::string(entry.word);
        }
    }
    return text;
}

std::vector<std::string> article_notes(Articles articles) {
    std::vector<std::string> notes;
    for (const ArticleName& entry : k_articles) {
        if (articles.has(entry.article)) {
            notes.push_back(std::string(entry.word) + ": " + std::string(entry.name) + ".");
        }
    }
    return notes;
}

}  // namespace tandem::tools::lab
