// SPDX-License-Identifier: MIT
// A session's file is finished before its end is shown, so that nothing is at stake meanwhile.
#include <tandem/tools/view/end_screen.hpp>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/text/shell_text.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {

std::string end_reason_now(sim::EndReason reason) {
    return reason == sim::EndReason::finished ? "the game is over"
                                              : replay::end_reason_text(reason);
}

std::vector<std::string> end_lines(const SessionEnd& end) {
    std::vector<std::string> lines{end.reason + ", tick " + std::to_string(end.ticks) + ", " +
                                   clock_text(end.ticks, end.rate)};
    if (!end.file.empty()) {
        lines.push_back("recorded in " + escaped(end.file) + "; look at it:");
        lines.push_back("  " + end.program + " play " + escaped(shell_word(end.file)) +
                        (end.view == "terminal" ? "" : " --view " + end.view));
    }
    lines.emplace_back("any key closes this");
    return lines;
}

void show_end(Surface& surface, const sim::AnySimulation& last,
              const std::vector<std::string>& lines, bool has_person) {
    EndLook end_look(steady_now(), has_person);
    for (auto now = steady_now();; now = steady_now()) {
        const std::vector<std::uint8_t> keys = surface.poll(now);
        if (surface.is_gone() || pending_signal() != 0 || end_look.is_over(now, keys)) {
            return;
        }
        surface.draw({last, last, {1, 1}, lines, nullptr, {}, last.finished(), true}, now);
        surface.wait_for_frame(now + std::chrono::milliseconds(100));
    }
}

}  // namespace tandem::tools
