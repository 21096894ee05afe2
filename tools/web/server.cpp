// SPDX-License-Identifier: MIT
// A single thread serves many connections: a browser opens some on which it asks nothing.
#include <tandem/tools/web/server.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/web/http.hpp>

namespace tandem::tools {

namespace {

namespace calls = replay::calls;
using replay::OpenFile;
using sim::Error;
using sim::ErrorCode;
using std::chrono::nanoseconds;

constexpr std::size_t k_connections_max = 32;
// A connection that neither asks nor reads is kept so long.
constexpr nanoseconds k_patience = std::chrono::seconds(15);
constexpr std::size_t k_part_bytes = 64 * 1024;
// So much unwanted data is still received, so that its sender learns that it is unwanted.
constexpr std::size_t k_unwanted_bytes_max = 1024 * 1024;

bool is_page_file(const std::string& name);

// A regular file to read, and its size.
struct OpenedFile {
    OpenFile file;
    std::uint64_t bytes = 0;
};
std::optional<OpenedFile> open_regular(const std::filesystem::path& path);
bool is_recording(const OpenedFile& file);
std::optional<OpenedFile> find_file(const std::filesystem::path& folder, const std::string& name);

}  // namespace

// The files that are served, and the data that may be sent here.
struct PageServer::Place {
    std::filesystem::path folder;
    Posting posting;
    Taker taker;  // null if nothing may be sent
};

class PageServer::Connection {
public:
    Connection(OpenFile socket, nanoseconds now) : socket_(std::move(socket)), since_(now) {}

    int number() const { return socket_.get(); }
    bool is_answered() const { return is_answered_; }
    // True if it waits to send, not to receive.
    bool is_to_send() const { return is_answering_ && !is_answered_; }
    bool is_stale(nanoseconds now) const { return now - since_ >= k_patience; }

    // Goes on as far as it can without waiting; false if it is done.
    bool go_on(const Place& place, nanoseconds now);

private:
    bool receive(const Place& place);
    void answer(HttpRequest& request, const Place& place);
    bool send();

    // Receives the rest until the other side has closed. A connection that is closed with something
    // unread is reset, and a client that is still sending loses the answer.
    bool drop_part();

    // A file that became shorter meanwhile ends the answer early, which the browser notices.
    bool read_part();

    OpenFile socket_;
    nanoseconds since_;
    std::string received_;
    std::string out_;
    OpenFile file_;
    std::uint64_t file_bytes_ = 0;
    std::uint64_t left_ = 0;  // those that are still to be sent
    bool is_answering_ = false;
    bool is_answered_ = false;
    std::size_t dropped_ = 0;  // bytes that came after the answer
};

struct PageServer::State {
    Place place;
    OpenFile listener;
    std::vector<Connection> connections;
    bool has_no_place = false;  // no place for another one, when the last one came

    void accept_one(nanoseconds now);

    // A connection that has its answer makes room for one that has not asked.
    void make_room();

    // Does everything that can be done now; waits for at most so long until something can.
    void turn(int wait_ms);
};

sim::Result<std::unique_ptr<PageServer>> PageServer::open(const std::string& folder,
                                                          std::uint16_t port) {
    const auto failed = [&] {
        return Error{ErrorCode::network, "port " + std::to_string(port),
                     "the page cannot be served there: " + std::system_category().message(errno) +
                         "; choose another, --port P"};
    };
    OpenFile socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), 0);
    const int yes = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (socket.get() < 0 ||
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
        ::bind(socket.get(), generic, size) != 0 ||
        ::listen(socket.get(), static_cast<int>(k_connections_max)) != 0 ||
        ::getsockname(socket.get(), generic, &size) != 0) {
        return failed();
    }
    auto state = std::make_unique<State>();
    state->place.folder = folder;
    state->listener = std::move(socket);
    return std::unique_ptr<PageServer>(new PageServer(std::move(state), ntohs(address.sin_port)));
}

PageServer::PageServer(std::unique_ptr<State> state, std::uint16_t port)
    : state_(std::move(state)), port_(port) {}
PageServer::~PageServer() = default;

void PageServer::receive(std::vector<std::string> names, std::size_t bytes_max, Taker taker) {
    state_->place.posting = {"http://127.0.0.1:" + std::to_string(port_), std::move(names),
                             bytes_max};
    state_->place.taker = std::move(taker);
}

void PageServer::serve(std::chrono::milliseconds time) {
    state_->turn(static_cast<int>(time.count()));
}

bool PageServer::Connection::go_on(const Place& place, nanoseconds now) {
    if (is_answered_) {
        return drop_part();
    }
    // A client that asks byte by byte has no longer than others.
    if (is_answering_) {
        since_ = now;
    }
    if (!is_answering_ && !receive(place)) {
        return false;
    }
    return !is_answering_ || send();
}

bool PageServer::Connection::receive(const Place& place) {
    std::array<char, 4096> part{};
    const auto got = ::recv(number(), part.data(), part.size(), 0);
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    received_.append(part.data(), static_cast<std::size_t>(got));
    const Posting* const posting = place.taker ? &place.posting : nullptr;
    if (auto request = read_request(received_, posting)) {
        answer(*request, place);
    }
    return true;
}

void PageServer::Connection::answer(HttpRequest& request, const Place& place) {
    is_answering_ = true;
    if (request.status == 0 && request.is_post) {
        place.taker(request.name, std::move(request.body));
        out_ = taken_answer();
        return;
    }
    auto found = request.status == 0 ? find_file(place.folder, request.name) : std::nullopt;
    if (!found) {
        out_ = refusal(request.status == 0 ? 404 : request.status, request.wants_body);
        return;
    }
    out_ = file_head(request.name, found->bytes);
    if (request.wants_body) {
        file_ = std::move(found->file);
        file_bytes_ = found->bytes;
        left_ = file_bytes_;
    }
}

bool PageServer::Connection::send() {
    if (out_.empty() && !read_part()) {
        return false;
    }
    const auto sent = ::send(number(), out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    out_.erase(0, static_cast<std::size_t>(sent));
    if (out_.empty() && left_ == 0) {
        is_answered_ = true;
        ::shutdown(number(), SHUT_WR);
    }
    return true;
}

bool PageServer::Connection::drop_part() {
    std::array<char, 4096> part{};
    const auto got = ::recv(number(), part.data(), part.size(), 0);
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    dropped_ += static_cast<std::size_t>(got);
    return dropped_ <= k_unwanted_bytes_max;
}

bool PageServer::Connection::read_part() {
    out_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left_, k_part_bytes)));
    const auto part = std::as_writable_bytes(std::span(out_));
    std::size_t got = 0;
    if (calls::read_at(file_.get(), file_bytes_ - left_, part, got) != 0 || got == 0) {
        return false;
    }
    out_.resize(got);
    left_ -= got;
    return true;
}

void PageServer::State::accept_one(nanoseconds now) {
    OpenFile socket(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC), 0);
    has_no_place = socket.get() < 0;
    if (!has_no_place) {
        connections.emplace_back(std::move(socket), now);
    }
}

void PageServer::State::make_room() {
    const auto done = std::find_if(connections.begin(), connections.end(),
                                   [](const Connection& each) { return each.is_answered(); });
    if (connections.size() >= k_connections_max && done != connections.end()) {
        connections.erase(done);
    }
}

void PageServer::State::turn(int wait_ms) {
    make_room();
    // If there is no place, nobody is let in for this once: poll would come back at once.
    const bool is_full = connections.size() >= k_connections_max;
    const short listens = is_full || std::exchange(has_no_place, false) ? 0 : POLLIN;
    std::vector<pollfd> places{{listener.get(), listens, 0}};
    for (const Connection& each : connections) {
        const short wanted = each.is_to_send() ? POLLOUT : POLLIN;
        places.push_back({each.number(), wanted, 0});
    }
    const int ready = ::poll(places.data(), places.size(), wait_ms);
    const nanoseconds now = steady_now();
    std::vector<Connection> kept;
    for (std::size_t at = 0; at < connections.size(); ++at) {
        const bool is_ready = ready > 0 && places[at + 1].revents != 0;
        const bool goes_on = !is_ready || connections[at].go_on(place, now);
        if (goes_on && !connections[at].is_stale(now)) {
            kept.push_back(std::move(connections[at]));
        }
    }
    connections = std::move(kept);
    if (ready > 0 && places[0].revents != 0) {
        accept_one(now);
    }
}

namespace {

bool is_page_file(const std::string& name) {
    constexpr std::array<std::string_view, 5> k_names{"index.html", "viewer.js", "lab.html",
                                                      "lab.js", "lab_claims.js"};
    return std::find(k_names.begin(), k_names.end(), name) != k_names.end();
}

std::optional<OpenedFile> open_regular(const std::filesystem::path& path) {
    OpenFile file = replay::open_file(path.string(), calls::Opening::reading);
    const auto bytes = replay::size_of_regular(file);
    return bytes ? std::optional(OpenedFile{std::move(file), *bytes}) : std::nullopt;
}

// True if the file is a recording, whatever its name: a link can lead anywhere.
bool is_recording(const OpenedFile& file) {
    constexpr std::size_t k_magic_bytes = 4;
    std::array<std::byte, k_magic_bytes> first{};
    std::size_t got = 0;
    return calls::read_at(file.file.get(), 0, first, got) == 0 && got == first.size() &&
           replay::starts_like_replay(first);
}

std::optional<OpenedFile> find_file(const std::filesystem::path& folder, const std::string& name) {
    if (is_page_file(name)) {
        return open_regular(folder / name);
    }
    if (!name.ends_with(".tandem")) {
        return std::nullopt;
    }
    auto file = open_regular(folder / name);
    if (!file) {
        std::error_code ignored;
        file = open_regular(std::filesystem::absolute(folder, ignored).lexically_normal() / ".." /
                            name);
    }
    return file && is_recording(*file) ? std::move(file) : std::nullopt;
}

}  // namespace
}  // namespace tandem::tools
