// SPDX-License-Identifier: MIT
// Compares headers and inputs, and finds the states and chains that two files have in common.
#include <tandem/replay/compare/diff_parts.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

class Lines {
public:
    void compare(const std::string& what, const std::string& a, const std::string& b) {
        if (a != b) {
            lines_.push_back(what + ": " + a + " | " + b);
        }
    }
    void compare(const std::string& what, std::uint64_t a, std::uint64_t b) {
        compare(what, std::to_string(a), std::to_string(b));
    }
    void add(std::string line) { lines_.push_back(std::move(line)); }
    std::vector<std::string> extract() { return std::move(lines_); }

private:
    std::vector<std::string> lines_;
};

std::string players_text(const Setup& setup) {
    return sim::slots_text(setup.presence & sim::slots_mask(setup.slots));
}

std::string asset_text(const Asset* asset) {
    return asset == nullptr ? "absent" : std::to_string(asset->size_bytes) + " bytes";
}

void compare_schemas(const std::string& what, const sim::Schema& a, const sim::Schema& b,
                     Lines& lines) {
    if (a.hash() == b.hash()) {
        return;
    }
    for (const std::string& path : sim::changed_paths(a, b)) {
        lines.add(what + " " + path);
    }
}

void compare_options(const Header& a, const Header& b, Lines& lines) {
    if (a.setup.options == b.setup.options) {
        return;
    }
    const bool can_name = a.options_schema.hash() == b.options_schema.hash() &&
                          !a.setup.options.empty() && !b.setup.options.empty();
    if (!can_name) {
        lines.add("options: they differ");
        return;
    }
    for (const auto& difference :
         sim::compare_values(a.options_schema, a.setup.options, b.setup.options)) {
        lines.add("option " + sim::difference_text(difference));
    }
}

void compare_assets(const Setup& a, const Setup& b, Lines& lines) {
    for (const Asset& asset : a.assets) {
        const Asset* other = b.asset(asset.name);
        if (other == nullptr || other->size_bytes != asset.size_bytes) {
            lines.compare("asset " + asset.name, asset_text(&asset), asset_text(other));
        } else if (other->digest != asset.digest) {
            lines.add("asset " + asset.name + ": other content");
        }
    }
    for (const Asset& asset : b.assets) {
        if (a.asset(asset.name) == nullptr) {
            lines.compare("asset " + asset.name, asset_text(nullptr), asset_text(&asset));
        }
    }
}

std::vector<std::uint64_t> ends_of(const Replay& replay, std::uint64_t end) {
    std::vector<std::uint64_t> ends;
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done > replay.first_tick() && anchor.ticks_done <= end) {
            ends.push_back(anchor.ticks_done);
        }
    }
    return ends;
}

// Returns the first stored state of each tick, by ticks.
std::vector<const StoredState*> states_of(const Replay& replay, std::uint64_t from) {
    std::vector<const StoredState*> states;
    for (const StoredState& state : replay.states()) {
        if (state.ticks_done >= from) {
            states.push_back(&state);
        }
    }
    std::stable_sort(states.begin(), states.end(), [](const StoredState* a, const StoredState* b) {
        return a->ticks_done < b->ticks_done;
    });
    const auto repeated = [](const StoredState* a, const StoredState* b) {
        return a->ticks_done == b->ticks_done;
    };
    states.erase(std::unique(states.begin(), states.end(), repeated), states.end());
    return states;
}

bool is_parent(Cursor& cursor, const std::optional<Parent>& parent) {
    if (!parent || parent->fork_tick < cursor.replay().first_tick() ||
        parent->fork_tick > cursor.replay().end_tick()) {
        return false;
    }
    const auto chain = cursor.chain(parent->fork_tick);
    return chain && chain->agrees(parent->chain);
}

}  // namespace

std::vector<std::string> header_differences(const Header& a, const Header& b) {
    Lines lines;
    lines.compare("game", a.game, b.game);
    lines.compare("game version", a.game_version, b.game_version);
    compare_schemas("state", a.state_schema, b.state_schema, lines);
    compare_schemas("input", a.input_schema, b.input_schema, lines);
    compare_schemas("options", a.options_schema, b.options_schema, lines);
    lines.compare("seed", a.setup.seed, b.setup.seed);
    lines.compare("slots", a.setup.slots, b.setup.slots);
    lines.compare("players present at the start", players_text(a.setup), players_text(b.setup));
    lines.compare("tick rate", sim::rate_text(a.setup.tick_rate),
                  sim::rate_text(b.setup.tick_rate));
    compare_options(a, b, lines);
    compare_assets(a.setup, b.setup, lines);
    std::vector<std::string> found = lines.extract();
    if (found.empty() && start_of(a) != start_of(b)) {
        found.push_back("the setups differ in the order of what they list");
    }
    return found;
}

std::optional<std::string> relation_text(Cursor& a, Cursor& b) {
    const auto& parent_a = a.replay().header().parent;
    const auto& parent_b = b.replay().header().parent;
    if (parent_a && parent_a == parent_b) {
        return "both files say that they continue the same recording after " +
               std::to_string(parent_a->fork_tick) + " ticks";
    }
    if (is_parent(b, parent_a)) {
        return "the first file says that it continues the second after " +
               std::to_string(parent_a->fork_tick) + " ticks";
    }
    if (is_parent(a, parent_b)) {
        return "the second file says that it continues the first after " +
               std::to_string(parent_b->fork_tick) + " ticks";
    }
    return std::nullopt;
}

InputDifference input_difference(const Header& header, sim::ByteView a, sim::ByteView b) {
    const auto record_a = sim::parse_record(header.input_schema, header.setup.slots, a);
    const auto record_b = sim::parse_record(header.input_schema, header.setup.slots, b);
    TANDEM_ASSERT(record_a.has_value() && record_b.has_value());
    for (std::uint32_t slot = 0; slot < header.setup.slots; ++slot) {
        const bool in_a = record_a->present(slot);
        const bool in_b = record_b->present(slot);
        if (in_a != in_b) {
            return {Slot{slot},
                    {{"present", in_a ? "true" : "false", in_b ? "true" : "false", "", "", 0}}};
        }
        const sim::ByteView input_a = record_a->inputs[slot];
        const sim::ByteView input_b = record_b->inputs[slot];
        if (!std::equal(input_a.begin(), input_a.end(), input_b.begin(), input_b.end())) {
            return {Slot{slot}, sim::compare_values(header.input_schema, input_a, input_b)};
        }
    }
    constexpr bool k_records_differ = false;
    TANDEM_ASSERT(k_records_differ);
    return {};
}

std::vector<std::uint64_t> common_ends(const Replay& a, const Replay& b, std::uint64_t end) {
    const auto of_a = ends_of(a, end);
    const auto of_b = ends_of(b, end);
    std::vector<std::uint64_t> both;
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          std::back_inserter(both));
    return both;
}

std::vector<CommonState> common_states(const Replay& a, const Replay& b, std::uint64_t from) {
    const auto of_b = states_of(b, from);
    std::vector<CommonState> both;
    auto in_b = of_b.begin();
    for (const StoredState* in_a : states_of(a, from)) {
        while (in_b != of_b.end() && (*in_b)->ticks_done < in_a->ticks_done) {
            ++in_b;
        }
        if (in_b != of_b.end() && (*in_b)->ticks_done == in_a->ticks_done) {
            both.push_back({in_a->ticks_done, in_a, *in_b});
        }
    }
    return both;
}

namespace {

// The place of the blocks of an epoch, others among them.
struct Place {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

Place place_of(const Replay& replay, std::size_t epoch) {
    const auto epochs = replay.epochs();
    const std::uint64_t offset = epochs[epoch].offset;
    const std::uint64_t end = epoch + 1 < epochs.size() ? epochs[epoch + 1].offset : replay.bytes();
    return {offset, end - offset};
}

sim::Result<bool> are_same_bytes(const Replay& a, const Place& in_a, const Replay& b,
                                 const Place& in_b) {
    if (in_a.bytes != in_b.bytes) {
        return false;
    }
    Window window_a(a.source(), Window::k_far_bytes);
    Window window_b(b.source(), Window::k_far_bytes);
    for (std::uint64_t done = 0; done < in_a.bytes; done += Window::k_far_bytes) {
        const std::uint64_t count = std::min<std::uint64_t>(Window::k_far_bytes, in_a.bytes - done);
        const auto bytes_a = window_a.at(in_a.offset + done, count);
        const auto bytes_b = window_b.at(in_b.offset + done, count);
        TANDEM_TRY(bytes_a);
        TANDEM_TRY(bytes_b);
        if (!std::equal(bytes_a->begin(), bytes_a->end(), bytes_b->begin(), bytes_b->end())) {
            return false;
        }
    }
    return true;
}

// Ticks that follow each other, and whose inputs the two files do not hold in the same bytes.
struct Ticks {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

sim::Result<std::vector<Ticks>> unlike_ticks(const Replay& a, const Replay& b, std::uint64_t end) {
    std::vector<Ticks> unlike;
    const auto of_b = b.epochs();
    for (std::size_t i = 0; i < a.epochs().size(); ++i) {
        const Epoch& epoch = a.epochs()[i];
        if (epoch.first_tick >= end) {
            break;
        }
        const auto in_b = std::find_if(of_b.begin(), of_b.end(), [&](const Epoch& other) {
            return other.first_tick == epoch.first_tick;
        });
        if (in_b != of_b.end()) {
            const auto same = are_same_bytes(
                a, place_of(a, i), b, place_of(b, static_cast<std::size_t>(in_b - of_b.begin())));
            TANDEM_TRY(same);
            if (*same) {
                continue;
            }
        }
        unlike.push_back({epoch.first_tick, epoch.end_tick});
    }
    return unlike;
}

// Checks these records of one file, between places for which it states the hash of its records.
sim::Result<void> check_records(const Replay& replay, const std::vector<Ticks>& ticks,
                                std::uint64_t end) {
    Cursor cursor(replay);
    sim::RecordsHash records = replay.start_hashes().records;
    std::uint64_t done = replay.first_tick();
    auto next = ticks.begin();  // the first ticks that do not end before `done`
    for (const Anchor& anchor : replay.anchors()) {
        if (!anchor.records || anchor.ticks_done <= done) {
            continue;
        }
        while (next != ticks.end() && next->end <= done) {
            ++next;
        }
        if (anchor.ticks_done > end || next == ticks.end()) {
            return {};
        }
        const std::uint64_t begun = done;
        if (next->first < anchor.ticks_done) {
            for (; done < anchor.ticks_done; ++done) {
                const auto record = cursor.record(sim::Tick{done});
                TANDEM_TRY(record);
                records = sim::records_next(records, sim::hash_bytes(*record));
            }
            if (records != *anchor.records) {
                return sim::Error{sim::ErrorCode::bad_data, "tick " + std::to_string(begun),
                                  "the records from here on do not hash to what the file states "
                                  "after " +
                                      std::to_string(anchor.ticks_done) + " ticks"};
            }
        }
        records = *anchor.records;
        done = anchor.ticks_done;
    }
    return {};
}

}  // namespace

sim::Result<void> check_unlike_records(const Replay& a, const Replay& b, std::uint64_t end) {
    const auto ticks = unlike_ticks(a, b, end);
    TANDEM_TRY(ticks);
    const auto checked = check_records(a, *ticks, end);
    return checked ? check_records(b, *ticks, end) : checked;
}

DiffStates::DiffStates(const Replay& a, const SimulationFactory& factory, DiffReport& report)
    : a_(a), factory_(factory), report_(report) {}

void DiffStates::append_note(std::string text) {
    auto& notes = report_.notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) {
        notes.push_back(std::move(text));
    }
}

std::optional<Rerun> DiffStates::simulate(const Replay& replay, std::uint64_t first,
                                          std::uint64_t last, std::uint64_t kept_bytes_max) {
    TANDEM_ASSERT(can_simulate());
    auto run = rerun(replay, factory_(), first, last, kept_bytes_max);
    if (run && run->matches && run->is_vouched_for) {
        return std::move(run).value();
    }
    const std::string which = is_first(replay) ? "the first" : "the second";
    if (run && run->matches) {
        append_note(which +
                    " file holds too few bits of its chain to tell whether simulating it again "
                    "here gives what it recorded");
        return std::nullopt;
    }
    append_note("simulating " + which + " file again here does not give what it recorded" +
                (run ? "" : " (" + run.error().text() + ")"));
    return std::nullopt;
}

std::optional<sim::Bytes> DiffStates::load(const Replay& replay, const StoredState& stored) {
    if (!state_bytes_max_) {
        state_bytes_max_ =
            can_simulate() ? factory_().info().state_bytes_max : sim::k_state_bytes_max_default;
    }
    auto state = replay.load_state(stored, *state_bytes_max_);
    if (state) {
        return std::move(state->bytes);
    }
    if (bool& is_told = is_first(replay) ? a_unusable_told_ : b_unusable_told_; !is_told) {
        is_told = true;
        append_note(std::string("a state in the ") + (is_first(replay) ? "first" : "second") +
                    " file cannot be used: " + state.error().text());
    }
    return std::nullopt;
}

std::optional<sim::Bytes> DiffStates::state_at(const Replay& replay, std::uint64_t ticks_done,
                                               const std::optional<Rerun>& run) {
    if (run) {
        return run->state;
    }
    const StoredState* stored = replay.find_state(ticks_done);
    return stored == nullptr ? std::nullopt : load(replay, *stored);
}

}  // namespace tandem::replay
