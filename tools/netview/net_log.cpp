// SPDX-License-Identifier: MIT
// Looks are added up into samples, and samples into longer ones when there are too many.
#include <tandem/tools/netview/net_log.hpp>

#include <algorithm>

#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netview {

using net::Time;

void Spread::add(double value) { add(Spread{value, value, value, 1}); }

void Spread::add(const Spread& other) {
    if (other.count == 0) {
        return;
    }
    least = count == 0 ? other.least : std::min(least, other.least);
    most = count == 0 ? other.most : std::max(most, other.most);
    sum += other.sum;
    count += other.count;
}

void LineSample::add(const LineSample& other) {
    round_trip_ms.add(other.round_trip_ms);
    jitter_ms.add(other.jitter_ms);
    loss_percent.add(other.loss_percent);
    slack_there_ticks.add(other.slack_there_ticks);
    slack_here_ticks.add(other.slack_here_ticks);
}

Time NetLog::since_start(Time now) const {
    return started_at_ ? std::max(now - *started_at_, Time{0}) : Time{0};
}

void NetLog::on_event(const net::Event& event, Time now) {
    // A side that is given a state begins once more, in the match that it has left.
    if (const auto* started = std::get_if<net::Started>(&event); started && !started_at_) {
        on(*started, now);
    }
    if (!started_at_ || is_ended_) {
        return;
    }
    length_ = std::max(length_, since_start(now));
    const auto* left = std::get_if<net::Left>(&event);
    only_relays_ = only_relays_ || (left != nullptr && left->slot == own_);
    if (const auto* waiting = std::get_if<net::Waiting>(&event)) {
        on(*waiting, now);
    } else if (std::holds_alternative<net::Alarm>(event) ||
               std::holds_alternative<net::Desynced>(event) ||
               std::holds_alternative<net::Absented>(event) ||
               std::holds_alternative<net::Returned>(event) ||
               std::holds_alternative<net::Left>(event)) {
        mark(now, net::event_text(event));
    } else if (const auto* ended = std::get_if<net::Ended>(&event)) {
        end_stall(length_);
        is_ended_ = true;
        ticks_ = ended->ticks;
        if (ended->error) {
            mark(now, net::event_text(event));
        }
    }
}

void NetLog::on(const net::Started& started, Time now) {
    started_at_ = now;
    own_ = started.own;
    players_ = started.players;
    names_ = started.names;
}

void NetLog::on(const net::Waiting& waiting, Time now) {
    const Time at = since_start(now);
    const Time lasted = std::chrono::milliseconds(waiting.ms);
    const bool is_same = open_stall_ && open_stall_->slot == waiting.slot;
    if (is_same && waiting.is_over) {
        open_stall_->why = waiting.what;  // the reason may be known better by now
        open_stall_->begin = std::max(at - lasted, Time{0});
        end_stall(at);
    } else if (!is_same && !waiting.is_over) {
        end_stall(at);
        open_stall_ = MatchStall{waiting.slot, waiting.what, std::max(at - lasted, Time{0}), at};
    }
}

void NetLog::end_stall(Time at) {
    if (!open_stall_) {
        return;
    }
    open_stall_->end = at;
    Total& total = ended_stalls_[{open_stall_->slot.index, open_stall_->why}];
    ++total.count;
    total.time += open_stall_->end - open_stall_->begin;
    keep_stall(*open_stall_);
    open_stall_.reset();
}

void NetLog::keep_stall(const MatchStall& stall) {
    stalls_.push_back(stall);
    if (stalls_.size() > k_stalls_max) {
        const auto shortest = std::min_element(stalls_.begin(), stalls_.end(),
                                               [](const MatchStall& a, const MatchStall& b) {
                                                   return a.end - a.begin < b.end - b.begin;
                                               });
        stalls_.erase(shortest);
        ++stalls_dropped_;
    }
}

NetLog::StallTotals NetLog::stall_totals() const {
    auto totals = ended_stalls_;
    if (open_stall_) {
        Total& total = totals[{open_stall_->slot.index, open_stall_->why}];
        ++total.count;
        total.time += length_ - open_stall_->begin;
    }
    return totals;
}

NetLog::StallTotals::const_iterator NetLog::longest_of(const StallTotals& totals) {
    return std::max_element(totals.begin(), totals.end(), [](const auto& a, const auto& b) {
        return a.second.time < b.second.time;
    });
}

void NetLog::mark(Time now, std::string text) {
    if (marks_.size() < k_marks_max) {
        marks_.push_back({since_start(now), std::move(text)});
    } else {
        ++marks_dropped_;
    }
}

bool NetLog::wants_look(Time now) const {
    return started_at_ && !is_ended_ && (!looked_at_ || now - *looked_at_ >= k_look);
}

void NetLog::update(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                    std::uint64_t ticks_done, Time now) {
    if (!wants_look(now)) {
        return;
    }
    looked_at_ = now;
    length_ = std::max(length_, since_start(now));
    NetSample& sample = sample_at(length_);
    sample.end = length_;
    const std::uint64_t simulated = only_relays_ ? ticks_ : ticks_done;
    sample.ticks += simulated - std::min(simulated, ticks_);
    sample.held += pace.held - std::min(pace.held, held_);
    sample.delay_ticks.add(pace.delay_ticks);
    delay_ticks_.add(pace.delay_ticks);
    ticks_ = std::max(ticks_, simulated);
    held_ = std::max(held_, pace.held);
    for (const net::PeerStatus& peer : peers) {
        const std::size_t index = index_of(peer.slot);
        if (peer.is_absent) {
            continue;
        }
        LineSample line;
        line.round_trip_ms.add(in_ms(peer.round_trip));
        line.jitter_ms.add(in_ms(peer.jitter));
        line.loss_percent.add(peer.loss_ppm / k_ppm_of_a_percent);
        if (peer.slack_there) {
            line.slack_there_ticks.add(*peer.slack_there);
        }
        if (peer.slack_here) {
            line.slack_here_ticks.add(*peer.slack_here);
        }
        sample.lines.resize(std::max(sample.lines.size(), index + 1));
        sample.lines[index].add(line);
        totals_[index].add(line);
    }
}

NetSample& NetLog::sample_at(Time at) {
    if (samples_.empty() || at - samples_.back().begin >= interval_) {
        if (samples_.size() == k_samples_max) {
            halve();
            return sample_at(at);
        }
        NetSample sample;
        sample.begin = samples_.empty() ? Time{0} : at;
        sample.end = at;
        samples_.push_back(std::move(sample));
    }
    return samples_.back();
}

void NetLog::halve() {
    std::vector<NetSample> halves;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        if (i % 2 == 0) {
            halves.push_back(std::move(samples_[i]));
            continue;
        }
        const NetSample& second = samples_[i];
        NetSample& first = halves.back();
        first.end = second.end;
        first.delay_ticks.add(second.delay_ticks);
        first.ticks += second.ticks;
        first.held += second.held;
        first.lines.resize(std::max(first.lines.size(), second.lines.size()));
        for (std::size_t line = 0; line < second.lines.size(); ++line) {
            first.lines[line].add(second.lines[line]);
        }
    }
    samples_ = std::move(halves);
    interval_ *= 2;
}

std::size_t NetLog::index_of(Slot slot) {
    const auto found = std::find(peers_.begin(), peers_.end(), slot);
    if (found != peers_.end()) {
        return static_cast<std::size_t>(found - peers_.begin());
    }
    peers_.push_back(slot);
    totals_.emplace_back();
    return peers_.size() - 1;
}

std::string why_text(net::WaitingFor why) {
    switch (why) {
        case net::WaitingFor::line:
            return "its line or machine";  // nothing comes from it, and either may be the reason
        case net::WaitingFor::machine:
            return "its machine";
        case net::WaitingFor::frozen:
            return "stood still";
        case net::WaitingFor::inputs:
            return "no inputs";
        case net::WaitingFor::acknowledgements:
            return "no acknowledgements";
        case net::WaitingFor::history:
            return "no history";
    }
    return "not ready";
}

std::string why_name(net::WaitingFor why) {
    switch (why) {
        case net::WaitingFor::line:
            return "line";
        case net::WaitingFor::machine:
            return "machine";
        case net::WaitingFor::frozen:
            return "frozen";
        case net::WaitingFor::inputs:
            return "inputs";
        case net::WaitingFor::acknowledgements:
            return "acknowledgements";
        case net::WaitingFor::history:
            return "history";
    }
    return "other";
}

namespace {

JsonValue mean_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.mean());
}

JsonValue most_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.most);
}

JsonValue least_of(const Spread& spread) {
    return spread.count == 0 ? JsonValue() : JsonValue(spread.least);
}

}  // namespace

JsonObject net_facts(const NetLog& log, const net::PaceStatus& pace) {
    JsonArray peers;
    for (std::size_t i = 0; i < log.peers().size(); ++i) {
        const LineSample& line = log.totals()[i];
        peers.emplace_back(JsonObject{{"player", log.peers()[i].index},
                                      {"round_trip_ms", mean_of(line.round_trip_ms)},
                                      {"round_trip_ms_max", most_of(line.round_trip_ms)},
                                      {"jitter_ms", mean_of(line.jitter_ms)},
                                      {"loss_percent", mean_of(line.loss_percent)},
                                      {"slack_there_ticks_min", least_of(line.slack_there_ticks)},
                                      {"slack_here_ticks_min", least_of(line.slack_here_ticks)}});
    }
    JsonArray stalls;
    for (const auto& [who, total] : log.stall_totals()) {
        stalls.emplace_back(JsonObject{{"player", who.first},
                                       {"why", why_name(who.second)},
                                       {"count", total.count},
                                       {"ms", whole_ms(total.time)}});
    }
    return {{"delay_ticks", pace.delay_ticks},
            {"waited_ms", whole_ms(pace.held)},
            {"peers", std::move(peers)},
            {"stalls", std::move(stalls)}};
}

}  // namespace tandem::tools::netview
