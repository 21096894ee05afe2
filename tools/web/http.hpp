// SPDX-License-Identifier: MIT
// What a browser asks of a folder of files and what it is answered; bytes in, bytes out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools {

// More than any browser sends to a page without cookies.
inline constexpr std::size_t k_request_bytes_max = 16 * 1024;

struct HttpRequest {
    std::string name;          // of a file: one name without a folder; "index.html" for "/"
    bool wants_body = true;    // GET; HEAD wants none
    std::uint32_t status = 0;  // of the refusal; 0: it can be answered
    bool is_post = false;
    std::string body;  // of a POST
};

// What a page may send here, if anything.
struct Posting {
    std::string origin;              // of the page that may, as browsers say it
    std::vector<std::string> names;  // to which it may
    std::size_t bytes_max = 0;
};

// The request, once all of it is there. A name is that of a file in the folder itself: whatever
// could leave it, or hides, is refused. So is whatever is sent, but for what `posting` allows.
std::optional<HttpRequest> read_request(std::string_view received,
                                        const Posting* posting = nullptr);

// The head of an answer with so many bytes, for a file of this name.
std::string file_head(std::string_view name, std::uint64_t bytes);
// A whole answer to something that was sent: thanks, and nothing else.
std::string taken_answer();
// A whole refusal, with a sentence for a person.
std::string refusal(std::uint32_t status, bool wants_body);

}  // namespace tandem::tools
