// SPDX-License-Identifier: MIT
// host, inside of the test: what keeps a host from listening.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Host, NeedsAGameWhereThereAreSeveral) { expect<Counter, Leaky>(2, {"host"}); }

TEST(Host, SaysThatItsPortIsInUse) {
    const int taken = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t size = sizeof(address);
    ASSERT_EQ(::bind(taken, reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(::getsockname(taken, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const std::string port = std::to_string(ntohs(address.sin_port));
    const Said said = program<Counter>({"host", "--port", port});
    ::close(taken);
    EXPECT_EQ(said.code, 4);
    EXPECT_TRUE(says(said.err, port));
}

}  // namespace
}  // namespace tandem::test
