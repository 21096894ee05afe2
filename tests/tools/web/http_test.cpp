// SPDX-License-Identifier: MIT
// What a browser may ask, and everything else.
#include <tandem/tools/web/http.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tandem::tools {
namespace {

std::string asked(const std::string& line, const std::string& host = "127.0.0.1:47080") {
    return line + "\r\nAccept: */*\r\nHost: " + host + "\r\n\r\n";
}

std::string name_of(const std::string& target) {
    const auto request = read_request(asked("GET " + target + " HTTP/1.1"));
    return request && request->status == 0 ? request->name : "refused";
}

std::uint32_t status_of(const std::string& received) {
    const auto request = read_request(received);
    return request ? request->status : 0;
}

TEST(HttpRequest, TheRootIsThePage) { EXPECT_EQ(name_of("/"), "index.html"); }

TEST(HttpRequest, ANameIsDecodedAndWhatFollowsAQuestionMarkIsForThePage) {
    EXPECT_EQ(name_of("/?file=a.tandem"), "index.html");
    EXPECT_EQ(name_of("/a%20b.tandem?x"), "a b.tandem");
}

TEST(HttpRequest, NothingLeavesTheFolder) {
    for (const char* target : {"/../a.tandem", "/%2e%2e/a.tandem", "/..%2Fa.tandem", "/..", "/.git",
                               "/a/b.tandem", "//a.tandem", "/a%00.tandem", "/..\\a", "/%", "/%4",
                               "/%zz", "a.tandem", "http://elsewhere/a.tandem"}) {
        EXPECT_EQ(name_of(target), "refused") << target;
    }
}

TEST(HttpRequest, IsWaitedForUntilItsHeadIsThere) {
    const std::string whole = asked("GET / HTTP/1.1");
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        EXPECT_FALSE(read_request(whole.substr(0, bytes)));
    }
    EXPECT_TRUE(read_request(whole));
}

TEST(HttpRequest, AHeadWithoutEndIsRefused) {
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: " + std::string(k_request_bytes_max, 'x')), 431U);
}

TEST(HttpRequest, OtherMethodsVersionsAndFormsAreRefusedByTheirNumber) {
    EXPECT_EQ(status_of(asked("POST / HTTP/1.1")), 405U);
    EXPECT_EQ(status_of(asked("GET / HTTP/2.0")), 505U);
    EXPECT_EQ(status_of(asked("GET /")), 400U);
    EXPECT_EQ(status_of(asked("nonsense")), 400U);
}

TEST(HttpRequest, AForeignNameForThisMachineIsRefused) {
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "elsewhere.example")), 403U);
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 403U);
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "localhost:47080")), 0U);
}

TEST(HttpAnswer, HeadHasNoBodyAndSaysItsSize) {
    EXPECT_FALSE(read_request(asked("HEAD / HTTP/1.1"))->wants_body);
    EXPECT_NE(file_head("index.html", 12).find("Content-Length: 12\r\n"), std::string::npos);
    EXPECT_TRUE(refusal(404, false).ends_with("\r\n\r\n"));
    EXPECT_TRUE(refusal(404, true).ends_with("404 Not Found\n"));
}

}  // namespace
}  // namespace tandem::tools
