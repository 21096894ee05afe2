// SPDX-License-Identifier: MIT
// The fixed part has three places that are filled; a filled text is never searched for another
// place.
#include <tandem/tools/autopsy/page.hpp>

#include <array>
#include <string_view>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/autopsy/sections.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

std::string title_of(const PageFacts& facts) {
    return facts.verdict.verb + ": " + facts.verdict.word + ", " + facts.sides[0].name +
           (facts.has_second() ? " and " + facts.sides[1].name : "");
}

std::string body_of(const PageFacts& facts) {
    Markup page;
    page.open("main");
    write_verdict(page, facts);
    write_pictures(page, facts);
    write_time_line(page, facts);
    write_packets(page, facts);
    write_fields(page, facts);
    write_evidence(page, facts);
    write_marks(page, facts);
    write_recordings(page, facts);
    page.close();
    return page.extract();
}

std::string page_of(const PageFacts& facts) {
    const std::string frame = page_frame();
    const std::array<std::pair<std::string_view, std::string>, 3> parts{
        {{"<!--TITLE-->", escaped_markup(title_of(facts))},
         {"<!--BODY-->", body_of(facts)},
         {"<!--DATA-->", script_data(page_data(facts))}}};
    std::string_view rest = frame;
    std::string page;
    for (const auto& [mark, content] : parts) {
        const std::size_t at = rest.find(mark);
        TANDEM_ASSERT(at != std::string_view::npos);
        page += rest.substr(0, at);
        page += content;
        rest.remove_prefix(at + mark.size());
    }
    page += rest;
    return page;
}

}  // namespace tandem::tools::autopsy
