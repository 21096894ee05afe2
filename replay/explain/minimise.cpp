// SPDX-License-Identifier: MIT
// Shrinks inputs. Ticks come first, because a span of them takes all its inputs away at once.
#include <tandem/replay/explain/minimise.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/replay/explain/reduce.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

std::vector<std::uint32_t> numbers_below(std::uint32_t count);

class Shrinking {
public:
    Shrinking(const InputSheet& sheet, const sim::GameInfo& game, const PlayTrial& play,
              const std::function<bool(std::uint64_t)>& goes_on)
        : game_(game), play_(play), goes_on_(goes_on), result_{sheet, {}, 0, false} {}

    sim::Result<Minimised> run() {
        const std::vector<sim::Bytes> records = result_.sheet.records();
        auto outcome = play_(records);
        ++result_.trials;
        TANDEM_TRY(outcome);
        if (!outcome->fails) {
            return sim::Error{sim::ErrorCode::usage, "", "the session does not fail in any tick"};
        }
        result_.outcome = std::move(outcome).value();
        cut_behind_the_failure();
        leave_out_players();
        leave_out_ticks();
        leave_out_inputs();
        set_fields_back();
        leave_out_ticks();
        if (error_) {
            return *error_;
        }
        return std::move(result_);
    }

private:
    // Returns whether these inputs fail in the same way, and keeps them if they do.
    bool try_sheet(InputSheet sheet);
    void cut_behind_the_failure();
    void leave_out_players();

    // Leaves out ticks. A failure may come earlier with fewer ticks, which cuts off the rest: so it
    // begins again until nothing more goes.
    void leave_out_ticks();
    void leave_out_inputs();

    // Sets each field of each input that is left back to its value in an idle input.
    void set_fields_back();

    const sim::GameInfo& game_;
    const PlayTrial& play_;
    const std::function<bool(std::uint64_t)>& goes_on_;
    Minimised result_;
    std::optional<sim::Error> error_;
};

}  // namespace

sim::Result<Minimised> minimise(const InputSheet& sheet, const sim::GameInfo& game,
                                const PlayTrial& play,
                                const std::function<bool(std::uint64_t trials)>& goes_on) {
    return Shrinking(sheet, game, play, goes_on).run();
}

namespace {

std::vector<std::uint32_t> numbers_below(std::uint32_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
}

bool Shrinking::try_sheet(InputSheet sheet) {
    if (error_ || result_.is_stopped) {
        return false;
    }
    if (goes_on_ && !goes_on_(result_.trials)) {
        result_.is_stopped = true;
        return false;
    }
    ++result_.trials;
    auto outcome = play_(sheet.records());
    if (!outcome) {
        error_ = outcome.error();
        return false;
    }
    if (!outcome->fails || outcome->what != result_.outcome.what) {
        return false;
    }
    result_.outcome = std::move(outcome).value();
    result_.sheet = std::move(sheet);
    cut_behind_the_failure();
    return true;
}

void Shrinking::cut_behind_the_failure() {
    const auto needed = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(result_.outcome.ticks_done, result_.sheet.ticks()));
    if (needed < result_.sheet.ticks()) {
        result_.sheet = result_.sheet.with_ticks(numbers_below(needed));
    }
}

void Shrinking::leave_out_players() {
    for (std::uint32_t slot = 0; slot < result_.sheet.slots(); ++slot) {
        std::vector<InputPlace> others;
        for (const InputPlace& place : result_.sheet.places()) {
            if (place.slot != slot) {
                others.push_back(place);
            }
        }
        if (others.size() != result_.sheet.places().size()) {
            try_sheet(result_.sheet.with_places(others));
        }
    }
}

void Shrinking::leave_out_ticks() {
    for (bool is_shorter = true; is_shorter;) {
        const InputSheet whole = result_.sheet;
        reduce(numbers_below(whole.ticks()), [&](const std::vector<std::uint32_t>& kept) {
            return try_sheet(whole.with_ticks(kept));
        });
        is_shorter = result_.sheet.ticks() < whole.ticks();
    }
}

void Shrinking::leave_out_inputs() {
    const InputSheet whole = result_.sheet;
    reduce(whole.places(),
           [&](const std::vector<InputPlace>& kept) { return try_sheet(whole.with_places(kept)); });
}

void Shrinking::set_fields_back() {
    const sim::SchemaNode& root = game_.input_schema.root();
    const auto idle = sim::list_leaves(root, game_.idle_input);
    for (const InputPlace& place : result_.sheet.places()) {
        for (const sim::Leaf& leaf : idle) {
            if (place.tick >= result_.sheet.ticks()) {
                return;
            }
            const sim::Bytes& input = result_.sheet.input(place);
            const auto found = sim::find_leaf(game_.input_schema, input, leaf.path);
            if (!found || found->bytes != leaf.bytes) {
                continue;
            }
            sim::Bytes changed = input;
            std::copy_n(game_.idle_input.begin() + static_cast<std::ptrdiff_t>(leaf.offset),
                        leaf.bytes, changed.begin() + static_cast<std::ptrdiff_t>(found->offset));
            if (changed != input) {
                InputSheet sheet = result_.sheet;
                sheet.set_input(place, changed);
                try_sheet(std::move(sheet));
            }
        }
    }
}

}  // namespace
}  // namespace tandem::replay
