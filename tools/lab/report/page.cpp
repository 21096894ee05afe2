// SPDX-License-Identifier: MIT
// Head, contents, chapters and figures.
#include <tandem/tools/lab/report/page.hpp>

#include <tandem/tools/lab/report/style.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::lab::report {
namespace {

// Nothing may be fetched and nothing may run, whatever stands in the page.
constexpr const char* k_policy = "default-src 'none'; style-src 'unsafe-inline'";

void head(Markup& html, const Page& page);
void top(Markup& html, const Page& page);
void contents(Markup& html, const Page& page);
void claim_links(Markup& html, const std::vector<std::string>& ids, const Verdicts& verdicts);
void panels(Markup& html, const Figure& figure);
void legend(Markup& html, const std::vector<LegendEntry>& entries);
void figure_html(Markup& html, const Figure& figure, const Verdicts& verdicts);
void chapter_html(Markup& html, const Chapter& chapter, const Verdicts& verdicts);

}  // namespace

std::string page_html(const Page& page, const Verdicts& verdicts) {
    Markup html;
    html.nested("<!DOCTYPE html>\n");
    html.open("html", {{"lang", "en"}});
    head(html, page);
    html.open("body");
    html.element("a", "Skip to the figures", {{"class", "skip"}, {"href", "#content"}});
    html.end_line();
    top(html, page);
    contents(html, page);
    html.open("main", {{"id", "content"}});
    html.end_line();
    for (const Chapter& chapter : page.chapters) {
        chapter_html(html, chapter, verdicts);
    }
    html.close();
    html.open("footer");
    html.element("p", page.closing);
    html.close();
    html.close();
    html.close();
    html.end_line();
    return html.extract();
}

namespace {

void head(Markup& html, const Page& page) {
    html.open("head");
    html.end_line();
    html.leaf("meta", {{"charset", "utf-8"}});
    html.leaf("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", k_policy}});
    html.leaf("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    html.leaf("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
    html.end_line();
    html.element("title", page.title);
    html.end_line();
    html.open("style");
    html.nested(k_style);
    html.close();
    html.end_line();
    html.close();
    html.end_line();
}

void top(Markup& html, const Page& page) {
    html.open("header");
    html.element("h1", page.title);
    html.end_line();
    for (const std::string& paragraph : page.lead) {
        html.element("p", paragraph, {{"class", "lead"}});
        html.end_line();
    }
    html.open("ul", {{"class", "counts"}});
    for (const Count& count : page.counts) {
        html.open("li");
        html.element("strong", count.number);
        html.text(" ");
        html.element("span", count.words);
        html.close();
    }
    html.close();
    html.close();
    html.end_line();
}

void contents(Markup& html, const Page& page) {
    html.open("nav", {{"aria-label", "Contents"}});
    html.open("ol");
    for (const Chapter& chapter : page.chapters) {
        html.open("li");
        html.element("a", chapter.title, {{"href", "#" + chapter.id}});
        html.close();
    }
    html.close();
    html.close();
    html.end_line();
}

void claim_links(Markup& html, const std::vector<std::string>& ids, const Verdicts& verdicts) {
    html.open("p", {{"class", "shows"}});
    html.text(ids.size() == 1 ? "Claim" : "Claims");
    for (const std::string& id : ids) {
        html.text(" ");
        const auto verdict = verdicts.find(id);
        html.open("span", {{"class", "claim"}});
        if (verdict == verdicts.end()) {
            html.text(id);
        } else {
            html.element("a", id, {{"href", "#" + id}});
            html.text(" ");
            html.nested(verdict_badge(verdict->second));
        }
        html.close();
    }
    html.close();
    html.end_line();
}

void panels(Markup& html, const Figure& figure) {
    const char* look = figure.panels.size() > 4 ? "panels many" : "panels";
    html.open("div", {{"class", look}});
    html.end_line();
    for (const Panel& panel : figure.panels) {
        html.open("div", {{"class", "panel"}});
        if (!panel.heading.empty()) {
            html.element("h4", panel.heading);
        }
        if (!panel.words.empty()) {
            html.element("p", panel.words);
        }
        html.nested(panel.svg);
        html.close();
        html.end_line();
    }
    html.close();
    html.end_line();
}

void legend(Markup& html, const std::vector<LegendEntry>& entries) {
    html.open("ul", {{"class", "legend"}});
    for (const LegendEntry& entry : entries) {
        html.open("li");
        html.nested(entry.swatch);
        html.text(entry.text);
        html.close();
    }
    html.close();
    html.end_line();
}

void figure_html(Markup& html, const Figure& figure, const Verdicts& verdicts) {
    // A lone picture has its caption beside it where there is room.
    const bool is_single = figure.panels.size() == 1;
    html.open("figure", {{"id", figure.id}, {"class", is_single ? "single" : "several"}});
    html.element("h3", figure.title);
    html.end_line();
    if (!figure.legend.empty()) {
        legend(html, figure.legend);
    }
    panels(html, figure);
    html.open("figcaption");
    html.element("p", figure.caption);
    if (!figure.claims.empty()) {
        claim_links(html, figure.claims, verdicts);
    }
    if (figure.data) {
        html.open("details");
        html.element("summary", "The numbers");
        html.nested(table_html(*figure.data, figure.id + "-data"));
        html.close();
    }
    html.close();
    html.close();
    html.end_line();
}

void chapter_html(Markup& html, const Chapter& chapter, const Verdicts& verdicts) {
    html.open("section", {{"id", chapter.id}, {"aria-labelledby", chapter.id + "-title"}});
    html.element("h2", chapter.title, {{"id", chapter.id + "-title"}});
    html.end_line();
    if (!chapter.lead.empty()) {
        html.element("p", chapter.lead, {{"class", "lead"}});
        html.end_line();
    }
    for (const Figure& figure : chapter.figures) {
        figure_html(html, figure, verdicts);
    }
    for (const std::string& block : chapter.blocks) {
        html.nested(block);
    }
    html.close();
    html.end_line();
}

}  // namespace
}  // namespace tandem::tools::lab::report
