// SPDX-License-Identifier: MIT
// The lab's tables as HTML.
#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/report/page.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::lab::report {
namespace {

bool is_numeric(const Table& table, std::size_t column);
void caption(Markup& html, const std::string& title);
void open_box(Markup& html, const Table& table, std::string_view id, const char* look);
void head_row(Markup& html, const std::vector<std::pair<std::string, bool>>& titles);
std::vector<std::string> paragraphs_of(const std::vector<std::string>& notes);
void close_box(Markup& html, const Table& table);
const char* style_of_speed(double ratio);
std::size_t names_of(const Table& table);
std::string row_name(const Table& table, const std::vector<Cell>& row);
std::vector<std::pair<std::string, bool>> titles_of(const Table& table);
template <class LookOf>
std::string table_with(const Table& table, std::string_view id, LookOf style_of);
const Cell& cell_at(const Table& table, std::size_t row, std::string_view key);
std::string text_at(const Table& table, std::size_t row, std::string_view key);
void said(Markup& html, std::string_view name, std::string_view text);
void said_at(Markup& html, std::string_view name, const Table& table, std::size_t row,
             std::string_view key);
std::string_view reason_of(std::string_view verdict);
void claim_row(Markup& html, const Table& table, std::size_t row);

}  // namespace

std::string table_html(const Table& table, std::string_view id) {
    return table_with(table, id, [](const Cell&) { return std::string(); });
}

std::string speeds_html(const Table& table, std::string_view id) {
    return table_with(table, id, [](const Cell& cell) {
        const auto* number = std::get_if<Amount>(&cell);
        return number == nullptr ? std::string() : " " + std::string(style_of_speed(number->value));
    });
}

std::string claims_html(const Table& table, std::string_view id) {
    Markup html;
    html.open("div", {{"class", "claims"}, {"id", std::string(id)}});
    html.open("table", {{"role", "table"}});
    caption(html, table.title);
    html.end_line();
    html.open("thead", {{"role", "rowgroup"}});
    html.open("tr", {{"role", "row"}});
    for (const char* title : {"Verdict", "What is claimed", "The two arms", "Figures"}) {
        html.element("th", title, {{"scope", "col"}, {"role", "columnheader"}});
    }
    html.close();
    html.close();
    html.end_line();
    html.open("tbody", {{"role", "rowgroup"}});
    html.end_line();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        claim_row(html, table, row);
    }
    html.close();
    close_box(html, table);
    return html.extract();
}

Verdicts verdicts_of(const Table& claims) {
    Verdicts verdicts;
    for (std::size_t row = 0; row < claims.rows.size(); ++row) {
        verdicts.emplace(text_at(claims, row, "id"), text_at(claims, row, "verdict"));
    }
    return verdicts;
}

std::string verdict_badge(std::string_view verdict) {
    const bool shown = verdict == "shown";
    const bool refuted = verdict == "refuted";
    const char* look = shown ? "shown" : refuted ? "refuted" : "open";
    const char* mark = shown ? "✓ " : refuted ? "✗ " : "– ";
    const std::string_view word = verdict.substr(0, verdict.find(':'));
    Markup html;
    html.element("span", mark + std::string(word), {{"class", "badge " + std::string(look)}});
    return html.extract();
}

namespace {

// Numbers stand to the right, below a title to the right.
bool is_numeric(const Table& table, std::size_t column) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const std::vector<Cell>& row) {
        return is_number(row[column]) || std::holds_alternative<std::monostate>(row[column]);
    });
}

// The words stay in sight where the table scrolls below them.
void caption(Markup& html, const std::string& title) {
    html.open("caption");
    html.element("span", title);
    html.close();
}

// A box that can be scrolled with the keyboard must be reachable by it and have a name.
void open_box(Markup& html, const Table& table, std::string_view id, const char* look) {
    html.open("div", {{"class", "scroll"},
                      {"id", std::string(id)},
                      {"role", "region"},
                      {"tabindex", "0"},
                      {"aria-label", table.title}});
    html.open("table", {{"class", look}});
    caption(html, table.title);
    html.end_line();
}

void head_row(Markup& html, const std::vector<std::pair<std::string, bool>>& titles) {
    html.open("thead");
    html.open("tr");
    for (const auto& [title, numeric] : titles) {
        Attributes attributes{{"scope", "col"}};
        if (numeric) {
            attributes.emplace_back("class", "number");
        }
        html.element("th", title, attributes);
    }
    html.close();
    html.close();
    html.end_line();
}

// Notes are lines made for a terminal; here they flow, until one ends with a sentence.
std::vector<std::string> paragraphs_of(const std::vector<std::string>& notes) {
    std::vector<std::string> paragraphs;
    bool is_open = false;
    for (const std::string& note : notes) {
        if (is_open) {
            paragraphs.back() += " " + note;
        } else {
            paragraphs.push_back(note);
        }
        is_open = !note.ends_with('.');
    }
    return paragraphs;
}

void close_box(Markup& html, const Table& table) {
    html.close();
    for (const std::string& paragraph : paragraphs_of(table.notes)) {
        html.element("p", paragraph, {{"class", "note"}});
    }
    html.close();
    html.end_line();
}

// Returns the look of a speed of the game.
const char* style_of_speed(double ratio) {
    // A tick that the window cut off does not count as slowness.
    constexpr double k_nearly = 0.95;
    constexpr double k_too_fast = 1.05;
    return ratio < k_nearly ? "slow" : ratio > k_too_fast ? "quick" : "meant";
}

// The columns that name a row are one header here, so that it can stay in sight beside what
// scrolls.
std::size_t names_of(const Table& table) { return std::max<std::size_t>(table.row_names, 1); }

std::string row_name(const Table& table, const std::vector<Cell>& row) {
    std::string name;
    for (std::size_t i = 0; i < names_of(table); ++i) {
        name += (name.empty() ? "" : " ") + cell_text(row[i]);
    }
    return name;
}

std::vector<std::pair<std::string, bool>> titles_of(const Table& table) {
    std::vector<std::pair<std::string, bool>> titles{{"", false}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string& title = table.columns[i].title;
        if (i < names_of(table)) {
            titles[0].first += (i == 0 ? "" : ", ") + title;
        } else if (!table.columns[i].is_setting) {
            titles.emplace_back(title, is_numeric(table, i));
        }
    }
    return titles;
}

template <class LookOf>
std::string table_with(const Table& table, std::string_view id, LookOf style_of) {
    Markup html;
    open_box(html, table, id, "data");
    const auto titles = titles_of(table);
    head_row(html, titles);
    html.open("tbody");
    html.end_line();
    std::string group;
    for (const std::vector<Cell>& row : table.rows) {
        TANDEM_ASSERT(row.size() == table.columns.size());
        const std::string first = cell_text(row[0]);
        html.open("tr", first == group ? Attributes{} : Attributes{{"class", "group"}});
        group = first;
        html.element("th", row_name(table, row), {{"scope", "row"}});
        std::size_t title = 0;
        for (std::size_t i = names_of(table); i < row.size(); ++i) {
            if (table.columns[i].is_setting) {
                continue;
            }
            std::string look = titles[++title].second ? "number" : "";
            look += style_of(row[i]);
            html.element("td", cell_text(row[i]),
                         look.empty() ? Attributes{} : Attributes{{"class", look}});
        }
        html.close();
        html.end_line();
    }
    html.close();
    close_box(html, table);
    return html.extract();
}

const Cell& cell_at(const Table& table, std::size_t row, std::string_view key) {
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const Column& entry) { return entry.key == key; });
    TANDEM_ASSERT(column != table.columns.end());
    return table.rows[row][static_cast<std::size_t>(column - table.columns.begin())];
}

std::string text_at(const Table& table, std::size_t row, std::string_view key) {
    return cell_text(cell_at(table, row, key));
}

// A name and what it says, as two lines of a cell.
void said(Markup& html, std::string_view name, std::string_view text) {
    html.open("p");
    html.element("span", name, {{"class", "what"}});
    html.text(" ");
    html.text(text);
    html.close();
}

// Nothing where the table says nothing.
void said_at(Markup& html, std::string_view name, const Table& table, std::size_t row,
             std::string_view key) {
    if (const Cell& cell = cell_at(table, row, key);
        !std::holds_alternative<std::monostate>(cell)) {
        said(html, name, cell_text(cell));
    }
}

// Returns the reason in a verdict: "not testable: why".
std::string_view reason_of(std::string_view verdict) {
    const std::size_t colon = verdict.find(": ");
    return colon == std::string_view::npos ? "" : verdict.substr(colon + 2);
}

void claim_row(Markup& html, const Table& table, std::size_t row) {
    const std::string id = text_at(table, row, "id");
    const std::string verdict = text_at(table, row, "verdict");
    // The roles stay where a narrow screen's style takes the table apart.
    html.open("tr", {{"id", id}, {"role", "row"}});
    html.open("th", {{"scope", "row"}, {"role", "rowheader"}});
    html.element("span", id, {{"class", "id"}});
    html.nested(verdict_badge(verdict));
    html.close();
    html.open("td", {{"role", "cell"}});
    html.element("p", text_at(table, row, "claim"));
    said_at(html, "Article:", table, row, "article");
    html.close();
    html.open("td", {{"role", "cell"}});
    said_at(html, "Fails:", table, row, "fails");
    said_at(html, "Holds:", table, row, "holds");
    if (const std::string_view reason = reason_of(verdict); !reason.empty()) {
        said(html, "Not tested:", reason);
    }
    html.close();
    html.open("td", {{"role", "cell"}});
    said_at(html, "Expected:", table, row, "expected");
    said_at(html, "Measured:", table, row, "measured");
    html.close();
    html.close();
    html.end_line();
}

}  // namespace
}  // namespace tandem::tools::lab::report
