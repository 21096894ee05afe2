// SPDX-License-Identifier: MIT
// Tries options at once: a game may refuse them with words of its own.
#include <tandem/tools/program/session/setup.hpp>

#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/program/session/seats.hpp>

namespace tandem::tools {
namespace {

// Tries the options. A game may refuse options that its schema allows. If it starts without them,
// that is the user's mistake, and no game that breaks down.
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

Result<Setup> make_setup(const RegisteredGame& game, const SessionArguments& options,
                         std::uint32_t players) {
    Setup setup;
    setup.seed = options.seed.value_or(k_seed_default);
    setup.slots = players;
    setup.tick_rate = game.info->tick_rate;
    if (options.options.empty() && wants_keys(options.inputs)) {
        setup.options = game.info->keys_options;
    } else {
        auto values = parse_options(*game.info, options.options);
        TANDEM_TRY(values);
        setup.options = std::move(*values);
    }
    TANDEM_TRY(sim::check_setup(*game.info, setup));
    if (!options.options.empty()) {
        TANDEM_TRY(try_options(game, setup));
    }
    return setup;
}

Error cannot_begin(Error error) {
    if (error.code == ErrorCode::step_failed && error.place.starts_with("reset")) {
        return {ErrorCode::usage, "",
                "the game does not start with this setup, " + error.text() +
                    "; look at --option and what else the game takes"};
    }
    return error;
}

}  // namespace tandem::tools
