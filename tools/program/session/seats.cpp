// SPDX-License-Identifier: MIT
// Fills seats in the order of the command line. Everything that cannot be is refused before a file
// is touched.
#include <tandem/tools/program/session/seats.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {
namespace {

// The number of players if nothing else says it: most people do not want to see a game for one.
constexpr std::size_t k_players_default = 2;

Result<std::uint32_t> column_for(const Source& source, const std::string& text,
                                 std::uint32_t slot) {
    if (source.columns() == 1) {
        return 0U;
    }
    if (slot >= source.columns()) {
        return Error{ErrorCode::usage, "--inputs " + text,
                     "the source has players 0 to " + std::to_string(source.columns() - 1) +
                         ", none for player " + std::to_string(slot)};
    }
    return slot;
}

// Refuses a second person, because there is only one keyboard.
Result<void> check_keys(const std::vector<std::string>& inputs) {
    bool has_keys = false;
    for (const std::string& text : inputs) {
        const bool is_keys = is_keys_source(split_input(text).source);
        if (is_keys && has_keys) {
            return Error{ErrorCode::usage, "--inputs " + text,
                         "one keyboard plays one player, and another --inputs has taken it"};
        }
        has_keys = has_keys || is_keys;
    }
    return {};
}

}  // namespace

InputChoice split_input(const std::string& text) {
    const std::size_t equals = text.find('=');
    std::uint32_t slot = 0;
    if (equals != std::string::npos && equals > 0) {
        const auto [end, failure] = std::from_chars(text.data(), text.data() + equals, slot);
        if (failure == std::errc() && end == text.data() + equals) {
            return {slot, text.substr(equals + 1)};
        }
    }
    return {std::nullopt, text};
}

Result<Seats> Seats::open(const std::vector<std::string>& inputs, const SourceContext& context,
                          std::optional<std::uint32_t> players) {
    const std::uint32_t most = players.value_or(context.game.players_max);
    if (most > context.game.players_max || most == 0) {
        return Error{ErrorCode::usage, "--players " + std::to_string(most),
                     context.game.name + " is for 1 to " +
                         std::to_string(context.game.players_max) + " players"};
    }
    TANDEM_TRY(check_keys(inputs));
    Seats seats;
    seats.seats_.resize(most);
    seats.first_tick_ = context.first_tick;
    bool has_table = false;
    for (const std::string& text : inputs) {
        const InputChoice choice = split_input(text);
        auto source = open_source(choice.source, context);
        TANDEM_TRY(source);
        seats.sources_.push_back(std::move(*source));
        has_table = has_table || seats.sources_.back()->rows().has_value();
        TANDEM_TRY(choice.slot ? seats.seat_one(text, *choice.slot)
                               : seats.seat_all(text, players.has_value()));
    }
    if (!players) {
        seats.leave_out_unused(has_table ? 1 : k_players_default);
    }
    seats.fill_free_seats(context);
    return seats;
}

Result<void> Seats::seat_one(const std::string& text, std::uint32_t slot) {
    if (slot >= seats_.size() || seats_[slot].source != nullptr) {
        return Error{ErrorCode::usage, "--inputs " + text,
                     slot >= seats_.size()
                         ? "there are only players 0 to " + std::to_string(seats_.size() - 1)
                         : "player " + std::to_string(slot) + " has a source already"};
    }
    Source& source = *sources_.back();
    const auto column = column_for(source, text, slot);
    TANDEM_TRY(column);
    seats_[slot] = {&source, *column};
    return {};
}

Result<void> Seats::seat_all(const std::string& text, bool may_be_cut) {
    Source& source = *sources_.back();
    std::uint32_t column = 0;
    for (Seat& seat : seats_) {
        if (seat.source == nullptr && column < source.columns()) {
            seat = {&source, column++};
        }
    }
    if (column == 0 || (column < source.columns() && !may_be_cut)) {
        return Error{ErrorCode::usage, "--inputs " + text,
                     "the source has " + count_text(source.columns(), "player") + " and " +
                         std::to_string(column) + " of " + count_text(seats_.size(), "place") +
                         (column == 1 ? " is" : " are") + " free; --players N takes the first N"};
    }
    return {};
}

void Seats::leave_out_unused(std::size_t least) {
    const auto last_used = std::find_if(seats_.rbegin(), seats_.rend(),
                                        [](const Seat& seat) { return seat.source != nullptr; });
    const auto used = static_cast<std::size_t>(std::distance(last_used, seats_.rend()));
    seats_.resize(std::min(seats_.size(), std::max(used, least)));
}

void Seats::fill_free_seats(const SourceContext& context) {
    Source* filler = nullptr;
    for (Seat& seat : seats_) {
        if (seat.source != nullptr) {
            continue;
        }
        if (filler == nullptr) {
            sources_.push_back(make_default_source(context));
            filler = sources_.back().get();
        }
        seat.source = filler;
    }
}

bool Seats::is_endless() const { return !rows().has_value(); }

bool Seats::is_live() const {
    return std::any_of(sources_.begin(), sources_.end(),
                       [](const auto& source) { return source->is_live(); });
}

std::optional<Slot> Seats::own_slot() const {
    const auto own = std::find_if(seats_.begin(), seats_.end(), [](const Seat& seat) {
        return seat.source != nullptr && seat.source->is_live();
    });
    return own == seats_.end()
               ? std::nullopt
               : std::optional(Slot{static_cast<std::uint32_t>(own - seats_.begin())});
}

bool Seats::has_bots() const {
    return std::any_of(sources_.begin(), sources_.end(),
                       [](const auto& source) { return source->is_bot(); });
}

std::optional<std::uint64_t> Seats::rows() const {
    std::optional<std::uint64_t> least;
    for (const auto& source : sources_) {
        if (const auto rows = source->rows()) {
            least = std::min(least.value_or(*rows), *rows);
        }
    }
    return least;
}

sim::Tick Seats::asked_at(const Source& source, sim::Tick tick) const {
    return source.rows() ? sim::Tick{tick.number - first_tick_} : tick;
}

Result<bool> Seats::make_record(sim::Tick tick, const sim::AnySimulation& simulation,
                                sim::Bytes& record) {
    inputs_.resize(seats_.size());
    std::uint64_t presence = 0;
    for (std::uint32_t slot = 0; slot < seats_.size(); ++slot) {
        const Seat& seat = seats_[slot];
        auto input =
            seat.source->input(seat.column, Slot{slot}, asked_at(*seat.source, tick), simulation);
        TANDEM_TRY(input);
        if (!*input) {
            return false;
        }
        inputs_[slot] = std::move(**input);
        if (seat.source->present(seat.column, asked_at(*seat.source, tick))) {
            presence |= std::uint64_t{1} << slot;
        }
    }
    presence_ = presence;
    sim::make_record(presence, inputs_, record);
    return true;
}

std::optional<Error> Seats::cut_at(sim::Tick tick) const {
    for (const auto& source : sources_) {
        if (source->cut() && source->rows() == tick.number - first_tick_) {
            return source->cut();
        }
    }
    return std::nullopt;
}

Result<MatchSource> open_match_source(const std::vector<std::string>& inputs,
                                      const SourceContext& context, Slot least_slot) {
    if (inputs.size() > 1) {
        return Error{ErrorCode::usage, "--inputs",
                     "in a match each side plays one player, so it takes one source, not " +
                         std::to_string(inputs.size())};
    }
    const std::string text = inputs.empty() ? "bot" : inputs.front();
    const InputChoice choice = split_input(text);
    auto source = open_source(choice.source, context);
    TANDEM_TRY(source);
    const auto column = column_for(**source, text, choice.slot.value_or(least_slot.index));
    TANDEM_TRY(column);
    return MatchSource{std::move(*source), choice.slot ? std::optional(*column) : std::nullopt};
}

bool wants_keys(const std::vector<std::string>& inputs) {
    return std::any_of(inputs.begin(), inputs.end(), [](const std::string& text) {
        return is_keys_source(split_input(text).source);
    });
}

Result<std::optional<sim::Bytes>> input_of(const MatchSource& source, Slot slot, sim::Tick tick,
                                           const sim::AnySimulation& simulation) {
    const std::uint32_t columns = source.source->columns();
    const std::uint32_t column = source.column.value_or(columns == 1 ? 0 : slot.index);
    if (column >= columns) {
        return Error{ErrorCode::usage, "--inputs",
                     "the source has players 0 to " + std::to_string(columns - 1) +
                         ", none for player " + std::to_string(slot.index)};
    }
    return source.source->input(column, slot, tick, simulation);
}

}  // namespace tandem::tools
