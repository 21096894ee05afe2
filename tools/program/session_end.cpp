// SPDX-License-Identifier: MIT
// One switch over every reason, so that a new one cannot be forgotten here.
#include <tandem/tools/program/end_name.hpp>

namespace tandem::tools {

const char* end_name(sim::EndReason reason) {
    switch (reason) {
        case sim::EndReason::source_ended:
            return "source_ended";
        case sim::EndReason::tick_limit:
            return "tick_limit";
        case sim::EndReason::finished:
            return "finished";
        case sim::EndReason::interrupted:
            return "interrupted";
        case sim::EndReason::peer_lost:
            return "peer_lost";
        case sim::EndReason::desync:
            return "desync";
        case sim::EndReason::step_failed:
            return "step_failed";
        case sim::EndReason::recording_failed:
            return "recording_failed";
    }
    return "unknown";
}

}  // namespace tandem::tools
