// SPDX-License-Identifier: MIT
// Ways to stop a loop that a screen calls back: MDN's token of the last request, and the product's
// token of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::tools::lab {

enum class StopToken : unsigned char {
    last_request,    // the platform's, of the request that is still to come
    request_before,  // the platform's, of one that has been called back already
    running_run,     // sim::RunToken of the run that is on
    run_before       // of one that a newer run has ended
};

struct LoopStop {
    StopToken token = StopToken::last_request;
    bool is_inside = false;  // from within the frame's callback, after its work
    bool is_twice = false;
};

// M1 on normal for two seconds, stopped in the middle: how many frames begin after that.
std::uint64_t frames_after(const LoopStop& stop);
// "last token, inside, twice".
std::string stop_text(const LoopStop& stop);

// Those by a token that is not the one in force, and those by the one that is.
std::vector<LoopStop> stale_stops();
std::vector<LoopStop> last_stops();

}  // namespace tandem::tools::lab
