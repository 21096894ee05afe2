// SPDX-License-Identifier: MIT
// The public face of a session.
#include <tandem/net/lockstep.hpp>

#include <utility>

#include <tandem/net/session/guest.hpp>
#include <tandem/net/session/host.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

sim::Result<Lockstep> Lockstep::host(sim::AnySimulation simulation, HostOptions options,
                                     InputSource source, sim::TickObserver* observer) {
    auto session =
        Host::create(std::move(simulation), std::move(options), std::move(source), observer);
    TANDEM_TRY(session);
    return Lockstep(*std::move(session));
}

sim::Result<Lockstep> Lockstep::join(sim::AnySimulation simulation, JoinOptions options,
                                     InputSource source, sim::TickObserver* observer) {
    return Lockstep(
        Guest::create(std::move(simulation), std::move(options), std::move(source), observer));
}

Lockstep::Lockstep(std::unique_ptr<Session> session) : session_(std::move(session)) {}
Lockstep::Lockstep(Lockstep&&) noexcept = default;
Lockstep& Lockstep::operator=(Lockstep&&) noexcept = default;
Lockstep::~Lockstep() = default;

void Lockstep::on_transport(const TransportEvent& event, Time now) {
    session_->on_transport(event, now);
}

std::vector<Event> Lockstep::advance(Time now) { return session_->advance(now); }

std::vector<Outgoing> Lockstep::extract_outgoing() { return session_->extract_outgoing(); }

void Lockstep::leave() { session_->leave(); }

void Lockstep::abandon(std::string why) { session_->abandon(std::move(why)); }

Ended Lockstep::break_off(sim::EndReason reason, std::string why, std::optional<sim::Error> error) {
    return session_->break_off(Bye{reason, std::move(why)}, std::move(error));
}

bool Lockstep::is_started() const { return session_->play().has_begun(); }

bool Lockstep::is_ended() const { return session_->is_ended(); }

std::uint64_t Lockstep::ticks_done() const {
    return is_started() ? session_->play().ticks_done() : 0;
}

std::uint64_t Lockstep::ticks_asked() const { return session_->play().own_inputs().asked(); }

Slot Lockstep::own_slot() const { return session_->play().own(); }

const Setup& Lockstep::setup() const { return session_->play().setup(); }

const sim::AnySimulation& Lockstep::simulation() const {
    TANDEM_ASSERT(is_started());
    return session_->play().match().simulation();
}

PaceStatus Lockstep::pace() const { return session_->play().pace_status(); }

std::optional<SlotTicket> Lockstep::slot_ticket() const { return session_->own_slot_ticket(); }

std::optional<MatchTicket> Lockstep::match_ticket() const {
    const MatchTicket* ticket = session_->own_match_ticket();
    return ticket == nullptr ? std::nullopt : std::optional(*ticket);
}

std::vector<PeerStatus> Lockstep::peers() const { return session_->peer_statuses(); }

}  // namespace tandem::net
