// SPDX-License-Identifier: MIT
// Several sections treat a request alike in these ways.
#include <algorithm>
#include <utility>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {

std::string_view clock_word(bool real) { return real ? "real" : "virtual"; }

WorkCount::WorkCount(const Request& request, std::size_t runs, Flicks window)
    : WorkCount(request,
                WorkDone{.all = runs,
                         .real_time = request.real ? static_cast<std::int64_t>(runs) * window
                                                   : Flicks(0)}) {}

WorkCount::WorkCount(const Request& request, WorkDone all) : request_(request), so_far_(all) {}

void WorkCount::next(std::uint64_t count) {
    if (request_.on_work) {
        request_.on_work(so_far_);
    }
    so_far_.done += count;
}

bool has_any_of(const std::vector<const Loop*>& chosen,
                std::initializer_list<std::string_view> ids) {
    return std::any_of(chosen.begin(), chosen.end(), [&](const Loop* loop) {
        return std::find(ids.begin(), ids.end(), loop->id) != ids.end();
    });
}

sim::Result<void> check_stall(const Request& request, const RunOptions& options) {
    if (!options.stall || options.stall->at + options.stall->length < options.window) {
        return {};
    }
    const auto seconds = [](Flicks time) { return decimal(in_seconds(time), 3) + " s"; };
    return sim::Error{sim::ErrorCode::usage, request.stall ? "--stall" : "--seconds",
                      "the machine would stand still from " + seconds(options.stall->at) + " to " +
                          seconds(options.stall->at + options.stall->length) +
                          ", but the run ends at " + seconds(options.window) +
                          ": ask for more --seconds or another --stall AT:MS"};
}

std::vector<Machine> machines_asked(const Request& request, std::vector<Machine> usual) {
    std::vector<Machine> machines = request.machines.empty() ? std::move(usual) : request.machines;
    for (Machine& machine : machines) {
        machine.refresh_hz = request.refresh_hz.value_or(machine.refresh_hz);
    }
    return machines;
}

}  // namespace tandem::tools::lab
