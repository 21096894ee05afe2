// SPDX-License-Identifier: MIT
// Has a word for each kind; scripts rely on them.
#include <tandem/tools/text/mark_name.hpp>

namespace tandem::tools {

std::string mark_name(sim::MarkKind kind) {
    switch (kind) {
        case sim::MarkKind::input_delay:
            return "input_delay";
        case sim::MarkKind::stall:
            return "stall";
        case sim::MarkKind::pause:
            return "pause";
        case sim::MarkKind::plant:
            return "plant";
        case sim::MarkKind::left:
            return "left";
        case sim::MarkKind::returned:
            return "returned";
        case sim::MarkKind::desync:
            return "desync";
        case sim::MarkKind::note:
            return "note";
        case sim::MarkKind::player_name:
            return "player_name";
        case sim::MarkKind::failed:
            return "failed";
        case sim::MarkKind::match:
            return "match";
    }
    return "unknown";
}

}  // namespace tandem::tools
