// SPDX-License-Identifier: MIT
// Each part is told the same facts.
#include <tandem/tools/netview/net_view.hpp>

#include <utility>

#include <tandem/tools/netview/match_lines.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools::netview {

using sim::Result;

Result<std::unique_ptr<NetView>> NetView::open(const NetViewOptions& options,
                                               const sim::GameInfo& game) {
    std::unique_ptr<NetView> view(new NetView(game));
    if (!options.report_path.empty()) {
        auto report = create_output(options.report_path,
                                    {.force = options.force, .sync = replay::FileSync::none});
        TANDEM_TRY(report);
        view->report_ = *std::move(report);
    }
    if (!options.trace_path.empty()) {
        auto trace = TraceFile::create(options.trace_path, options.force);
        TANDEM_TRY(trace);
        view->trace_file_ = *std::move(trace);
        view->trace_.emplace(
            view->trace_file_->writer(), view->arrows_,
            TracedSide{.lanes = PacketLanes::at_peer_process, .input_schema = &game.input_schema});
    }
    return view;
}

net::Transport& NetView::over(net::Transport& transport, std::function<net::Time()> now) {
    if (!trace_) {
        return transport;
    }
    return transport_.emplace(transport, *trace_, std::move(now));
}

void NetView::on_event(const net::Event& event, net::Time now) {
    log_.on_event(event, now);
    if (trace_) {
        trace_->on_event(event, now);
    }
    if (trace_file_ && std::holds_alternative<net::Started>(event)) {
        trace_file_->keep();
    }
}

void NetView::update(const net::Lockstep& session, net::Time now) {
    if (trace_) {
        trace_->set_players(session.setup().slots);
    }
    if (log_.wants_look(now)) {
        const auto peers = session.peers();
        const net::PaceStatus pace = session.pace();
        log_.update(peers, pace, session.ticks_done(), now);
        if (trace_) {
            trace_->update(peers, pace, now);
        }
    }
    if (trace_file_) {
        trace_file_->tend(now);
    }
}

std::string NetView::status(const net::Lockstep& session) const {
    return log_.is_started() ? status_text(session.peers(), session.pace(), log_) : "";
}

std::vector<std::string> NetView::player_lines(const net::Lockstep& session) const {
    if (!log_.is_started()) {
        return {};
    }
    std::vector<std::string> lines{
        player_line(session.peers(), session.pace(), session.setup().tick_rate, log_)};
    if (std::string waiting = waiting_line(log_); !waiting.empty()) {
        lines.push_back(std::move(waiting));
    }
    return lines;
}

std::string NetView::name(Slot slot) const { return name_text(log_, slot); }

JsonObject NetView::facts(const net::Lockstep& session) const {
    JsonObject facts = net_facts(log_, session.pace());
    facts.emplace_back("net_report", is_report_written_ ? JsonValue(report_->path()) : JsonValue());
    facts.emplace_back("trace_file",
                       is_trace_written_ ? JsonValue(trace_file_->path()) : JsonValue());
    return facts;
}

Result<void> NetView::write_report(const std::string& when, const std::string& end) {
    return write_whole(*report_, sim::as_bytes(net_report(log_, {game_.name, when, end})));
}

std::optional<sim::Error> NetView::finish(const std::string& when, const std::string& end,
                                          net::Time now) {
    std::optional<sim::Error> error;
    if (report_ && log_.is_started()) {
        const auto written = write_report(when, end);
        is_report_written_ = written.has_value();
        if (!written) {
            error = written.error();
        }
    }
    if (trace_file_) {
        const auto closed = trace_file_->close(now);
        is_trace_written_ = closed && log_.is_started();
        if (!closed && !error) {
            error = closed.error();
        }
    }
    return error;
}

}  // namespace tandem::tools::netview
