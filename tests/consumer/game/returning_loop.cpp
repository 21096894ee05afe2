// SPDX-License-Identifier: MIT
// The match of own_loop.cpp, from which a guest may be killed, and come back in another process.
//
//   returning_loop host|join FILE
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <tandem/net/net.hpp>
#include <tandem/replay/replay.hpp>
#include <tandem/sim/game.hpp>

#include "tug.hpp"

using namespace tandem;
using Input = Tug::Input;
constexpr int k_ticks = 600;

// Tandem returns errors and throws none; here each one ends the program with its sentence.
template <class T>
T must(sim::Result<T> result) {
    if (!result)
        throw std::runtime_error(result.error().text());
    return std::move(result).value();
}

// By its ticket a player comes back to its slot. It is a secret: nobody else may read the file.
std::optional<net::SlotTicket> read_ticket(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return file.is_open() ? std::optional(must(net::parse_slot_ticket(sim::as_bytes(text))))
                          : std::nullopt;
}

void write_ticket(const std::string& path, const net::SlotTicket& ticket) {
    std::ofstream file(path, std::ios::binary);
    std::filesystem::permissions(
        path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const sim::Bytes text = net::ticket_text(ticket);
    file.write(reinterpret_cast<const char*>(text.data()), std::ssize(text));
}

// Returns whether the match came to its agreed end.
bool match(bool is_host, const std::string& path) {
    const std::string secret = path + ".secret";
    net::HostOptions hosting{.session = {.ticks_limit = k_ticks}, .setup = {.slots = 2}};
    const net::JoinOptions joining{.session = hosting.session, .ticket = read_ticket(secret)};
    const auto source = net::input_source<Tug>(
        [](sim::Tick tick, const Tug&) { return Input{tick.number % 2 == 0}; });
    const auto port = net::k_default_port;
    const auto wire = must(is_host ? net::EnetTransport::host(port, 4)
                                   : net::EnetTransport::connect("127.0.0.1", port));
    // Who is given a state lacks the ticks before it, so a new file begins there.
    const auto next = [&](const std::vector<std::string>& paths, bool) {
        return replay::FileOutput::create(path + "-" + std::to_string(paths.size() + 1));
    };
    const bool is_back = joining.ticket.has_value();
    replay::RecordingFiles files(must(replay::FileOutput::create(is_back ? path + "-2" : path)), {},
                                 next);
    const auto game = [] { return sim::erase<Tug>(); };
    auto driver = must(is_host ? net::Driver::host(game(), hosting, source, &files, *wire)
                               : net::Driver::join(game(), joining, source, &files, *wire));
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
    while (!driver.is_over()) {
        for (const net::Event& event : driver.pump(std::chrono::milliseconds(1), now)) {
            if (!std::holds_alternative<net::Ticked>(event))
                std::printf("%s\n", net::event_text(event).c_str());
            if (const auto ticket = driver.session().slot_ticket();
                ticket && std::holds_alternative<net::Started>(event))
                write_ticket(secret, *ticket);
        }
        std::fflush(stdout);
    }
    must(files.close());
    const bool is_over = !driver.ended()->error;
    return is_over && (std::filesystem::remove(secret), true);  // nobody comes back any more
}

int main(int argc, char** argv) try {
    const std::string verb = argc == 3 ? argv[1] : "";
    if (verb == "host" || verb == "join")
        return match(verb == "host", argv[2]) ? 0 : 1;
    std::fprintf(stderr, "usage: returning_loop host|join FILE\n");
    return 2;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "returning_loop: %s\n", failure.what());
    return 1;
}
