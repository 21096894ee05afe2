// SPDX-License-Identifier: MIT
// Reads a browser's requests for a folder of files and writes the answers; bytes in, bytes out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools {

// No browser sends so much to a page without cookies.
inline constexpr std::size_t k_request_bytes_max = 16 * 1024;

struct HttpRequest {
    std::string name;          // a file's name without a folder; "index.html" for "/"
    bool wants_body = true;    // false for HEAD
    std::uint32_t status = 0;  // a refusal's; 0 if it can be answered
    bool is_post = false;
    std::string body;  // a POST's
};

// The names that a page may send here, if there are any.
struct Posting {
    std::string origin;              // the page's, as browsers say it
    std::vector<std::string> names;  // it may send to these
    std::size_t bytes_max = 0;
};

// Returns the request, once all of it is there. A name is that of a file in the folder itself: a
// name that could leave it, or a hidden one, is refused. Sent data is refused too, unless `posting`
// allows it.
std::optional<HttpRequest> read_request(std::string_view received,
                                        const Posting* posting = nullptr);

// Returns the head of an answer with so many bytes, for a file of this name.
std::string file_head(std::string_view name, std::uint64_t bytes);
// Returns a whole answer to data that was sent: thanks, and nothing else.
std::string taken_answer();
// Returns a whole refusal, with a sentence for a person.
std::string refusal(std::uint32_t status, bool wants_body);

}  // namespace tandem::tools
