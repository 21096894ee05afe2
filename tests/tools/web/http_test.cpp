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
    const std::string long_head = "GET / HTTP/1.1\r\nA: " + std::string(k_request_bytes_max, 'x');
    EXPECT_EQ(status_of(long_head), 431U);
    EXPECT_EQ(status_of(long_head + "\r\n\r\n"), 431U);
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
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "localhost:80@elsewhere.example")), 403U);
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "127.0.0.1\r\nHost: elsewhere.example")), 403U);
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "localhost:47080")), 0U);
    EXPECT_EQ(status_of(asked("GET / HTTP/1.1", "\tLOCALHOST \t")), 0U);
}

// ---- What a page sends

const Posting k_posting{"http://127.0.0.1:47080", {"figures-1"}, 10};

std::string sent(const std::string& head, const std::string& body,
                 const std::string& target = "/figures-1",
                 const std::string& origin = "http://127.0.0.1:47080") {
    return "POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1:47080\r\nOrigin: " + origin + "\r\n" +
           head + "\r\n" + body;
}
std::uint32_t status_of_sent(const std::string& received) {
    const auto request = read_request(received, &k_posting);
    return request ? request->status : 0;
}

TEST(HttpPost, IsReadOnceAllOfItIsThere) {
    const std::string whole = sent("Content-Length: 5\r\n", "hello");
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        EXPECT_FALSE(read_request(whole.substr(0, bytes), &k_posting)) << bytes;
    }
    const auto request = read_request(whole, &k_posting);
    ASSERT_TRUE(request);
    EXPECT_EQ(request->status, 0U);
    EXPECT_TRUE(request->is_post);
    EXPECT_EQ(request->body, "hello");
}

TEST(HttpPost, IsRefusedWhereNobodyWaitsForIt) {
    const auto request = read_request(sent("Content-Length: 1\r\n", "x"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->status, 405U);
}

TEST(HttpPost, OfAnotherPageIsRefused) {
    const std::string length = "Content-Length: 1\r\n";
    EXPECT_EQ(status_of_sent(sent(length, "x", "/figures-1", "http://elsewhere.example")), 403U);
    EXPECT_EQ(status_of_sent(sent(length, "x", "/figures-1", "null")), 403U);
    EXPECT_EQ(
        status_of_sent("POST /figures-1 HTTP/1.1\r\nHost: 127.0.0.1:47080\r\n" + length + "\r\nx"),
        403U);
}

TEST(HttpPost, ToAnotherNameIsRefused) {
    for (const char* target : {"/figures-2", "/index.html", "/", "/a/figures-1"}) {
        EXPECT_EQ(status_of_sent(sent("Content-Length: 1\r\n", "x", target)), 404U) << target;
    }
}

TEST(HttpPost, OfUnknownOrTooGreatALengthIsRefusedBeforeItComes) {
    EXPECT_EQ(status_of_sent(sent("", "")), 411U);
    EXPECT_EQ(status_of_sent(sent("Content-Length: x\r\n", "")), 411U);
    EXPECT_EQ(status_of_sent(sent("Content-Length: -1\r\n", "")), 411U);
    EXPECT_EQ(status_of_sent(sent("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "")),
              411U);
    EXPECT_EQ(status_of_sent(sent("Content-Length: 11\r\n", "")), 413U);
    EXPECT_EQ(status_of_sent(sent("Content-Length: 99999999999999999999999\r\n", "")), 413U);
}

TEST(HttpPost, ItsAnswerHasNoBody) {
    EXPECT_TRUE(taken_answer().starts_with("HTTP/1.1 204 "));
    EXPECT_TRUE(taken_answer().ends_with("\r\n\r\n"));
}

TEST(HttpAnswer, HeadHasNoBodyAndSaysItsSize) {
    EXPECT_FALSE(read_request(asked("HEAD / HTTP/1.1"))->wants_body);
    EXPECT_NE(file_head("index.html", 12).find("Content-Length: 12\r\n"), std::string::npos);
    EXPECT_TRUE(refusal(404, false).ends_with("\r\n\r\n"));
    EXPECT_TRUE(refusal(404, true).ends_with("404 Not Found\n"));
}

}  // namespace
}  // namespace tandem::tools
