// SPDX-License-Identifier: MIT
// Shows an arm of a match while it is played and once it is over, in a line each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/lab/match/pairs.hpp>
#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/lab/match/tables.hpp>

namespace tandem::tools::lab::match {

// An arm under way.
class LiveArm {
public:
    // `number` says which arm of how many it is, "3/10".
    LiveArm(const Arm& arm, std::string number) : arm_(arm), number_(std::move(number)) {}

    // Takes the present state of its pairs. It remembers when the machines of one first differed.
    void update(const std::vector<PairView>& views);
    // Returns the line. The most important part stands in front: a narrow terminal loses the end.
    // States are those of the first pair at the second that is named, the same on both machines.
    std::string text(std::size_t columns) const;

private:
    const Arm& arm_;
    std::string number_;
    PairView first_;
    std::size_t outcomes_ = 0;
    std::optional<std::uint64_t> apart_s_;
};

// Returns "playing 10 arms, 5 pairs at once: about 1 min 02 s".
std::string beginning_text(const MatchRequest& request);

// Returns "3/10 V-naive: diverged, frames 598|60, first difference at 1000 ms, 10 outcomes of 10
// runs".
std::string finished_text(const std::string& number, const ArmResult& result);

}  // namespace tandem::tools::lab::match
