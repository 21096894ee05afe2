// SPDX-License-Identifier: MIT
// A client of the test's own, for what no browser does. What browsers do is tried with one
// (page_test.py).
#include <tandem/tools/web/server.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::PageServer;

// Connected with a server on this machine. It never waits for more than there is.
class Client {
public:
    explicit Client(std::uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { ::close(socket_); }

    // False: the other side takes no more, and said so harshly.
    bool send(const std::string& bytes) const {
        return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    // Adds what has come; false: nothing comes any more.
    bool receive(std::string& bytes) const {
        std::array<char, 4096> part{};
        const auto got = ::recv(socket_, part.data(), part.size(), MSG_DONTWAIT);
        bytes.append(part.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        return got > 0 || (got < 0 && errno == EAGAIN);
    }

private:
    int socket_;
};

class PageServerTest : public InFolder {
protected:
    void SetUp() override {
        auto opened = PageServer::open(path("."), 0);
        ASSERT_TRUE(opened) << opened.error().text();
        server_ = *std::move(opened);
        server_->receive({"figures"}, 100,
                         [this](const std::string&, std::string body) { taken_ += body; });
    }
    std::string head(std::size_t bytes) const {
        const std::string own = "127.0.0.1:" + std::to_string(server_->port());
        return "POST /figures HTTP/1.1\r\nHost: " + own + "\r\nOrigin: http://" + own +
               "\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n";
    }
    // Serves until nothing comes from it any more.
    std::string answer_to(const Client& client) {
        std::string answer;
        while (client.receive(answer)) {
            server_->serve(std::chrono::milliseconds(1));
        }
        return answer;
    }

    std::unique_ptr<PageServer> server_;
    std::string taken_;
};

TEST_F(PageServerTest, TakesWhatComesInPieces) {
    const Client client(server_->port());
    for (const std::string& piece : {head(10), std::string("12345"), std::string("67890")}) {
        ASSERT_TRUE(client.send(piece));
        server_->serve(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(says(answer_to(client), "HTTP/1.1 204 "));
    EXPECT_EQ(taken_, "1234567890");
}

// The refusal comes after the head, and whoever sends goes on sending.
TEST_F(PageServerTest, ARefusalReachesWhoeverStillSends) {
    const Client client(server_->port());
    ASSERT_TRUE(client.send(head(200'000)));
    std::string answer;
    while (answer.empty() && client.receive(answer)) {
        server_->serve(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(says(answer, "HTTP/1.1 413 "));
    for (int piece = 0; piece < 20; ++piece) {
        ASSERT_TRUE(client.send(std::string(10'000, 'x'))) << piece;
        server_->serve(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(taken_, "");
}

TEST_F(PageServerTest, WhoHasItsAnswerAndStaysKeepsNobodyElseOut) {
    constexpr std::size_t k_clients = 100;
    constexpr int k_turns = 100;
    std::vector<std::unique_ptr<Client>> clients;
    for (std::size_t i = 0; i < k_clients; ++i) {
        const Client& client = *clients.emplace_back(std::make_unique<Client>(server_->port()));
        ASSERT_TRUE(client.send(head(1) + "x"));
        std::string answer;
        for (int turn = 0; turn < k_turns && answer.empty(); ++turn) {
            server_->serve(std::chrono::milliseconds(1));
            client.receive(answer);
        }
        ASSERT_TRUE(says(answer, "HTTP/1.1 204 ")) << i;
    }
    EXPECT_EQ(taken_.size(), k_clients);
}

TEST_F(PageServerTest, WhoNeverStopsSendingIsCutOff) {
    const Client client(server_->port());
    ASSERT_TRUE(client.send(head(200'000'000)));
    const std::string piece(10'000, 'x');
    std::size_t bytes = 0;
    while (bytes < 200'000'000 && client.send(piece)) {
        bytes += piece.size();
        server_->serve(std::chrono::milliseconds(1));
        server_->serve(std::chrono::milliseconds(1));
        server_->serve(std::chrono::milliseconds(1));
    }
    EXPECT_LT(bytes, 200'000'000U);
}

}  // namespace
}  // namespace tandem::test
