// SPDX-License-Identifier: MIT
// Two programs, each in a network namespace of its own, and between them nothing but this one,
// which carries their datagrams late and loses some:
//     two_networks HOST ARGUMENT... -- GUEST ARGUMENT...
// The guest finds the host at 127.0.0.1:47001. Ends with 77 where namespaces are not allowed, else
// with 0 once both have ended with 0, having said on standard error what it carried and lost.
#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/transport/simulated/link.hpp>

namespace {

using tandem::net::LinkOptions;
using tandem::net::SimulatedLink;
using tandem::net::Time;

constexpr int k_not_allowed = 77;
constexpr int k_failed = 70;
constexpr std::uint16_t k_host_port = 47'000;
constexpr std::uint16_t k_relay_port = 47'001;
constexpr Time k_longest = std::chrono::seconds(120);

Time steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

bool write_text(const char* path, const std::string& text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    const bool is_written =
        file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) {
        ::close(file);
    }
    return is_written;
}

// A new network for this process. Who is not root needs a new user namespace before, in which it
// stays who it is.
bool enter_first_network() {
    if (::unshare(CLONE_NEWNET) == 0) {
        return true;
    }
    const std::string user = std::to_string(::getuid());
    const std::string group = std::to_string(::getgid());
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 &&
           write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", user + " " + user + " 1") &&
           write_text("/proc/self/gid_map", group + " " + group + " 1");
}

// Its loopback is down at first.
bool switch_loopback_on() {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    std::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
    const bool is_known = socket >= 0 && ::ioctl(socket, SIOCGIFFLAGS, &request) == 0;
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
    const bool is_on = is_known && ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
    if (socket >= 0) {
        ::close(socket);
    }
    return is_on;
}

// A socket stays in the network in which it was made.
int udp_socket(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const sockaddr_in address = loopback(port);
    const bool is_bound = socket >= 0 && ::bind(socket, reinterpret_cast<const sockaddr*>(&address),
                                                sizeof(address)) == 0;
    return is_bound ? socket : -1;
}

int own_network() { return ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC); }

ino_t number_of(int network) {
    struct stat about {};
    return ::fstat(network, &about) == 0 ? about.st_ino : 0;
}

// Starts a program in a network; it ends when this process does.
pid_t start(int network, std::vector<char*> command) {
    command.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::setns(network, CLONE_NEWNET) == 0) {
            ::execv(command[0], command.data());
        }
        ::_exit(k_failed);
    }
    return child;
}

// One direction: what was sent and has not arrived, by time.
class Way {
public:
    Way(std::uint64_t number, const LinkOptions& line) : link_(1, number, line) {}

    void take(std::vector<char> datagram) {
        const Time now = steady_now();
        if (const auto arrival = link_.send(now, datagram.size()).arrival) {
            under_way_.emplace(*arrival, std::move(datagram));
        }
    }
    void deliver(int socket, const sockaddr_in& to) {
        for (const Time now = steady_now();
             !under_way_.empty() && under_way_.begin()->first <= now;) {
            const std::vector<char>& datagram = under_way_.begin()->second;
            ::sendto(socket, datagram.data(), datagram.size(), 0,
                     reinterpret_cast<const sockaddr*>(&to), sizeof(to));
            under_way_.erase(under_way_.begin());
        }
    }
    const tandem::net::LinkStatistics& counts() const { return link_.statistics(); }

private:
    SimulatedLink link_;
    std::multimap<Time, std::vector<char>> under_way_;
};

std::optional<std::vector<char>> receive(int socket, sockaddr_in& from) {
    std::vector<char> datagram(65'536);
    socklen_t size = sizeof(from);
    const ssize_t got = ::recvfrom(socket, datagram.data(), datagram.size(), 0,
                                   reinterpret_cast<sockaddr*>(&from), &size);
    if (got < 0) {
        return std::nullopt;
    }
    datagram.resize(static_cast<std::size_t>(got));
    return datagram;
}

// How a child ended; nothing while it runs.
std::optional<int> ended(pid_t child) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) != child) {
        return std::nullopt;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int not_allowed(const char* what) {
    std::fprintf(stderr, "two_networks: %s: %s\n", what, std::strerror(errno));
    return k_not_allowed;
}

// Carries until both have ended; the worse exit code.
int carry(int guest_side, int host_side, const std::array<pid_t, 2>& children) {
    LinkOptions line;
    line.delay = std::chrono::milliseconds(15);
    line.jitter = std::chrono::milliseconds(5);
    line.loss_ppm = 50'000;
    Way up(1, line);
    Way down(2, line);
    std::optional<sockaddr_in> guest;
    std::array<std::optional<int>, 2> codes;
    for (const Time end = steady_now() + k_longest; !codes[0] || !codes[1];) {
        if (steady_now() > end) {
            return k_failed;
        }
        std::array<pollfd, 2> ready{pollfd{guest_side, POLLIN, 0}, pollfd{host_side, POLLIN, 0}};
        ::poll(ready.data(), ready.size(), 1);
        sockaddr_in from{};
        while (auto datagram = receive(guest_side, from)) {
            guest = from;
            up.take(std::move(*datagram));
        }
        while (auto datagram = receive(host_side, from)) {
            down.take(std::move(*datagram));
        }
        up.deliver(host_side, loopback(k_host_port));
        if (guest) {
            down.deliver(guest_side, *guest);
        }
        for (std::size_t child = 0; child < children.size(); ++child) {
            codes[child] = codes[child] ? codes[child] : ended(children[child]);
        }
    }
    const auto carried = up.counts().packets_sent + down.counts().packets_sent;
    const auto lost = up.counts().packets_lost + down.counts().packets_lost;
    std::fprintf(stderr, "two_networks: carried %llu, lost %llu\n",
                 static_cast<unsigned long long>(carried), static_cast<unsigned long long>(lost));
    return std::max(*codes[0], *codes[1]);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<char*> words(argv + 1, argv + argc);
    const auto middle = std::find_if(words.begin(), words.end(),
                                     [](const char* word) { return std::strcmp(word, "--") == 0; });
    if (middle == words.begin() || middle == words.end() || middle + 1 == words.end()) {
        std::fprintf(stderr, "usage: two_networks HOST ARGUMENT... -- GUEST ARGUMENT...\n");
        return 2;
    }
    if (!enter_first_network() || !switch_loopback_on()) {
        return not_allowed("the guest's network");
    }
    const int guest_network = own_network();
    const int guest_side = udp_socket(k_relay_port);
    if (::unshare(CLONE_NEWNET) != 0 || !switch_loopback_on()) {
        return not_allowed("the host's network");
    }
    const int host_network = own_network();
    const int host_side = udp_socket(0);
    if (guest_side < 0 || host_side < 0 || number_of(guest_network) == number_of(host_network)) {
        return k_failed;
    }
    const std::array<pid_t, 2> children{start(host_network, {words.begin(), middle}),
                                        start(guest_network, {middle + 1, words.end()})};
    return carry(guest_side, host_side, children);
}
