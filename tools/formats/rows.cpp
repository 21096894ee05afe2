// SPDX-License-Identifier: MIT
// Inputs are read from the file alone; states are simulated beside them.
#include <tandem/tools/formats/rows.hpp>

#include <algorithm>
#include <charconv>
#include <set>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;
using replay::TickRange;
using sim::Bytes;
using sim::ByteView;
using sim::Result;

// Known inputs are not listed again; so many of them are remembered.
constexpr std::size_t k_known_inputs_max = 65'536;

struct PlayerPath {
    std::uint32_t player = 0;
    std::string path;
};

// Takes "p1.forward" apart.
std::optional<PlayerPath> player_path(const std::string& name) {
    const std::size_t dot = name.find('.');
    if (name.empty() || name[0] != 'p' || dot == std::string::npos) {
        return std::nullopt;
    }
    std::uint32_t player = 0;
    const auto [end, failure] = std::from_chars(name.data() + 1, name.data() + dot, player);
    if (failure != std::errc() || end != name.data() + dot) {
        return std::nullopt;
    }
    return PlayerPath{player, name.substr(dot + 1)};
}

Result<FieldColumn> column_named(const replay::Header& header, const std::string& name) {
    const auto of_player = player_path(name);
    std::string hint;
    if (of_player) {
        const auto field = find_field(header.input_schema, of_player->path);
        if (field && of_player->player < header.setup.slots) {
            return FieldColumn{name, of_player->player, of_player->path, *field};
        }
        hint = field ? "; as an input: there are players 0 to " +
                           std::to_string(header.setup.slots - 1)
                     : "; as an input: " + field.error().message;
    }
    auto field = find_field(header.state_schema, name);
    if (field && !name.empty()) {
        return FieldColumn{name, std::nullopt, name, std::move(*field)};
    }
    return sim::Error{sim::ErrorCode::usage, "--field " + name,
                      "in the state " + (field ? "it names nothing" : field.error().message) +
                          (hint.empty() ? "; an input's field has p0. and so on in front" : hint)};
}

// Keeps paths in the order of canonical bytes, although no input may have all of them.
class PathList {
public:
    void merge(const sim::Schema& schema, ByteView input) {
        auto at = paths_.begin();
        for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), input)) {
            if (known_.insert(leaf.path).second) {
                at = paths_.insert(at, leaf.path);
            } else {
                at = std::find(paths_.begin(), paths_.end(), leaf.path);
            }
            ++at;
        }
    }
    const std::vector<std::string>& paths() const { return paths_; }

private:
    std::vector<std::string> paths_;
    std::set<std::string> known_;
};

}  // namespace

Result<std::vector<FieldColumn>> columns_named(const replay::Header& header,
                                               const std::vector<std::string>& names) {
    std::vector<FieldColumn> columns;
    for (const std::string& name : names) {
        const bool is_twice =
            std::any_of(columns.begin(), columns.end(),
                        [&](const FieldColumn& known) { return known.name == name; });
        if (is_twice) {
            return sim::Error{sim::ErrorCode::usage, "--field " + name, "given twice; say it once"};
        }
        auto column = column_named(header, name);
        TANDEM_TRY(column);
        columns.push_back(std::move(*column));
    }
    return columns;
}

Result<std::vector<FieldColumn>> columns_of_inputs(const Replay& file, const TickRange& range) {
    const replay::Header& header = file.header();
    const sim::Schema& schema = header.input_schema;
    std::vector<PathList> lists(header.setup.slots);
    // A player who never plays has columns too, as far as all inputs have them.
    const Bytes zero(static_cast<std::size_t>(schema.size().bytes_min));
    if (sim::measure_value(schema.root(), zero)) {
        for (PathList& list : lists) {
            list.merge(schema, zero);
        }
    }
    std::vector<std::set<Bytes>> known(header.setup.slots);
    replay::Cursor cursor(file);
    sim::RecordView record;
    for (std::uint64_t tick = range.from; tick < range.to; ++tick) {
        const auto bytes = cursor.record(sim::Tick{tick});
        TANDEM_TRY(bytes);
        TANDEM_TRY(sim::parse_record(schema, header.setup.slots, *bytes, record));
        for (std::uint32_t slot = 0; slot < header.setup.slots; ++slot) {
            const ByteView input = record.inputs[slot];
            if (!record.present(slot) ||
                !known[slot].insert(Bytes(input.begin(), input.end())).second) {
                continue;
            }
            lists[slot].merge(schema, input);
            if (known[slot].size() >= k_known_inputs_max) {
                known[slot].clear();
            }
        }
    }
    std::vector<FieldColumn> columns;
    for (std::uint32_t slot = 0; slot < header.setup.slots; ++slot) {
        for (const std::string& path : lists[slot].paths()) {
            auto field = find_field(schema, path);
            TANDEM_TRY(field);
            columns.push_back(
                {"p" + std::to_string(slot) + "." + path, slot, path, std::move(*field)});
        }
    }
    return columns;
}

bool has_state(const std::vector<FieldColumn>& columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [](const FieldColumn& column) { return !column.player; });
}

std::optional<ValuePart> cell_of(const FieldColumn& column, const Row& row,
                                 const replay::Header& header) {
    if (!column.player) {
        return find_part(header.state_schema.root(), row.state, column.path);
    }
    return row.inputs.present(*column.player)
               ? find_part(header.input_schema.root(), row.inputs.inputs[*column.player],
                           column.path)
               : std::nullopt;
}

RowReader::RowReader(const Replay& file, const TickRange& range, std::uint64_t every,
                     replay::Progress each_tick)
    : file_(&file), range_(range), every_(every), each_tick_(std::move(each_tick)), cursor_(file) {}

Result<RowReader> RowReader::create(const Replay& file, const TickRange& range, std::uint64_t every,
                                    const std::function<sim::AnySimulation()>& factory,
                                    replay::Progress each_tick) {
    TANDEM_ASSERT(every >= 1 && range.from >= file.first_tick() && range.from <= range.to &&
                  range.to <= file.end_tick());
    RowReader reader(file, range, every, std::move(each_tick));
    if (factory) {
        auto run = replay::retrace(file, factory(), range.from, reader.each_tick_);
        TANDEM_TRY(run);
        reader.is_stopped_ = run->ticks_done() != range.from;
        reader.run_ = std::make_unique<replay::Run>(std::move(*run));
    }
    return reader;
}

Result<bool> RowReader::next(Row& row) {
    if (is_stopped_ || range_.from >= range_.to) {
        return false;
    }
    row.tick = range_.from;
    range_.from += std::min(every_, range_.to - range_.from);
    while (run_ && run_->ticks_done() <= row.tick) {
        TANDEM_TRY(replay::retrace_step(*run_));
        if (each_tick_ && !each_tick_(run_->ticks_done())) {
            is_stopped_ = true;
            return false;
        }
    }
    if (run_) {
        row.state = run_->simulation().save();
    }
    const auto bytes = cursor_.record(sim::Tick{row.tick});
    TANDEM_TRY(bytes);
    const replay::Header& header = file_->header();
    auto parsed = sim::parse_record(header.input_schema, header.setup.slots, *bytes, row.inputs);
    return parsed ? Result<bool>(true) : parsed.error();
}

Result<bool> RowReader::confirm() const {
    return run_ ? replay::confirm(*run_) : Result<bool>(true);
}

}  // namespace tandem::tools
