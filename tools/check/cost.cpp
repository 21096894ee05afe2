// SPDX-License-Identifier: MIT
// Takes bytes from the schema, and times from writing each field alone.
#include <tandem/tools/check/cost.hpp>

#include <algorithm>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using sim::FieldMove;
using std::chrono::nanoseconds;

// The shortest of so many times counts, because other work of the machine can only add to a time.
constexpr int k_measurements = 9;
// A field is written so often that it takes this long: one of a few bytes takes less than the clock
// can tell apart.
constexpr nanoseconds k_measured_at_least = std::chrono::microseconds(20);

Result<nanoseconds> time_of(const sim::AnySimulation& simulation, std::size_t field,
                            FieldMove& move) {
    sim::HashSink sink;
    nanoseconds shortest = nanoseconds::max();
    std::int64_t times = 1;
    for (int measured = 0; measured < k_measurements;) {
        const nanoseconds begin = steady_now();
        for (std::int64_t time = 0; time < times; ++time) {
            const auto written = simulation.write_field(field, sink);
            TANDEM_TRY(written);
            move = *written;
            sink.finish();
        }
        const nanoseconds taken = steady_now() - begin;
        if (taken < k_measured_at_least) {
            times *= 2;
            continue;
        }
        shortest = std::min(shortest, taken / times);
        ++measured;
    }
    return shortest;
}

const char* name_of(FieldMove move) { return move == FieldMove::block ? "block" : "single"; }

std::string padded(std::string text, std::size_t width) {
    text.insert(0, width - std::min(width, text.size()), ' ');
    return text;
}

// The share in thousandths as "12.5 %".
std::string share_text(std::uint64_t part, std::uint64_t whole) {
    const std::uint64_t thousandths = whole == 0 ? 0 : (part * 1000 + whole / 2) / whole;
    return std::to_string(thousandths / 10) + "." + std::to_string(thousandths % 10) + " %";
}

}  // namespace

Result<std::vector<MeasuredCost>> measure_costs(const RegisteredGame& game, const Setup& setup,
                                                sim::ByteView state) {
    sim::AnySimulation simulation = game.make();
    TANDEM_TRY(simulation.reset(setup));
    TANDEM_TRY(simulation.restore(state));
    std::vector<MeasuredCost> costs;
    for (sim::FieldCost& cost : sim::field_costs(game.info->state_schema, state)) {
        MeasuredCost measured{std::move(cost), FieldMove::single, {}};
        const auto time = time_of(simulation, costs.size(), measured.move);
        TANDEM_TRY(time);
        measured.hashing = *time;
        costs.push_back(std::move(measured));
    }
    return costs;
}

void print_costs(const std::vector<MeasuredCost>& costs, const std::string& moment,
                 Console& console) {
    std::vector<const MeasuredCost*> dearest;
    std::uint64_t bytes = 0;
    for (const MeasuredCost& each : costs) {
        dearest.push_back(&each);
        bytes += each.cost.bytes;
    }
    std::stable_sort(dearest.begin(), dearest.end(),
                     [](const auto* a, const auto* b) { return a->cost.bytes > b->cost.bytes; });
    console.print("the largest state (" + moment + ") has " + count_text(bytes, "byte") +
                  "; each field's share of them, bytes, and nanoseconds to write and hash it:");
    for (const MeasuredCost* const each : dearest) {
        console.print(padded(share_text(each->cost.bytes, bytes), 9) +
                      padded(std::to_string(each->cost.bytes), 12) +
                      padded(std::to_string(each->hashing.count()), 12) + "  " + each->cost.path +
                      (each->move == FieldMove::block ? ", in blocks" : ", value by value"));
    }
    const bool has_single_list =
        std::any_of(costs.begin(), costs.end(), [](const MeasuredCost& each) {
            return each.cost.elements > 1 && each.move == FieldMove::single;
        });
    if (has_single_list) {
        console.print(
            "value by value: its memory is not its canonical bytes: padding between members, "
            "another order than serialize's, or parts of varying length");
    }
}

JsonArray costs_json(const std::vector<MeasuredCost>& costs) {
    JsonArray array;
    for (const MeasuredCost& each : costs) {
        array.emplace_back(
            JsonObject{{"path", each.cost.path},
                       {"bytes", each.cost.bytes},
                       {"elements", each.cost.elements},
                       {"move", name_of(each.move)},
                       {"hash_ns", static_cast<std::uint64_t>(each.hashing.count())}});
    }
    return array;
}

}  // namespace tandem::tools::check
