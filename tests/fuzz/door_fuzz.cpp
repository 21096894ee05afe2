// SPDX-License-Identifier: MIT
// The door and what lies behind it, with the fuzzer as the network: it sends bytes of its own, and
// what others said, changed, again, to others and from other addresses. Whatever it does, nothing
// passes but what the other side sealed, and that once; and nobody gets more bytes than came.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include <tandem/net/transport/gate.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::Gate;
using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;

void require_door(bool holds) {
    if (!holds) {
        std::abort();
    }
}

constexpr std::size_t k_guests = 2;
constexpr std::array<std::byte, 1> k_host_address{};
constexpr std::size_t k_fuzz_places = 3;
// A file that does nothing else would only take long.
constexpr int k_actions_max = 200;

class Street {
public:
    // `randomness` is of the whole file, so that no file can contain what is sealed in its own run.
    Street(bool is_keyed, net::SecretKey randomness)
        : is_keyed_(is_keyed), random_(std::move(randomness)), host_(make_host()) {
        for (std::size_t guest = 0; guest < k_guests; ++guest) {
            guests_.push_back(
                {Gate(net::Knocker(key(is_keyed), random_.next()), k_host_address, random_.next()),
                 false,
                 {}});
        }
    }

    // Lets everybody in as they should be.
    void open() {
        for (std::size_t who = 0; who < k_guests; ++who) {
            auto said = guests_[who].gate.due(now_);
            while (said && !said->empty()) {
                to_host(*said, 0);
                const Bytes answer = said_.back();
                to_guest(who, answer, 0);
                said = guests_[who].has_entered ? std::nullopt : std::optional(said_.back());
            }
            require_door(guests_[who].has_entered);
            speak_as_guest(who, static_cast<std::uint8_t>(0x80 + who));
            to_host(said_.back(), 0);
            require_door(places_.size() == who + 1);
        }
    }

    void act(ByteReader& reader) {
        const std::uint8_t action = reader.u8();
        const std::size_t who = (action >> 4U) % k_guests;
        switch (action % 8) {
            case 0:
                to_host(reader.read(std::min<std::size_t>(reader.u8(), reader.remaining())),
                        reader.u8());
                break;
            case 1:
                to_guest(who, reader.read(std::min<std::size_t>(reader.u8(), reader.remaining())),
                         reader.u8());
                break;
            case 2:
                to_host(recorded(reader), reader.u8());
                break;
            case 3:
                to_guest(who, recorded(reader), reader.u8());
                break;
            case 4:
                now_ += std::chrono::milliseconds(reader.u8());
                for (Guest& guest : guests_) {
                    if (const auto said = guest.gate.due(now_)) {
                        record(*said);
                    }
                }
                break;
            case 5:
                speak_as_guest(who, reader.u8());
                break;
            case 6:
                if (!places_.empty()) {
                    const auto& [id, place] = *places_.begin();
                    record_sealed(host_.seal(datagram(place, id)), from_host_);
                }
                break;
            default:
                now_ += std::chrono::seconds(reader.u8() % 64);
                if ((action & 0x80U) != 0) {
                    places_.clear();  // ENet's connections have ended
                }
                if ((action & 0x40U) != 0) {
                    guests_[who].gate.restart(now_);
                    guests_[who].has_entered = false;
                }
                host_.forget(place_of(), now_);
        }
        require_door(bytes_out_ <= bytes_in_);
        require_door(host_.extract_refusals().size() <= Gate::k_refusals_max);
    }

private:
    struct Guest {
        Gate gate;
        bool has_entered = false;
        std::set<Bytes> heard;  // what passed
    };

    static std::optional<net::MatchKey> key(bool is_keyed) {
        static const net::MatchKey k_key =
            *net::MatchKey::from_secret(sim::as_bytes("sixteen or more bytes"));
        return is_keyed ? std::optional(k_key) : std::nullopt;
    }
    Gate make_host() {
        const auto own = key(is_keyed_);
        const net::KeyTerms terms = net::terms_of(own, random_.next());
        return Gate(net::Door(own ? net::shared_key(*own, terms) : std::nullopt, terms,
                              k_fuzz_places, random_.next()),
                    random_.next());
    }
    Gate::PlaceOf place_of() {
        return [this](std::uint32_t id) -> std::optional<std::uint16_t> {
            const auto found = places_.find(id);
            return found == places_.end() ? std::nullopt : std::optional(found->second);
        };
    }

    void record(Bytes datagram) {
        if (!datagram.empty() && said_.size() < 4 * k_actions_max) {
            said_.push_back(std::move(datagram));
        }
    }
    void record_sealed(const Bytes& datagram, std::set<Bytes>& genuine) {
        genuine.insert(datagram);
        record(datagram);
    }
    // Something that somebody said, or a change of it.
    Bytes recorded(ByteReader& reader) {
        const std::uint8_t which = reader.u8();
        const std::uint8_t change = reader.u8();
        if (said_.empty()) {
            return {};
        }
        // The newest is the most interesting.
        Bytes datagram = said_[said_.size() - 1 - which % said_.size()];
        if (change >= 0xC0) {
            datagram[reader.u8() % datagram.size()] ^= static_cast<std::byte>(1U << change % 8);
        } else if (change >= 0xB0) {
            datagram.resize(reader.u8());
        }
        return datagram;
    }

    void to_host(ByteView datagram, std::uint8_t from) {
        const std::array<std::byte, 1> address{static_cast<std::byte>(from % 3)};
        const Gate::Taken taken = host_.receive(datagram, address, place_of(), now_);
        bytes_in_ += datagram.size();
        bytes_out_ += taken.answer.size();
        require_door(taken.answer.size() <= datagram.size());
        record(taken.answer);
        // Of a sealed answer the other side may be told.
        if (!taken.answer.empty() && !net::is_door_message(taken.answer)) {
            from_host_.insert(taken.answer);
        }
        if (taken.place) {
            require_door(from_guests_.contains(Bytes(datagram.begin(), datagram.end())));
            require_door(Bytes(address.begin(), address.end()) == taken.way);
        }
        if (!taken.passes) {
            return;
        }
        require_door(from_guests_.erase(Bytes(datagram.begin(), datagram.end())) == 1);
        if (taken.asks_for_place) {
            std::uint32_t id = 0;
            std::memcpy(&id, taken.content.data() + 48, sizeof(id));
            require_door(!places_.contains(id));
            places_.emplace(id, static_cast<std::uint16_t>(id % 4));
        }
    }

    void to_guest(std::size_t who, ByteView datagram, std::uint8_t from) {
        Guest& guest = guests_[who];
        const std::array<std::byte, 1> address{static_cast<std::byte>(from % 3)};
        Gate::Taken taken = guest.gate.receive(datagram, address, place_of(), now_);
        record(taken.answer);
        if (!taken.answer.empty() && !net::is_door_message(taken.answer)) {
            require_door(taken.answer.size() <= datagram.size());
            from_guests_.insert(taken.answer);
        }
        guest.has_entered = guest.gate.extract_entry().has_value() || guest.has_entered;
        require_door(guest.gate.extract_refusals().size() <= 1);
        if (taken.passes) {
            const Bytes whole(datagram.begin(), datagram.end());
            require_door(from_host_.contains(whole) && guest.heard.insert(whole).second);
        }
    }

    static Bytes datagram(std::uint16_t place, std::uint32_t id) {
        Bytes bytes{std::byte{0x10}, static_cast<std::byte>(place)};
        bytes.resize(10);
        std::memcpy(bytes.data() + 2, &id, sizeof(id));
        return bytes;
    }
    void speak_as_guest(std::size_t who, std::uint8_t what) {
        if (!guests_[who].has_entered) {
            return;
        }
        Bytes content = datagram(what % 4, what % 8U);
        if (what >= 0x80) {
            content = hex_bytes(
                "8fff12340000000082ff00010000ffff0000049d00010000000000020000000000000000"
                "0000138800000002000000020000000000000000");
            content[48] = static_cast<std::byte>(what % 8);
        }
        record_sealed(guests_[who].gate.seal(content), from_guests_);
    }

    bool is_keyed_;
    net::KeyRatchet random_;
    Gate host_;
    std::vector<Guest> guests_;
    std::map<std::uint32_t, std::uint16_t> places_;  // ENet's, by id
    std::vector<Bytes> said_;
    std::set<Bytes> from_guests_;
    std::set<Bytes> from_host_;
    std::size_t bytes_in_ = 0;
    std::size_t bytes_out_ = 0;
    net::Time now_ = std::chrono::seconds(100);
};

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tandem::sim::ByteReader reader(bytes);
    const std::uint8_t how = reader.u8();
    tandem::test::Street street((how & 3U) != 0,
                                tandem::net::keyed_hash(tandem::sim::as_bytes("door"), bytes));
    if ((how & 4U) != 0) {
        street.open();
    }
    for (int action = 0; action < tandem::test::k_actions_max && reader.remaining() > 0; ++action) {
        street.act(reader);
    }
    return 0;
}
