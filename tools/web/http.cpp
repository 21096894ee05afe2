// SPDX-License-Identifier: MIT
// The part of HTTP/1.1 that static files need. Every connection is closed after its answer.
#include <tandem/tools/web/http.hpp>

#include <algorithm>
#include <charconv>

namespace tandem::tools {
namespace {

// What no other site may do with this page, and the page with no other.
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

// "%20" is a space; nothing where a % is followed by anything but two digits.
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

// A page elsewhere that makes its name point here must not read what lies here.
bool is_host_of_this_machine(std::string_view head) {
    for (std::size_t line = head.find("\r\n"); line != std::string_view::npos;
         line = head.find("\r\n", line + 2)) {
        std::string_view field = head.substr(line + 2);
        field = field.substr(0, field.find("\r\n"));
        constexpr std::string_view k_host = "host:";
        if (field.size() < k_host.size()) {
            continue;
        }
        bool is_host = true;
        for (std::size_t at = 0; at < k_host.size(); ++at) {
            is_host = is_host && (field[at] == k_host[at] || field[at] + ('a' - 'A') == k_host[at]);
        }
        if (is_host) {
            std::string_view host = field.substr(k_host.size());
            host.remove_prefix(std::min(host.find_first_not_of(' '), host.size()));
            host = host.substr(0, host.find(':'));
            return host == "127.0.0.1" || host == "localhost";
        }
    }
    return false;
}

}  // namespace

std::optional<HttpRequest> read_request(std::string_view received) {
    HttpRequest request;
    const auto refused = [&](std::uint32_t status) {
        request.status = status;
        return request;
    };
    const std::size_t end = received.find("\r\n\r\n");
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
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        return refused(version.starts_with("HTTP/") ? 505 : 400);
    }
    if (method != "GET" && method != "HEAD") {
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
    return is_name(request.name) ? request : refused(404);
}

std::string file_head(std::string_view name, std::uint64_t bytes) {
    return std::string("HTTP/1.1 200 OK\r\nContent-Type: ") + type_of(name) +
           "\r\nContent-Length: " + std::to_string(bytes) + "\r\n" + k_common + "\r\n";
}

std::string refusal(std::uint32_t status, bool wants_body) {
    const std::string text = std::to_string(status) + " " + reason_of(status);
    const std::string body = text + "\n";
    return "HTTP/1.1 " + text + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + (status == 405 ? "Allow: GET, HEAD\r\n" : "") +
           k_common + "\r\n" + (wants_body ? body : "");
}

}  // namespace tandem::tools
