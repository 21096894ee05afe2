// SPDX-License-Identifier: MIT
// The file comes from a disk, so every line is checked.
#include <tandem/tools/autopsy/packets.hpp>

#include <filesystem>
#include <limits>

#include <nlohmann/json.hpp>

#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools::autopsy {
namespace {

using Json = nlohmann::json;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::size_t k_line_bytes_max = 4'096;
// The limit is three years. No match is so long, and sums of such times do not overflow.
constexpr std::int64_t k_time_us_max = 100'000'000'000'000;

template <class Number>
std::optional<Number> number_at(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_integer()) {
        return std::nullopt;
    }
    if (found->is_number_unsigned()) {
        const auto value = found->get<std::uint64_t>();
        return value <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max())
                   ? std::optional(static_cast<Number>(value))
                   : std::nullopt;
    }
    const auto value = found->get<std::int64_t>();
    return std::numeric_limits<Number>::is_signed ? std::optional(static_cast<Number>(value))
                                                  : std::nullopt;
}

std::string text_at(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<SeenPacket> packet_of(std::string_view line) {
    const Json object = line.size() <= k_line_bytes_max ? Json::parse(line, nullptr, false)
                                                        : Json(Json::value_t::discarded);
    if (!object.is_object()) {
        return std::nullopt;
    }
    const auto at_us = number_at<std::int64_t>(object, "at_us");
    const auto bytes = number_at<std::uint64_t>(object, "bytes");
    const std::string way = text_at(object, "way");
    const std::string kind = text_at(object, "kind");
    if (!at_us || *at_us > k_time_us_max || *at_us < -k_time_us_max || !bytes ||
        (way != "in" && way != "out") || kind.empty()) {
        return std::nullopt;
    }
    return SeenPacket{*at_us, way == "out", number_at<std::uint32_t>(object, "peer"), kind, *bytes};
}

}  // namespace

Result<std::vector<SeenPacket>> parse_packets(std::string_view text) {
    std::vector<SeenPacket> packets;
    for (std::uint64_t number = 1; !text.empty() && packets.size() < k_packets_read_max; ++number) {
        const std::size_t end = text.find('\n');
        const auto packet = packet_of(text.substr(0, end));
        const bool goes_on = packet && (packets.empty() || packet->at_us >= packets.back().at_us);
        if (!goes_on) {
            return Error{ErrorCode::bad_data, "line " + std::to_string(number),
                         packet ? "its time is before that of the line above"
                                : "expected an object with at_us, way (in or out), kind and bytes"};
        }
        packets.push_back(*packet);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return packets;
}

Result<std::optional<std::vector<SeenPacket>>> packets_beside(const std::string& recording) {
    using Found = std::optional<std::vector<SeenPacket>>;
    const auto folder = std::filesystem::path(recording).parent_path();
    std::error_code ignored;
    const auto file = folder / k_packets_name;
    if (folder.empty() || !std::filesystem::exists(folder / k_manifest_name, ignored) ||
        !std::filesystem::exists(file, ignored)) {
        return Found();
    }
    // A pipe or a device would keep the reader waiting, and a link leads out of the bundle.
    if (std::filesystem::symlink_status(file, ignored).type() !=
        std::filesystem::file_type::regular) {
        return Error{ErrorCode::bad_data, file.filename().string(), "is no plain file"};
    }
    const auto content = read_named_file(file.string(), k_packet_file_bytes_max);
    TANDEM_TRY(content);
    auto packets = parse_packets(sim::as_text(*content));
    return packets ? Result<Found>(Found(std::move(packets).value()))
                   : packets.error().within(file.filename().string());
}

}  // namespace tandem::tools::autopsy
