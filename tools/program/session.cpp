// SPDX-License-Identifier: MIT
// Seats are filled in the order of the command line; everything that cannot be is said before a
// file is touched.
#include <tandem/tools/program/session.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

// Where nothing else says how many: a game for one is not what most people want to see.
constexpr std::size_t k_players_default = 2;

struct Choice {
    std::optional<std::uint32_t> slot;
    std::string source;
};

// "1=lmp:x" is slot 1; "lmp:a=b" is a path with an equals sign.
Choice split_choice(const std::string& text) {
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

// A game may refuse options that its schema allows. That is the user's mistake, where it starts
// without them, and not a game that breaks down.
Result<void> try_options(const RegisteredGame& game, const Setup& setup) {
    const auto started = game.make().reset(setup);
    if (started) {
        return {};
    }
    Setup plain = setup;
    plain.options.clear();
    return game.make().reset(plain) ? Error{ErrorCode::usage, "--option", started.error().message}
                                    : Result<void>();
}

}  // namespace

Result<Seats> Seats::open(const std::vector<std::string>& inputs, const SourceContext& context,
                          std::optional<std::uint32_t> players) {
    const std::uint32_t most = players.value_or(context.game.players_max);
    if (most > context.game.players_max || most == 0) {
        return Error{ErrorCode::usage, "--players " + std::to_string(most),
                     context.game.name + " is for 1 to " +
                         std::to_string(context.game.players_max) + " players"};
    }
    Seats seats;
    seats.seats_.resize(most);
    bool has_table = false;
    for (const std::string& text : inputs) {
        const Choice choice = split_choice(text);
        auto source = open_source(choice.source, context);
        if (!source) {
            return source.error();
        }
        seats.sources_.push_back(std::move(*source));
        has_table = has_table || seats.sources_.back()->rows().has_value();
        const auto seated = choice.slot ? seats.seat_one(text, *choice.slot)
                                        : seats.seat_all(text, players.has_value());
        if (!seated) {
            return seated.error();
        }
    }
    if (!players) {
        seats.leave_out_unused(has_table ? 1 : k_players_default);
    }
    seats.seat_idle_hands(context);
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
    if (!column) {
        return column.error();
    }
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

void Seats::seat_idle_hands(const SourceContext& context) {
    Source* idle_hands = nullptr;
    for (Seat& seat : seats_) {
        if (seat.source != nullptr) {
            continue;
        }
        if (idle_hands == nullptr) {
            sources_.push_back(make_idle_hands_source(context));
            idle_hands = sources_.back().get();
        }
        seat.source = idle_hands;
    }
}

bool Seats::is_endless() const { return !rows().has_value(); }

bool Seats::is_live() const {
    return std::any_of(sources_.begin(), sources_.end(),
                       [](const auto& source) { return source->is_live(); });
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

Result<bool> Seats::make_record(sim::Tick tick, const sim::AnySimulation& simulation,
                                sim::Bytes& record) {
    inputs_.resize(seats_.size());
    std::uint64_t presence = 0;
    for (std::uint32_t slot = 0; slot < seats_.size(); ++slot) {
        const Seat& seat = seats_[slot];
        auto input = seat.source->input(seat.column, Slot{slot}, tick, simulation);
        if (!input) {
            return input.error();
        }
        if (!*input) {
            return false;
        }
        inputs_[slot] = std::move(**input);
        if (seat.source->present(seat.column, tick)) {
            presence |= std::uint64_t{1} << slot;
        }
    }
    presence_ = presence;
    sim::make_record(presence, inputs_, record);
    return true;
}

std::optional<Error> Seats::cut_at(sim::Tick tick) const {
    for (const auto& source : sources_) {
        if (source->cut() && source->rows() == tick.number) {
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
    const Choice choice = split_choice(text);
    auto source = open_source(choice.source, context);
    if (!source) {
        return source.error();
    }
    const auto column = column_for(**source, text, choice.slot.value_or(least_slot.index));
    if (!column) {
        return column.error();
    }
    return MatchSource{std::move(*source), choice.slot ? std::optional(*column) : std::nullopt};
}

Result<Setup> make_setup(const RegisteredGame& game, const SessionArguments& options,
                         std::uint32_t players) {
    Setup setup;
    setup.seed = options.seed.value_or(k_seed_default);
    setup.slots = players;
    setup.tick_rate = game.info->tick_rate;
    auto values = parse_options(*game.info, options.options);
    if (!values) {
        return values.error();
    }
    setup.options = std::move(*values);
    if (auto checked = sim::check_setup(*game.info, setup); !checked) {
        return checked.error();
    }
    if (!options.options.empty()) {
        if (auto tried = try_options(game, setup); !tried) {
            return tried.error();
        }
    }
    return setup;
}

Result<std::string> choose_output(const SessionArguments& options, const std::string& game,
                                  const std::string& role,
                                  const std::vector<std::string>& files_read) {
    if (!options.output.empty()) {
        std::vector<std::string> inputs = files_read;
        for (const std::string& input : options.inputs) {
            inputs.push_back(source_file(split_choice(input).source));
        }
        for (const std::string& input : inputs) {
            if (!input.empty() && is_same_file(input, options.output)) {
                return Error{ErrorCode::usage, "--output " + options.output,
                             "this file is one of the inputs; choose another name"};
            }
        }
        return options.output;
    }
    const std::string base = game + "-" + dated_name() + (role.empty() ? "" : "-" + role);
    std::string name = base + ".tandem";
    for (int more = 2; std::filesystem::exists(name); ++more) {
        name = base + "-" + std::to_string(more) + ".tandem";
    }
    return name;
}

Result<std::unique_ptr<replay::FileOutput>> open_output(const std::string& path,
                                                        const SessionArguments& options) {
    return replay::FileOutput::create(path, {.force = options.force, .force_name = "--force"});
}

bool wants_keys(const std::vector<std::string>& inputs) {
    return std::any_of(inputs.begin(), inputs.end(), [](const std::string& text) {
        return is_keys_source(split_choice(text).source);
    });
}

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
