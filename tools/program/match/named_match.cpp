// SPDX-License-Identifier: MIT
// Looks through the marks: a recording that goes on in another file repeats its match there.
#include <tandem/tools/program/match/named_match.hpp>

#include <optional>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

Result<NamedMatch> named_match(const replay::Replay& file, const std::string& path) {
    std::optional<sim::Mark> last;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::match) {
            last = mark;
        }
    }
    if (!last) {
        return Error{ErrorCode::bad_data, path,
                     "names no match, so that nobody can come back with it; expected the recording "
                     "of a player of a match"};
    }
    const auto match = net::parse_match_id(last->text);
    if (!match || last->slot >= file.header().setup.slots) {
        return Error{ErrorCode::bad_data, path,
                     "names the match '" + escaped(last->text) + "' of slot " +
                         std::to_string(last->slot) +
                         "; expected 32 hexadecimal digits and a slot of its session"};
    }
    return NamedMatch{*match, last->slot};
}

Result<void> check_closed(const replay::Replay& file, const std::string& path) {
    if (file.completeness() == replay::Completeness::live) {
        return Error{ErrorCode::usage, path,
                     "is being written by a session that still plays; only that one can go on with "
                     "it"};
    }
    return {};
}

}  // namespace tandem::tools
