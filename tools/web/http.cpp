// SPDX-License-Identifier: MIT
// This is the part of HTTP/1.1 that static files need. Every connection is closed after its answer.
#include <tandem/tools/web/http.hpp>

#include <algorithm>
#include <charconv>
#include <vector>

namespace tandem::tools {
namespace {

// These headers forbid other sites to use this page, and this page to use other sites.
constexpr const char* k_common =
    "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

const char* reason_of(std::uint32_t status) {
    switch (status) {
        case 400:
            return "Bad Request";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 411:
            return "Length Required";
        case 413:
            return "Content Too Large";
        case 431:
            return "Request Header Fields Too Large";
        case 505:
            return "HTTP Version Not Supported";
        default:
            return "Error";
    }
}

const char* type_of(std::string_view name) {
    return name.ends_with(".html") ? "text/html; charset=utf-8"
           : name.ends_with(".js") ? "text/javascript; charset=utf-8"
                                   : "application/octet-stream";
}

// Decodes "%20" as a space; nothing if a % is followed by anything but two digits.
std::optional<std::string> decoded(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            plain += text[at];
            continue;
        }
        unsigned value = 0;
        const std::string_view digits = text.substr(at + 1, 2);
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || failure != std::errc() || end != digits.data() + 2) {
            return std::nullopt;
        }
        plain += static_cast<char>(value);
        at += 2;
    }
    return plain;
}

bool is_name(std::string_view name) {
    const bool has_strange =
        name.find_first_of(std::string_view("/\\\0", 3)) != std::string_view::npos;
    return !name.empty() && name.front() != '.' && !has_strange;
}

bool is_same_word(std::string_view a, std::string_view lower) {
    return std::equal(a.begin(), a.end(), lower.begin(), lower.end(), [](char x, char y) {
        return x == y || (x >= 'A' && x <= 'Z' && x + ('a' - 'A') == y);
    });
}

// Returns the text without spaces and tabs at its ends.
std::string_view trimmed(std::string_view text) {
    constexpr std::string_view k_blank = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(k_blank), text.size()));
    return text.substr(0, text.find_last_not_of(k_blank) + 1);
}

// Returns the values of the fields of the head with this name, in their order.
std::vector<std::string_view> fields_of(std::string_view head, std::string_view lower_name) {
    std::vector<std::string_view> found;
    for (std::size_t line = head.find("\r\n"); line != std::string_view::npos;
         line = head.find("\r\n", line + 2)) {
        std::string_view field = head.substr(line + 2);
        field = field.substr(0, field.find("\r\n"));
        const std::size_t colon = field.find(':');
        if (colon != std::string_view::npos && is_same_word(field.substr(0, colon), lower_name)) {
            found.push_back(trimmed(field.substr(colon + 1)));
        }
    }
    return found;
}

// Returns the value of a field of the head; nothing if it has none of that name, or several.
std::optional<std::string_view> field_of(std::string_view head, std::string_view lower_name) {
    const auto found = fields_of(head, lower_name);
    return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

// True if the name is this machine's: a page elsewhere that makes its name point here must not read
// the files here.
bool is_host_of_this_machine(std::string_view head) {
    const std::string_view field = field_of(head, "host").value_or("");
    const std::size_t colon = std::min(field.find(':'), field.size());
    const std::string_view port = field.substr(std::min(colon + 1, field.size()));
    const bool is_number = port.find_first_not_of("0123456789") == std::string_view::npos;
    const std::string_view host = field.substr(0, colon);
    return is_number && (host == "127.0.0.1" || is_same_word(host, "localhost"));
}

// Finds the size of the body; 411 or 413 if it is not known, or more than may come.
std::uint32_t body_status(std::string_view head, std::size_t bytes_max, std::size_t& bytes) {
    const std::string_view text = field_of(head, "content-length").value_or("");
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (failure == std::errc::result_out_of_range) {
        return 413;
    }
    const bool is_number = failure == std::errc() && end == text.data() + text.size();
    if (!is_number || !fields_of(head, "transfer-encoding").empty()) {
        return 411;
    }
    return bytes > bytes_max ? 413 : 0;
}

}  // namespace

std::optional<HttpRequest> read_request(std::string_view received, const Posting* posting) {
    HttpRequest request;
    const auto refused = [&](std::uint32_t status) {
        request.status = status;
        return request;
    };
    const std::size_t end = received.find("\r\n\r\n");
    if (end != std::string_view::npos && end > k_request_bytes_max) {
        return refused(431);
    }
    if (end == std::string_view::npos) {
        return received.size() > k_request_bytes_max ? std::optional(refused(431)) : std::nullopt;
    }
    const std::string_view head = received.substr(0, end + 2);
    const std::string_view line = head.substr(0, head.find("\r\n"));
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) {
        return refused(400);
    }
    const std::string_view method = line.substr(0, first);
    std::string_view target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    request.wants_body = method != "HEAD";
    request.is_post = method == "POST" && posting != nullptr;
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        return refused(version.starts_with("HTTP/") ? 505 : 400);
    }
    if (method != "GET" && method != "HEAD" && !request.is_post) {
        return refused(405);
    }
    if (!is_host_of_this_machine(head)) {
        return refused(403);
    }
    target = target.substr(0, target.find_first_of("?#"));
    const auto path = decoded(target);
    if (!path || !path->starts_with('/')) {
        return refused(400);
    }
    request.name = *path == "/" ? "index.html" : path->substr(1);
    if (!is_name(request.name)) {
        return refused(404);
    }
    if (!request.is_post) {
        return request;
    }
    const auto& names = posting->names;
    if (std::find(names.begin(), names.end(), request.name) == names.end()) {
        return refused(404);
    }
    if (field_of(head, "origin") != posting->origin) {
        return refused(403);
    }
    std::size_t bytes = 0;
    if (const std::uint32_t status = body_status(head, posting->bytes_max, bytes); status != 0) {
        return refused(status);
    }
    const std::string_view body = received.substr(end + 4);
    if (body.size() < bytes) {
        return std::nullopt;
    }
    request.body = body.substr(0, bytes);
    return request;
}

std::string file_head(std::string_view name, std::uint64_t bytes) {
    return std::string("HTTP/1.1 200 OK\r\nContent-Type: ") + type_of(name) +
           "\r\nContent-Length: " + std::to_string(bytes) + "\r\n" + k_common + "\r\n";
}

std::string taken_answer() {
    return std::string("HTTP/1.1 204 No Content\r\n") + k_common + "\r\n";
}

std::string refusal(std::uint32_t status, bool wants_body) {
    const std::string text = std::to_string(status) + " " + reason_of(status);
    const std::string body = text + "\n";
    return "HTTP/1.1 " + text + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + (status == 405 ? "Allow: GET, HEAD\r\n" : "") +
           k_common + "\r\n" + (wants_body ? body : "");
}

}  // namespace tandem::tools
