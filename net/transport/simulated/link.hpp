// SPDX-License-Identifier: MIT
// A direction of a simulated line: when a packet that is sent now arrives, or why it never does. It
// knows nothing of what the packet says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::net {

class SimulatedLink {
public:
    // The same seed and number give the same luck. Each kind of trouble has random numbers of its
    // own, and takes as many for every packet: one kind more does not change what the others do.
    // Each datagram carries `heads_bytes` besides its payload.
    SimulatedLink(std::uint64_t seed, std::uint64_t number, LinkOptions options,
                  std::size_t heads_bytes = k_datagram_heads_bytes);

    // The way of an unreliable packet: it arrives never, once or twice.
    struct Passage {
        Time departs{0};  // when its last bit has gone out
        std::optional<Time> arrival;
        std::optional<Time> second_arrival;
        bool is_damaged = false;       // the datagram that arrives has one bit changed,
        std::uint32_t damaged_at = 0;  // which this says
    };
    // Sends a packet with that much payload.
    Passage send(Time now, std::size_t payload_bytes);
    // The time at which a reliable packet arrives, behind those before it; nothing if the link is
    // cut for good. It is sent again until it comes through. Its time on a limited line does not
    // delay the unreliable packets, which a real transport would put first.
    std::optional<Time> send_reliable(Time now, std::size_t payload_bytes);
    // The time at which the last reliable packet arrives.
    Time reliable_arrival() const { return reliable_arrival_; }

    // Loses packets sent from `begin` on and before `end`, k_cut_max later at most (asserted).
    void cut(Time begin, Time end);
    // Changes the conditions from `now` on. Packets that wait go on at the new rate, so that
    // nothing overtakes them: a caller that holds their passages asks departs_at() before.
    void set_options(LinkOptions options, Time now);
    // The time at which a packet leaves that would leave at `departs`, if the rate changes `now`.
    Time departs_at(Time departs, Time now, std::uint64_t rate_bytes_per_s) const;
    // The conditions.
    const LinkOptions& options() const { return options_; }
    // The fate of its packets. The network counts what happens on arrival.
    LinkStatistics& statistics() { return statistics_; }
    const LinkStatistics& statistics() const { return statistics_; }

private:
    struct Cut {
        Time begin{0};
        Time end{0};
    };

    bool is_cut_at(Time when) const;
    bool is_lost_in_burst();
    bool takes_reliable(Time when);
    Time passing_time(std::size_t wire_bytes) const;
    std::optional<Time> departure(Time now, std::size_t wire_bytes);

    LinkOptions options_;
    std::size_t heads_bytes_;
    Random loss_;
    Random burst_;
    Random duplicate_;
    Random reorder_;
    Random damage_;
    Random jitter_;
    Random second_jitter_;
    Random reliable_;
    bool is_in_burst_ = false;
    Time free_at_{0};           // when all that waits for the rate has gone
    Time reliable_free_at_{0};  // the same for reliable packets
    Time reliable_arrival_{0};
    std::vector<Cut> cuts_;  // those that are not over
    LinkStatistics statistics_;
};

}  // namespace tandem::net
