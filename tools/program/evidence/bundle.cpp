// SPDX-License-Identifier: MIT
// Reads bundles. A bundle comes from another machine, perhaps by mail: nothing in it is believed
// unchecked.
#include <tandem/tools/program/evidence/bundle.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::json;

constexpr std::string_view k_bundle_kind = "tandem-desync";
// The deepest nesting. A bundle.json is flat; members of a later program nest no deeper.
constexpr int k_manifest_depth_max = 8;
constexpr std::size_t k_manifest_word_bytes_max = 4096;
constexpr std::size_t k_file_name_bytes_max = 255;

Error bad_manifest(const std::string& place, const std::string& why);
bool is_plain_name(const std::string& name);
Result<Json> parse_flat(std::string_view text, const std::string& place);

// Takes one member after the other. The first wrong member is the error.
class ManifestReader {
public:
    ManifestReader(const Json& json, const std::string& place) : json_(json), place_(place) {}

    void number(const char* name, std::uint64_t& value,
                std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    void number(const char* name, std::uint32_t& value);
    void text(const char* name, std::string& value, bool is_needed = true);
    void file(const char* name, std::string& value, bool is_needed);
    void refuse(const char* name, const std::string& why);
    const std::optional<Error>& error() const { return error_; }

private:
    const Json* find(const char* name, bool is_needed);

    const Json& json_;
    const std::string& place_;
    std::optional<Error> error_;
};

void read_kind_of_manifest(ManifestReader& reader);
Result<std::string> plain_file(const std::string& folder, const std::string& name);

}  // namespace

JsonObject manifest_facts(const BundleManifest& manifest) {
    JsonObject facts{{"schema", k_bundle_schema},   {"bundle", std::string(k_bundle_kind)},
                     {"tick", manifest.tick},       {"side", manifest.is_host ? "host" : "guest"},
                     {"player", manifest.player},   {"other_player", manifest.other_player},
                     {"game", manifest.game},       {"game_version", manifest.game_version},
                     {"build", manifest.build},     {"other_build", manifest.other_build},
                     {"machine", manifest.machine}, {"cause", manifest.cause},
                     {"ours", manifest.ours}};
    for (const auto& [name, text] :
         {std::pair("text", &manifest.text), std::pair("theirs", &manifest.theirs),
          std::pair("theirs_missing", &manifest.theirs_missing),
          std::pair("packets", &manifest.packets)}) {
        if (!text->empty()) {
            facts.emplace_back(name, *text);
        }
    }
    return facts;
}

std::string manifest_text(const BundleManifest& manifest) {
    return json_line(manifest_facts(manifest)) + "\n";
}

Result<BundleManifest> parse_manifest(std::string_view text, const std::string& place) {
    if (text.size() > k_manifest_bytes_max) {
        return bad_manifest(place, "has " + std::to_string(text.size()) + " bytes; no bundle has " +
                                       "more than " + std::to_string(k_manifest_bytes_max));
    }
    const auto json = parse_flat(text, place);
    TANDEM_TRY(json);
    ManifestReader reader(*json, place);
    read_kind_of_manifest(reader);
    BundleManifest manifest;
    std::string side;
    reader.number("tick", manifest.tick);
    reader.text("side", side);
    if (side != "host" && side != "guest") {
        reader.refuse("side", "expected host or guest");
    }
    manifest.is_host = side == "host";
    reader.number("player", manifest.player);
    reader.number("other_player", manifest.other_player);
    reader.text("game", manifest.game);
    reader.number("game_version", manifest.game_version);
    reader.text("build", manifest.build);
    reader.text("other_build", manifest.other_build, false);
    reader.text("machine", manifest.machine, false);
    reader.text("cause", manifest.cause, false);
    reader.text("text", manifest.text, false);
    reader.file("ours", manifest.ours, true);
    reader.file("theirs", manifest.theirs, false);
    reader.text("theirs_missing", manifest.theirs_missing, false);
    reader.file("packets", manifest.packets, false);
    if (manifest.player == manifest.other_player) {
        reader.refuse("other_player", "is the side's own slot");
    }
    if (manifest.theirs.empty() && manifest.theirs_missing.empty()) {
        reader.refuse("theirs", "is missing, and theirs_missing does not say why");
    }
    if (reader.error()) {
        return *reader.error();
    }
    return manifest;
}

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

Result<Bundle> open_bundle(const std::string& folder) {
    const auto path = plain_file(folder, std::string(k_manifest_name));
    TANDEM_TRY(path);
    const auto content = read_named_file(*path, k_manifest_bytes_max);
    TANDEM_TRY(content);
    auto manifest = parse_manifest(sim::as_text(*content), *path);
    TANDEM_TRY(manifest);
    Bundle bundle{folder, std::move(manifest).value(), "", ""};
    auto ours = plain_file(folder, bundle.manifest.ours);
    TANDEM_TRY(ours);
    bundle.ours = std::move(ours).value();
    if (!bundle.manifest.theirs.empty()) {
        auto theirs = plain_file(folder, bundle.manifest.theirs);
        TANDEM_TRY(theirs);
        bundle.theirs = std::move(theirs).value();
    }
    return bundle;
}

Result<std::string> own_recording(const std::string& path) {
    if (!is_folder(path)) {
        return path;
    }
    auto bundle = open_bundle(path);
    return bundle ? Result<std::string>(std::move(bundle->ours)) : bundle.error();
}

namespace {

Error bad_manifest(const std::string& place, const std::string& why) {
    return {ErrorCode::bad_data, place, why};
}

bool is_plain_name(const std::string& name) {
    const auto is_foreign = [](char c) {
        return c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < ' ' ||
               c == '\x7f';
    };
    return !name.empty() && name.size() <= k_file_name_bytes_max && name != "." && name != ".." &&
           std::none_of(name.begin(), name.end(), is_foreign);
}

// Reads the text as JSON. A member may not come twice: JSON lets the reader choose which one
// counts, so that two programs could read two things.
Result<Json> parse_flat(std::string_view text, const std::string& place) {
    std::set<std::string> members;
    std::optional<std::string> twice;
    bool is_deep = false;
    const auto look = [&](int depth, Json::parse_event_t event, Json& parsed) {
        is_deep = is_deep || depth > k_manifest_depth_max;
        if (event == Json::parse_event_t::key && depth == 1 &&
            !members.insert(parsed.get<std::string>()).second) {
            twice = parsed.get<std::string>();
        }
        return true;
    };
    Json json;
    try {
        json = Json::parse(text, look);
    } catch (const Json::parse_error& error) {
        return bad_manifest(place + ", byte " + std::to_string(error.byte),
                            "this is no JSON in UTF-8; the file is damaged, or none of a bundle");
    }
    if (is_deep || twice) {
        return bad_manifest(place, is_deep ? "is nested deeper than " +
                                                 std::to_string(k_manifest_depth_max) +
                                                 " levels, which no bundle is"
                                           : "has the member " + escaped(*twice) + " twice");
    }
    if (!json.is_object()) {
        return bad_manifest(place, "expected an object, as a bundle has");
    }
    return json;
}

void ManifestReader::number(const char* name, std::uint64_t& value, std::uint64_t most) {
    const Json* const found = find(name, true);
    if (found == nullptr) {
        return;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most) {
        refuse(name, "expected a whole number up to " + std::to_string(most));
        return;
    }
    value = found->get<std::uint64_t>();
}

void ManifestReader::number(const char* name, std::uint32_t& value) {
    std::uint64_t wide = 0;
    number(name, wide, std::numeric_limits<std::uint32_t>::max());
    value = static_cast<std::uint32_t>(wide);
}

void ManifestReader::text(const char* name, std::string& value, bool is_needed) {
    const Json* const found = find(name, is_needed);
    if (found == nullptr || (found->is_null() && !is_needed)) {
        value.clear();
        return;
    }
    if (!found->is_string() ||
        found->get_ref<const std::string&>().size() > k_manifest_word_bytes_max) {
        refuse(name, "expected a text of at most " + std::to_string(k_manifest_word_bytes_max) +
                         " bytes");
        return;
    }
    value = found->get<std::string>();
}

void ManifestReader::file(const char* name, std::string& value, bool is_needed) {
    text(name, value, is_needed);
    if (!error_ && (is_needed || !value.empty()) && !is_plain_name(value)) {
        refuse(name,
               "'" + escaped(value) + "' is no plain name of a file in the folder of the bundle");
    }
}

void ManifestReader::refuse(const char* name, const std::string& why) {
    if (!error_) {
        error_ = bad_manifest(place_ + ", " + name, why);
    }
}

const Json* ManifestReader::find(const char* name, bool is_needed) {
    const auto found = json_.find(name);
    if (found == json_.end() && is_needed) {
        refuse(name, "is missing");
    }
    return found == json_.end() || error_ ? nullptr : &*found;
}

// Reads the kind and the version of the manifest, before anything else of it is looked at.
void read_kind_of_manifest(ManifestReader& reader) {
    std::uint64_t schema = 0;
    std::string kind;
    reader.text("bundle", kind);
    if (kind != k_bundle_kind) {
        reader.refuse("bundle", "expected " + std::string(k_bundle_kind));
    }
    reader.number("schema", schema);
    if (schema != k_bundle_schema) {
        reader.refuse("schema", "this program reads version " + std::to_string(k_bundle_schema) +
                                    " of a bundle, and this is version " + std::to_string(schema));
    }
}

// The path of a file in the bundle, which must be a plain file: a link may lead to a file that the
// maker of the bundle could not have put into it.
Result<std::string> plain_file(const std::string& folder, const std::string& name) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::error_code failure;
    const auto status = std::filesystem::symlink_status(path, failure);
    if (std::filesystem::is_regular_file(status)) {
        return path;
    }
    if (status.type() == std::filesystem::file_type::not_found) {
        return Error{ErrorCode::io, path,
                     name == k_manifest_name
                         ? "is missing, so this folder is no bundle of a desync; name a recording, "
                           "or the folder that a match left"
                         : "is missing, and " + std::string(k_manifest_name) + " names it"};
    }
    return Error{ErrorCode::io, path,
                 std::filesystem::status_known(status)
                     ? "is no plain file; a bundle holds its files itself, and no link, folder, "
                       "pipe or device"
                     : "cannot be looked at: " + failure.message()};
}

}  // namespace
}  // namespace tandem::tools
