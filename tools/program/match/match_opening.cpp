// SPDX-License-Identifier: MIT
// Opens everything that a match needs, in the order in which a refusal leaves least behind.
#include <tandem/tools/program/match/match_run.hpp>

#include <utility>

#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/tools/program/match/ask_host.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/program/session/setup.hpp>

namespace tandem::tools {

namespace {

// There are more connections than seats, so that a guest that comes too late is told so instead of
// being ignored.
constexpr std::uint32_t k_spare_connections = 4;

}  // namespace

Result<void> MatchRun::prepare() {
    auto plant = planned_plant(*game_.info, plan_.session.plant);
    TANDEM_TRY(plant);
    TANDEM_TRY(open_source());
    auto options = match_session_options(plan_);
    TANDEM_TRY(options);
    options->plant = std::move(*plant);
    options->start_pause_ms = screen_ == nullptr ? 0 : screen_->start_pause_ms();
    // The port is opened before the file: a host that cannot listen leaves nothing behind.
    TANDEM_TRY(open_transport());
    TANDEM_TRY(open_output());
    TANDEM_TRY(open_view());
    return open_session(*options);
}

Result<void> MatchRun::open_source() {
    auto screen = MatchScreen::open(plan_, *game_.info, context_.console);
    TANDEM_TRY(screen);
    screen_ = std::move(*screen);
    SourceContext sources{.game = *game_.info};
    if (screen_ != nullptr) {
        sources.held_keys = [this] { return screen_->held(); };
    }
    auto source = open_match_source(plan_.session.inputs, sources,
                                    Slot{resumed_        ? resumed_->ticket.slot
                                         : plan_.is_host ? 0U
                                                         : 1U});
    TANDEM_TRY(source);
    source_ = std::move(*source);
    TANDEM_TRY(check_pace(plan_, source_));
    if (source_.source->is_bot() && !game_.info->has_bot) {
        context_.console.print_note(no_bot_text(*game_.info));
    }
    return {};
}

Result<void> MatchRun::open_output() {
    // Whoever comes back goes on beside the file that it comes back with.
    const std::string& before = plan_.goes_on_with();
    const bool goes_on = !before.empty() && plan_.session.output.empty();
    const auto path = goes_on ? Result<std::string>(next_name(before))
                              : choose_output(plan_.session, game_.info->name,
                                              plan_.is_host ? "host" : "guest", plan_.files_read());
    TANDEM_TRY(path);
    auto output = tools::open_output(*path, plan_.session);
    TANDEM_TRY(output);
    files_ = std::make_unique<replay::RecordingFiles>(
        *std::move(output), recorder_options(plan_.session, context_.console),
        [this, goes_on](const std::vector<std::string>& paths, bool is_replaced) {
            std::vector<std::string> all = paths;
            if (goes_on) {
                all.insert(all.begin(), plan_.goes_on_with());
            }
            return open_next_output(all, is_replaced, plan_.session);
        });
    if (plan_.may_return()) {
        secrets_.emplace(SecretPlace{
            plan_.secret_file, own_environment(), {*path, plan_.net_report, plan_.trace}});
    }
    return {};
}

Result<void> MatchRun::open_view() {
    for (const auto& [option, path] :
         {std::pair("--net-report", plan_.net_report), std::pair("--trace", plan_.trace)}) {
        TANDEM_TRY(check_output(option, path, plan_.session, plan_.files_read()));
    }
    auto view = netview::NetView::open(
        {.report_path = plan_.net_report, .trace_path = plan_.trace, .force = plan_.session.force},
        *game_.info);
    TANDEM_TRY(view);
    view_ = *std::move(view);
    return {};
}

Result<void> MatchRun::open_transport() {
    const auto key = match_key(plan_);
    TANDEM_TRY(key);
    auto transport = plan_.is_host
                         ? net::EnetTransport::host(plan_.port, slots() - 1 + k_spare_connections,
                                                    net::ListenOn::every_address, *key)
                         : net::EnetTransport::connect(plan_.host_name, plan_.port, *key);
    TANDEM_TRY(transport);
    transport_ = std::move(*transport);
    return {};
}

Result<void> MatchRun::open_session(const net::SessionOptions& options) {
    const net::InputSource ask = [this](sim::Tick tick, const sim::AnySimulation& simulation) {
        return input(tick, simulation);
    };
    auto driver = plan_.is_host ? host_session(options, ask) : join_session(options, ask);
    if (!driver) {
        return cannot_begin(driver.error());
    }
    driver_.emplace(std::move(*driver));
    session_ = &driver_->session();
    return {};
}

Result<net::Driver> MatchRun::host_session(const net::SessionOptions& options,
                                           const net::InputSource& ask) {
    auto host = going_on_ ? match_resume_options(*going_on_, options)
                          : match_host_options(plan_, game_, options, plan_.players());
    TANDEM_TRY(host);
    TANDEM_TRY(check_bots_fill(plan_, game_));
    if (plan_.bots_fill) {
        host->bot = [](Slot slot, sim::Tick tick, const sim::AnySimulation& simulation) {
            auto input = simulation.bot_input(slot, tick.number, simulation.setup().seed);
            return input ? *std::move(input) : simulation.info().idle_input;
        };
    }
    auto driver =
        net::Driver::host(game_.make(), *std::move(host), ask, evidence_.beside(*files_),
                          view_->over(evidence_.over(*transport_), steady_now_with_sleep));
    if (driver && going_on_) {
        TANDEM_TRY(keep_raised_secret(driver->session()));
    }
    return driver;
}

// Nobody follows a host of a generation that was there before. So it is on the disk before the
// first packet is answered.
Result<void> MatchRun::keep_raised_secret(const net::Lockstep& session) const {
    if (!plan_.may_return()) {
        return {};
    }
    const auto ticket = session.match_ticket();
    const auto file = SecretFile::of(
        {plan_.secret_file, own_environment(), {path(), plan_.net_report, plan_.trace}},
        {ticket->match, std::nullopt});
    TANDEM_TRY(file);
    return file->write(*ticket);
}

Result<net::Driver> MatchRun::join_session(const net::SessionOptions& options,
                                           const net::InputSource& ask) {
    auto join = resumed_ ? Result(match_resume_options(*resumed_, options))
                         : match_join_options(plan_, game_, options);
    TANDEM_TRY(join);
    return net::Driver::join(game_.make(), *std::move(join), ask, evidence_.beside(*files_),
                             view_->over(evidence_.over(*transport_), steady_now_with_sleep));
}

}  // namespace tandem::tools
