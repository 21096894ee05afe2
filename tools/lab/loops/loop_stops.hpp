// SPDX-License-Identifier: MIT
// Ways to stop a loop that a screen calls back: MDN's token of the last request, and the product's
// token of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::tools::lab {

enum class StopToken : unsigned char {
    last_request,    // the platform's token of the request that is still to come
    request_before,  // the platform's token of a request that has been called back already
    running_run,     // sim::RunToken of the present run
    run_before       // RunToken of a run that a newer one has ended
};

struct LoopStop {
    StopToken token = StopToken::last_request;
    bool is_inside = false;  // from within the frame's callback, after its work
    bool is_twice = false;
};

// Runs M1 on normal for two seconds, stopped in the middle; returns how many frames begin after
// that.
std::uint64_t frames_after(const LoopStop& stop);
// Returns "last token, inside, twice".
std::string stop_text(const LoopStop& stop);

// Returns the stops by a token that is not in force, and those by the one that is.
std::vector<LoopStop> stale_stops();
std::vector<LoopStop> last_stops();

}  // namespace tandem::tools::lab
